// The picture: a camera, a sun and point lights, materials, meshes that are
// drawn many times or follow bones, and particles that a compute pass moves.
//
//   group 0  what holds for a frame
//   group 1  materials
//   group 2  meshes
//   group 3  particles

const PI = 3.14159265;
const BONES = 32u;
override fog: f32 = 0.0; // a pipeline gets its value from the scene

// --------------------------------------------------------------------- frame

struct Camera {
    view_projection: mat4x4f,
    clip_to_world: mat4x4f,
    position: vec3f,
    exposure: f32,
    right: vec3f,
    up: vec3f,
}

struct Sun {
    direction: vec3f, // to it
    softness: f32,
    color: vec3f,
}

struct Light {
    position: vec3f,
    radius: f32,
    color: vec3f,
}

struct Lights {
    zenith: vec3f,
    horizon: vec3f,
    ground: vec3f,
    sun: Sun,
    count: u32,
    items: array<Light>,
}

// What throws shadows.
struct Occluder {
    center: vec3f,
    radius: f32,
}

@group(0) @binding(0) var<uniform> camera: Camera;
@group(0) @binding(1) var<storage> lights: Lights;
@group(0) @binding(2) var<storage> occluders: array<Occluder>;

fn sky(direction: vec3f) -> vec3f {
    let height = max(direction.y, 0.0);
    let glow = pow(max(dot(direction, lights.sun.direction), 0.0), 24.0);
    return mix(lights.horizon, lights.zenith, pow(height, 0.55)) +
           lights.sun.color * glow * 0.12;
}

struct Background {
    @builtin(position) position: vec4f,
    @location(0) far: vec4f,
}

@vertex
fn sky_vertex(@builtin(vertex_index) index: u32) -> Background {
    let corner = vec2f(f32(index & 1u) * 4.0 - 1.0,
                       f32(index >> 1u) * 4.0 - 1.0);
    var out: Background;
    out.position = vec4f(corner, 1.0, 1.0);
    out.far = camera.clip_to_world * out.position;
    return out;
}

@fragment
fn sky_fragment(in: Background) -> @location(0) vec4f {
    let direction = normalize(in.far.xyz / in.far.w - camera.position);
    return vec4f(develop(sky(direction)), 1.0);
}

// From light to what a screen shows.
fn develop(light: vec3f) -> vec3f {
    let x = light * camera.exposure;
    let curve = x * (2.51 * x + 0.03) / (x * (2.43 * x + 0.59) + 0.14);
    return pow(saturate(curve), vec3f(1.0 / 2.2));
}

// ----------------------------------------------------------------- materials

struct Material {
    base_color: vec3f,
    roughness: f32,
    metallic: f32,
    pattern: f32, // how much of the pattern is seen
    emission: vec3f,
}

@group(1) @binding(0) var<storage> materials: array<Material>;
@group(1) @binding(1) var pattern: texture_2d<f32>;
@group(1) @binding(2) var pattern_sampler: sampler;

// -------------------------------------------------------------------- meshes

struct Instance {
    world: mat4x4f,
    normal: mat3x3f,
    tint: vec3f,
    material: u32,
    first_bone: u32,
}

@group(2) @binding(0) var<storage> instances: array<Instance>;
@group(2) @binding(1) var<uniform> bones: array<mat4x4f, BONES>;

struct Vertex {
    @location(0) position: vec3f,
    @location(1) normal: vec3f,
    @location(2) uv: vec2f,
}

struct Surface {
    @builtin(position) clip: vec4f,
    @location(0) position: vec3f,
    @location(1) normal: vec3f,
    @location(2) uv: vec2f,
    @location(3) @interpolate(flat) instance: u32,
}

fn place(vertex: Vertex, index: u32) -> Surface {
    let world = instances[index].world * vec4f(vertex.position, 1.0);
    var out: Surface;
    out.clip = camera.view_projection * world;
    out.position = world.xyz;
    out.normal = instances[index].normal * vertex.normal;
    out.uv = vertex.uv;
    out.instance = index;
    return out;
}

@vertex
fn mesh_vertex(vertex: Vertex,
               @builtin(instance_index) index: u32) -> Surface {
    return place(vertex, index);
}

@vertex
fn skinned_vertex(vertex: Vertex, @location(3) joints: vec4u,
                  @location(4) weights: vec4f,
                  @builtin(instance_index) index: u32) -> Surface {
    let first = instances[index].first_bone;
    var bone = mat4x4f();
    for (var i = 0u; i < 4u; i++) {
        bone += bones[first + joints[i]] * weights[i];
    }
    var moved = vertex;
    moved.position = (bone * vec4f(vertex.position, 1.0)).xyz;
    moved.normal = (bone * vec4f(vertex.normal, 0.0)).xyz;
    return place(moved, index);
}

// ------------------------------------------------------------------- shading

// How much of the sky a point sees.
fn openness(position: vec3f, normal: vec3f) -> f32 {
    var open = 1.0;
    for (var i = 0u; i < arrayLength(&occluders); i++) {
        let to = occluders[i].center - position;
        let distance = max(length(to), occluders[i].radius);
        let share = occluders[i].radius / distance;
        open *= 1.0 - max(dot(normal, to) / distance, 0.0) * share * share;
    }
    return open;
}

// How much of a light, that far away, reaches a point.
fn unshadowed(position: vec3f, to_light: vec3f, distance: f32) -> f32 {
    var lit = 1.0;
    for (var i = 0u; i < arrayLength(&occluders); i++) {
        let to = occluders[i].center - position;
        let along = dot(to, to_light);
        if along > 0.0 && along < distance {
            let beside = sqrt(max(dot(to, to) - along * along, 0.0));
            let blur = lights.sun.softness * along + 0.01;
            lit *= smoothstep(occluders[i].radius - blur,
                              occluders[i].radius + blur, beside);
        }
    }
    return lit;
}

