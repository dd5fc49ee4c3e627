// A small forward renderer: skinned and instanced meshes, one sun with shadows,
// any number of point lights, and particles that a compute pass moves.
//
//   group 0  what holds for a frame: camera, lights, shadow map
//   group 1  what holds for a material
//   group 2  what holds for a draw call: instances and bones
//   group 3  particles

// ------------------------------------------------------------------ constants

const PI = 3.14159265;
const MAX_BONES = 64u;
const CASCADES = 3u;

// What a material has; bits of Material.flags.
const HAS_NORMAL_MAP = 1u << 0u;
const ALPHA_MASK = 1u << 1u;

override shadow_bias: f32 = 0.002;
@id(1) override shadow_taps: u32 = 4;
@id(2) override tile_size: u32 = 64;
override debug_normals: bool = false;

// --------------------------------------------------------------------- frame

struct Camera {
    view: mat4x4f,
    projection: mat4x4f,
    view_projection: mat4x4f,
    position: vec3f,
    exposure: f32, // sits in the four bytes that a vec3f leaves free
    viewport: vec2f,
    near: f32,
    far: f32,
}

struct Cascade {
    light_from_world: mat4x4f,
    // Each in a row of its own, as the code on the CPU writes rows.
    @size(16) split_depth: f32,
    @size(16) texel_size: vec2f,
}

struct Sun {
    direction: vec3f,
    intensity: f32,
    color: vec3f,
    @align(16) cascades: array<Cascade, CASCADES>,
}

struct PointLight {
    position: vec3f,
    radius: f32,
    color: vec3f,
    intensity: f32,
}

// The sun, and as many point lights as the buffer has room for.
struct Lights {
    ambient: vec3f,
    count: u32,
    sun: Sun,
    points: array<PointLight>,
}

@group(0) @binding(0) var<uniform> camera: Camera;
@group(0) @binding(1) var<storage, read> lights: Lights;
@group(0) @binding(2) var shadow_map: texture_depth_2d_array;
@group(0) @binding(3) var shadow_sampler: sampler_comparison;

// ------------------------------------------------------------------- material

struct Material {
    base_color: vec4f,
    emissive: vec3f,
    roughness: f32,
    metallic: f32,
    normal_scale: f32,
    alpha_cutoff: f32,
    flags: u32,
    // Three columns of a vec3f, each of which takes 16 bytes.
    uv_transform: mat3x3f,
    detail_scale: vec2f,
}

@group(1) @binding(0) var<uniform> material: Material;
@group(1) @binding(1) var material_sampler: sampler;
@group(1) @binding(2) var base_color_map: texture_2d<f32>;
@group(1) @binding(3) var normal_map: texture_2d<f32>;
@group(1) @binding(4) var surface_map: texture_2d<f32>; // g rough, b metal

// ----------------------------------------------------------------- draw calls

struct Instance {
    world: mat4x4f,
    normal: mat3x3f,
    tint: vec3f,
    first_bone: u32,
    bone_count: u32,
    object_id: u32,
}

@group(2) @binding(0) var<storage, read> instances: array<Instance>;
@group(2) @binding(1) var<uniform> bones: array<mat4x4f, MAX_BONES>;

// ------------------------------------------------------------------ particles

struct Particle {
    position: vec3f,
    age: f32,
    velocity: vec3f,
    seed: u32,
    color: u32, // 8 bits a channel
}

struct Simulation {
    gravity: vec3f,
    time_step: f32,
    attractor: vec3f,
    @align(16) spawn: Spawn,
    particle_count: u32,
}

struct Spawn {
    origin: vec3f,
    radius: f32,
    life: vec2f,
    speed: vec2f,
}

struct DrawArguments {
    vertex_count: u32,
    instance_count: atomic<u32>,
    first_vertex: u32,
    first_instance: u32,
}

@group(3) @binding(0) var<uniform> simulation: Simulation;
@group(3) @binding(1) var<storage, read_write> particles: array<Particle>;
@group(3) @binding(2) var<storage, read_write> alive: array<u32>;
@group(3) @binding(3) var<storage, read_write> draw: DrawArguments;
// The same two buffers as the vertex stage may see them.
@group(3) @binding(4) var<storage, read> drawn_particles: array<Particle>;
@group(3) @binding(5) var<storage, read> drawn: array<u32>;

var<workgroup> tile: array<vec4f, tile_size>;
var<workgroup> alive_in_tile: atomic<u32>;
var<workgroup> first_in_tile: u32;

// --------------------------------------------------------------------- meshes

struct VertexInput {
    @builtin(instance_index) instance: u32,
    @location(0) position: vec3f,
    @location(1) normal: vec3f,
    @location(2) tangent: vec4f,
    @location(3) uv: vec2f,
    @location(4) joints: vec4u,
    @location(5) weights: vec4f,
}

struct VertexOutput {
    @builtin(position) clip_position: vec4f,
    @location(0) world_position: vec3f,
    @location(1) normal: vec3f,
    @location(2) tangent: vec4f,
    @location(3) uv: vec2f,
    @location(4) @interpolate(flat) tint: vec3f,
    @location(5) view_depth: f32,
}

