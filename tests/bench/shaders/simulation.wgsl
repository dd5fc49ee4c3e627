// Physics: cloth (position based), smoothed particle fluid, and eulerian smoke.
// All three share the broad phase: a hash grid that is sorted by counting.

const BLOCK: u32 = 256u;
const CELL_EMPTY: u32 = 0xffffffffu;
const MAX_COLLIDERS: u32 = 32u;
const PI: f32 = 3.1415927;

struct Collider {
    a: vec3f,
    radius: f32,
    b: vec3f, // the other end of a capsule; the same as `a` for a sphere
    friction: f32,
}

struct World {
    gravity: vec3f,
    dt: f32,
    wind: vec3f,
    drag: f32,
    grid_min: vec3f,
    cell_size: f32,
    grid_size: vec3u,
    substep: u32,
    ground_height: f32,
    collider_count: u32,
    @align(16) colliders: array<Collider, MAX_COLLIDERS>,
}

@group(0) @binding(0) var<uniform> world: World;

// =============================================================== broad phase

struct GridCell {
    start: atomic<u32>,
    count: atomic<u32>,
}

@group(0) @binding(1) var<storage, read_write> grid: array<GridCell>;
@group(0) @binding(2) var<storage, read_write> cell_of_point: array<u32>;
@group(0) @binding(3) var<storage, read_write> sorted_points: array<u32>;
@group(0) @binding(4) var<storage, read_write> block_sums: array<u32>;
@group(0) @binding(5) var<storage, read_write> points: array<vec4f>;

fn cell_coord(p: vec3f) -> vec3i {
    return vec3i(floor((p - world.grid_min) / world.cell_size));
}

fn cell_id(c: vec3i) -> u32 {
    let size = vec3i(world.grid_size);
    if any(c < vec3i(0)) || any(c >= size) {
        return CELL_EMPTY;
    }
    return u32((c.z * size.y + c.y) * size.x + c.x);
}

@compute @workgroup_size(BLOCK)
fn clear_grid(@builtin(global_invocation_id) id: vec3u) {
    if id.x < arrayLength(&grid) {
        atomicStore(&grid[id.x].start, 0u);
        atomicStore(&grid[id.x].count, 0u);
    }
}

@compute @workgroup_size(BLOCK)
fn count_points(@builtin(global_invocation_id) id: vec3u) {
    if id.x >= arrayLength(&points) {
        return;
    }
    let cell = cell_id(cell_coord(points[id.x].xyz));
    cell_of_point[id.x] = cell;
    if cell != CELL_EMPTY {
        atomicAdd(&grid[cell].count, 1u);
    }
}

var<workgroup> partial: array<u32, BLOCK>;

// Exclusive sums of a block; returns the total in every invocation.
fn scan_block(lane: u32, value: u32) -> vec2u {
    partial[lane] = value;
    workgroupBarrier();
    for (var offset = 1u; offset < BLOCK; offset = offset << 1u) {
        var left = 0u;
        if lane >= offset {
            left = partial[lane - offset];
        }
        workgroupBarrier();
        partial[lane] += left;
        workgroupBarrier();
    }
    return vec2u(partial[lane] - value, partial[BLOCK - 1u]);
}

@compute @workgroup_size(BLOCK)
fn scan_cells(@builtin(global_invocation_id) id: vec3u,
              @builtin(local_invocation_index) lane: u32,
              @builtin(workgroup_id) group: vec3u) {
    var own = 0u;
    if id.x < arrayLength(&grid) {
        own = atomicLoad(&grid[id.x].count);
    }
    let sums = scan_block(lane, own);
    if id.x < arrayLength(&grid) {
        atomicStore(&grid[id.x].start, sums.x);
    }
    if lane == 0u {
        block_sums[group.x] = sums.y;
    }
}

@compute @workgroup_size(BLOCK)
fn scan_sums(@builtin(local_invocation_index) lane: u32) {
    var carry = 0u;
    let count = arrayLength(&block_sums);
    for (var base = 0u; base < count; base += BLOCK) {
        let index = base + lane;
        var own = 0u;
        if index < count {
            own = block_sums[index];
        }
        let sums = scan_block(lane, own);
        if index < count {
            block_sums[index] = carry + sums.x;
        }
        carry += sums.y;
        workgroupBarrier();
    }
}

