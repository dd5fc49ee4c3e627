enable f16;
requires uniform_buffer_standard_layout;
struct Material {
    base: vec4<f32>,
    flags: u32,
    transform: mat4x3f,
    roughness: f32,
    weights: array<vec3<f16>, 4>,
}
struct Scene {
    count: atomic<u32>,
    matrix: mat2x2f,
    materials: array<Material>,
}
@group(0) @binding(0) var<storage, read_write> scene: Scene;
@group(0) @binding(3) var<uniform> material: Material;
@group(1) @binding(0) var<storage, read> bits: array<i32, 5>;
@group(1) @binding(2) var texture: texture_2d<u32>;
