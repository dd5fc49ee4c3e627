// Six members that many tutorials have, in an order that wastes a third.
struct Material {
    roughness: f32,
    base_color: vec4f,
    metallic: f32,
    emission: vec3f,
    occlusion: f32,
    normal_scale: f32,
}

@group(0) @binding(0) var<storage> materials: array<Material>;