@compute @workgroup_size(BLOCK)
fn scatter_points(@builtin(global_invocation_id) id: vec3u) {
    if id.x >= arrayLength(&points) {
        return;
    }
    let cell = cell_of_point[id.x];
    if cell == CELL_EMPTY {
        return;
    }
    let base = block_sums[cell / BLOCK];
    let slot = atomicAdd(&grid[cell].start, 1u);
    sorted_points[base + slot] = id.x;
}

// ===================================================================== cloth

struct ClothVertex {
    position: vec3f,
    inv_mass: f32,
    previous: vec3f,
    thickness: f32,
    normal: vec3f,
    @size(4) pinned_to: i32,
    uv: vec2f,
}

struct DistanceConstraint {
    i: u32,
    j: u32,
    rest_length: f32,
    compliance: f32,
}

struct BendConstraint {
    i: u32,
    j: u32,
    k: u32,
    l: u32,
    rest_angle: f32,
    compliance: f32,
}

struct ClothSettings {
    color_first: u32, // constraints of one color share no vertex
    color_count: u32,
    vertex_count: u32,
    damping: f32,
    lift: f32,
    self_radius: f32,
    max_stretch: f32,
}

@group(1) @binding(0) var<uniform> cloth: ClothSettings;
@group(1) @binding(1) var<storage, read_write> vertices: array<ClothVertex>;
@group(1) @binding(2) var<storage, read> links: array<DistanceConstraint>;
@group(1) @binding(3) var<storage, read> bends: array<BendConstraint>;
@group(1) @binding(4) var<storage, read> anchors: array<mat4x4f>;
@group(1) @binding(5) var<storage, read_write> lambdas: array<f32>;

fn aerodynamics(v: ClothVertex, velocity: vec3f) -> vec3f {
    let relative = world.wind - velocity;
    let facing = dot(relative, v.normal);
    let push = v.normal * facing * abs(facing) * world.drag;
    let lift = cross(cross(relative, v.normal), relative) * cloth.lift;
    return push + lift;
}

@compute @workgroup_size(BLOCK)
fn cloth_predict(@builtin(global_invocation_id) id: vec3u) {
    if id.x >= cloth.vertex_count {
        return;
    }
    var v = vertices[id.x];
    if v.pinned_to >= 0 {
        let anchor = anchors[v.pinned_to];
        v.previous = v.position;
        v.position = (anchor * vec4f(v.uv, 0.0, 1.0)).xyz;
        vertices[id.x] = v;
        return;
    }
    let velocity = (v.position - v.previous) / world.dt * cloth.damping;
    let force = world.gravity + aerodynamics(v, velocity) * v.inv_mass;
    v.previous = v.position;
    v.position += velocity * world.dt + force * world.dt * world.dt;
    vertices[id.x] = v;
}

@compute @workgroup_size(BLOCK)
fn cloth_stretch(@builtin(global_invocation_id) id: vec3u) {
    if id.x >= cloth.color_count {
        return;
    }
    let index = cloth.color_first + id.x;
    let link = links[index];
    let a = vertices[link.i];
    let b = vertices[link.j];
    let w = a.inv_mass + b.inv_mass;
    if w == 0.0 {
        return;
    }
    let d = a.position - b.position;
    let len = max(length(d), 1e-6);
    let alpha = link.compliance / (world.dt * world.dt);
    let c = len - link.rest_length;
    let step = (-c - alpha * lambdas[index]) / (w + alpha);
    lambdas[index] += step;
    let n = d / len;
    vertices[link.i].position += n * step * a.inv_mass;
    vertices[link.j].position -= n * step * b.inv_mass;
}

fn dihedral(p0: vec3f, p1: vec3f, p2: vec3f, p3: vec3f) -> f32 {
    let e = normalize(p1 - p0);
    let n1 = normalize(cross(p2 - p0, e));
    let n2 = normalize(cross(e, p3 - p0));
    return atan2(dot(cross(n1, n2), e), dot(n1, n2));
}