// The weighted sum of up to four bones' matrices.
fn skin(first: u32, joints: vec4u, weights: vec4f) -> mat4x4f {
    var sum = mat4x4f();
    for (var i = 0u; i < 4u; i++) {
        let bone = min(first + joints[i], MAX_BONES - 1u);
        sum += bones[bone] * weights[i];
    }
    return sum;
}

@vertex
fn mesh_vertex(in: VertexInput) -> VertexOutput {
    let instance = instances[in.instance];
    var position = vec4f(in.position, 1.0);
    var normal = in.normal;
    if instance.bone_count > 0u {
        let bone = skin(instance.first_bone, in.joints, in.weights);
        position = bone * position;
        normal = (bone * vec4f(normal, 0.0)).xyz;
    }
    let world = instance.world * position;

    var out: VertexOutput;
    out.clip_position = camera.view_projection * world;
    out.world_position = world.xyz;
    out.normal = normalize(instance.normal * normal);
    out.tangent = vec4f((instance.world * vec4f(in.tangent.xyz, 0.0)).xyz,
                        in.tangent.w);
    out.uv = (material.uv_transform * vec3f(in.uv, 1.0)).xy;
    out.tint = instance.tint;
    out.view_depth = -(camera.view * world).z;
    return out;
}

// The shadow pass needs nothing but the depth.
@vertex
fn shadow_vertex(@builtin(instance_index) index: u32,
                 @location(0) position: vec3f) -> @builtin(position) vec4f {
    let world = instances[index].world * vec4f(position, 1.0);
    return lights.sun.cascades[0].light_from_world * world;
}

// ------------------------------------------------------------------- lighting

struct Surface {
    position: vec3f,
    normal: vec3f,
    to_eye: vec3f,
    albedo: vec3f,
    roughness: f32,
    metallic: f32,
}

// How many of the microfacets look half way between eye and light.
fn distribution(n_dot_h: f32, roughness: f32) -> f32 {
    let a = roughness * roughness;
    let a2 = a * a;
    let d = n_dot_h * n_dot_h * (a2 - 1.0) + 1.0;
    return a2 / (PI * d * d);
}

// The part of it that is neither masked nor in the shadow of others.
fn visibility(n_dot_v: f32, n_dot_l: f32, roughness: f32) -> f32 {
    let a = roughness * roughness;
    let v = n_dot_l * (n_dot_v * (1.0 - a) + a);
    let l = n_dot_v * (n_dot_l * (1.0 - a) + a);
    return 0.5 / max(v + l, 1e-5);
}

fn fresnel(cosine: f32, f0: vec3f) -> vec3f {
    return f0 + (vec3f(1.0) - f0) * pow(saturate(1.0 - cosine), 5.0);
}

// What a light of that radiance adds to the surface.
fn reflect_light(s: Surface, to_light: vec3f, radiance: vec3f) -> vec3f {
    let half_way = normalize(to_light + s.to_eye);
    let n_dot_l = saturate(dot(s.normal, to_light));
    let n_dot_v = max(dot(s.normal, s.to_eye), 1e-4);
    let n_dot_h = saturate(dot(s.normal, half_way));
    let f0 = mix(vec3f(0.04), s.albedo, s.metallic);
    let f = fresnel(dot(half_way, s.to_eye), f0);
    let specular = f * distribution(n_dot_h, s.roughness) *
                   visibility(n_dot_v, n_dot_l, s.roughness);
    let diffuse = (1.0 - s.metallic) * s.albedo / PI;
    return (diffuse * (vec3f(1.0) - f) + specular) * radiance * n_dot_l;
}

// How much of the sun reaches a point.
fn sunlight(position: vec3f, view_depth: f32) -> f32 {
    var index = 0u;
    while index < CASCADES - 1u &&
          view_depth > lights.sun.cascades[index].split_depth {
        index++;
    }
    let cascade = lights.sun.cascades[index];
    let p = cascade.light_from_world * vec4f(position, 1.0);
    let uv = p.xy / p.w * vec2f(0.5, -0.5) + 0.5;
    let depth = p.z / p.w - shadow_bias;

    var sum = 0.0;
    for (var i = 0u; i < shadow_taps; i++) {
        let angle = 2.0 * PI * f32(i) / f32(shadow_taps);
        let offset = vec2f(cos(angle), sin(angle)) * cascade.texel_size;
        sum += textureSampleCompareLevel(shadow_map, shadow_sampler,
                                         uv + offset, index, depth);
    }
    return sum / f32(shadow_taps);
}

// Falls with the square of the distance and is 0 at the light's radius.
fn falloff(distance: f32, radius: f32) -> f32 {
    let window = saturate(1.0 - pow(distance / radius, 4.0));
    return window * window / max(distance * distance, 1e-4);
}

