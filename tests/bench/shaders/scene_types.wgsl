// What every pass of the renderer includes: the layout of all shared buffers,
// limits, flags, bind groups, and the small functions that read packed fields.
//
// The C side mirrors these structs in scene_types.h. Keep both in step: a
// member is only ever added where the comment says that there is room.
//
// Bind groups
//   0  frame     changes once a frame
//   1  scene     changes when something is loaded or moves
//   2  material  textures of the bindless table
//   3  pass      whatever a pass likes; not declared here

enable f16;

// ===========================================================================
// Limits
// ===========================================================================

const MAX_VIEWS = 4u;
const MAX_CASCADES = 4u;
const MAX_DIRECTIONAL_LIGHTS = 4u;
const MAX_REFLECTION_PROBES = 32u;
const MAX_FOG_VOLUMES = 16u;
const MAX_WIND_ZONES = 8u;
const MAX_JOINTS = 128u;
const MAX_MORPH_TARGETS = 64u;
const MAX_CLIP_PLANES = 6u;
const MAX_TEXTURE_LAYERS = 512;
const SH_COEFFICIENTS = 9;
const LIGHT_PROBE_GRID = vec3u(32, 8, 32);
const LIGHT_PROBE_COUNT = LIGHT_PROBE_GRID.x * LIGHT_PROBE_GRID.y *
                          LIGHT_PROBE_GRID.z;
const CLUSTER_GRID = vec3u(16, 9, 24);
const CLUSTER_TOTAL = CLUSTER_GRID.x * CLUSTER_GRID.y * CLUSTER_GRID.z;
const LIGHTS_PER_WORD = 32u;
const LIGHT_WORDS = 256u / LIGHTS_PER_WORD;
const BLUE_NOISE_SIZE = 64u;
const BLUE_NOISE_FRAMES = 8u;

const INVALID_INDEX = 0xffffffffu;
const NO_TEXTURE = -1;

// ===========================================================================
// Flags
// ===========================================================================

// Object.flags
const OBJECT_VISIBLE = 1u << 0u;
const OBJECT_CASTS_SHADOW = 1u << 1u;
const OBJECT_RECEIVES_SHADOW = 1u << 2u;
const OBJECT_RECEIVES_DECALS = 1u << 3u;
const OBJECT_SKINNED = 1u << 4u;
const OBJECT_MORPHED = 1u << 5u;
const OBJECT_MIRRORED = 1u << 6u; // its transform has a negative determinant
const OBJECT_SELECTED = 1u << 7u;
const OBJECT_STATIC = 1u << 8u;
const OBJECT_LAYER_SHIFT = 24u;
const OBJECT_LAYER_MASK = 0xffu << OBJECT_LAYER_SHIFT;

// Material.flags
const MATERIAL_DOUBLE_SIDED = 1u << 0u;
const MATERIAL_ALPHA_TEST = 1u << 1u;
const MATERIAL_ALPHA_BLEND = 1u << 2u;
const MATERIAL_ALPHA_HASHED = 1u << 3u;
const MATERIAL_UNLIT = 1u << 4u;
const MATERIAL_CLEAR_COAT = 1u << 5u;
const MATERIAL_SHEEN = 1u << 6u;
const MATERIAL_ANISOTROPY = 1u << 7u;
const MATERIAL_TRANSMISSION = 1u << 8u;
const MATERIAL_IRIDESCENCE = 1u << 9u;
const MATERIAL_SUBSURFACE = 1u << 10u;
const MATERIAL_TRIPLANAR = 1u << 11u;
const MATERIAL_DETAIL_MAPS = 1u << 12u;
const MATERIAL_PARALLAX = 1u << 13u;
const MATERIAL_WETNESS = 1u << 14u;
const MATERIAL_SNOW = 1u << 15u;
const MATERIAL_LIT_MASK = ~(MATERIAL_UNLIT | MATERIAL_ALPHA_TEST);

