// GPU driven rendering: from a flat list of instances to indirect draws.
//
//   reset_draws      clears the counters of all draw commands
//   cull_instances   frustum, size and (second phase) occlusion tests
//   cull_clusters    meshlets of the surviving instances: cone and bounds
//   compact_draws    drops the draw commands that got no instance
//   build_pyramid    halves the depth buffer into the next level
//
// Two phases a frame: first what was visible in the last frame is drawn, then
// the depth pyramid is made of that, and the rest is tested against it.

requires readonly_and_readwrite_storage_textures;

const PHASE_EARLY : u32 = 0;
const PHASE_LATE : u32 = 1;

const INSTANCE_STATIC = 1u << 0;
const INSTANCE_CASTS_SHADOW = 1u << 1;
const INSTANCE_TWO_SIDED = 1u << 2;
const INSTANCE_HIDDEN = 1u << 3;
const INSTANCE_FORCE_LOD = 1u << 4;

const MAX_LODS = 6;
const MESHLETS_PER_GROUP = 32u;
const GROUP = 64u;

override occlusion_enabled: bool = true;
override small_pixel_limit: f32 = 1.5;
override lod_hysteresis: f32 = 1.1;

// ---------------------------------------------------------------------- types

struct Plane {
    normal: vec3f,
    offset: f32,
}

struct CullView {
    world_to_view: mat4x4f,
    view_to_clip: mat4x4f,
    planes: array<Plane, 6>,
    origin: vec3f,
    near: f32,
    pyramid_size: vec2f,
    lod_scale: f32, // pixels per unit of size at distance 1
    instance_count: u32,
    phase: u32,
    cascade: i32, // -1 for the main view
}

struct Instance {
    world: mat4x3f,
    mesh: u32,
    material: u32,
    flags: u32,
    scale: f32,
}

struct LodRange {
    first_meshlet: u32,
    meshlet_count: u32,
    error: f32,
    max_distance: f32,
}

struct Mesh {
    center: vec3f,
    radius: f32,
    box_min: vec3f,
    lod_count: u32,
    box_max: vec3f,
    first_vertex: u32,
    lods: array<LodRange, MAX_LODS>,
}

struct Meshlet {
    center: vec3f,
    radius: f32,
    // Four signed bytes: the axis of the normals' cone, and its cutoff.
    cone: u32,
    first_index: u32,
    index_count: u32,
    vertex_offset: i32,
}

struct DrawIndexed {
    index_count: u32,
    instance_count: atomic<u32>,
    first_index: u32,
    base_vertex: i32,
    first_instance: u32,
}

struct DrawIndexedPlain {
    index_count: u32,
    instance_count: u32,
    first_index: u32,
    base_vertex: i32,
    first_instance: u32,
}

struct WorkItem {
    instance: u32,
    first_meshlet: u32,
    meshlet_count: u32,
    lod: u32,
}

struct WorkQueue {
    // The first three words are the arguments of an indirect dispatch.
    groups: atomic<u32>,
    groups_y: u32,
    groups_z: u32,
    capacity: u32,
    items: array<WorkItem>,
}

struct Statistics {
    tested: atomic<u32>,
    outside: atomic<u32>,
    too_small: atomic<u32>,
    occluded: atomic<u32>,
    meshlets_drawn: atomic<u32>,
    meshlets_backfacing: atomic<u32>,
    overflow: atomic<u32>,
}

@group(0) @binding(0) var<uniform> view: CullView;
@group(0) @binding(1) var<storage, read> instances: array<Instance>;
@group(0) @binding(2) var<storage, read> meshes: array<Mesh>;
@group(0) @binding(3) var<storage, read> meshlets: array<Meshlet>;
@group(0) @binding(4) var<storage, read_write> visibility: array<atomic<u32>>;
@group(0) @binding(5) var<storage, read_write> queue: WorkQueue;
@group(0) @binding(6) var<storage, read_write> draws: array<DrawIndexed>;
@group(0) @binding(7) var<storage, read_write> statistics: Statistics;

@group(1) @binding(0) var pyramid: texture_2d<f32>;
@group(1) @binding(1) var<storage, read_write> instance_ids: array<u32>;

// ---------------------------------------------------------------------- reset

