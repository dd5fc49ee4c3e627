// A uniform buffer has rules of its own: what is an array or a struct in it
// begins, and repeats, at multiples of 16.
struct Falloff {
    near: f32,
    far: f32,
}

struct Fog {
    color: vec3f,
    density: f32,
    height: f32,
    falloff: Falloff,
    noise: vec2f,
}

@group(0) @binding(0) var<uniform> fog: Fog;
@group(0) @binding(1) var<uniform> weights: array<f32, 64>;
