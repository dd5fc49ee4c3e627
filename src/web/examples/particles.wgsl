struct Particle {
    position: vec3f,
    age: f32,
    velocity: vec3f,
    color: u32,
}

struct Simulation {
    gravity: vec3f,
    step: f32,
    alive: atomic<u32>,
    particles: array<Particle>,
}

struct Settings {
    wind: mat3x3f,
    drag: f32,
    emitters: array<vec4f, 4>,
}

@group(0) @binding(0) var<storage, read_write> simulation: Simulation;
@group(0) @binding(1) var<uniform> settings: Settings;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
    if id.x >= arrayLength(&simulation.particles) {
        return;
    }
    let p = &simulation.particles[id.x];
    (*p).velocity += (simulation.gravity - settings.drag * (*p).velocity)
        * simulation.step;
    (*p).position += (*p).velocity * simulation.step;
    (*p).age += simulation.step;
}