@compute @workgroup_size(GROUP)
fn reset_draws(@builtin(global_invocation_id) id: vec3u) {
    if id.x < arrayLength(&draws) {
        atomicStore(&draws[id.x].instance_count, 0u);
    }
    if id.x == 0u {
        atomicStore(&queue.groups, 0u);
        queue.groups_y = 1u;
        queue.groups_z = 1u;
        atomicStore(&statistics.tested, 0u);
        atomicStore(&statistics.outside, 0u);
        atomicStore(&statistics.too_small, 0u);
        atomicStore(&statistics.occluded, 0u);
        atomicStore(&statistics.meshlets_drawn, 0u);
        atomicStore(&statistics.meshlets_backfacing, 0u);
    }
}

// ---------------------------------------------------------------------- tests

struct WorldSphere {
    center: vec3f,
    radius: f32,
}

fn world_sphere(instance: Instance, center: vec3f, radius: f32) -> WorldSphere {
    return WorldSphere(instance.world * vec4f(center, 1.0),
                       radius * instance.scale);
}

fn in_frustum(sphere: WorldSphere) -> bool {
    for (var i = 0; i < 6; i++) {
        let plane = view.planes[i];
        if dot(plane.normal, sphere.center) + plane.offset < -sphere.radius {
            return false;
        }
    }
    return true;
}

struct ScreenRect {
    low: vec2f,
    high: vec2f,
    nearest: f32, // depth, reversed
    valid: bool,
}

// The exact bounds of a projected sphere: the tangents in the planes xz, yz.
fn project_sphere(sphere: WorldSphere) -> ScreenRect {
    var rect: ScreenRect;
    let c = (view.world_to_view * vec4f(sphere.center, 1.0)).xyz *
            vec3f(1.0, 1.0, -1.0);
    let r = sphere.radius;
    if c.z < r + view.near {
        return rect; // reaches behind the near plane
    }
    let cr = c * r;
    let czr2 = c.z * c.z - r * r;

    let vx = sqrt(c.x * c.x + czr2);
    let min_x = (vx * c.x - cr.z) / (vx * c.z + cr.x);
    let max_x = (vx * c.x + cr.z) / (vx * c.z - cr.x);
    let vy = sqrt(c.y * c.y + czr2);
    let min_y = (vy * c.y - cr.z) / (vy * c.z + cr.y);
    let max_y = (vy * c.y + cr.z) / (vy * c.z - cr.y);

    let p00 = view.view_to_clip[0][0];
    let p11 = view.view_to_clip[1][1];
    let box = vec4f(min_x * p00, min_y * p11, max_x * p00, max_y * p11);
    let uv = box.xwzy * vec4f(0.5, -0.5, 0.5, -0.5) + 0.5;
    rect.low = saturate(uv.xy);
    rect.high = saturate(uv.zw);
    rect.nearest = view.near / (c.z - r);
    rect.valid = true;
    return rect;
}

fn is_occluded(rect: ScreenRect) -> bool {
    let extent = (rect.high - rect.low) * view.pyramid_size;
    // On this level the rectangle touches at most 2x2 texels.
    let level = i32(ceil(log2(max(max(extent.x, extent.y), 1.0))));
    let last = i32(textureNumLevels(pyramid)) - 1;
    let chosen = clamp(level, 0, last);
    let size = vec2f(textureDimensions(pyramid, chosen));
    let a = vec2i(clamp(rect.low * size, vec2f(0.0), size - 1.0));
    let b = vec2i(clamp(rect.high * size, vec2f(0.0), size - 1.0));
    let d0 = textureLoad(pyramid, a, chosen).r;
    let d1 = textureLoad(pyramid, vec2i(b.x, a.y), chosen).r;
    let d2 = textureLoad(pyramid, vec2i(a.x, b.y), chosen).r;
    let d3 = textureLoad(pyramid, b, chosen).r;
    let farthest = min(min(d0, d1), min(d2, d3));
    return rect.nearest < farthest;
}

fn was_visible(index: u32) -> bool {
    let word = atomicLoad(&visibility[index >> 5u]);
    return (word & (1u << (index & 31u))) != 0u;
}

fn set_visible(index: u32, visible: bool) {
    let bit = 1u << (index & 31u);
    if visible {
        atomicOr(&visibility[index >> 5u], bit);
    } else {
        atomicAnd(&visibility[index >> 5u], ~bit);
    }
}

