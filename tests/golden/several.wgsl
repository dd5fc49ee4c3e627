struct Plain { a: vec4f, b: f32 }
struct Loose { a: f32, b: vec4f, c: f32 }
struct Held { a: f32, v: vec3f, b: f32, list: array<vec4f, 2>, c: f32 }
struct Strict { a: f32, @align(16) inner: Small, @align(16) b: f32, v: vec4f, c: f32 }
struct Small { a: f32, v: vec2f, b: f32 }
@group(0) @binding(0) var<storage> plain: array<Plain>;
@group(0) @binding(1) var<uniform> held: Held;
@group(0) @binding(2) var<uniform> strict: Strict;
@group(0) @binding(3) var<storage> loose: array<Loose>;
