struct Light {
    intensity: f32,
    color: vec4f,
    range: f32,
    position: vec3f, // in the world
    inner: f32,
    outer: f32,
}
@group(0) @binding(0) var<storage> lights: array<Light>;