// View.debug_mode
const DEBUG_NONE = 0u;
const DEBUG_ALBEDO = 1u;
const DEBUG_NORMALS = 2u;
const DEBUG_ROUGHNESS = 3u;
const DEBUG_METALLIC = 4u;
const DEBUG_OCCLUSION = 5u;
const DEBUG_CASCADES = 6u;
const DEBUG_CLUSTERS = 7u;
const DEBUG_MIP_LEVEL = 8u;
const DEBUG_OVERDRAW = 9u;
const DEBUG_MOTION = 10u;

// ===========================================================================
// Short names
// ===========================================================================

alias TextureIndex = i32;
alias Color = vec3<f32>;
alias HalfColor = vec4<f16>;
alias Rows3x4 = mat3x4<f32>;
alias SphericalHarmonics = array<vec4<f32>, SH_COEFFICIENTS>;
alias ClipPlanes = array<vec4<f32>, MAX_CLIP_PLANES>;
alias LightMask = array<u32, LIGHT_WORDS>;

// ===========================================================================
// Frame
// ===========================================================================

struct View {
    view_from_world: mat4x4<f32>,
    world_from_view: mat4x4<f32>,
    clip_from_view: mat4x4<f32>,
    view_from_clip: mat4x4<f32>,
    clip_from_world: mat4x4<f32>,
    world_from_clip: mat4x4<f32>,
    previous_clip_from_world: mat4x4<f32>,
    unjittered_clip_from_world: mat4x4<f32>,
    position: vec3<f32>,
    near: f32,
    forward: vec3<f32>,
    far: f32,
    previous_position: vec3<f32>,
    exposure: f32,
    viewport: vec4<f32>, // x, y, width, height
    jitter: vec4<f32>,   // this frame's, and the last one's
    frustum: ClipPlanes,
    user_clip: vec4<f32>,
    lod_bias: f32,
    mip_bias: f32,
    debug_mode: u32,
    layer_mask: u32,
}

struct Clock {
    time: f32,
    previous_time: f32,
    delta_time: f32,
    smoothed_delta: f32,
    frame: u32,
    seed: u32,
    // Room for two more.
    @size(8) day_time: f32,
}

struct DirectionalLight {
    direction: vec3<f32>,
    angular_size: f32,
    color: Color,
    volumetric_scale: f32,
    cascade_count: u32,
    first_cascade: i32,
    bias: vec2<f32>,
}

struct ShadowCascade {
    texture_from_world: mat4x4<f32>,
    far: f32,
    texel_size: f32,
    blend: f32,
    layer: u32,
}

struct FogVolume {
    volume_from_world: mat4x4<f32>,
    scattering: Color,
    density: f32,
    emission: Color,
    anisotropy: f32,
    edge_softness: vec3<f32>,
    noise_scale: f32,
    noise_speed: vec3<f32>,
    noise_amount: f32,
}

struct WindZone {
    center: vec3<f32>,
    radius: f32,
    direction: vec3<f32>,
    strength: f32,
    gust_frequency: f32,
    gust_strength: f32,
    turbulence: f32,
    @size(4) is_global: u32,
}

struct Environment {
    irradiance: SphericalHarmonics,
    sky_rotation: mat3x3<f32>,
    sky_tint: Color,
    sky_intensity: f32,
    ground_color: Color,
    mip_count: f32,
    fog_color: Color,
    fog_density: f32,
    fog_height: f32,
    fog_falloff: f32,
    fog_start: f32,
    rain: f32,
    snow: f32,
    wetness: f32,
    directional_count: u32,
    fog_volume_count: u32,
    wind_zone_count: u32,
}

struct Frame {
    views: array<View, MAX_VIEWS>,
    clock: Clock,
    environment: Environment,
    directional: array<DirectionalLight, MAX_DIRECTIONAL_LIGHTS>,
    cascades: array<ShadowCascade, MAX_CASCADES>,
    fog_volumes: array<FogVolume, MAX_FOG_VOLUMES>,
    wind_zones: array<WindZone, MAX_WIND_ZONES>,
}

