// A particle system on the GPU: emitters, forces, collisions with the depth
// buffer, ribbons, and depth sorted billboards.

const MAX_EMITTERS = 64u;
const MAX_FORCES = 16u;
const CURVE_POINTS = 8u;
const RIBBON_LENGTH = 12u;

const FORCE_GRAVITY = 0u;
const FORCE_POINT = 1u;
const FORCE_VORTEX = 2u;
const FORCE_TURBULENCE = 3u;
const FORCE_DRAG = 4u;

const SHAPE_POINT = 0u;
const SHAPE_SPHERE = 1u;
const SHAPE_BOX = 2u;
const SHAPE_CONE = 3u;
const SHAPE_RING = 4u;

const TAU = 6.28318530717958647692;

struct Curve {
    // (time, value) pairs; the last one that is used has time 1.
    points: array<vec4<f32>, CURVE_POINTS / 2u>,
}

struct Emitter {
    transform: mat4x4<f32>,
    previous_transform: mat4x4<f32>,
    extent: vec3<f32>,
    shape: u32,
    direction: vec3<f32>,
    spread: f32,
    speed_range: vec2<f32>,
    life_range: vec2<f32>,
    size_range: vec2<f32>,
    spin_range: vec2<f32>,
    color_start: vec4<f32>,
    color_end: vec4<f32>,
    size_over_life: Curve,
    inherit_velocity: f32,
    bounce: f32,
    friction: f32,
    first_sprite: u32,
    sprite_count: u32,
    force_mask: u32,
    spawn_count: u32, // in this frame
    seed: u32,
}

struct Force {
    position: vec3<f32>,
    kind: u32,
    axis: vec3<f32>,
    strength: f32,
    radius: f32,
    frequency: f32,
    falloff: f32,
    @size(4) enabled: u32,
}

struct ParticleFrame {
    view: mat4x4<f32>,
    projection: mat4x4<f32>,
    view_projection: mat4x4<f32>,
    inverse_view_projection: mat4x4<f32>,
    camera_position: vec3<f32>,
    delta_time: f32,
    camera_right: vec3<f32>,
    time: f32,
    camera_up: vec3<f32>,
    frame: u32,
    screen: vec2<f32>,
    emitter_count: u32,
    force_count: u32,
}

struct Particle {
    position: vec3<f32>,
    life: f32, // left, in seconds; not above 0 = dead
    velocity: vec3<f32>,
    lifetime: f32,
    rotation: f32,
    spin: f32,
    size: f32,
    emitter: u32,
}

struct Counters {
    alive: atomic<u32>,
    dead: atomic<u32>,
    spawned: atomic<u32>,
    collisions: atomic<u32>,
}

struct SortKey {
    depth: f32,
    index: u32,
}

@group(0) @binding(0) var<uniform> frame: ParticleFrame;
@group(0) @binding(1) var<storage, read> emitters: array<Emitter, MAX_EMITTERS>;
@group(0) @binding(2) var<storage, read> forces: array<Force, MAX_FORCES>;
@group(0) @binding(3) var<storage, read_write> particles: array<Particle>;
@group(0) @binding(4) var<storage, read_write> dead_list: array<u32>;
@group(0) @binding(5) var<storage, read_write> sort_keys: array<SortKey>;
@group(0) @binding(6) var<storage, read_write> counters: Counters;
@group(0) @binding(7) var<storage, read_write> ribbons: array<vec4<f32>>;
@group(1) @binding(0) var scene_depth: texture_depth_2d;
@group(1) @binding(1) var scene_normals: texture_2d<f32>;

// ------------------------------------------------------------- random numbers

// PCG; one state for each invocation.
var<private> random_state: u32;

fn random_seed(a: u32, b: u32) {
    random_state = (a * 1973u + b * 9277u + 26699u) | 1u;
}

fn random_u32() -> u32 {
    let old = random_state;
    random_state = old * 747796405u + 2891336453u;
    let word = ((old >> ((old >> 28u) + 4u)) ^ old) * 277803737u;
    return (word >> 22u) ^ word;
}

fn random() -> f32 {
    return f32(random_u32() >> 8u) * 0x1p-24;
}

fn random_between(range: vec2<f32>) -> f32 {
    return mix(range.x, range.y, random());
}

fn random_direction() -> vec3<f32> {
    let z = random() * 2.0 - 1.0;
    let phi = random() * TAU;
    let r = sqrt(max(0.0, 1.0 - z * z));
    return vec3<f32>(r * cos(phi), r * sin(phi), z);
}

// ---------------------------------------------------------------------- noise

