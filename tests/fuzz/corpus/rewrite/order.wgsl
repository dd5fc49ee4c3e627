struct Inner { a: f32, b: vec3f, c: f32, d: vec2f, e: f32, f: vec3f } // one
struct Outer { x: f32, i: Inner, _pad0: vec2<u32>, w: array<f32, 5>, }
/* two */ struct Tail { n: u32, @size(20) @align(16) k: f32, items: array<Inner> }
@group(0) @binding(0) var<storage> tail: Tail;
const c = Inner(1, vec3f(), 2, vec2f(), 3, vec3f()).a;
fn f() -> f32 { return tail.items[0].c + Inner(1, vec3f(), 2, vec2f(), 3, vec3f()).a; }
