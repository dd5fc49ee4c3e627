enable f16;
struct Light { position: vec3f, kind: u32, color: vec4<f16>, m: mat3x3f }
struct Deep {
    @align(32) a: array<Light, 3>, @size(40) b: mat2x3<f16>,
    c: array<array<vec3<i32>, 2>, 3>, d: f32,
}
struct Lights { count: atomic<u32>, items: array<Light> }
@group(0) @binding(0) var<storage, read_write> lights: Lights;
@group(0) @binding(1) var<uniform> deep: Deep;
