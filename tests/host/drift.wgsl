// SPDX-License-Identifier: MIT
struct Light {
    position: vec3f,
    radius: f32,
    color: vec3f,
    kind: u32,
    weights: array<vec4f, 4>,
}
@group(0) @binding(1) var<storage> lights: array<Light>;
