enable f16;
requires uniform_buffer_standard_layout;
override n = 4;
@id(7) override size: u32;
struct Material {
    base: vec4<f32>,
    transform: mat4x3f,
    small: mat2x2h,
    flags: u32,
    @size(24) roughness: f16,
    weights: array<vec3<f16>, 2>,
}
struct Scene {
    count: atomic<u32>,
    matrix: mat2x2f,
    materials: array<Material>,
}
@group(0) @binding(0) var<storage, read_write> scene: Scene;
@group(0) @binding(1) var<uniform> material: Material;
@group(1) @binding(0) var<storage, read_write> bits: array<atomic<i32>, 3>;
@group(1) @binding(2) var texture: texture_2d<f32>;
@group(1) @binding(3) var smooth_sampler: sampler;
var<workgroup> shared_items: array<vec2i, n>;
var<workgroup> unknown: array<u32, size>;
var<private> own: vec3<bool>;