@compute @workgroup_size(BLOCK)
fn cloth_bend(@builtin(global_invocation_id) id: vec3u) {
    if id.x >= cloth.color_count {
        return;
    }
    let bend = bends[cloth.color_first + id.x];
    let p0 = vertices[bend.i].position;
    let p1 = vertices[bend.j].position;
    let p2 = vertices[bend.k].position;
    let p3 = vertices[bend.l].position;
    let angle = dihedral(p0, p1, p2, p3);
    let c = angle - bend.rest_angle;
    if abs(c) < 1e-4 {
        return;
    }
    let edge = p1 - p0;
    let len = max(length(edge), 1e-6);
    let m = cross(p2 - p0, edge);
    let n = cross(edge, p3 - p0);
    let g2 = m * len / max(dot(m, m), 1e-9);
    let g3 = n * len / max(dot(n, n), 1e-9);
    let t2 = dot(p2 - p0, edge) / (len * len);
    let t3 = dot(p3 - p0, edge) / (len * len);
    let g0 = -g2 * (1.0 - t2) - g3 * (1.0 - t3);
    let g1 = -g2 * t2 - g3 * t3;
    let w = vec4f(vertices[bend.i].inv_mass, vertices[bend.j].inv_mass,
                  vertices[bend.k].inv_mass, vertices[bend.l].inv_mass);
    let sum = w.x * dot(g0, g0) + w.y * dot(g1, g1) + w.z * dot(g2, g2) +
              w.w * dot(g3, g3);
    let alpha = bend.compliance / (world.dt * world.dt);
    let s = -c / max(sum + alpha, 1e-9);
    vertices[bend.i].position += g0 * s * w.x;
    vertices[bend.j].position += g1 * s * w.y;
    vertices[bend.k].position += g2 * s * w.z;
    vertices[bend.l].position += g3 * s * w.w;
}

fn closest_on_segment(p: vec3f, a: vec3f, b: vec3f) -> vec3f {
    let ab = b - a;
    let t = dot(p - a, ab) / max(dot(ab, ab), 1e-8);
    return a + ab * saturate(t);
}

fn push_out(p: vec3f, previous: vec3f, thickness: f32) -> vec3f {
    var out = p;
    for (var i = 0u; i < world.collider_count; i++) {
        let collider = world.colliders[i];
        let center = closest_on_segment(out, collider.a, collider.b);
        let d = out - center;
        let reach = collider.radius + thickness;
        let len = length(d);
        if len < reach {
            let n = d / max(len, 1e-6);
            let moved = center + n * reach;
            let slide = moved - previous;
            let along = slide - n * dot(slide, n);
            out = moved - along * collider.friction;
        }
    }
    out.y = max(out.y, world.ground_height + thickness);
    return out;
}

@compute @workgroup_size(BLOCK)
fn cloth_collide(@builtin(global_invocation_id) id: vec3u) {
    if id.x >= cloth.vertex_count || vertices[id.x].pinned_to >= 0 {
        return;
    }
    let v = vertices[id.x];
    vertices[id.x].position = push_out(v.position, v.previous, v.thickness);
}

// ===================================================================== fluid

struct FluidParticle {
    position: vec3f,
    density: f32,
    velocity: vec3f,
    pressure: f32,
}

struct FluidSettings {
    smoothing: f32,
    rest_density: f32,
    stiffness: f32,
    viscosity: f32,
    surface_tension: f32,
    mass: f32,
    particle_count: u32,
    iterations: u32,
    /// Factors of the kernels, for this smoothing length.
    poly6: f32,
    spiky: f32,
    laplacian: f32,
}

@group(2) @binding(0) var<uniform> fluid: FluidSettings;
@group(2) @binding(1) var<storage, read_write> drops: array<FluidParticle>;
@group(2) @binding(2) var<storage, read> cell_ranges: array<vec2u>;
@group(2) @binding(3) var<storage, read> by_cell: array<u32>;

fn kernel_poly6(r2: f32) -> f32 {
    let d = fluid.smoothing * fluid.smoothing - r2;
    return select(0.0, fluid.poly6 * d * d * d, d > 0.0);
}

fn kernel_spiky_gradient(r: vec3f, len: f32) -> vec3f {
    let d = fluid.smoothing - len;
    return r / max(len, 1e-6) * fluid.spiky * d * d;
}

fn kernel_viscosity(len: f32) -> f32 {
    return fluid.laplacian * (fluid.smoothing - len);
}