@group(0) @binding(0) var<uniform> frame: Frame;
@group(0) @binding(1) var<storage, read> cluster_masks: array<LightMask>;
@group(0) @binding(2) var cascade_map: texture_depth_2d_array;
@group(0) @binding(3) var environment_map: texture_cube<f32>;
@group(0) @binding(4) var brdf_lut: texture_2d<f32>;
@group(0) @binding(5) var blue_noise: texture_2d_array<f32>;
@group(0) @binding(6) var linear_repeat: sampler;
@group(0) @binding(7) var linear_clamp: sampler;
@group(0) @binding(8) var nearest_clamp: sampler;
@group(0) @binding(9) var shadow_compare: sampler_comparison;

// ===========================================================================
// Scene
// ===========================================================================

struct Object {
    world_from_local: Rows3x4,
    previous_world_from_local: Rows3x4,
    bounds_center: vec3<f32>,
    bounds_radius: f32,
    mesh: u32,
    first_material: u32,
    first_joint: u32,
    first_morph: u32,
    lightmap_transform: vec4<f32>,
    tint: u32, // 8 bits a channel
    flags: u32,
    pick_id: u32,
    probe: u32,
}

struct MeshInfo {
    // Positions are stored as 16-bit fractions of this box.
    box_low: vec3<f32>,
    first_index: u32,
    box_size: vec3<f32>,
    index_count: u32,
    uv_low: vec2<f32>,
    uv_size: vec2<f32>,
    first_vertex: u32,
    vertex_stride: u32,
    attribute_mask: u32,
    morph_count: u32,
}

struct Material {
    base_color: vec4<f32>,
    emissive: Color,
    emissive_strength: f32,
    roughness: f32,
    metallic: f32,
    normal_scale: f32,
    occlusion_strength: f32,
    alpha_cutoff: f32,
    ior: f32,
    specular: f32,
    anisotropy: f32,
    specular_color: Color,
    anisotropy_rotation: f32,
    sheen_color: Color,
    sheen_roughness: f32,
    coat: f32,
    coat_roughness: f32,
    iridescence: f32,
    iridescence_ior: f32,
    iridescence_thickness: vec2<f32>,
    transmission: f32,
    thickness: f32,
    attenuation_color: Color,
    attenuation_distance: f32,
    subsurface_color: Color,
    subsurface_radius: f32,
    uv_transform: mat3x2<f32>,
    detail_scale: vec2<f32>,
    parallax_depth: f32,
    flags: u32,
    base_color_map: TextureIndex,
    normal_map: TextureIndex,
    surface_map: TextureIndex,
    emissive_map: TextureIndex,
    detail_map: TextureIndex,
    sheen_map: TextureIndex,
    coat_map: TextureIndex,
    height_map: TextureIndex,
}

struct LocalLight {
    position: vec3<f32>,
    radius: f32,
    color: HalfColor, // a: volumetric scale
    direction: vec2<f16>,
    cone: vec2<f16>,
    shadow: i32,
    kind_and_layers: u32,
}

struct LocalLights {
    count: u32,
    shadowed_count: u32,
    @align(16) items: array<LocalLight>,
}

struct ReflectionProbe {
    probe_from_world: mat4x4<f32>,
    capture_position: vec3<f32>,
    layer: u32,
    box_extent: vec3<f32>,
    blend_distance: f32,
    intensity: f32,
    priority: i32,
    @size(8) parallax: u32,
}

struct LightProbe {
    coefficients: array<vec4<f16>, SH_COEFFICIENTS>,
    validity: f16,
    sky_visibility: f16,
    mean_distance: f32,
}

struct Vertex {
    // x and y, then z and the sign of the tangent, as 16-bit fractions.
    position: vec2<u32>,
    normal: u32,  // octahedral
    tangent: u32, // octahedral
    uv: u32,
    color: u32,
    joints: u32,
    weights: u32,
}

struct MorphDelta {
    position: vec3<f32>,
    normal: u32,
}

