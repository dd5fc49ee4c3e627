// Terrain: clipmap rings around the camera, height and normals from a virtual
// texture, splat mapping of up to eight layers, grass blades, and erosion.
//
// Ring r has cells of `cell_size * 2^r`. Rings share one grid mesh; a vertex of
// the outer border morphs onto the next, coarser ring.

const RINGS = 8u;
const LAYERS = 8u;
const PAGE_SIZE = 128u;
const PAGE_BORDER = 4u;
const PAGE_STRIDE = PAGE_SIZE + 2u * PAGE_BORDER;
const GRASS_SEGMENTS = 5u;

@id(100) override triplanar_sharpness: f32 = 4.0;
@id(101) override height_blend: f32 = 0.2;
@id(102) override grass_density: u32 = 16;

struct ClipRing {
    origin: vec2f,   // world xz of the corner
    cell_size: f32,
    morph_start: f32,
    texture_offset: vec2f,
    texture_scale: f32,
    level: u32,
}

struct TerrainLayer {
    tint: vec3f,
    tiling: f32,
    roughness: f32,
    metallic: f32,
    slope_min: f32,
    slope_max: f32,
    height_min: f32,
    height_max: f32,
    noise_scale: f32,
    triplanar: u32,
}

struct TerrainUniforms {
    clip_from_world: mat4x4f,
    previous_clip_from_world: mat4x4f,
    eye: vec3f,
    height_scale: f32,
    sun_direction: vec3f,
    height_offset: f32,
    sun_color: vec3f,
    sea_level: f32,
    world_size: vec2f,
    grid_vertices: u32,
    layer_count: u32,
    time: f32,
    wind: f32,
    snow_line: f32,
    wetness: f32,
    rings: array<ClipRing, RINGS>,
    layers: array<TerrainLayer, LAYERS>,
}

struct PageEntry {
    // x and y of the page in the atlas, its level, and whether it is resident
    packed: u32,
    last_used: u32,
}

@group(0) @binding(0) var<uniform> terrain: TerrainUniforms;
@group(0) @binding(1) var height_atlas: texture_2d_array<f32>;
@group(0) @binding(2) var splat_low: texture_2d<f32>;
@group(0) @binding(3) var splat_high: texture_2d<f32>;
@group(0) @binding(4) var layer_albedo: texture_2d_array<f32>;
@group(0) @binding(5) var layer_normal: texture_2d_array<f32>;
@group(0) @binding(6) var bilinear: sampler;
@group(0) @binding(7) var trilinear: sampler;
@group(0) @binding(8) var<storage, read> page_table: array<PageEntry>;
@group(0) @binding(9) var page_atlas: texture_2d<f32>;

// --------------------------------------------------------------------- height

fn world_to_uv(xz: vec2f) -> vec2f {
    return xz / terrain.world_size + 0.5;
}

fn ring_height(ring: u32, xz: vec2f) -> f32 {
    let uv = (xz - terrain.rings[ring].origin) *
             terrain.rings[ring].texture_scale +
             terrain.rings[ring].texture_offset;
    let texel = textureSampleLevel(height_atlas, bilinear, uv, ring, 0.0).r;
    return texel * terrain.height_scale + terrain.height_offset;
}

fn ring_normal(ring: u32, xz: vec2f) -> vec3f {
    let e = terrain.rings[ring].cell_size;
    let west = ring_height(ring, xz - vec2f(e, 0.0));
    let east = ring_height(ring, xz + vec2f(e, 0.0));
    let south = ring_height(ring, xz - vec2f(0.0, e));
    let north = ring_height(ring, xz + vec2f(0.0, e));
    return normalize(vec3f(west - east, 2.0 * e, south - north));
}

// Where a page lies in the atlas; walks up to a coarser level that is there.
fn page_uv(uv: vec2f, wanted_level: u32) -> vec3f {
    var level = wanted_level;
    loop {
        let side = max(1u << (RINGS - 1u - min(level, RINGS - 1u)), 1u);
        let cell = min(vec2u(uv * f32(side)), vec2u(side - 1u));
        let first = (side * side - 1u) / 3u;
        let packed = page_table[first + cell.y * side + cell.x].packed;
        if ((packed & 0x80000000u) != 0u || level >= RINGS - 1u) {
            let slot = vec2f(f32(packed & 0xffu), f32((packed >> 8u) & 0xffu));
            let inner = fract(uv * f32(side)) * f32(PAGE_SIZE);
            let texel = slot * f32(PAGE_STRIDE) + f32(PAGE_BORDER) + inner;
            let size = vec2f(textureDimensions(page_atlas));
            return vec3f(texel / size, f32(level));
        }
        level++;
    }
}