struct Look {
    normal: vec3f,
    to_eye: vec3f,
    base_color: vec3f,
    roughness: f32,
    metallic: f32,
}

fn fresnel(look: Look, cosine: f32) -> vec3f {
    let straight = mix(vec3f(0.04), look.base_color, look.metallic);
    return straight +
           (1.0 - straight) * pow(saturate(1.0 - cosine), 5.0);
}

fn reflect_light(look: Look, to_light: vec3f) -> vec3f {
    let between = normalize(to_light + look.to_eye);
    let n_l = saturate(dot(look.normal, to_light));
    let n_v = max(dot(look.normal, look.to_eye), 0.02);
    let n_h = saturate(dot(look.normal, between));
    let a = look.roughness * look.roughness;
    let d = n_h * n_h * (a * a - 1.0) + 1.0;
    let k = a * 0.5;
    let shape = a * a / (4.0 * PI * d * d) /
                ((n_v * (1.0 - k) + k) * (n_l * (1.0 - k) + k));
    let f = fresnel(look, saturate(dot(between, look.to_eye)));
    let diffuse = look.base_color * (1.0 - look.metallic) / PI;
    return ((1.0 - f) * diffuse + f * shape) * n_l;
}

fn shade(look: Look, position: vec3f) -> vec3f {
    let open = openness(position, look.normal);
    let sun = lights.sun;
    let up = mix(lights.ground, lights.zenith + lights.horizon * 0.5,
                 look.normal.y * 0.5 + 0.5);
    let mirrored = reflect(-look.to_eye, look.normal);
    let seen = mix(lights.ground, sky(mirrored),
                   smoothstep(-0.1, 0.1, mirrored.y));
    let smoothness = (1.0 - look.roughness) * (1.0 - look.roughness);

    var color = look.base_color * (1.0 - look.metallic) * up * open;
    color += fresnel(look, saturate(dot(look.normal, look.to_eye))) * seen *
             open * smoothness;
    color += reflect_light(look, sun.direction) * sun.color *
             unshadowed(position, sun.direction, 1000.0);
    for (var i = 0u; i < min(lights.count, arrayLength(&lights.items)); i++) {
        let light = lights.items[i];
        let to = light.position - position;
        let distance = length(to);
        let near = saturate(1.0 - pow(distance / light.radius, 4.0));
        let strength = near * near / (distance * distance + 0.01);
        if strength > 0.0 {
            color += reflect_light(look, to / distance) * light.color *
                     strength * unshadowed(position, to / distance, distance);
        }
    }
    return color;
}

@fragment
fn surface_fragment(in: Surface) -> @location(0) vec4f {
    let instance = instances[in.instance];
    let material = materials[instance.material];
    let texel = textureSample(pattern, pattern_sampler, in.uv).rgb;
    let to_eye = camera.position - in.position;
    let distance = length(to_eye);

    var look: Look;
    look.normal = normalize(in.normal);
    look.to_eye = to_eye / distance;
    look.base_color = material.base_color * instance.tint *
                      mix(vec3f(1.0), texel,
                          material.pattern * exp(-0.05 * distance));
    look.roughness = material.roughness;
    look.metallic = material.metallic;
    let color = shade(look, in.position) + material.emission * instance.tint;
    let haze = sky(normalize(vec3f(-look.to_eye.x, 0.0, -look.to_eye.z)));
    return vec4f(develop(mix(haze, color, exp(-fog * distance))), 1.0);
}

// ----------------------------------------------------------------- particles

struct Particle {
    position: vec3f,
    age: f32,
    velocity: vec3f,
    life: f32,
    color: vec3f,
    size: f32,
}

struct Simulation {
    gravity: vec3f,
    time_step: f32,
    bounce: f32,
    drag: f32,
}

@group(3) @binding(0) var<uniform> simulation: Simulation;
@group(3) @binding(1) var<storage, read_write> particles: array<Particle>;
// The same as the vertex stage may see it.
@group(3) @binding(2) var<storage> drawn: array<Particle>;

@compute @workgroup_size(64)
fn move_particles(@builtin(global_invocation_id) id: vec3u) {
    if id.x >= arrayLength(&particles) {
        return;
    }
    var p = particles[id.x];
    p.velocity += (simulation.gravity - p.velocity * simulation.drag) *
                  simulation.time_step;
    p.position += p.velocity * simulation.time_step;
    if p.position.y < p.size {
        p.position.y = 2.0 * p.size - p.position.y;
        p.velocity = p.velocity * vec3f(0.9, -simulation.bounce, 0.9);
    }
    p.age += simulation.time_step;
    particles[id.x] = p;
}

struct Spark {
    @builtin(position) clip: vec4f,
    @location(0) corner: vec2f,
    @location(1) @interpolate(flat) color: vec3f,
}

@vertex
fn particle_vertex(@builtin(vertex_index) vertex: u32,
                   @builtin(instance_index) index: u32) -> Spark {
    let p = drawn[index];
    let corner = vec2f(f32(vertex & 1u), f32(vertex >> 1u)) * 2.0 - 1.0;
    let position = p.position + (camera.right * corner.x +
                                 camera.up * corner.y) * p.size;
    var out: Spark;
    out.clip = camera.view_projection * vec4f(position, 1.0);
    out.corner = corner;
    out.color = p.color * saturate(1.0 - p.age / p.life);
    return out;
}

@fragment
fn particle_fragment(in: Spark) -> @location(0) vec4f {
    let edge = saturate(1.0 - dot(in.corner, in.corner));
    return vec4f(in.color * edge * edge, 0.0);
}