@group(1) @binding(0) var<storage, read> objects: array<Object>;
@group(1) @binding(1) var<storage, read> meshes: array<MeshInfo>;
@group(1) @binding(2) var<storage, read> materials: array<Material>;
@group(1) @binding(3) var<storage, read> local_lights: LocalLights;
@group(1) @binding(4) var<storage, read> vertices: array<Vertex>;
@group(1) @binding(5) var<storage, read> indices: array<u32>;
@group(1) @binding(6) var<storage, read> joints: array<Rows3x4>;
@group(1) @binding(7) var<storage, read> morph_deltas: array<MorphDelta>;
@group(1) @binding(8) var<storage, read> morph_weights: array<f32>;
@group(1) @binding(9)
var<storage, read> probes: array<ReflectionProbe, MAX_REFLECTION_PROBES>;
@group(1) @binding(10)
var<storage, read> light_probes: array<LightProbe, LIGHT_PROBE_COUNT>;

@group(2) @binding(0) var color_textures: texture_2d_array<f32>;
@group(2) @binding(1) var normal_textures: texture_2d_array<f32>;
@group(2) @binding(2) var mask_textures: texture_2d_array<f32>;
@group(2) @binding(3) var probe_textures: texture_cube_array<f32>;
@group(2) @binding(4) var anisotropic: sampler;

const_assert MAX_JOINTS % 4u == 0u;
const_assert LIGHT_WORDS * LIGHTS_PER_WORD == 256u;
const_assert CLUSTER_TOTAL < 4096u;

// ===========================================================================
// Reading packed fields
// ===========================================================================

fn object_layer(object: u32) -> u32 {
    return (objects[object].flags & OBJECT_LAYER_MASK) >> OBJECT_LAYER_SHIFT;
}

fn object_has(object: u32, flag: u32) -> bool {
    return (objects[object].flags & flag) != 0u;
}

fn object_tint(object: u32) -> vec4<f32> {
    let c = unpack4x8unorm(objects[object].tint);
    return vec4<f32>(pow(c.rgb, vec3<f32>(2.2)), c.a);
}

fn octahedral_to_unit(e: vec2<f32>) -> vec3<f32> {
    let z = 1.0 - abs(e.x) - abs(e.y);
    let signs = select(vec2(-1.0), vec2(1.0), e >= vec2(0.0));
    let folded = (1.0 - abs(e.yx)) * signs;
    return normalize(vec3<f32>(select(e, folded, z < 0.0), z));
}

fn vertex_position(index: u32, mesh: u32) -> vec3<f32> {
    let packed = vertices[index].position;
    let xy = unpack2x16unorm(packed.x);
    let zw = unpack2x16unorm(packed.y);
    return meshes[mesh].box_low + vec3<f32>(xy, zw.x) * meshes[mesh].box_size;
}

fn vertex_normal(index: u32) -> vec3<f32> {
    return octahedral_to_unit(unpack2x16snorm(vertices[index].normal));
}

fn vertex_tangent(index: u32) -> vec4<f32> {
    let packed = unpack2x16snorm(vertices[index].tangent);
    let direction = octahedral_to_unit(packed);
    let handedness = unpack2x16unorm(vertices[index].position.y).y * 2.0 - 1.0;
    return vec4<f32>(direction, handedness);
}

fn vertex_uv(index: u32, mesh: u32) -> vec2<f32> {
    return meshes[mesh].uv_low +
           unpack2x16unorm(vertices[index].uv) * meshes[mesh].uv_size;
}

// ===========================================================================
// Transforms
// ===========================================================================

fn to_world(object: u32, p: vec3<f32>) -> vec3<f32> {
    return vec4<f32>(p, 1.0) * objects[object].world_from_local;
}

fn to_world_before(object: u32, p: vec3<f32>) -> vec3<f32> {
    return vec4<f32>(p, 1.0) * objects[object].previous_world_from_local;
}

