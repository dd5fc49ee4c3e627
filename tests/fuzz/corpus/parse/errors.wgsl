struct A { b: B } struct B { a: A }
struct Bad { a: Missing, b c, @size(1) d: f32, d: f32 }
alias X = Y; alias Y = X;
alias Z = array<f32, 1 / 0>;
const q = 2147483647 + 1i; const r = vec2(1) * vec3(2);
@group(0) @binding(0) var<uniform> u: array<f32, 3>;
@align(3) @size var<storage> s f32;
@group(-1) struct
/* /* */ unfinished
