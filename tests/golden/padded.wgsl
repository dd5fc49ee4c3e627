struct Inner { a: f32, v: vec3f, b: f32 }
struct Padded {
    inner: Inner,
    @size(32) wide: vec4f,
    @align(16) far: f32,
    _pad: u32,
    tail: array<Inner>,
}
struct Named { a: f32, _pad0: f32, _pad1: f32, _pad2: f32, b: vec4f, c: f32 }
@group(0) @binding(0) var<storage> padded: Padded;
@group(0) @binding(1) var<uniform> flags: array<atomic<u32>, 20000>;
