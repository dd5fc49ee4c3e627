/// A progressive path tracer in compute shaders ("wavefront" style).
///
/// Each bounce is a pass over a queue of rays:
///
///   generate  ->  [ intersect -> shade -> shadow ]*  ->  accumulate
///
/// The scene is a two-level BVH. Geometry lives in flat arrays; nodes are 32
/// bytes and children lie side by side, the left one at `first`.

const PI: f32 = 3.14159265358979323846;
const INV_PI: f32 = 0.31830988618379067154;
const RAY_EPSILON: f32 = 1e-4;
const INFINITY: f32 = 1e30;
const STACK_SIZE: u32 = 32u;

const LOBE_DIFFUSE: u32 = 0x01u;
const LOBE_SPECULAR: u32 = 0x02u;
const LOBE_TRANSMISSION: u32 = 0x04u;
const LOBE_DELTA: u32 = 0x08u;

@id(1) override max_bounces: u32 = 8u;
@id(2) override russian_roulette_from: u32 = 3u;
@id(3) override clamp_indirect: f32 = 10.0;
@id(4) override use_light_sampling: bool = true;

// ----------------------------------------------------------------------- scene

struct BvhNode {
    low: vec3<f32>,
    /// Of a leaf: the first primitive; of an inner node: the left child.
    first: u32,
    high: vec3<f32>,
    /// 0 = an inner node.
    count: u32,
};

struct TracedInstance {
    object_from_world: mat4x4<f32>,
    world_from_object: mat4x4<f32>,
    root: u32,
    material_offset: u32,
    first_triangle: u32,
    visibility_mask: u32,
};

struct Triangle {
    v0: vec3<f32>,
    material: u32,
    edge1: vec3<f32>,
    n0: u32, // three octahedral normals
    edge2: vec3<f32>,
    n1: u32,
    uv0: u32, // half floats
    uv1: u32,
    uv2: u32,
    n2: u32,
};

struct Surface {
    base_color: vec3<f32>,
    roughness: f32,
    emission: vec3<f32>,
    metallic: f32,
    absorption: vec3<f32>,
    ior: f32,
    transmission: f32,
    sheen: f32,
    clear_coat: f32,
    coat_roughness: f32,
};

struct AreaLight {
    corner: vec3<f32>,
    area: f32,
    u: vec3<f32>,
    two_sided: u32,
    v: vec3<f32>,
    probability: f32,
    radiance: vec3<f32>,
    cumulative: f32,
};

struct Lens {
    eye: vec3<f32>,
    aperture: f32,
    right: vec3<f32>,
    focus: f32,
    up: vec3<f32>,
    tan_half_height: f32,
    forward: vec3<f32>,
    sample_index: u32,
    image_size: vec2<u32>,
    light_count: u32,
    instance_count: u32,
    sky_top: vec3<f32>,
    exposure: f32,
    sky_horizon: vec3<f32>,
    sun_size: f32,
    sun_direction: vec3<f32>,
    sun_radiance: f32,
};

@group(0) @binding(0) var<uniform> lens: Lens;
@group(0) @binding(1) var<storage, read> nodes: array<BvhNode>;
@group(0) @binding(2) var<storage, read> instances: array<TracedInstance>;
@group(0) @binding(3) var<storage, read> triangles: array<Triangle>;
@group(0) @binding(4) var<storage, read> surfaces: array<Surface>;
@group(0) @binding(5) var<storage, read> lights: array<AreaLight>;

// ---------------------------------------------------------------------- queues

struct RayState {
    origin: vec3<f32>,
    pixel: u32,
    direction: vec3<f32>,
    bounce: u32,
    throughput: vec3<f32>,
    pdf: f32,
    rng: u32,
    flags: u32,
    inside: f32,
};

struct Hit {
    t: f32,
    u: f32,
    v: f32,
    instance: u32,
    triangle: u32,
};

struct ShadowRay {
    origin: vec3<f32>,
    pixel: u32,
    direction: vec3<f32>,
    distance: f32,
    contribution: vec3<f32>,
};

struct QueueHeader {
    ray_count: atomic<u32>,
    next_ray_count: atomic<u32>,
    shadow_count: atomic<u32>,
    finished: atomic<u32>,
};

