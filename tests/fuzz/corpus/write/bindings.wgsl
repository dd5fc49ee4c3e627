struct Particle { position: vec3f, velocity: vec3f, age: f32 }
struct Half { a: f16, b: vec3<f16> }
@group(0) @binding(0) var<storage, read_write> particles: array<Particle>;
@group(0) @binding(1) var<uniform> weights: array<f32, 64>;
@group(2) @binding(70000) var tex: texture_multisampled_2d<f32>;
@group(2) @binding(1) var smp: sampler;
var<workgroup> grid: array<array<u32, 16>, 16>;
var<private> half: Half;