fn hash3(p: vec3<i32>) -> vec3<f32> {
    let primes = vec3<u32>(1597334673u, 3812015801u, 2798796415u);
    var q = bitcast<vec3<u32>>(p) * primes;
    let n = (q.x ^ q.y ^ q.z);
    q = vec3<u32>(n) * primes;
    return vec3<f32>(q) * (2.0 / 4294967295.0) - 1.0;
}

fn gradient_noise(p: vec3<f32>) -> f32 {
    let i = vec3<i32>(floor(p));
    let f = fract(p);
    let u = f * f * f * (f * (f * 6.0 - 15.0) + 10.0);
    var corners: array<f32, 8>;
    for (var k = 0; k < 8; k++) {
        let o = vec3<i32>(k & 1, (k >> 1u) & 1, k >> 2u);
        corners[k] = dot(hash3(i + o), f - vec3<f32>(o));
    }
    let x00 = mix(corners[0], corners[1], u.x);
    let x10 = mix(corners[2], corners[3], u.x);
    let x01 = mix(corners[4], corners[5], u.x);
    let x11 = mix(corners[6], corners[7], u.x);
    return mix(mix(x00, x10, u.y), mix(x01, x11, u.y), u.z);
}

// Without divergence, so that particles neither gather nor flee.
fn curl_noise(p: vec3<f32>) -> vec3<f32> {
    let e = 0.1;
    let dx = vec3<f32>(e, 0.0, 0.0);
    let dy = vec3<f32>(0.0, e, 0.0);
    let dz = vec3<f32>(0.0, 0.0, e);
    let shift_y = vec3<f32>(31.4, -17.2, 5.9);
    let shift_z = vec3<f32>(-7.7, 41.3, 23.1);

    let a = gradient_noise(p + dy + shift_z) - gradient_noise(p - dy + shift_z);
    let b = gradient_noise(p + dz + shift_y) - gradient_noise(p - dz + shift_y);
    let c = gradient_noise(p + dz) - gradient_noise(p - dz);
    let d = gradient_noise(p + dx + shift_z) - gradient_noise(p - dx + shift_z);
    let g = gradient_noise(p + dx + shift_y) - gradient_noise(p - dx + shift_y);
    let h = gradient_noise(p + dy) - gradient_noise(p - dy);
    return vec3<f32>(a - b, c - d, g - h) / (2.0 * e);
}

// ------------------------------------------------------------------- emission

fn shape_point(emitter_index: u32) -> vec3<f32> {
    let extent = emitters[emitter_index].extent;
    switch emitters[emitter_index].shape {
        case SHAPE_SPHERE: {
            return random_direction() * extent * pow(random(), 1.0 / 3.0);
        }
        case SHAPE_BOX: {
            let r = vec3<f32>(random(), random(), random());
            return (r * 2.0 - 1.0) * extent;
        }
        case SHAPE_CONE: {
            let h = random();
            let phi = random() * TAU;
            let r = sqrt(random()) * h;
            return vec3<f32>(r * cos(phi), h, r * sin(phi)) * extent;
        }
        case SHAPE_RING: {
            let phi = random() * TAU;
            return vec3<f32>(cos(phi), 0.0, sin(phi)) * extent;
        }
        default: {
            return vec3<f32>(0.0);
        }
    }
}

fn cone_direction(axis: vec3<f32>, spread: f32) -> vec3<f32> {
    let z = mix(cos(spread), 1.0, random());
    let r = sqrt(1.0 - z * z);
    let phi = random() * TAU;
    let s = select(-1.0, 1.0, axis.z >= 0.0);
    let a = -1.0 / (s + axis.z);
    let b = axis.x * axis.y * a;
    let tangent = vec3<f32>(1.0 + s * axis.x * axis.x * a, s * b, -s * axis.x);
    let bitangent = vec3<f32>(b, s + axis.y * axis.y * a, -axis.y);
    return tangent * (r * cos(phi)) + bitangent * (r * sin(phi)) + axis * z;
}

// Pops an index of a dead particle, or gives up.
fn take_dead() -> i32 {
    loop {
        let count = atomicLoad(&counters.dead);
        if count == 0u {
            return -1;
        }
        let swap = atomicCompareExchangeWeak(&counters.dead, count, count - 1u);
        if swap.exchanged {
            return i32(dead_list[count - 1u]);
        }
    }
}