fn choose_lod(mesh_index: u32, sphere: WorldSphere, flags: u32) -> u32 {
    if ((flags & INSTANCE_FORCE_LOD) != 0u) {
        return 0u;
    }
    let d = max(distance(sphere.center, view.origin) - sphere.radius,
                view.near);
    let count = meshes[mesh_index].lod_count;
    var lod = 0u;
    for (var i = 1u; i < count; i++) {
        let pixels = meshes[mesh_index].lods[i].error * sphere.radius *
                     view.lod_scale / d;
        if pixels * lod_hysteresis > 1.0 {
            break;
        }
        lod = i;
    }
    return lod;
}

// ---------------------------------------------------------- phase 1: instances

fn push_work(index: u32, lod: u32, range: LodRange) {
    let wanted = (range.meshlet_count + MESHLETS_PER_GROUP - 1u) /
                 MESHLETS_PER_GROUP;
    let first = atomicAdd(&queue.groups, wanted);
    if first + wanted > min(queue.capacity, arrayLength(&queue.items)) {
        atomicSub(&queue.groups, wanted);
        atomicAdd(&statistics.overflow, 1u);
        return;
    }
    for (var g = 0u; g < wanted; g++) {
        let done = g * MESHLETS_PER_GROUP;
        queue.items[first + g] = WorkItem(
            index, range.first_meshlet + done,
            min(range.meshlet_count - done, MESHLETS_PER_GROUP), lod);
    }
}

fn survives(index: u32, instance: Instance, sphere: WorldSphere) -> bool {
    if ((instance.flags & INSTANCE_HIDDEN) != 0u) {
        return false;
    }
    if view.cascade >= 0 && (instance.flags & INSTANCE_CASTS_SHADOW) == 0u {
        return false;
    }
    if !in_frustum(sphere) {
        atomicAdd(&statistics.outside, 1u);
        return false;
    }
    let rect = project_sphere(sphere);
    if !rect.valid {
        return true;
    }
    let pixels = (rect.high - rect.low) * view.pyramid_size * 2.0;
    if max(pixels.x, pixels.y) < small_pixel_limit {
        atomicAdd(&statistics.too_small, 1u);
        return false;
    }
    if occlusion_enabled && view.phase == PHASE_LATE && is_occluded(rect) {
        atomicAdd(&statistics.occluded, 1u);
        return false;
    }
    return true;
}

@compute @workgroup_size(GROUP)
fn cull_instances(@builtin(global_invocation_id) id: vec3u) {
    let index = id.x;
    if index >= view.instance_count {
        return;
    }
    let before = was_visible(index);
    if view.phase == PHASE_EARLY && !before {
        return;
    }
    atomicAdd(&statistics.tested, 1u);

    let instance = instances[index];
    let mesh_index = instance.mesh;
    let sphere = world_sphere(instance, meshes[mesh_index].center,
                              meshes[mesh_index].radius);
    let visible = survives(index, instance, sphere);
    if view.phase == PHASE_LATE {
        set_visible(index, visible);
    }
    // What the early phase drew is not drawn again.
    if visible && (view.phase == PHASE_EARLY || !before) {
        let lod = choose_lod(mesh_index, sphere, instance.flags);
        push_work(index, lod, meshes[mesh_index].lods[lod]);
    }
}

// ----------------------------------------------------------- phase 2: meshlets

var<workgroup> group_item: WorkItem;
var<workgroup> group_base: u32;
var<workgroup> group_kept: atomic<u32>;

fn is_backfacing(instance: Instance, packed: u32, sphere: WorldSphere) -> bool {
    if ((instance.flags & INSTANCE_TWO_SIDED) != 0u) {
        return false;
    }
    let cone = unpack4x8snorm(packed);
    if cone.w >= 1.0 {
        return false;
    }
    let axis = normalize(instance.world * vec4f(cone.xyz, 0.0));
    let to_center = sphere.center - view.origin;
    return dot(to_center, axis) >= cone.w * length(to_center) + sphere.radius;
}