@group(1) @binding(0) var<storage, read_write> header: QueueHeader;
@group(1) @binding(1) var<storage, read_write> rays: array<RayState>;
@group(1) @binding(2) var<storage, read_write> next_rays: array<RayState>;
@group(1) @binding(3) var<storage, read_write> hits: array<Hit>;
@group(1) @binding(4) var<storage, read_write> shadow_rays: array<ShadowRay>;
@group(1) @binding(5) var<storage, read_write> radiance: array<vec4<f32>>;
@group(1) @binding(6) var output: texture_storage_2d<rgba32float, write>;

// -------------------------------------------------------------------- sampling

fn wang_hash(seed: u32) -> u32 {
    var s = (seed ^ 61u) ^ (seed >> 16u);
    s *= 9u;
    s ^= s >> 4u;
    s *= 0x27d4eb2du;
    return s ^ (s >> 15u);
}

fn next_float(state: ptr<function, u32>) -> f32 {
    *state ^= *state << 13u;
    *state ^= *state >> 17u;
    *state ^= *state << 5u;
    return f32(*state >> 8u) / 16777216.0;
}

fn next_float2(state: ptr<function, u32>) -> vec2<f32> {
    let x = next_float(state);
    return vec2<f32>(x, next_float(state));
}

fn sample_disk(u: vec2<f32>) -> vec2<f32> {
    let o = u * 2.0 - 1.0;
    if all(o == vec2<f32>(0.0)) {
        return o;
    }
    if abs(o.x) > abs(o.y) {
        let theta = PI / 4.0 * (o.y / o.x);
        return o.x * vec2<f32>(cos(theta), sin(theta));
    }
    let theta = PI / 2.0 - PI / 4.0 * (o.x / o.y);
    return o.y * vec2<f32>(cos(theta), sin(theta));
}

fn sample_cosine_hemisphere(u: vec2<f32>) -> vec3<f32> {
    let d = sample_disk(u);
    return vec3<f32>(d, sqrt(max(0.0, 1.0 - dot(d, d))));
}

/// Visible normals of the GGX distribution, in the frame of the normal.
fn sample_ggx_vndf(wo: vec3<f32>, alpha: f32, u: vec2<f32>) -> vec3<f32> {
    let stretched = normalize(vec3<f32>(alpha * wo.xy, wo.z));
    let len_sq = dot(stretched.xy, stretched.xy);
    var t1 = vec3<f32>(1.0, 0.0, 0.0);
    if len_sq > 0.0 {
        t1 = vec3<f32>(-stretched.y, stretched.x, 0.0) * inverseSqrt(len_sq);
    }
    let t2 = cross(stretched, t1);
    let r = sqrt(u.x);
    let phi = 2.0 * PI * u.y;
    let p1 = r * cos(phi);
    let s = 0.5 * (1.0 + stretched.z);
    let p2 = (1.0 - s) * sqrt(1.0 - p1 * p1) + s * r * sin(phi);
    let p3 = sqrt(max(0.0, 1.0 - p1 * p1 - p2 * p2));
    let h = p1 * t1 + p2 * t2 + p3 * stretched;
    return normalize(vec3<f32>(alpha * h.xy, max(0.0, h.z)));
}

fn power_heuristic(a: f32, b: f32) -> f32 {
    let a2 = a * a;
    return a2 / max(a2 + b * b, 1e-12);
}

// ---------------------------------------------------------------------- frames

struct Frame {
    t: vec3<f32>,
    b: vec3<f32>,
    n: vec3<f32>,
};

fn make_frame(n: vec3<f32>) -> Frame {
    let s = select(-1.0, 1.0, n.z >= 0.0);
    let a = -1.0 / (s + n.z);
    let c = n.x * n.y * a;
    return Frame(vec3<f32>(1.0 + s * n.x * n.x * a, s * c, -s * n.x),
                 vec3<f32>(c, s + n.y * n.y * a, -n.y), n);
}

fn to_world(f: Frame, v: vec3<f32>) -> vec3<f32> {
    return f.t * v.x + f.b * v.y + f.n * v.z;
}

fn to_local(f: Frame, v: vec3<f32>) -> vec3<f32> {
    return vec3<f32>(dot(v, f.t), dot(v, f.b), dot(v, f.n));
}