@compute @workgroup_size(64)
fn emit(@builtin(global_invocation_id) id: vec3<u32>,
        @builtin(workgroup_id) group: vec3<u32>) {
    let e = group.y;
    if e >= frame.emitter_count || id.x >= emitters[e].spawn_count {
        return;
    }
    random_seed(id.x + emitters[e].seed * 131u, frame.frame);
    let index = take_dead();
    if index < 0 {
        return;
    }
    atomicAdd(&counters.spawned, 1u);

    // Spread over the way that the emitter has moved since the last frame.
    let t = (f32(id.x) + random()) / f32(emitters[e].spawn_count);
    let local = vec4<f32>(shape_point(e), 1.0);
    let now = (emitters[e].transform * local).xyz;
    let before = (emitters[e].previous_transform * local).xyz;
    let axis = normalize(
        (emitters[e].transform * vec4<f32>(emitters[e].direction, 0.0)).xyz);
    let own = (now - before) / max(frame.delta_time, 1e-4);

    var p: Particle;
    p.position = mix(before, now, t);
    p.velocity = cone_direction(axis, emitters[e].spread) *
                 random_between(emitters[e].speed_range) +
                 own * emitters[e].inherit_velocity;
    p.lifetime = random_between(emitters[e].life_range);
    p.life = p.lifetime - t * frame.delta_time;
    p.rotation = random() * TAU;
    p.spin = random_between(emitters[e].spin_range);
    p.size = random_between(emitters[e].size_range);
    p.emitter = e;
    particles[index] = p;
}

// ----------------------------------------------------------------- simulation

fn apply_force(force: Force, position: vec3<f32>,
               velocity: vec3<f32>) -> vec3<f32> {
    let offset = force.position - position;
    let d = length(offset);
    let reach = saturate(1.0 - d / max(force.radius, 1e-3));
    let weight = force.strength * pow(reach, force.falloff);
    switch force.kind {
        case FORCE_GRAVITY: {
            return force.axis * force.strength;
        }
        case FORCE_POINT: {
            return offset / max(d, 1e-3) * weight;
        }
        case FORCE_VORTEX: {
            let swirl = cross(force.axis, offset);
            return normalize(swirl + vec3<f32>(1e-6)) * weight;
        }
        case FORCE_TURBULENCE: {
            let at = position * force.frequency + frame.time * 0.13;
            return curl_noise(at) * force.strength;
        }
        case FORCE_DRAG: {
            return -velocity * length(velocity) * force.strength;
        }
        default: {
            return vec3<f32>(0.0);
        }
    }
}

// Bounces off what the camera sees. Behind it, particles fall through.
fn collide(p: ptr<function, Particle>, bounce: f32, friction: f32) {
    let clip = frame.view_projection * vec4<f32>((*p).position, 1.0);
    if clip.w <= 0.0 {
        return;
    }
    let ndc = clip.xyz / clip.w;
    if any(abs(ndc.xy) >= vec2<f32>(1.0)) {
        return;
    }
    let pixel = vec2<i32>((ndc.xy * vec2<f32>(0.5, -0.5) + 0.5) * frame.screen);
    let surface_depth = textureLoad(scene_depth, pixel, 0);
    if ndc.z < surface_depth {
        return;
    }
    let h = frame.inverse_view_projection *
            vec4<f32>(ndc.xy, surface_depth, 1.0);
    let surface = h.xyz / h.w;
    let thickness = 0.5 + (*p).size;
    if distance(surface, (*p).position) > thickness {
        return;
    }
    let n = normalize(textureLoad(scene_normals, pixel, 0).xyz * 2.0 - 1.0);
    let into = dot((*p).velocity, n);
    if into >= 0.0 {
        return;
    }
    let along = (*p).velocity - n * into;
    (*p).velocity = along * (1.0 - friction) - n * into * bounce;
    (*p).position = surface + n * (*p).size * 0.5;
    atomicAdd(&counters.collisions, 1u);
}

fn push_ribbon(index: u32, position: vec3<f32>, width: f32) {
    let base = index * RIBBON_LENGTH;
    for (var i = RIBBON_LENGTH - 1u; i > 0u; i--) {
        ribbons[base + i] = ribbons[base + i - 1u];
    }
    ribbons[base] = vec4<f32>(position, width);
}