// For normals: the cofactors, which need no division and keep handedness.
fn normal_to_world(object: u32, n: vec3<f32>) -> vec3<f32> {
    let m = objects[object].world_from_local;
    let cofactors = mat3x3<f32>(cross(m[1].xyz, m[2].xyz),
                                cross(m[2].xyz, m[0].xyz),
                                cross(m[0].xyz, m[1].xyz));
    let turned = n * cofactors;
    let mirrored = object_has(object, OBJECT_MIRRORED);
    return normalize(select(turned, -turned, mirrored));
}

fn skin_rows(object: u32, index: u32) -> Rows3x4 {
    let which = unpack4xU8(vertices[index].joints);
    let weights = unpack4x8unorm(vertices[index].weights);
    let first = objects[object].first_joint;
    var rows = joints[first + which.x] * weights.x;
    rows += joints[first + which.y] * weights.y;
    rows += joints[first + which.z] * weights.z;
    rows += joints[first + which.w] * weights.w;
    return rows * (1.0 / max(dot(weights, vec4<f32>(1.0)), 1e-3));
}

struct MorphedVertex {
    position: vec3<f32>,
    normal: vec3<f32>,
}

fn morph(object: u32, mesh: u32, index: u32,
         base: MorphedVertex) -> MorphedVertex {
    var v = base;
    let count = min(meshes[mesh].morph_count, MAX_MORPH_TARGETS);
    let local = index - meshes[mesh].first_vertex;
    for (var i = 0u; i < count; i++) {
        let weight = morph_weights[objects[object].first_morph + i];
        if abs(weight) < 1e-3 {
            continue;
        }
        let delta = morph_deltas[local * count + i];
        v.position += delta.position * weight;
        v.normal += octahedral_to_unit(unpack2x16snorm(delta.normal)) * weight;
    }
    v.normal = normalize(v.normal);
    return v;
}

// ===========================================================================
// Environment
// ===========================================================================

fn harmonics_irradiance(n: vec3<f32>, sh: SphericalHarmonics) -> Color {
    let c1 = 0.429043;
    let c2 = 0.511664;
    let c3 = 0.743125;
    let c4 = 0.886227;
    let c5 = 0.247708;
    let quadratic = c1 * sh[8].rgb * (n.x * n.x - n.y * n.y) +
                    c3 * sh[6].rgb * n.z * n.z - c5 * sh[6].rgb;
    let cross_terms = 2.0 * c1 * (sh[4].rgb * n.x * n.y +
                                  sh[7].rgb * n.x * n.z +
                                  sh[5].rgb * n.y * n.z);
    let linear = 2.0 * c2 * (sh[3].rgb * n.x + sh[1].rgb * n.y +
                             sh[2].rgb * n.z);
    return max(quadratic + cross_terms + linear + c4 * sh[0].rgb, Color(0.0));
}

fn sky_reflection(r: vec3<f32>, roughness: f32) -> Color {
    let turned = frame.environment.sky_rotation * r;
    let level = roughness * (2.0 - roughness) * frame.environment.mip_count;
    let texel = textureSampleLevel(environment_map, linear_clamp, turned,
                                   level);
    return texel.rgb * frame.environment.sky_tint *
           frame.environment.sky_intensity;
}

fn environment_brdf(f0: Color, roughness: f32, n_dot_v: f32) -> Color {
    let ab = textureSampleLevel(brdf_lut, linear_clamp,
                                vec2<f32>(n_dot_v, roughness), 0.0).xy;
    return f0 * ab.x + saturate(50.0 * f0.g) * ab.y;
}