fn unpack_normal(packed: u32) -> vec3<f32> {
    let e = unpack2x16snorm(packed);
    var n = vec3<f32>(e, 1.0 - abs(e.x) - abs(e.y));
    let t = saturate(-n.z);
    n.x += select(t, -t, n.x >= 0.0);
    n.y += select(t, -t, n.y >= 0.0);
    return normalize(n);
}

/// Moves a point off its surface by a distance that suits its magnitude.
fn offset_ray(p: vec3<f32>, n: vec3<f32>) -> vec3<f32> {
    let scale = max(max(abs(p.x), abs(p.y)), max(abs(p.z), 1.0));
    return p + n * RAY_EPSILON * scale;
}

// ---------------------------------------------------------------- pass: camera

@compute @workgroup_size(8, 8)
fn generate(@builtin(global_invocation_id) id: vec3<u32>) {
    if any(id.xy >= lens.image_size) {
        return;
    }
    let pixel = id.y * lens.image_size.x + id.x;
    var rng = wang_hash(pixel * 9781u + lens.sample_index * 6271u) | 1u;
    let jitter = next_float2(&rng);
    let size = vec2<f32>(lens.image_size);
    let film = (vec2<f32>(id.xy) + jitter) / size * 2.0 - 1.0;
    let aspect = size.x / size.y;
    let through = lens.forward +
        lens.right * film.x * aspect * lens.tan_half_height -
        lens.up * film.y * lens.tan_half_height;

    let focus_point = lens.eye + through * lens.focus;
    let disk = sample_disk(next_float2(&rng)) * lens.aperture;
    let origin = lens.eye + lens.right * disk.x + lens.up * disk.y;

    var ray: RayState;
    ray.origin = origin;
    ray.direction = normalize(focus_point - origin);
    ray.throughput = vec3<f32>(1.0);
    ray.pixel = pixel;
    ray.bounce = 0u;
    ray.pdf = 0.0;
    ray.rng = rng;
    ray.flags = LOBE_DELTA;
    rays[atomicAdd(&header.ray_count, 1u)] = ray;
}

// ---------------------------------------------------------- pass: intersection

fn hit_box(node: BvhNode, origin: vec3<f32>, inv_dir: vec3<f32>,
           t_max: f32) -> f32 {
    let a = (node.low - origin) * inv_dir;
    let b = (node.high - origin) * inv_dir;
    let near = min(a, b);
    let far = max(a, b);
    let enter = max(max(near.x, near.y), max(near.z, 0.0));
    let leave = min(min(far.x, far.y), min(far.z, t_max));
    return select(INFINITY, enter, enter <= leave);
}

fn hit_triangle(index: u32, origin: vec3<f32>, direction: vec3<f32>,
                best: ptr<function, Hit>) -> bool {
    let e1 = triangles[index].edge1;
    let e2 = triangles[index].edge2;
    let p = cross(direction, e2);
    let det = dot(e1, p);
    if abs(det) < 1e-12 {
        return false;
    }
    let inv_det = 1.0 / det;
    let s = origin - triangles[index].v0;
    let u = dot(s, p) * inv_det;
    if u < 0.0 || u > 1.0 {
        return false;
    }
    let q = cross(s, e1);
    let v = dot(direction, q) * inv_det;
    if v < 0.0 || u + v > 1.0 {
        return false;
    }
    let t = dot(e2, q) * inv_det;
    if t <= RAY_EPSILON || t >= (*best).t {
        return false;
    }
    (*best).t = t;
    (*best).u = u;
    (*best).v = v;
    (*best).triangle = index;
    return true;
}

/// Walks one bottom level tree. `any_hit` stops at the first triangle.
fn walk_tree(root: u32, first_triangle: u32, origin: vec3<f32>,
             direction: vec3<f32>, best: ptr<function, Hit>,
             any_hit: bool) -> bool {
    var stack: array<u32, STACK_SIZE>;
    var depth = 0u;
    var current = root;
    var found = false;
    let inv_dir = 1.0 / direction;
    loop {
        let node = nodes[current];
        if node.count > 0u {
            for (var i = 0u; i < node.count; i++) {
                let index = first_triangle + node.first + i;
                if hit_triangle(index, origin, direction, best) {
                    found = true;
                    if any_hit {
                        return true;
                    }
                }
            }
        } else {
            let t_left = hit_box(nodes[node.first], origin, inv_dir, (*best).t);
            let t_right =
                hit_box(nodes[node.first + 1u], origin, inv_dir, (*best).t);
            let left_first = t_left <= t_right;
            let near_child = select(node.first + 1u, node.first, left_first);
            let far_child = select(node.first, node.first + 1u, left_first);
            if max(t_left, t_right) < INFINITY && depth < STACK_SIZE {
                stack[depth] = far_child;
                depth++;
            }
            if min(t_left, t_right) < INFINITY {
                current = near_child;
                continue;
            }
        }
        if depth == 0u {
            break;
        }
        depth--;
        current = stack[depth];
    }
    return found;
}