@compute @workgroup_size(128)
fn simulate(@builtin(global_invocation_id) id: vec3<u32>) {
    let index = id.x;
    if index >= arrayLength(&particles) {
        return;
    }
    var p = particles[index];
    if p.life <= 0.0 {
        return;
    }
    let dt = frame.delta_time;
    let mask = emitters[p.emitter].force_mask;
    var acceleration = vec3<f32>(0.0);
    for (var i = 0u; i < frame.force_count; i++) {
        if (((mask >> i) & 1u) != 0u && forces[i].enabled != 0u) {
            acceleration += apply_force(forces[i], p.position, p.velocity);
        }
    }
    p.velocity += acceleration * dt;
    p.position += p.velocity * dt;
    p.rotation += p.spin * dt;
    p.life -= dt;
    collide(&p, emitters[p.emitter].bounce, emitters[p.emitter].friction);
    particles[index] = p;

    if p.life <= 0.0 {
        dead_list[atomicAdd(&counters.dead, 1u)] = index;
        return;
    }
    push_ribbon(index, p.position, p.size);
    let slot = atomicAdd(&counters.alive, 1u);
    let depth = -(frame.view * vec4<f32>(p.position, 1.0)).z;
    sort_keys[slot] = SortKey(depth, index);
}

// One pass of a bitonic sort; farther particles come first.
struct SortPass {
    block: u32,
    stride: u32,
    count: u32,
}
@group(2) @binding(0) var<uniform> sort_pass: SortPass;

@compute @workgroup_size(256)
fn sort_step(@builtin(global_invocation_id) id: vec3<u32>) {
    let i = id.x;
    let partner = i ^ sort_pass.stride;
    if partner <= i || partner >= sort_pass.count {
        return;
    }
    let a = sort_keys[i];
    let b = sort_keys[partner];
    let descending = (i & sort_pass.block) == 0u;
    if ((a.depth < b.depth) == descending) {
        sort_keys[i] = b;
        sort_keys[partner] = a;
    }
}

// -------------------------------------------------------------------- drawing

@group(3) @binding(0) var<storage, read> drawn: array<Particle>;
@group(3) @binding(1) var<storage, read> order: array<SortKey>;
@group(3) @binding(2) var sprites: texture_2d_array<f32>;
@group(3) @binding(3) var sprite_sampler: sampler;
@group(3) @binding(4) var soft_depth: texture_depth_2d;

struct BillboardOutput {
    @builtin(position) position: vec4<f32>,
    @location(0) uv: vec2<f32>,
    @location(1) color: vec4<f32>,
    @location(2) view_depth: f32,
    @location(3) @interpolate(flat, either) sprite: u32,
}

fn evaluate_curve(emitter_index: u32, t: f32) -> f32 {
    var previous = vec2<f32>(0.0, 1.0);
    for (var i = 0u; i < CURVE_POINTS; i++) {
        let pair = emitters[emitter_index].size_over_life.points[i / 2u];
        let point = select(pair.zw, pair.xy, i % 2u == 0u);
        if t <= point.x {
            let span = max(point.x - previous.x, 1e-4);
            return mix(previous.y, point.y, (t - previous.x) / span);
        }
        previous = point;
    }
    return previous.y;
}

@vertex
fn vs_billboard(@builtin(vertex_index) vertex: u32,
                @builtin(instance_index) instance: u32) -> BillboardOutput {
    let p = drawn[order[instance].index];
    let t = saturate(1.0 - p.life / max(p.lifetime, 1e-4));
    let corner = vec2<f32>(f32(vertex & 1u), f32(vertex >> 1u)) - 0.5;
    let c = cos(p.rotation);
    let s = sin(p.rotation);
    let turned = vec2<f32>(corner.x * c - corner.y * s,
                           corner.x * s + corner.y * c);
    let size = p.size * evaluate_curve(p.emitter, t);
    let world = p.position + (frame.camera_right * turned.x +
                              frame.camera_up * turned.y) * size;

    var out: BillboardOutput;
    out.position = frame.view_projection * vec4<f32>(world, 1.0);
    out.uv = vec2<f32>(corner.x + 0.5, 0.5 - corner.y);
    out.color = mix(emitters[p.emitter].color_start,
                    emitters[p.emitter].color_end, t);
    out.view_depth = out.position.w;
    let step = u32(t * f32(emitters[p.emitter].sprite_count));
    out.sprite = emitters[p.emitter].first_sprite + step;
    return out;
}

@fragment
fn fs_billboard(in: BillboardOutput) -> @location(0) vec4<f32> {
    let texel = textureSample(sprites, sprite_sampler, in.uv, in.sprite);
    let stored = textureLoad(soft_depth, vec2<i32>(in.position.xy), 0);
    // No hard line where a sprite cuts into a wall.
    let scene = frame.projection[3][2] / (stored + frame.projection[2][2]);
    let soft = saturate((abs(scene) - in.view_depth) * 2.0);
    let color = texel * in.color;
    return vec4<f32>(color.rgb * color.a, color.a) * soft;
}