// The ray is bent to where it leaves the box of the probe.
fn probe_reflection(probe: u32, world: vec3<f32>, r: vec3<f32>,
                    roughness: f32) -> vec4<f32> {
    let matrix = probes[probe].probe_from_world;
    let p = (matrix * vec4<f32>(world, 1.0)).xyz;
    let d = (matrix * vec4<f32>(r, 0.0)).xyz;
    let extent = probes[probe].box_extent;
    let outside = abs(p) - extent;
    let reach = max(outside.x, max(outside.y, outside.z));
    let weight = saturate(-reach / max(probes[probe].blend_distance, 1e-3));
    if weight <= 0.0 {
        return vec4<f32>(0.0);
    }
    let planes = max((extent - p) / d, (-extent - p) / d);
    let t = min(planes.x, min(planes.y, planes.z));
    let hit = world + r * t - probes[probe].capture_position;
    let bent = select(r, hit, probes[probe].parallax != 0u);
    let texel = textureSampleLevel(probe_textures, linear_clamp, bent,
                                   probes[probe].layer, roughness * 6.0);
    return vec4<f32>(texel.rgb * probes[probe].intensity, weight);
}

fn wind_at(position: vec3<f32>) -> vec3<f32> {
    var wind = vec3<f32>(0.0);
    for (var i = 0u; i < frame.environment.wind_zone_count; i++) {
        let d = distance(position, frame.wind_zones[i].center);
        let inside = saturate(1.0 - d / frame.wind_zones[i].radius);
        let reach = select(inside, 1.0, frame.wind_zones[i].is_global != 0u);
        let phase = frame.clock.time * frame.wind_zones[i].gust_frequency +
                    dot(position.xz, vec2<f32>(0.17, 0.23));
        let gust = 1.0 + frame.wind_zones[i].gust_strength *
                   (0.6 * sin(phase) + 0.4 * sin(phase * 2.3 + 1.7));
        wind += frame.wind_zones[i].direction * frame.wind_zones[i].strength *
                gust * reach;
    }
    return wind;
}

fn height_fog(world: vec3<f32>, view_index: u32) -> f32 {
    let eye = frame.views[view_index].position;
    let ray = world - eye;
    let far = max(length(ray) - frame.environment.fog_start, 0.0);
    let falloff = frame.environment.fog_falloff;
    let start = exp(-falloff * (eye.y - frame.environment.fog_height));
    let slope = falloff * ray.y;
    let along = select(1.0, (1.0 - exp(-slope)) / slope, abs(slope) > 1e-4);
    return 1.0 - exp(-frame.environment.fog_density * far * start * along);
}

// ===========================================================================
// Lights of a cluster
// ===========================================================================

fn cluster_of(position: vec4<f32>, view_index: u32) -> u32 {
    let port = frame.views[view_index].viewport;
    let tile = (position.xy - port.xy) / port.zw;
    let near = frame.views[view_index].near;
    let depth = near / max(position.z, 1e-6);
    let ratio = frame.views[view_index].far / near;
    let slice = log(depth / near) / log(ratio);
    let at = vec3<u32>(saturate(vec3<f32>(tile, slice)) *
                       vec3<f32>(CLUSTER_GRID - 1u));
    return (at.z * CLUSTER_GRID.y + at.y) * CLUSTER_GRID.x + at.x;
}

fn light_kind(index: u32) -> u32 {
    return local_lights.items[index].kind_and_layers & 0xffu;
}

fn light_radiance(index: u32, world: vec3<f32>) -> Color {
    let to_light = local_lights.items[index].position - world;
    let d2 = dot(to_light, to_light);
    let radius = local_lights.items[index].radius;
    let x = d2 / (radius * radius);
    let window = saturate(1.0 - x * x);
    let color = Color(local_lights.items[index].color.rgb);
    if light_kind(index) == 0u {
        return color * window * window / max(d2, 1e-4);
    }
    let packed = vec2<f32>(local_lights.items[index].direction);
    let axis = octahedral_to_unit(packed);
    let cone = vec2<f32>(local_lights.items[index].cone);
    let spot = smoothstep(cone.y, cone.x, dot(-normalize(to_light), axis));
    return color * spot * window * window / max(d2, 1e-4);
}

fn noise_at(pixel: vec2<f32>, dimension: u32) -> f32 {
    let layer = (frame.clock.frame + dimension * 5u) % BLUE_NOISE_FRAMES;
    let at = vec2<u32>(pixel) % BLUE_NOISE_SIZE;
    return textureLoad(blue_noise, at, layer, 0).r;
}