fn trace(origin: vec3<f32>, direction: vec3<f32>, t_max: f32,
         any_hit: bool) -> Hit {
    var best = Hit(t_max, 0.0, 0.0, 0xffffffffu, 0u);
    for (var i = 0u; i < lens.instance_count; i++) {
        let to_object = instances[i].object_from_world;
        let o = (to_object * vec4<f32>(origin, 1.0)).xyz;
        // Not normalized: so t means the same in both spaces.
        let d = (to_object * vec4<f32>(direction, 0.0)).xyz;
        let root = instances[i].root;
        if hit_box(nodes[root], o, 1.0 / d, best.t) == INFINITY {
            continue;
        }
        if walk_tree(root, instances[i].first_triangle, o, d, &best, any_hit) {
            best.instance = i;
            if any_hit {
                break;
            }
        }
    }
    return best;
}

@compute @workgroup_size(64)
fn intersect(@builtin(global_invocation_id) id: vec3<u32>) {
    if id.x < atomicLoad(&header.ray_count) {
        hits[id.x] = trace(rays[id.x].origin, rays[id.x].direction, INFINITY,
                           false);
    }
}

// --------------------------------------------------------------- pass: shading

fn sky(direction: vec3<f32>, with_sun: bool) -> vec3<f32> {
    let t = pow(saturate(direction.y), 0.5);
    var color = mix(lens.sky_horizon, lens.sky_top, t);
    let c = dot(direction, lens.sun_direction);
    if with_sun && c > cos(lens.sun_size) {
        color += vec3<f32>(lens.sun_radiance);
    }
    return color;
}

fn fresnel_dielectric(cos_i: f32, eta: f32) -> f32 {
    let sin2_t = (1.0 - cos_i * cos_i) / (eta * eta);
    if sin2_t >= 1.0 {
        return 1.0;
    }
    let cos_t = sqrt(1.0 - sin2_t);
    let parallel = (eta * cos_i - cos_t) / (eta * cos_i + cos_t);
    let perpendicular = (cos_i - eta * cos_t) / (cos_i + eta * cos_t);
    return 0.5 * (parallel * parallel + perpendicular * perpendicular);
}

fn fresnel_schlick(f0: vec3<f32>, cosine: f32) -> vec3<f32> {
    return f0 + (1.0 - f0) * pow(saturate(1.0 - cosine), 5.0);
}

fn lambda(cos_theta: f32, alpha: f32) -> f32 {
    let c2 = cos_theta * cos_theta;
    let tan2 = (1.0 - c2) / max(c2, 1e-7);
    return 0.5 * (sqrt(1.0 + alpha * alpha * tan2) - 1.0);
}

fn ggx_density(cos_h: f32, alpha: f32) -> f32 {
    let a2 = alpha * alpha;
    let d = cos_h * cos_h * (a2 - 1.0) + 1.0;
    return a2 / (PI * d * d);
}

struct BsdfValue {
    f: vec3<f32>, // times the cosine
    pdf: f32,
};

fn specular_share(s: Surface) -> f32 {
    let diffuse = (1.0 - s.metallic) * (1.0 - s.transmission);
    return clamp(1.0 - 0.5 * diffuse, 0.1, 0.9);
}