fn keeps_meshlet(instance: Instance, meshlet: Meshlet) -> bool {
    let sphere = world_sphere(instance, meshlet.center, meshlet.radius);
    if !in_frustum(sphere) {
        return false;
    }
    if is_backfacing(instance, meshlet.cone, sphere) {
        atomicAdd(&statistics.meshlets_backfacing, 1u);
        return false;
    }
    if occlusion_enabled && view.phase == PHASE_LATE {
        let rect = project_sphere(sphere);
        return !rect.valid || !is_occluded(rect);
    }
    return true;
}

@compute @workgroup_size(MESHLETS_PER_GROUP)
fn cull_clusters(@builtin(workgroup_id) group: vec3u,
                 @builtin(local_invocation_index) lane: u32) {
    if lane == 0u {
        group_item = queue.items[group.x];
        atomicStore(&group_kept, 0u);
    }
    let item = workgroupUniformLoad(&group_item);
    let instance = instances[item.instance];
    var kept = false;
    var draw_index = 0u;
    if lane < item.meshlet_count {
        draw_index = item.first_meshlet + lane;
        kept = keeps_meshlet(instance, meshlets[draw_index]);
    }
    var slot = 0u;
    if kept {
        slot = atomicAdd(&group_kept, 1u);
    }
    workgroupBarrier();
    if lane == 0u {
        group_base = atomicAdd(&statistics.meshlets_drawn,
                               atomicLoad(&group_kept));
    }
    workgroupBarrier();
    if !kept {
        return;
    }
    let at = atomicAdd(&draws[draw_index].instance_count, 1u);
    instance_ids[draws[draw_index].first_instance + at] = item.instance;
}

// ------------------------------------------------------------------ compaction

struct CompactArguments {
    draw_count: u32,
    max_draws: u32,
}

@group(2) @binding(0) var<uniform> compaction: CompactArguments;
@group(2) @binding(1) var<storage, read> sparse: array<DrawIndexedPlain>;
@group(2) @binding(2) var<storage, read_write> dense: array<DrawIndexedPlain>;
@group(2) @binding(3) var<storage, read_write> dense_count: atomic<u32>;

var<workgroup> flags: array<u32, 256>;
var<workgroup> first_dense: u32;

// An inclusive sum over the workgroup, by doubling.
fn scan_flags(lane: u32) {
    for (var reach = 1u; reach < 256u; reach *= 2u) {
        var other = 0u;
        if lane >= reach {
            other = flags[lane - reach];
        }
        workgroupBarrier();
        flags[lane] += other;
        workgroupBarrier();
    }
}

@compute @workgroup_size(256)
fn compact_draws(@builtin(global_invocation_id) id: vec3u,
                 @builtin(local_invocation_index) lane: u32) {
    var has_instances = false;
    if id.x < compaction.draw_count {
        has_instances = sparse[id.x].instance_count > 0u;
    }
    flags[lane] = select(0u, 1u, has_instances);
    workgroupBarrier();
    scan_flags(lane);
    if lane == 255u {
        first_dense = atomicAdd(&dense_count, flags[255]);
    }
    workgroupBarrier();
    let slot = first_dense + flags[lane] - 1u;
    if has_instances && slot < compaction.max_draws {
        dense[slot] = sparse[id.x];
    }
}

// --------------------------------------------------------------- depth pyramid

@group(3) @binding(0) var level_above: texture_2d<f32>;
@group(3) @binding(1) var level_below: texture_storage_2d<r32float, write>;

// The farthest of the texels above. Where a side is odd, three go into one.
@compute @workgroup_size(8, 8)
fn build_pyramid(@builtin(global_invocation_id) id: vec3u) {
    let below = textureDimensions(level_below);
    if any(id.xy >= below) {
        return;
    }
    let above = vec2i(textureDimensions(level_above));
    let base = vec2i(id.xy) * 2;
    let odd = vec2i(above & vec2i(1));
    let last = vec2i(id.xy) == vec2i(below) - 1;
    let reach = select(vec2i(1), vec2i(2), last & (odd == vec2i(1)));
    var farthest = 1.0;
    for (var y = 0; y <= reach.y; y++) {
        for (var x = 0; x <= reach.x; x++) {
            let at = min(base + vec2i(x, y), above - 1);
            farthest = min(farthest, textureLoad(level_above, at, 0).r);
        }
    }
    textureStore(level_below, id.xy, vec4f(farthest, 0.0, 0.0, 0.0));
}