fn density_in_cell(cell: u32, p: vec3f) -> f32 {
    var sum = 0.0;
    let range = cell_ranges[cell];
    for (var i = range.x; i < range.y; i++) {
        let d = p - drops[by_cell[i]].position;
        sum += kernel_poly6(dot(d, d));
    }
    return sum;
}

@compute @workgroup_size(128)
fn fluid_density(@builtin(global_invocation_id) id: vec3u) {
    if id.x >= fluid.particle_count {
        return;
    }
    let p = drops[id.x].position;
    let center = cell_coord(p);
    var density = 0.0;
    for (var i = 0; i < 27; i++) {
        let offset = vec3i(i % 3, i / 3 % 3, i / 9) - 1;
        let cell = cell_id(center + offset);
        if cell != CELL_EMPTY {
            density += density_in_cell(cell, p);
        }
    }
    density *= fluid.mass;
    drops[id.x].density = density;
    let ratio = density / fluid.rest_density;
    drops[id.x].pressure = max(fluid.stiffness * (pow(ratio, 7.0) - 1.0), 0.0);
}

struct Forces {
    pressure: vec3f,
    viscosity: vec3f,
    tension: vec3f,
}

fn forces_in_cell(cell: u32, own: FluidParticle, self_index: u32,
                  total: ptr<function, Forces>) {
    let range = cell_ranges[cell];
    for (var i = range.x; i < range.y; i++) {
        let other = by_cell[i];
        if other == self_index {
            continue;
        }
        let q = drops[other];
        let r = own.position - q.position;
        let len = length(r);
        if len >= fluid.smoothing {
            continue;
        }
        let mean = 0.5 * (own.pressure + q.pressure) / max(q.density, 1e-3);
        (*total).pressure += kernel_spiky_gradient(r, len) * mean;
        (*total).viscosity += (q.velocity - own.velocity) *
                              kernel_viscosity(len) / max(q.density, 1e-3);
        (*total).tension -= r * kernel_poly6(len * len);
    }
}

@compute @workgroup_size(128)
fn fluid_forces(@builtin(global_invocation_id) id: vec3u) {
    if id.x >= fluid.particle_count {
        return;
    }
    var own = drops[id.x];
    var total = Forces();
    let center = cell_coord(own.position);
    for (var i = 0; i < 27; i++) {
        let cell = cell_id(center + vec3i(i % 3, i / 3 % 3, i / 9) - 1);
        if cell != CELL_EMPTY {
            forces_in_cell(cell, own, id.x, &total);
        }
    }
    let push = total.pressure * fluid.mass +
               total.viscosity * fluid.mass * fluid.viscosity +
               total.tension * fluid.surface_tension;
    own.velocity += (push / max(own.density, 1e-3) + world.gravity) * world.dt;
    let next = own.position + own.velocity * world.dt;
    let kept = push_out(next, own.position, fluid.smoothing * 0.25);
    own.velocity = (kept - own.position) / world.dt;
    own.position = kept;
    drops[id.x] = own;
}

// ===================================================================== smoke

struct SmokeSettings {
    size: vec3i,
    vorticity: f32,
    buoyancy: f32,
    cooling: f32,
    dissipation: f32,
    inject_radius: f32,
    inject_at: vec3f,
    inject_amount: f32,
}

@group(3) @binding(0) var<uniform> smoke: SmokeSettings;
@group(3) @binding(1) var velocity_in: texture_3d<f32>;
@group(3) @binding(2) var velocity_out: texture_storage_3d<rgba16float, write>;
@group(3) @binding(3) var scalar_in: texture_3d<f32>;
@group(3) @binding(4) var scalar_out: texture_storage_3d<rgba16float, write>;
@group(3) @binding(5) var pressure_in: texture_3d<f32>;
@group(3) @binding(6) var pressure_out: texture_storage_3d<r32float, write>;
@group(3) @binding(7) var volume_sampler: sampler;

fn in_smoke(id: vec3u) -> bool {
    return all(vec3i(id) < smoke.size);
}

fn velocity_at(p: vec3i) -> vec3f {
    return textureLoad(velocity_in, clamp(p, vec3i(0), smoke.size - 1), 0).xyz;
}

fn pressure_at(p: vec3i) -> f32 {
    return textureLoad(pressure_in, clamp(p, vec3i(0), smoke.size - 1), 0).r;
}