fn eval_bsdf(s: Surface, wo: vec3<f32>, wi: vec3<f32>) -> BsdfValue {
    var value = BsdfValue(vec3<f32>(0.0), 0.0);
    if wi.z <= 0.0 || wo.z <= 0.0 {
        return value;
    }
    let alpha = max(s.roughness * s.roughness, 1e-3);
    let h = normalize(wo + wi);
    let f0 = mix(vec3<f32>(0.04), s.base_color, s.metallic);
    let f = fresnel_schlick(f0, dot(wo, h));
    let d = ggx_density(h.z, alpha);
    let g1 = 1.0 / (1.0 + lambda(wo.z, alpha));
    let g2 = 1.0 / (1.0 + lambda(wo.z, alpha) + lambda(wi.z, alpha));
    let share = specular_share(s);

    let diffuse = s.base_color * (1.0 - s.metallic) * INV_PI * (1.0 - f);
    value.f = (diffuse + f * d * g2 / (4.0 * wo.z * wi.z)) * wi.z;
    value.pdf = share * d * g1 / (4.0 * wo.z) +
                (1.0 - share) * wi.z * INV_PI;
    return value;
}

struct BsdfSample {
    wi: vec3<f32>,
    weight: vec3<f32>,
    pdf: f32,
    flags: u32,
};

fn sample_glass(s: Surface, wo: vec3<f32>, entering: bool,
                u: f32) -> BsdfSample {
    let eta = select(1.0 / s.ior, s.ior, entering);
    let reflectance = fresnel_dielectric(abs(wo.z), eta);
    if u < reflectance {
        return BsdfSample(vec3<f32>(-wo.xy, wo.z), vec3<f32>(1.0), 1.0,
                          LOBE_SPECULAR | LOBE_DELTA);
    }
    let wi = refract(-wo, vec3<f32>(0.0, 0.0, 1.0), 1.0 / eta);
    return BsdfSample(wi, s.base_color, 1.0, LOBE_TRANSMISSION | LOBE_DELTA);
}

fn sample_bsdf(s: Surface, wo: vec3<f32>, entering: bool,
               rng: ptr<function, u32>) -> BsdfSample {
    if next_float(rng) < s.transmission {
        return sample_glass(s, wo, entering, next_float(rng));
    }
    let pick = next_float(rng);
    let u = next_float2(rng);
    var out: BsdfSample;
    if pick < specular_share(s) {
        let alpha = max(s.roughness * s.roughness, 1e-3);
        out.wi = reflect(-wo, sample_ggx_vndf(wo, alpha, u));
        out.flags = LOBE_SPECULAR;
    } else {
        out.wi = sample_cosine_hemisphere(u);
        out.flags = LOBE_DIFFUSE;
    }
    let value = eval_bsdf(s, wo, out.wi);
    out.pdf = value.pdf;
    out.weight = value.f / max(value.pdf, 1e-8);
    return out;
}

