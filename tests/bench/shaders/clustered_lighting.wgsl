// Clustered forward shading ("forward+").
//
// The view frustum is cut into CLUSTERS_X * CLUSTERS_Y * CLUSTERS_Z froxels.
// Three passes use this file:
//
//   build_bounds    once per projection: the box of each cluster in view space
//   assign_lights   once per frame: which lights touch which cluster
//   vs_/fs_opaque   the meshes, each pixel with the lights of its cluster
//
// Depth slices are exponential, so that clusters are about as deep as wide.

const CLUSTERS_X: u32 = 16;
const CLUSTERS_Y: u32 = 9;
const CLUSTERS_Z: u32 = 24;
const CLUSTER_COUNT = CLUSTERS_X * CLUSTERS_Y * CLUSTERS_Z;
const MAX_LIGHTS_PER_CLUSTER = 96u;

const LIGHT_POINT = 0u;
const LIGHT_SPOT = 1u;
const LIGHT_TUBE = 2u;

const PI = 3.14159265358979;
const INV_PI = 1.0 / PI;

override debug_heatmap: bool = false;
override light_batch: u32 = 128;
@id(20) override pcf_radius: i32 = 1;

// ---------------------------------------------------------------- frame data

struct View {
    view_from_world: mat4x4f,
    clip_from_view: mat4x4f,
    clip_from_world: mat4x4f,
    view_from_clip: mat4x4f,
    world_position: vec3f,
    near: f32,
    viewport: vec2f, // in pixels
    inv_viewport: vec2f,
    far: f32,
    exposure: f32,
    frame_index: u32,
    /* log2(far / near) and its factors, worked out on the CPU:
       slice = log2(depth) * slice_scale + slice_bias */
    slice_scale: f32,
    slice_bias: f32,
}

struct ClusterLight {
    position: vec3f,    // world space
    inv_sq_radius: f32, // 1 / radius^2
    color: vec3f,       // linear, premultiplied with the intensity
    kind: u32,
    direction: vec3f, // spots: where to; tubes: half the tube's length
    spot_scale: f32,
    spot_bias: f32,
    shadow_index: i32, // -1: casts none
    source_radius: f32,
    layer_mask: u32,
}

struct SunLight {
    direction: vec3f,
    angular_radius: f32,
    illuminance: vec3f,
    cascade_count: u32,
    cascade_far: vec4f,
    cascade_matrices: array<mat4x4f, 4>,
}

struct LightTable {
    count: u32,
    visible_from: u32,
    pad0: vec2u,
    lights: array<ClusterLight>,
}

struct Bounds {
    lower: vec4f,
    upper: vec4f,
}

struct ClusterRange {
    offset: u32,
    count: u32,
}

struct IndexPool {
    next_free: atomic<u32>,
    overflowed: atomic<u32>,
    indices: array<u32>,
}

@group(0) @binding(0) var<uniform> view: View;
@group(0) @binding(1) var<uniform> sun: SunLight;
@group(0) @binding(2) var<storage, read> light_table: LightTable;
@group(0) @binding(3)
var<storage, read_write> cluster_bounds: array<Bounds, CLUSTER_COUNT>;
@group(0) @binding(4)
var<storage, read_write> cluster_ranges: array<ClusterRange, CLUSTER_COUNT>;
@group(0) @binding(5) var<storage, read_write> pool: IndexPool;

// The same, as the mesh pass sees them.
@group(1) @binding(0)
var<storage, read> shaded_ranges: array<ClusterRange, CLUSTER_COUNT>;
@group(1) @binding(1) var<storage, read> shaded_indices: array<u32>;
@group(1) @binding(2) var sun_shadow: texture_depth_2d_array;
@group(1) @binding(3) var spot_shadow: texture_depth_2d_array;
@group(1) @binding(4) var shadow_sampler: sampler_comparison;
@group(1) @binding(5)
var<storage, read> spot_matrices: array<mat4x4f>;

// -------------------------------------------------------------- froxel bounds

fn cluster_index(cell: vec3u) -> u32 {
    return cell.x + CLUSTERS_X * (cell.y + CLUSTERS_Y * cell.z);
}

fn cluster_cell(index: u32) -> vec3u {
    let x = index % CLUSTERS_X;
    let y = index / CLUSTERS_X % CLUSTERS_Y;
    let z = index / (CLUSTERS_X * CLUSTERS_Y);
    return vec3u(x, y, z);
}