// --------------------------------------------------------------------- meshes

struct TerrainVarying {
    @builtin(position) clip: vec4f,
    @location(0) world: vec3f,
    @location(1) normal: vec3f,
    @location(2) @interpolate(flat) ring: u32,
    @location(3) previous_clip: vec4f,
}

fn morph_factor(ring: u32, xz: vec2f) -> f32 {
    let extent = f32(terrain.grid_vertices) * terrain.rings[ring].cell_size;
    let center = terrain.rings[ring].origin + 0.5 * extent;
    let d = max(abs(xz.x - center.x), abs(xz.y - center.y)) / (0.5 * extent);
    let start = terrain.rings[ring].morph_start;
    return saturate((d - start) / (1.0 - start));
}

@vertex
fn vs_terrain(@builtin(vertex_index) vertex: u32,
              @builtin(instance_index) ring: u32) -> TerrainVarying {
    let n = terrain.grid_vertices;
    let cell = vec2u(vertex % n, vertex / n);
    let size = terrain.rings[ring].cell_size;
    var xz = terrain.rings[ring].origin + vec2f(cell) * size;
    let morph = morph_factor(ring, xz);
    xz -= vec2f(cell & vec2u(1u)) * size * morph;

    var height = ring_height(ring, xz);
    var normal = ring_normal(ring, xz);
    if morph > 0.0 && ring + 1u < RINGS {
        height = mix(height, ring_height(ring + 1u, xz), morph);
        normal = mix(normal, ring_normal(ring + 1u, xz), morph);
    }
    var out: TerrainVarying;
    out.world = vec3f(xz.x, height, xz.y);
    out.clip = terrain.clip_from_world * vec4f(out.world, 1.0);
    out.previous_clip =
        terrain.previous_clip_from_world * vec4f(out.world, 1.0);
    out.normal = normalize(normal);
    out.ring = ring;
    return out;
}

// --------------------------------------------------------------------- layers

struct LayerSample {
    albedo: vec3f,
    height: f32,
    normal: vec3f,
    roughness: f32,
}

struct Gradients {
    dx: vec3f,
    dy: vec3f,
}

fn blend_axes(n: vec3f) -> vec3f {
    let w = pow(abs(n), vec3f(triplanar_sharpness));
    return w / (w.x + w.y + w.z);
}

fn unpack_bump(texel: vec4f) -> vec3f {
    let xy = texel.xy * 2.0 - 1.0;
    return vec3f(xy, sqrt(saturate(1.0 - dot(xy, xy))));
}

fn plane_albedo(layer: u32, uv: vec2f, dx: vec2f, dy: vec2f) -> vec4f {
    return textureSampleGrad(layer_albedo, trilinear, uv, layer, dx, dy);
}

fn plane_normal(layer: u32, uv: vec2f, dx: vec2f, dy: vec2f) -> vec3f {
    let texel = textureSampleGrad(layer_normal, trilinear, uv, layer, dx, dy);
    return unpack_bump(texel);
}

fn sample_flat(layer: u32, p: vec3f, n: vec3f, g: Gradients) -> LayerSample {
    let albedo = plane_albedo(layer, p.xz, g.dx.xz, g.dy.xz);
    let bump = plane_normal(layer, p.xz, g.dx.xz, g.dy.xz);
    var s: LayerSample;
    s.albedo = albedo.rgb;
    s.height = albedo.a;
    s.normal = normalize(vec3f(n.x + bump.x, n.y * bump.z, n.z + bump.y));
    return s;
}

