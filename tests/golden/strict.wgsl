struct Inner { a: f32, b: f32, c: f32 }
struct Kernel {
    n: u32,
    @align(8) weights: array<f32, 5>,
    @align(16) inner: Inner,
    after: f32,
    table: array<vec2f, 3>,
    pairs: array<Inner, 2>,
}
@group(0) @binding(0) var<uniform> kernel: Kernel;
fn f(i: u32) -> f32 { return kernel.weights[i] + kernel.pairs[i].a; }