// The point of the far plane under a pixel, in view space.
fn unproject(pixel: vec2f) -> vec3f {
    let ndc = vec2f(pixel.x, view.viewport.y - pixel.y) *
              view.inv_viewport * 2.0 - 1.0;
    let p = view.view_from_clip * vec4f(ndc, 1.0, 1.0);
    return p.xyz / p.w;
}

fn slice_depth(slice: f32) -> f32 {
    return view.near * pow(view.far / view.near, slice / f32(CLUSTERS_Z));
}

@compute @workgroup_size(4, 3, 4)
fn build_bounds(@builtin(global_invocation_id) cell: vec3u) {
    if any(cell >= vec3u(CLUSTERS_X, CLUSTERS_Y, CLUSTERS_Z)) {
        return;
    }
    let tile = view.viewport / vec2f(f32(CLUSTERS_X), f32(CLUSTERS_Y));
    let corner0 = unproject(vec2f(cell.xy) * tile);
    let corner1 = unproject(vec2f(cell.xy + 1u) * tile);

    // View space looks along -z.
    let z_near = -slice_depth(f32(cell.z));
    let z_far = -slice_depth(f32(cell.z + 1u));
    let a = corner0 * (z_near / corner0.z);
    let b = corner0 * (z_far / corner0.z);
    let c = corner1 * (z_near / corner1.z);
    let d = corner1 * (z_far / corner1.z);

    var bounds: Bounds;
    bounds.lower = vec4f(min(min(a, b), min(c, d)), 1.0);
    bounds.upper = vec4f(max(max(a, b), max(c, d)), 1.0);
    cluster_bounds[cluster_index(cell)] = bounds;
}

// ------------------------------------------------------------- light culling

struct SharedLight {
    sphere: vec4f, // view space center, radius
    index: u32,
    kind: u32,
    cone_cos: f32,
    cone_axis: vec3f,
}

var<workgroup> batch: array<SharedLight, light_batch>;

fn sq_distance_to_box(p: vec3f, lower: vec3f, upper: vec3f) -> f32 {
    let d = max(max(lower - p, p - upper), vec3f(0.0));
    return dot(d, d);
}

// Tests a cone against the sphere around a box.  Conservative.
fn cone_touches_sphere(apex: vec3f, axis: vec3f, cone_cos: f32, reach: f32,
                       center: vec3f, radius: f32) -> bool {
    let v = center - apex;
    let len_sq = dot(v, v);
    let along = dot(v, axis);
    let cone_sin = sqrt(max(1.0 - cone_cos * cone_cos, 0.0));
    let closest = cone_cos * sqrt(max(len_sq - along * along, 0.0)) -
                  along * cone_sin;
    let too_far_aside = closest > radius;
    let in_front = along > radius + reach;
    let behind = along < -radius;
    return !(too_far_aside || in_front || behind);
}

fn load_shared(slot: u32, light_index: u32) {
    let light = light_table.lights[light_index];
    let center = view.view_from_world * vec4f(light.position, 1.0);
    let radius = inverseSqrt(max(light.inv_sq_radius, 1e-8));
    var entry: SharedLight;
    entry.sphere = vec4f(center.xyz, radius);
    entry.index = light_index;
    entry.kind = light.kind;
    entry.cone_axis =
        normalize((view.view_from_world * vec4f(light.direction, 0.0)).xyz);
    entry.cone_cos = -light.spot_bias / max(light.spot_scale, 1e-4);
    batch[slot] = entry;
}

fn touches(entry: SharedLight, box: Bounds) -> bool {
    let distance_sq = sq_distance_to_box(entry.sphere.xyz, box.lower.xyz,
                                         box.upper.xyz);
    if distance_sq > entry.sphere.w * entry.sphere.w {
        return false;
    }
    if entry.kind != LIGHT_SPOT {
        return true;
    }
    let center = 0.5 * (box.lower.xyz + box.upper.xyz);
    let radius = 0.5 * distance(box.lower.xyz, box.upper.xyz);
    return cone_touches_sphere(entry.sphere.xyz, entry.cone_axis,
                               entry.cone_cos, entry.sphere.w, center, radius);
}