fn sample_triplanar(layer: u32, p: vec3f, n: vec3f,
                    g: Gradients) -> LayerSample {
    let w = blend_axes(n);
    let ax = plane_albedo(layer, p.zy, g.dx.zy, g.dy.zy);
    let ay = plane_albedo(layer, p.xz, g.dx.xz, g.dy.xz);
    let az = plane_albedo(layer, p.xy, g.dx.xy, g.dy.xy);
    let nx = plane_normal(layer, p.zy, g.dx.zy, g.dy.zy);
    let ny = plane_normal(layer, p.xz, g.dx.xz, g.dy.xz);
    let nz = plane_normal(layer, p.xy, g.dx.xy, g.dy.xy);
    let albedo = ax * w.x + ay * w.y + az * w.z;
    var s: LayerSample;
    s.albedo = albedo.rgb;
    s.height = albedo.a;
    s.normal = normalize(w.x * vec3f(nx.z * sign(n.x), nx.y + n.y, nx.x + n.z) +
                         w.y * vec3f(ny.x + n.x, ny.z * sign(n.y), ny.y + n.z) +
                         w.z * vec3f(nz.x + n.x, nz.y + n.y, nz.z * sign(n.z)));
    return s;
}

fn band(x: f32, low: f32, high: f32, soft: f32) -> f32 {
    return smoothstep(low - soft, low + soft, x) *
           (1.0 - smoothstep(high - soft, high + soft, x));
}

fn painted_weight(layer: u32, low: vec4f, high: vec4f) -> f32 {
    return select(high[layer & 3u], low[layer & 3u], layer < 4u);
}

fn layer_weight(layer: u32, painted: f32, height: f32, slope: f32) -> f32 {
    let by_slope = band(slope, terrain.layers[layer].slope_min,
                        terrain.layers[layer].slope_max, 0.05);
    let by_height = band(height, terrain.layers[layer].height_min,
                         terrain.layers[layer].height_max, 8.0);
    return painted * by_slope * by_height;
}

// The layer whose bumps stand out wins: pebbles through sand, not a cross fade.
fn accumulate(total: ptr<function, LayerSample>, depth: ptr<function, f32>,
              s: LayerSample, weight: f32) {
    let reach = s.height + weight;
    let top = max(*depth, reach) - height_blend;
    let old = max(*depth - top, 0.0);
    let new_ = max(reach - top, 0.0);
    let share = new_ / max(old + new_, 1e-4);
    (*total).albedo = mix((*total).albedo, s.albedo, share);
    (*total).normal = mix((*total).normal, s.normal, share);
    (*total).roughness = mix((*total).roughness, s.roughness, share);
    *depth = max(*depth, reach);
}

struct TerrainTargets {
    @location(0) color: vec4f,
    @location(1) normal_roughness: vec4f,
    @location(2) motion: vec2f,
}

@fragment
fn fs_terrain(in: TerrainVarying) -> TerrainTargets {
    let dx = dpdx(in.world);
    let dy = dpdy(in.world);
    let uv = world_to_uv(in.world.xz);
    let low = textureSampleLevel(splat_low, bilinear, uv, 0.0);
    let high = textureSampleLevel(splat_high, bilinear, uv, 0.0);
    let macro_uv = page_uv(saturate(uv), in.ring);
    let macro_tint = textureSampleLevel(page_atlas, bilinear, macro_uv.xy, 0.0);
    let n = normalize(in.normal);
    let slope = 1.0 - n.y;

    var total = LayerSample(vec3f(0.3), 0.0, n, 0.9);
    var depth = -1.0;
    for (var i = 0u; i < min(terrain.layer_count, LAYERS); i++) {
        let painted = painted_weight(i, low, high);
        let weight = layer_weight(i, painted, in.world.y, slope);
        if weight < 0.01 {
            continue;
        }
        let tiling = terrain.layers[i].tiling;
        let g = Gradients(dx * tiling, dy * tiling);
        var s: LayerSample;
        if terrain.layers[i].triplanar != 0u {
            s = sample_triplanar(i, in.world * tiling, n, g);
        } else {
            s = sample_flat(i, in.world * tiling, n, g);
        }
        s.albedo *= terrain.layers[i].tint;
        s.roughness = terrain.layers[i].roughness;
        accumulate(&total, &depth, s, weight);
    }

    let snow = smoothstep(terrain.snow_line - 20.0, terrain.snow_line + 20.0,
                          in.world.y) * smoothstep(0.6, 0.8, total.normal.y);
    let shore = 1.0 - smoothstep(0.0, 1.5, in.world.y - terrain.sea_level);
    let wet = max(terrain.wetness, shore);
    total.albedo = mix(total.albedo, vec3f(0.92, 0.94, 0.97), snow);
    total.albedo *= mix(1.0, 0.55, wet) * macro_tint.rgb * 2.0;
    total.roughness = mix(total.roughness, 0.15, wet * (1.0 - snow));

    let normal = normalize(total.normal);
    let lit = saturate(dot(normal, terrain.sun_direction));
    let ambient = vec3f(0.16, 0.19, 0.25) * (0.5 + 0.5 * normal.y);
    let now = in.clip.xy;
    let before = in.previous_clip.xy / in.previous_clip.w;

    var out: TerrainTargets;
    out.color = vec4f(total.albedo * (terrain.sun_color * lit + ambient), 1.0);
    out.normal_roughness = vec4f(normal * 0.5 + 0.5, total.roughness);
    out.motion = now - before;
    return out;
}