fn curl_at(p: vec3i) -> vec3f {
    let l = velocity_at(p - vec3i(1, 0, 0));
    let r = velocity_at(p + vec3i(1, 0, 0));
    let d = velocity_at(p - vec3i(0, 1, 0));
    let u = velocity_at(p + vec3i(0, 1, 0));
    let b = velocity_at(p - vec3i(0, 0, 1));
    let f = velocity_at(p + vec3i(0, 0, 1));
    return 0.5 * vec3f((u.z - d.z) - (f.y - b.y), (f.x - b.x) - (r.z - l.z),
                       (r.y - l.y) - (u.x - d.x));
}

@compute @workgroup_size(4, 4, 4)
fn smoke_advect(@builtin(global_invocation_id) id: vec3u) {
    if !in_smoke(id) {
        return;
    }
    let p = vec3i(id);
    let back = vec3f(id) + 0.5 - velocity_at(p) * world.dt / world.cell_size;
    let uvw = back / vec3f(smoke.size);
    let old = textureSampleLevel(velocity_in, volume_sampler, uvw, 0.0).xyz;
    var scalar = textureSampleLevel(scalar_in, volume_sampler, uvw, 0.0);
    scalar *= vec4f(smoke.dissipation, smoke.cooling, 1.0, 1.0);

    let d = distance(vec3f(id), smoke.inject_at) / smoke.inject_radius;
    let inject = smoke.inject_amount * exp(-d * d) * world.dt;
    scalar += vec4f(inject, inject * 2.0, 0.0, 0.0);
    let lift = vec3f(0.0, smoke.buoyancy * scalar.y - 0.05 * scalar.x, 0.0);
    textureStore(velocity_out, id, vec4f(old + lift * world.dt, 0.0));
    textureStore(scalar_out, id, scalar);
}

@compute @workgroup_size(4, 4, 4)
fn smoke_vorticity(@builtin(global_invocation_id) id: vec3u) {
    if !in_smoke(id) {
        return;
    }
    let p = vec3i(id);
    var gradient: vec3f;
    for (var axis = 0; axis < 3; axis++) {
        var e = vec3i(0);
        e[axis] = 1;
        gradient[axis] = length(curl_at(p + e)) - length(curl_at(p - e));
    }
    let n = gradient / (length(gradient) + 1e-5);
    let force = cross(n, curl_at(p)) * smoke.vorticity;
    textureStore(velocity_out, id,
                 vec4f(velocity_at(p) + force * world.dt, 0.0));
}

fn divergence_at(p: vec3i) -> f32 {
    return 0.5 * (velocity_at(p + vec3i(1, 0, 0)).x -
                  velocity_at(p - vec3i(1, 0, 0)).x +
                  velocity_at(p + vec3i(0, 1, 0)).y -
                  velocity_at(p - vec3i(0, 1, 0)).y +
                  velocity_at(p + vec3i(0, 0, 1)).z -
                  velocity_at(p - vec3i(0, 0, 1)).z);
}

@compute @workgroup_size(4, 4, 4)
fn smoke_jacobi(@builtin(global_invocation_id) id: vec3u) {
    if !in_smoke(id) {
        return;
    }
    let p = vec3i(id);
    var sum = 0.0;
    for (var axis = 0; axis < 3; axis++) {
        var e = vec3i(0);
        e[axis] = 1;
        sum += pressure_at(p + e) + pressure_at(p - e);
    }
    let relaxed = (sum - divergence_at(p)) / 6.0;
    textureStore(pressure_out, id, vec4f(relaxed, 0.0, 0.0, 0.0));
}

@compute @workgroup_size(4, 4, 4)
fn smoke_project(@builtin(global_invocation_id) id: vec3u) {
    if !in_smoke(id) {
        return;
    }
    let p = vec3i(id);
    let gradient = 0.5 * vec3f(
        pressure_at(p + vec3i(1, 0, 0)) - pressure_at(p - vec3i(1, 0, 0)),
        pressure_at(p + vec3i(0, 1, 0)) - pressure_at(p - vec3i(0, 1, 0)),
        pressure_at(p + vec3i(0, 0, 1)) - pressure_at(p - vec3i(0, 0, 1)));
    textureStore(velocity_out, id, vec4f(velocity_at(p) - gradient, 0.0));
}