// One invocation per cluster; lights go through workgroup memory in batches.
@compute @workgroup_size(light_batch)
fn assign_lights(@builtin(global_invocation_id) id: vec3u,
                 @builtin(local_invocation_index) local: u32) {
    let mine = min(id.x, CLUSTER_COUNT - 1u);
    let box = cluster_bounds[mine];
    var found: array<u32, MAX_LIGHTS_PER_CLUSTER>;
    var found_count = 0u;

    let total = light_table.count;
    let batches = (total + light_batch - 1u) / light_batch;
    for (var b = 0u; b < batches; b++) {
        let light_index = b * light_batch + local;
        if light_index < total {
            load_shared(local, light_index);
        }
        workgroupBarrier();

        let in_batch = min(light_batch, total - b * light_batch);
        for (var i = 0u; i < in_batch; i++) {
            if found_count < MAX_LIGHTS_PER_CLUSTER && touches(batch[i], box) {
                found[found_count] = batch[i].index;
                found_count++;
            }
        }
        workgroupBarrier();
    }

    if id.x >= CLUSTER_COUNT {
        return;
    }
    var offset = atomicAdd(&pool.next_free, found_count);
    if offset + found_count > arrayLength(&pool.indices) {
        atomicMax(&pool.overflowed, 1u);
        found_count = 0u;
        offset = 0u;
    }
    for (var i = 0u; i < found_count; i++) {
        pool.indices[offset + i] = found[i];
    }
    cluster_ranges[mine] = ClusterRange(offset, found_count);
}

// --------------------------------------------------------------------- meshes

struct MeshMaterial {
    base_color: vec4f,
    emissive: vec3f,
    roughness: f32,
    metallic: f32,
    reflectance: f32,
    occlusion_strength: f32,
    flags: u32,
}

const MATERIAL_HAS_ALBEDO = 0x1u;
const MATERIAL_HAS_NORMALS = 0x2u;
const MATERIAL_HAS_ORM = 0x4u; // occlusion, roughness, metallic
const MATERIAL_UNLIT = 0x8u;

@group(2) @binding(0) var<uniform> material: MeshMaterial;
@group(2) @binding(1) var albedo_texture: texture_2d<f32>;
@group(2) @binding(2) var normal_texture: texture_2d<f32>;
@group(2) @binding(3) var orm_texture: texture_2d<f32>;
@group(2) @binding(4) var surface_sampler: sampler;

struct Transform {
    world_from_local: mat4x4f,
    world_from_local_inverse_transpose: mat3x3f,
    layer_mask: u32,
}

@group(3) @binding(0) var<storage, read> transforms: array<Transform>;

struct MeshVertex {
    @location(0) position: vec3f,
    @location(1) normal: vec3f,
    @location(2) tangent: vec4f,
    @location(3) uv: vec2f,
}

struct Varyings {
    @builtin(position) clip: vec4f,
    @location(0) world: vec3f,
    @location(1) normal: vec3f,
    @location(2) tangent: vec4f,
    @location(3) uv: vec2f,
    @location(4) @interpolate(flat) layers: u32,
}

@vertex
fn vs_opaque(v: MeshVertex, @builtin(instance_index) i: u32) -> Varyings {
    let t = transforms[i];
    let world = t.world_from_local * vec4f(v.position, 1.0);
    var out: Varyings;
    out.clip = view.clip_from_world * world;
    out.world = world.xyz;
    out.normal = t.world_from_local_inverse_transpose * v.normal;
    out.tangent = vec4f((t.world_from_local * vec4f(v.tangent.xyz, 0.0)).xyz,
                        v.tangent.w);
    out.uv = v.uv;
    out.layers = t.layer_mask;
    return out;
}

@vertex
fn vs_depth_only(@location(0) position: vec3f,
                 @builtin(instance_index) i: u32) -> @invariant
                 @builtin(position) vec4f {
    return view.clip_from_world *
           (transforms[i].world_from_local * vec4f(position, 1.0));
}

// ------------------------------------------------------------------- shading

struct Shading {
    position: vec3f,
    n: vec3f,
    v: vec3f,
    n_dot_v: f32,
    diffuse: vec3f,
    f0: vec3f,
    alpha: f32, // roughness squared
    layers: u32,
}

fn d_ggx(n_dot_h: f32, alpha: f32) -> f32 {
    let a = n_dot_h * alpha;
    let k = alpha / (1.0 - n_dot_h * n_dot_h + a * a);
    return k * k * INV_PI;
}