fn surface_at(in: VertexOutput, albedo: vec3f) -> Surface {
    let detail = textureSample(normal_map, material_sampler, in.uv).xyz;
    let rough_metal = textureSample(surface_map, material_sampler, in.uv).gb;
    var s: Surface;
    s.position = in.world_position;
    s.normal = normalize(in.normal);
    if (material.flags & HAS_NORMAL_MAP) != 0u {
        let tangent = normalize(in.tangent.xyz);
        let bitangent = cross(s.normal, tangent) * in.tangent.w;
        let n = (detail * 2.0 - 1.0) *
                vec3f(vec2f(material.normal_scale), 1.0);
        s.normal = normalize(mat3x3f(tangent, bitangent, s.normal) * n);
    }
    s.to_eye = normalize(camera.position - in.world_position);
    s.albedo = albedo;
    s.roughness = clamp(rough_metal.x * material.roughness, 0.03, 1.0);
    s.metallic = rough_metal.y * material.metallic;
    return s;
}

@fragment
fn mesh_fragment(in: VertexOutput) -> @location(0) vec4f {
    let texel = textureSample(base_color_map, material_sampler, in.uv);
    let base = texel * material.base_color * vec4f(in.tint, 1.0);
    let s = surface_at(in, base.rgb);
    if (material.flags & ALPHA_MASK) != 0u && base.a < material.alpha_cutoff {
        discard;
    }
    if debug_normals {
        return vec4f(s.normal * 0.5 + 0.5, 1.0);
    }
    let sun = lights.sun;
    var color = lights.ambient * s.albedo + material.emissive;
    color += reflect_light(s, -sun.direction, sun.color * sun.intensity) *
             sunlight(s.position, in.view_depth);
    for (var i = 0u; i < min(lights.count, arrayLength(&lights.points)); i++) {
        let light = lights.points[i];
        let to_light = light.position - s.position;
        let distance = length(to_light);
        let radiance = light.color * light.intensity *
                       falloff(distance, light.radius);
        color += reflect_light(s, to_light / distance, radiance);
    }
    return vec4f(color * camera.exposure, base.a);
}

// --------------------------------------------------------- moving of particles

/* One step of a small generator of random numbers. */
fn random(state: ptr<function, u32>) -> f32 {
    *state = *state * 747796405u + 2891336453u;
    let word = ((*state >> ((*state >> 28u) + 4u)) ^ *state) * 277803737u;
    return f32((word >> 22u) ^ word) / 4294967295.0;
}

fn respawn(p: ptr<function, Particle>) {
    var seed = (*p).seed;
    let z = random(&seed) * 2.0 - 1.0;
    let angle = random(&seed) * 2.0 * PI;
    let ring = sqrt(1.0 - z * z);
    let direction = vec3f(ring * cos(angle), ring * sin(angle), z);
    let spawn = simulation.spawn;
    (*p).position = spawn.origin + direction * spawn.radius;
    (*p).velocity = direction * mix(spawn.speed.x, spawn.speed.y,
                                    random(&seed));
    (*p).age = mix(spawn.life.x, spawn.life.y, random(&seed));
    (*p).seed = seed;
}

@compute @workgroup_size(tile_size)
fn move_particles(@builtin(global_invocation_id) id: vec3u,
                  @builtin(local_invocation_index) local: u32) {
    let in_range = id.x < simulation.particle_count;
    var p: Particle;
    if in_range {
        p = particles[id.x];
    }
    tile[local] = vec4f(p.position, select(0.0, 1.0, in_range));
    workgroupBarrier();

    // Particles of the same tile push one another away.
    var push = vec3f();
    for (var i = 0u; i < tile_size; i++) {
        let away = p.position - tile[i].xyz;
        push += tile[i].w * away / (dot(away, away) + 0.01);
    }
    let pull = simulation.attractor - p.position;
    p.velocity += (simulation.gravity + pull + push) * simulation.time_step;
    p.position += p.velocity * simulation.time_step;
    p.age -= simulation.time_step;

    let lives = in_range && p.age > 0.0;
    var slot = 0u;
    if lives {
        slot = atomicAdd(&alive_in_tile, 1u);
    }
    workgroupBarrier();
    if local == 0u {
        let count = atomicLoad(&alive_in_tile);
        first_in_tile = atomicAdd(&draw.instance_count, count);
    }
    workgroupBarrier();
    if lives {
        alive[first_in_tile + slot] = id.x;
    } else if in_range {
        respawn(&p);
    }
    if in_range {
        particles[id.x] = p;
    }
}

struct ParticleOutput {
    @builtin(position) clip_position: vec4f,
    @location(0) color: vec4f,
}

@vertex
fn particle_vertex(@builtin(vertex_index) vertex: u32,
                   @builtin(instance_index) instance: u32) -> ParticleOutput {
    let p = drawn_particles[drawn[instance]];
    let corner = vec2f(f32(vertex & 1u), f32(vertex >> 1u)) * 2.0 - 1.0;
    let center = camera.projection * camera.view * vec4f(p.position, 1.0);
    let pixel = 2.0 / camera.viewport;

    var out: ParticleOutput;
    out.clip_position = center + vec4f(corner * pixel * center.w, 0.0, 0.0);
    out.color = unpack4x8unorm(p.color);
    return out;
}

@fragment
fn particle_fragment(in: ParticleOutput) -> @location(0) vec4f {
    return in.color;
}