// ---------------------------------------------------------------------- grass

struct Blade {
    root: vec3f,
    angle: f32,
    height: f32,
    width: f32,
    bend: f32,
    tint: u32,
}

struct GrassDraw {
    vertex_count: u32,
    instance_count: atomic<u32>,
    first_vertex: u32,
    first_instance: u32,
}

@group(1) @binding(0) var<storage, read_write> blades: array<Blade>;
@group(1) @binding(1) var<storage, read_write> grass_draw: GrassDraw;
@group(1) @binding(2) var<storage, read> drawn_blades: array<Blade>;

fn blade_random(seed: vec2u) -> vec4f {
    var h = (seed.x * 0x9e3779b9u) ^ (seed.y * 0x85ebca6bu);
    h = (h ^ (h >> 15u)) * 0x2c1b3c6du;
    h = (h ^ (h >> 12u)) * 0x297a2d39u;
    h ^= h >> 15u;
    return unpack4x8unorm(h);
}

@compute @workgroup_size(8, 8)
fn place_grass(@builtin(global_invocation_id) id: vec3u) {
    let spacing = terrain.rings[0].cell_size / f32(grass_density);
    let r = blade_random(id.xy);
    let xz = terrain.rings[0].origin + (vec2f(id.xy) + r.xy) * spacing;
    let height = ring_height(0u, xz);
    let n = ring_normal(0u, xz);
    let uv = world_to_uv(xz);
    let density = textureSampleLevel(splat_low, bilinear, uv, 0.0).g;
    let too_steep = n.y < 0.75;
    let flooded = height < terrain.sea_level + 0.3;
    let far = distance(vec3f(xz.x, height, xz.y), terrain.eye) > 80.0 * r.z;
    if density < r.w || too_steep || flooded || far {
        return;
    }
    let slot = atomicAdd(&grass_draw.instance_count, 1u);
    if slot >= arrayLength(&blades) {
        return;
    }
    blades[slot] = Blade(vec3f(xz.x, height, xz.y), r.x * 6.2831853,
                         mix(0.25, 0.6, r.y), mix(0.01, 0.025, r.z),
                         mix(0.1, 0.4, r.w), pack4x8unorm(r));
}

struct GrassVarying {
    @builtin(position) clip: vec4f,
    @location(0) along: f32,
    @location(1) normal: vec3f,
    @location(2) @interpolate(flat) tint: u32,
}

@vertex
fn vs_grass(@builtin(vertex_index) vertex: u32,
            @builtin(instance_index) index: u32) -> GrassVarying {
    let blade = drawn_blades[index];
    let t = f32(vertex / 2u) / f32(GRASS_SEGMENTS);
    let side = f32(vertex & 1u) * 2.0 - 1.0;
    let facing = vec2f(cos(blade.angle), sin(blade.angle));
    let phase = terrain.time * 1.9 + dot(blade.root.xz, vec2f(0.21, 0.34));
    let sway = terrain.wind * (0.5 + 0.5 * sin(phase)) + blade.bend;
    let lean = sway * t * t * blade.height;
    let width = blade.width * (1.0 - t * t) * side;
    let across = vec2f(-facing.y, facing.x) * width;
    let forward = facing * lean;
    let p = blade.root + vec3f(across.x + forward.x,
                               blade.height * t - 0.3 * lean * t,
                               across.y + forward.y);
    var out: GrassVarying;
    out.clip = terrain.clip_from_world * vec4f(p, 1.0);
    out.along = t;
    out.normal = normalize(vec3f(facing.x, 0.6 - sway * t, facing.y));
    out.tint = blade.tint;
    return out;
}