fn v_smith_correlated(n_dot_v: f32, n_dot_l: f32, alpha: f32) -> f32 {
    let a2 = alpha * alpha;
    let lambda_v = n_dot_l * sqrt(n_dot_v * n_dot_v * (1.0 - a2) + a2);
    let lambda_l = n_dot_v * sqrt(n_dot_l * n_dot_l * (1.0 - a2) + a2);
    return 0.5 / max(lambda_v + lambda_l, 1e-6);
}

fn f_schlick(u: f32, f0: vec3f) -> vec3f {
    let f = pow(1.0 - u, 5.0);
    // What is darker than 2 % cannot be a dielectric: it is meant to be black.
    let f90 = saturate(dot(f0, vec3f(50.0 / 3.0)));
    return f0 * (1.0 - f) + f90 * f;
}

fn brdf(s: Shading, l: vec3f, alpha: f32) -> vec3f {
    let h = normalize(s.v + l);
    let n_dot_l = saturate(dot(s.n, l));
    let n_dot_h = saturate(dot(s.n, h));
    let l_dot_h = saturate(dot(l, h));
    let specular = d_ggx(n_dot_h, alpha) *
                   v_smith_correlated(s.n_dot_v, n_dot_l, s.alpha) *
                   f_schlick(l_dot_h, s.f0);
    return (s.diffuse * INV_PI + specular) * n_dot_l;
}

// 1 / d^2, brought to 0 at the radius.
fn distance_attenuation(distance_sq: f32, inv_sq_radius: f32) -> f32 {
    let factor = distance_sq * inv_sq_radius;
    let window = saturate(1.0 - factor * factor);
    return window * window / max(distance_sq, 1e-4);
}

fn spot_attenuation(light: ClusterLight, l: vec3f) -> f32 {
    let cd = dot(-l, light.direction);
    let a = saturate(cd * light.spot_scale + light.spot_bias);
    return a * a;
}

// The point of a tube that the mirrored view ray comes nearest to.
fn tube_point(light: ClusterLight, s: Shading) -> vec3f {
    let r = reflect(-s.v, s.n);
    let p0 = light.position - light.direction - s.position;
    let along = 2.0 * light.direction;
    let r_dot = dot(r, along);
    let t = (dot(r, p0) * r_dot - dot(p0, along)) /
            max(dot(along, along) - r_dot * r_dot, 1e-5);
    return s.position + p0 + along * saturate(t);
}

fn spot_shadow_at(light: ClusterLight, p: vec3f, n: vec3f) -> f32 {
    if light.shadow_index < 0 {
        return 1.0;
    }
    let q = spot_matrices[light.shadow_index] * vec4f(p + n * 0.02, 1.0);
    let ndc = q.xyz / q.w;
    let uv = ndc.xy * vec2f(0.5, -0.5) + 0.5;
    return textureSampleCompareLevel(spot_shadow, shadow_sampler, uv,
                                     light.shadow_index, ndc.z);
}

fn shade_local(light: ClusterLight, s: Shading) -> vec3f {
    if ((light.layer_mask & s.layers) == 0u) {
        return vec3f();
    }
    var target_point = light.position;
    var alpha = s.alpha;
    if light.kind == LIGHT_TUBE {
        target_point = tube_point(light, s);
    }
    let to_light = target_point - s.position;
    let distance_sq = dot(to_light, to_light);
    let l = to_light * inverseSqrt(max(distance_sq, 1e-8));
    // Widen the lobe by the solid angle of the source.
    alpha = saturate(alpha + light.source_radius * 0.5 *
                     inverseSqrt(max(distance_sq, 1e-8)));

    var attenuation = distance_attenuation(distance_sq, light.inv_sq_radius);
    if light.kind == LIGHT_SPOT {
        attenuation *= spot_attenuation(light, l);
    }
    if attenuation <= 0.0 {
        return vec3f();
    }
    return brdf(s, l, alpha) * light.color * attenuation *
           spot_shadow_at(light, s.position, s.n);
}

