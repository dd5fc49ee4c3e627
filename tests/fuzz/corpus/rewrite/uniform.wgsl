struct A { x: f32 } struct B { a: A, c: f32, w: array<f32, 5>, m: mat2x2f }
@group(0) @binding(1) var<uniform> b: B;
@group(0) @binding(2) var<uniform> values: array<f32, 64>;
@group(0) @binding(3) var<storage> also: array<B, 2>;
fn f() -> f32 { return b.w[2] + b.c + values[3]; }
