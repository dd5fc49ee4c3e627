// SPDX-License-Identifier: MIT
struct Camera {
    view: mat4x4f,
    normal: mat3x3f,
    position: vec3f,
    near: f32,
    focus: vec3f,
    size: vec2f,
    planes: array<vec4f, 6>,
    corners: array<vec3f, 8>,
    turn: mat2x2f,
}
struct Points {
    count: u32,
    items: array<vec3f>,
}
@group(0) @binding(0) var<uniform> camera: Camera;
@group(0) @binding(1) var<storage> points: Points;