fn sun_visibility(p: vec3f, view_depth: f32) -> f32 {
    var cascade = 0u;
    for (; cascade < sun.cascade_count; cascade++) {
        if view_depth < sun.cascade_far[cascade] {
            break;
        }
    }
    if cascade >= sun.cascade_count {
        return 1.0;
    }
    let q = sun.cascade_matrices[cascade] * vec4f(p, 1.0);
    let uv = q.xy * vec2f(0.5, -0.5) + 0.5;
    let texel = 1.0 / vec2f(textureDimensions(sun_shadow));
    var lit = 0.0;
    for (var y = -pcf_radius; y <= pcf_radius; y++) {
        for (var x = -pcf_radius; x <= pcf_radius; x++) {
            let offset = vec2f(vec2i(x, y)) * texel;
            lit += textureSampleCompareLevel(sun_shadow, shadow_sampler,
                                             uv + offset, cascade, q.z);
        }
    }
    let side = f32(2 * pcf_radius + 1);
    return lit / (side * side);
}

fn slice_of(view_depth: f32) -> u32 {
    let slice = log2(max(view_depth, 1e-4)) * view.slice_scale +
                view.slice_bias;
    return u32(clamp(slice, 0.0, f32(CLUSTERS_Z - 1u)));
}

fn heat(count: u32) -> vec3f {
    let x = f32(count) / f32(MAX_LIGHTS_PER_CLUSTER);
    let cold = mix(vec3f(0.0, 0.05, 0.3), vec3f(0.0, 0.8, 0.2),
                   saturate(x * 2.0));
    return mix(cold, vec3f(1.0, 0.1, 0.0), saturate(x * 2.0 - 1.0));
}

fn normal_from_map(in: Varyings, sampled: vec3f) -> vec3f {
    let n = normalize(in.normal);
    if ((material.flags & MATERIAL_HAS_NORMALS) == 0u) {
        return n;
    }
    let t = normalize(in.tangent.xyz - n * dot(n, in.tangent.xyz));
    let b = cross(n, t) * in.tangent.w;
    var m = sampled * 2.0 - 1.0;
    m.z = sqrt(saturate(1.0 - dot(m.xy, m.xy)));
    return normalize(mat3x3f(t, b, n) * m);
}

@fragment
fn fs_opaque(in: Varyings) -> @location(0) vec4f {
    // Sampled before any branch: derivatives need uniform control flow.
    let albedo_texel = textureSample(albedo_texture, surface_sampler, in.uv);
    let normal_texel = textureSample(normal_texture, surface_sampler, in.uv);
    let orm_texel = textureSample(orm_texture, surface_sampler, in.uv);

    var base = material.base_color;
    if ((material.flags & MATERIAL_HAS_ALBEDO) != 0u) {
        base *= albedo_texel;
    }
    if ((material.flags & MATERIAL_UNLIT) != 0u) {
        return vec4f((base.rgb + material.emissive) * view.exposure, base.a);
    }
    var orm = vec3f(1.0, material.roughness, material.metallic);
    if ((material.flags & MATERIAL_HAS_ORM) != 0u) {
        orm *= orm_texel.rgb;
    }

    var s: Shading;
    s.position = in.world;
    s.n = normal_from_map(in, normal_texel.xyz);
    s.v = normalize(view.world_position - in.world);
    s.n_dot_v = max(abs(dot(s.n, s.v)), 1e-4);
    s.diffuse = base.rgb * (1.0 - orm.z);
    s.f0 = mix(vec3f(0.16 * material.reflectance * material.reflectance),
               base.rgb, orm.z);
    let roughness = clamp(orm.y, 0.045, 1.0);
    s.alpha = roughness * roughness;
    s.layers = in.layers;

    let view_depth = -(view.view_from_world * vec4f(in.world, 1.0)).z;
    let tile = vec2u(in.clip.xy * view.inv_viewport *
                     vec2f(f32(CLUSTERS_X), f32(CLUSTERS_Y)));
    let range = shaded_ranges[cluster_index(vec3u(tile, slice_of(view_depth)))];
    if debug_heatmap {
        return vec4f(heat(range.count), 1.0);
    }

    var color = material.emissive;
    let l = -sun.direction;
    color += brdf(s, l, s.alpha) * sun.illuminance *
             sun_visibility(s.position + s.n * 0.03, view_depth);
    for (var i = 0u; i < range.count; i++) {
        let light_index = shaded_indices[range.offset + i];
        color += shade_local(light_table.lights[light_index], s);
    }
    let occlusion = mix(1.0, orm.x, material.occlusion_strength);
    color += s.diffuse * vec3f(0.02, 0.025, 0.03) * occlusion;
    return vec4f(color * view.exposure, base.a);
}