@fragment
fn fs_grass(in: GrassVarying,
            @builtin(front_facing) front: bool) -> @location(0) vec4f {
    let n = select(-in.normal, in.normal, front);
    let vary = unpack4x8unorm(in.tint);
    let tip = mix(vec3f(0.28, 0.42, 0.08), vec3f(0.5, 0.48, 0.16), vary.x);
    let color = mix(vec3f(0.03, 0.07, 0.015), tip, in.along);
    let lit = saturate(dot(n, terrain.sun_direction)) * 0.7 +
              saturate(-dot(n, terrain.sun_direction)) * 0.4 * in.along;
    return vec4f(color * (terrain.sun_color * lit + 0.2), 1.0);
}

// -------------------------------------------------------------------- erosion

struct Erosion {
    rain: f32,
    evaporation: f32,
    capacity: f32,
    dissolve: f32,
    deposit: f32,
    talus: f32,
    dt: f32,
    side: u32,
}

struct WaterColumn {
    ground: f32,
    water: f32,
    sediment: f32,
    hardness: f32,
    flow: vec4f, // to the left, right, up, down
}

@group(2) @binding(0) var<uniform> erosion: Erosion;
@group(2) @binding(1) var<storage, read> columns_in: array<WaterColumn>;
@group(2) @binding(2) var<storage, read_write> columns_out: array<WaterColumn>;

fn column_index(p: vec2i) -> u32 {
    let q = clamp(p, vec2i(0), vec2i(i32(erosion.side) - 1));
    return u32(q.y) * erosion.side + u32(q.x);
}

fn surface_level(p: vec2i) -> f32 {
    let i = column_index(p);
    return columns_in[i].ground + columns_in[i].water;
}

@compute @workgroup_size(16, 16)
fn erode_flow(@builtin(global_invocation_id) id: vec3u) {
    if any(id.xy >= vec2u(erosion.side)) {
        return;
    }
    let p = vec2i(id.xy);
    let index = column_index(p);
    var own = columns_in[index];
    own.water += erosion.rain * erosion.dt;
    let level = own.ground + own.water;
    let drop = vec4f(level - surface_level(p + vec2i(-1, 0)),
                     level - surface_level(p + vec2i(1, 0)),
                     level - surface_level(p + vec2i(0, -1)),
                     level - surface_level(p + vec2i(0, 1)));
    var flow = max(own.flow + drop * 9.81 * erosion.dt, vec4f(0.0));
    let leaving = dot(flow, vec4f(erosion.dt));
    flow *= min(1.0, own.water / max(leaving, 1e-6));
    own.flow = flow;
    columns_out[index] = own;
}

@compute @workgroup_size(16, 16)
fn erode_transport(@builtin(global_invocation_id) id: vec3u) {
    if any(id.xy >= vec2u(erosion.side)) {
        return;
    }
    let p = vec2i(id.xy);
    let index = column_index(p);
    var own = columns_in[index];
    let incoming = columns_in[column_index(p + vec2i(-1, 0))].flow.y +
                   columns_in[column_index(p + vec2i(1, 0))].flow.x +
                   columns_in[column_index(p + vec2i(0, -1))].flow.w +
                   columns_in[column_index(p + vec2i(0, 1))].flow.z;
    let outgoing = dot(own.flow, vec4f(1.0));
    let before = own.water;
    own.water = max(before + (incoming - outgoing) * erosion.dt, 0.0);
    let speed = (incoming + outgoing) / max(before + own.water, 1e-3);
    let limit = erosion.capacity * min(speed, 4.0) * own.water;
    if own.sediment < limit {
        let taken = erosion.dissolve * (limit - own.sediment) *
                    (1.0 - own.hardness) * erosion.dt;
        own.ground -= taken;
        own.sediment += taken;
    } else {
        let laid = erosion.deposit * (own.sediment - limit) * erosion.dt;
        own.ground += laid;
        own.sediment -= laid;
    }
    own.water *= 1.0 - erosion.evaporation * erosion.dt;
    columns_out[index] = own;
}
