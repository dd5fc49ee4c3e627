// SPDX-License-Identifier: MIT
struct Light {
    position: vec3f,
    radius: f32,
    color: vec3f,
}
struct Lights {
    count: u32,
    items: array<Light>,
}
@group(0) @binding(1) var<storage> lights: Lights;
