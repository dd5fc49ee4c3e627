struct Light {
    position: vec3f,
    color: vec3f,
    radius: f32,
}

struct Lights {
    ambient: vec3f,
    count: u32,
    items: array<Light>,
}

@group(0) @binding(1) var<storage> lights: Lights;