fn pick_light(u: f32) -> u32 {
    var low = 0u;
    var high = lens.light_count;
    while low + 1u < high {
        let middle = (low + high) / 2u;
        if lights[middle].cumulative <= u {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low;
}

fn sample_light(p: vec3<f32>, frame: Frame, s: Surface, wo: vec3<f32>,
                ray: RayState, rng: ptr<function, u32>) {
    let chosen = pick_light(next_float(rng));
    let uv = next_float2(rng);
    let light = lights[chosen];
    let on_light = light.corner + light.u * uv.x + light.v * uv.y;
    let to_light = on_light - p;
    let distance_sq = dot(to_light, to_light);
    let wi = to_light * inverseSqrt(distance_sq);
    let normal = normalize(cross(light.u, light.v));
    var cosine = -dot(normal, wi);
    if light.two_sided != 0u {
        cosine = abs(cosine);
    }
    if cosine <= 0.0 {
        return;
    }
    let value = eval_bsdf(s, wo, to_local(frame, wi));
    if value.pdf <= 0.0 {
        return;
    }
    let light_pdf = light.probability * distance_sq / (cosine * light.area);
    let weight = power_heuristic(light_pdf, value.pdf);
    let index = atomicAdd(&header.shadow_count, 1u);
    shadow_rays[index] = ShadowRay(
        offset_ray(p, frame.n), ray.pixel, wi, sqrt(distance_sq) * 0.999,
        ray.throughput * value.f * light.radiance * weight / light_pdf);
}

fn add_radiance(pixel: u32, bounce: u32, value: vec3<f32>) {
    // Rare paths of great energy leave white dots: cut them.
    let limit = select(INFINITY, clamp_indirect, bounce > 0u);
    radiance[pixel] += vec4<f32>(min(value, vec3<f32>(limit)), 0.0);
}

fn survive(throughput: vec3<f32>, bounce: u32, u: f32) -> f32 {
    if bounce < russian_roulette_from {
        return 1.0;
    }
    let brightest = max(throughput.r, max(throughput.g, throughput.b));
    let q = clamp(brightest, 0.05, 0.95);
    return select(0.0, q, u < q);
}

@compute @workgroup_size(64)
fn shade(@builtin(global_invocation_id) id: vec3<u32>) {
    if id.x >= atomicLoad(&header.ray_count) {
        return;
    }
    var ray = rays[id.x];
    let hit = hits[id.x];
    if hit.instance == 0xffffffffu {
        let direct = (ray.flags & LOBE_DELTA) != 0u;
        add_radiance(ray.pixel, ray.bounce,
                     ray.throughput * sky(ray.direction, direct));
        return;
    }
    let tri = triangles[hit.triangle];
    let inst = instances[hit.instance];
    let s = surfaces[inst.material_offset + tri.material];

    let w = 1.0 - hit.u - hit.v;
    let local_normal = unpack_normal(tri.n0) * w +
        unpack_normal(tri.n1) * hit.u + unpack_normal(tri.n2) * hit.v;
    var n = normalize(
        (vec4<f32>(local_normal, 0.0) * inst.object_from_world).xyz);
    let entering = dot(n, ray.direction) < 0.0;
    n = select(-n, n, entering);

    let p = ray.origin + ray.direction * hit.t;
    if ray.inside > 0.0 {
        ray.throughput *= exp(-s.absorption * hit.t);
    }
    if any(s.emission > vec3<f32>(0.0)) {
        let delta = (ray.flags & LOBE_DELTA) != 0u;
        let weight = select(0.5, 1.0, delta || !use_light_sampling);
        add_radiance(ray.pixel, ray.bounce,
                     ray.throughput * s.emission * weight);
    }
    if ray.bounce + 1u >= max_bounces {
        return;
    }

    let frame = make_frame(n);
    let wo = to_local(frame, -ray.direction);
    var rng = ray.rng;
    if use_light_sampling && lens.light_count > 0u && s.transmission < 1.0 {
        sample_light(p, frame, s, wo, ray, &rng);
    }
    let bounce = sample_bsdf(s, wo, entering, &rng);
    let throughput = ray.throughput * bounce.weight;
    let q = survive(throughput, ray.bounce, next_float(&rng));
    if q <= 0.0 || bounce.pdf <= 0.0 {
        return;
    }
    let through = (bounce.flags & LOBE_TRANSMISSION) != 0u;
    ray.origin = offset_ray(p, select(n, -n, through));
    ray.direction = normalize(to_world(frame, bounce.wi));
    ray.throughput = throughput / q;
    ray.pdf = bounce.pdf;
    ray.flags = bounce.flags;
    ray.bounce++;
    ray.rng = rng;
    ray.inside = select(ray.inside, 1.0 - ray.inside, through);
    next_rays[atomicAdd(&header.next_ray_count, 1u)] = ray;
}

// --------------------------------------------------------------- pass: shadows

@compute @workgroup_size(64)
fn shadow(@builtin(global_invocation_id) id: vec3<u32>) {
    if id.x >= atomicLoad(&header.shadow_count) {
        return;
    }
    let r = shadow_rays[id.x];
    let blocked = trace(r.origin, r.direction, r.distance, true);
    if blocked.instance == 0xffffffffu {
        add_radiance(r.pixel, 1u, r.contribution);
    }
}

/// Runs between the bounces, as a single invocation.
@compute @workgroup_size(1)
fn swap_queues() {
    let count = atomicExchange(&header.next_ray_count, 0u);
    atomicStore(&header.ray_count, count);
    atomicStore(&header.shadow_count, 0u);
    if count == 0u {
        atomicStore(&header.finished, 1u);
    }
}

@compute @workgroup_size(8, 8)
fn accumulate(@builtin(global_invocation_id) id: vec3<u32>) {
    if any(id.xy >= lens.image_size) {
        return;
    }
    let pixel = id.y * lens.image_size.x + id.x;
    let sum = radiance[pixel].rgb;
    let mean = sum / f32(lens.sample_index + 1u);
    let mapped = 1.0 - exp(-mean * lens.exposure);
    textureStore(output, id.xy, vec4<f32>(mapped, 1.0));
}
