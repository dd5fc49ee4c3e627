// Sky: transmittance and multiple scattering tables, clouds, volumetric fog in
// a froxel grid, and the prefiltered cube maps that image based lighting reads.
// Lengths are in kilometers, coefficients per kilometer.

diagnostic(off, derivative_uniformity);

const PI = 3.14159265359;
const ISOTROPIC_PHASE = 1.0 / (4.0 * PI);

const TRANSMITTANCE_STEPS = 40;
const SCATTERING_STEPS = 20;
const SQRT_DIRECTIONS = 8;
const FROXELS = vec3u(160, 90, 64);
const PREFILTER_SAMPLES = 128u;

struct DensityLayer {
    width: f32,
    exp_term: f32,
    exp_scale: f32,
    linear_term: f32,
    constant_term: f32,
    @align(16) pad: u32,
}

struct Atmosphere {
    ground_radius: f32,
    top_radius: f32,
    mie_g: f32,
    ground_albedo: f32,
    rayleigh_scattering: vec3<f32>,
    rayleigh_scale_height: f32,
    mie_scattering: vec3<f32>,
    mie_scale_height: f32,
    mie_extinction: vec3<f32>,
    sun_cos_radius: f32,
    ozone_absorption: vec3<f32>,
    sun_illuminance: f32,
    ozone: array<DensityLayer, 2>,
}

struct SkyView {
    inverse_view_projection: mat4x4<f32>,
    previous_view_projection: mat4x4<f32>,
    camera: vec3<f32>, // the planet's center is the origin
    aerial_depth: f32,
    sun: vec3<f32>,
    frame: u32,
    resolution: vec2<f32>,
    near: f32,
    far: f32,
}

@group(0) @binding(0) var<uniform> atmosphere: Atmosphere;
@group(0) @binding(1) var<uniform> sky: SkyView;
@group(0) @binding(2) var transmittance_lut: texture_2d<f32>;
@group(0) @binding(3) var multiscatter_lut: texture_2d<f32>;
@group(0) @binding(4) var lut_sampler: sampler;
@group(0) @binding(5)
var lut_output: texture_storage_2d<rgba16float, write>;

// ------------------------------------------------------------------- geometry

// The nearest distance along the ray that is not behind it; -1 if none is.
fn hit_sphere(origin: vec3<f32>, direction: vec3<f32>, radius: f32) -> f32 {
    let b = dot(origin, direction);
    let c = dot(origin, origin) - radius * radius;
    let d = b * b - c;
    if (d < 0.0) {
        return -1.0;
    }
    let root = sqrt(d);
    if (-b - root >= 0.0) {
        return -b - root;
    }
    return select(-1.0, -b + root, -b + root >= 0.0);
}

fn transmittance_uv(height: f32, cos_zenith: f32) -> vec2<f32> {
    let top = atmosphere.top_radius;
    let ground = atmosphere.ground_radius;
    let horizon = sqrt(max(0.0, top * top - ground * ground));
    let rho = sqrt(max(0.0, height * height - ground * ground));
    let disc = height * height * (cos_zenith * cos_zenith - 1.0) + top * top;
    let d = max(0.0, -height * cos_zenith + sqrt(max(disc, 0.0)));
    let d_min = top - height;
    let d_max = rho + horizon;
    return vec2<f32>((d - d_min) / max(d_max - d_min, 1e-5), rho / horizon);
}

fn from_transmittance_uv(uv: vec2<f32>) -> vec2<f32> {
    let top = atmosphere.top_radius;
    let ground = atmosphere.ground_radius;
    let horizon = sqrt(top * top - ground * ground);
    let rho = horizon * uv.y;
    let height = sqrt(rho * rho + ground * ground);
    let d_min = top - height;
    let d = d_min + uv.x * (rho + horizon - d_min);
    var cos_zenith = 1.0;
    if (d > 0.0) {
        cos_zenith = (horizon * horizon - rho * rho - d * d) /
            (2.0 * height * d);
    }
    return vec2<f32>(height, clamp(cos_zenith, -1.0, 1.0));
}

// --------------------------------------------------------------------- medium

struct Medium {
    scattering: vec3<f32>,
    extinction: vec3<f32>,
    rayleigh: vec3<f32>,
    mie: vec3<f32>,
}

fn layer_density(layer: DensityLayer, altitude: f32) -> f32 {
    let e = layer.exp_term * exp(layer.exp_scale * altitude);
    return saturate(e + layer.linear_term * altitude + layer.constant_term);
}

fn medium_at(position: vec3<f32>) -> Medium {
    let altitude = max(length(position) - atmosphere.ground_radius, 0.0);
    let rayleigh = exp(-altitude / atmosphere.rayleigh_scale_height);
    let mie = exp(-altitude / atmosphere.mie_scale_height);
    let which = select(1, 0, altitude < atmosphere.ozone[0].width);
    let ozone = layer_density(atmosphere.ozone[which], altitude);
    var m : Medium;
    m.rayleigh = atmosphere.rayleigh_scattering * rayleigh;
    m.mie = atmosphere.mie_scattering * mie;
    m.scattering = m.rayleigh + m.mie;
    m.extinction = m.rayleigh + atmosphere.mie_extinction * mie +
        atmosphere.ozone_absorption * ozone;
    return m;
}

fn rayleigh_phase(cosine: f32) -> f32 {
    return 3.0 / (16.0 * PI) * (1.0 + cosine * cosine);
}

fn henyey_greenstein(cosine: f32, g: f32) -> f32 {
    let g2 = g * g;
    let d = 1.0 + g2 - 2.0 * g * cosine;
    return (1.0 - g2) / (4.0 * PI * d * sqrt(d));
}

fn cornette_shanks(cosine: f32, g: f32) -> f32 {
    let k = 3.0 / (8.0 * PI) * (1.0 - g * g) / (2.0 + g * g);
    return k * (1.0 + cosine * cosine) /
        pow(max(1.0 + g * g - 2.0 * g * cosine, 1e-5), 1.5);
}

// --------------------------------------------------------------------- tables

@compute @workgroup_size(8, 8)
fn bake_transmittance(@builtin(global_invocation_id) id: vec3<u32>) {
    let size = vec2<f32>(textureDimensions(lut_output));
    let uv = (vec2<f32>(id.xy) + 0.5) / size;
    let height_cos = from_transmittance_uv(uv);
    let origin = vec3<f32>(0.0, height_cos.x, 0.0);
    let c = height_cos.y;
    let direction = vec3<f32>(sqrt(1.0 - c * c), c, 0.0);
    let reach = hit_sphere(origin, direction, atmosphere.top_radius);
    let dt = reach / f32(TRANSMITTANCE_STEPS);
    var depth = vec3<f32>(0.0);
    for (var i = 0; i < TRANSMITTANCE_STEPS; i += 1) {
        let p = origin + direction * (f32(i) + 0.5) * dt;
        depth += medium_at(p).extinction * dt;
    }
    textureStore(lut_output, id.xy, vec4<f32>(exp(-depth), 1.0));
}

fn transmittance_to(position: vec3<f32>, direction: vec3<f32>) -> vec3<f32> {
    let height = length(position);
    let c = dot(position / height, direction);
    let uv = transmittance_uv(height, c);
    return textureSampleLevel(transmittance_lut, lut_sampler, uv, 0.0).rgb;
}

fn multiscatter_at(position: vec3<f32>, sun: vec3<f32>) -> vec3<f32> {
    let height = length(position);
    let c = dot(position / height, sun) * 0.5 + 0.5;
    let v = (height - atmosphere.ground_radius) /
        (atmosphere.top_radius - atmosphere.ground_radius);
    let uv = saturate(vec2<f32>(c, v));
    return textureSampleLevel(multiscatter_lut, lut_sampler, uv, 0.0).rgb;
}

struct Scattered {
    light: vec3<f32>,
    transmittance: vec3<f32>,
    as_one: vec3<f32>,
}

fn march(origin: vec3<f32>, direction: vec3<f32>, sun: vec3<f32>, limit: f32,
         with_phase: bool) -> Scattered {
    var result = Scattered(vec3<f32>(0.0), vec3<f32>(1.0), vec3<f32>(0.0));
    let ground = hit_sphere(origin, direction, atmosphere.ground_radius);
    let top = hit_sphere(origin, direction, atmosphere.top_radius);
    var reach = select(ground, top, ground < 0.0);
    if (reach <= 0.0) {
        return result;
    }
    reach = min(reach, limit);
    let cosine = dot(direction, sun);
    let phase_r = select(ISOTROPIC_PHASE, rayleigh_phase(cosine), with_phase);
    let phase_m = select(ISOTROPIC_PHASE,
        cornette_shanks(cosine, atmosphere.mie_g), with_phase);
    var t = 0.0;
    for (var i = 0; i < SCATTERING_STEPS; i += 1) {
        let next = reach * (f32(i) + 0.3) / f32(SCATTERING_STEPS);
        let dt = next - t;
        t = next;
        let p = origin + direction * t;
        let m = medium_at(p);
        let step_transmittance = exp(-m.extinction * dt);
        let shadowed = hit_sphere(p, sun, atmosphere.ground_radius) > 0.0;
        let lit = transmittance_to(p, sun) * select(1.0, 0.0, shadowed);
        var source = lit * (m.rayleigh * phase_r + m.mie * phase_m);
        if (with_phase) {
            source += multiscatter_at(p, sun) * m.scattering;
        }
        let extinction = max(m.extinction, vec3<f32>(1e-7));
        let integral = (source - source * step_transmittance) / extinction;
        let one = m.scattering * (1.0 - step_transmittance) / extinction;
        result.light += result.transmittance * integral;
        result.as_one += result.transmittance * one;
        result.transmittance *= step_transmittance;
    }
    return result;
}

@compute @workgroup_size(8, 8)
fn bake_multiscatter(@builtin(global_invocation_id) id: vec3<u32>) {
    let size = vec2<f32>(textureDimensions(lut_output));
    let uv = (vec2<f32>(id.xy) + 0.5) / size;
    let c = uv.x * 2.0 - 1.0;
    let sun = vec3<f32>(sqrt(saturate(1.0 - c * c)), c, 0.0);
    let height = mix(atmosphere.ground_radius + 0.01,
        atmosphere.top_radius - 0.01, uv.y);
    let origin = vec3<f32>(0.0, height, 0.0);
    var light = vec3<f32>(0.0);
    var feedback = vec3<f32>(0.0);
    for (var i = 0; i < SQRT_DIRECTIONS * SQRT_DIRECTIONS; i += 1) {
        let u = (f32(i / SQRT_DIRECTIONS) + 0.5) / f32(SQRT_DIRECTIONS);
        let v = (f32(i % SQRT_DIRECTIONS) + 0.5) / f32(SQRT_DIRECTIONS);
        let theta = 2.0 * PI * u;
        let z = 1.0 - 2.0 * v;
        let r = sqrt(1.0 - z * z);
        let direction = vec3<f32>(cos(theta) * r, z, sin(theta) * r);
        let s = march(origin, direction, sun, 9e6, false);
        light += s.light;
        feedback += s.as_one;
    }
    let count = f32(SQRT_DIRECTIONS * SQRT_DIRECTIONS);
    let total = light / count / (1.0 - feedback / count);
    textureStore(lut_output, id.xy, vec4<f32>(total, 1.0));
}

// --------------------------------------------------------------------- clouds

struct CloudLayer {
    bottom: f32,
    top: f32,
    coverage: f32,
    density: f32,
    wind: vec3<f32>,
    base_scale: f32,
    detail_scale: f32,
    detail_strength: f32,
    powder: f32,
    ambient: f32,
    steps: u32,
    light_steps: u32,
}

@group(1) @binding(0) var<uniform> clouds: CloudLayer;
@group(1) @binding(1) var base_noise: texture_3d<f32>;
@group(1) @binding(2) var detail_noise: texture_3d<f32>;
@group(1) @binding(3) var weather_map: texture_2d<f32>;
@group(1) @binding(4) var noise_sampler: sampler;

fn remap(x: f32, low: f32, high: f32, new_low: f32, new_high: f32) -> f32 {
    return new_low + (x - low) / (high - low) * (new_high - new_low);
}

fn cloud_density(position: vec3<f32>, detailed: bool) -> f32 {
    let altitude = length(position) - atmosphere.ground_radius;
    let h = saturate((altitude - clouds.bottom) / (clouds.top - clouds.bottom));
    let drift = position + clouds.wind * f32(sky.frame) * 0.016;
    let weather = textureSampleLevel(weather_map, noise_sampler,
        drift.xz * 0.01, 0.0);
    let shape = saturate(remap(h, 0.0, 0.1, 0.0, 1.0)) *
        saturate(remap(h, 0.4 + 0.5 * weather.g, 1.0, 1.0, 0.0));
    let noise = textureSampleLevel(base_noise, noise_sampler,
        drift * clouds.base_scale, 0.0);
    let billow = dot(noise.gba, vec3<f32>(0.625, 0.25, 0.125));
    var d = remap(noise.r, billow - 1.0, 1.0, 0.0, 1.0) * shape;
    let coverage = saturate(clouds.coverage * weather.r);
    d = saturate(remap(d, 1.0 - coverage, 1.0, 0.0, 1.0)) * coverage;
    if (detailed && d > 0.0) {
        let fine = textureSampleLevel(detail_noise, noise_sampler,
            drift * clouds.detail_scale, 0.0).rgb;
        let erosion = mix(fine.r, 1.0 - fine.r, saturate(h * 10.0));
        d = saturate(remap(d, erosion * clouds.detail_strength, 1.0, 0.0, 1.0));
    }
    return d * clouds.density;
}

fn cloud_light(position: vec3<f32>) -> f32 {
    var depth = 0.0;
    var reach = 0.05;
    var p = position;
    for (var i = 0u; i < clouds.light_steps; i += 1u) {
        p += sky.sun * reach;
        depth += cloud_density(p, i < 3u) * reach;
        reach *= 1.5;
    }
    let beer = max(exp(-depth), 0.7 * exp(-0.25 * depth));
    return beer * mix(1.0, 1.0 - exp(-2.0 * depth), clouds.powder);
}

@fragment
fn fs_clouds(@builtin(position) position: vec4<f32>,
             @location(0) uv: vec2<f32>) -> @location(0) vec4<f32> {
    let screen = uv * vec2<f32>(2.0, -2.0) + vec2<f32>(-1.0, 1.0);
    let ndc = vec4<f32>(screen, 1.0, 1.0);
    let h = sky.inverse_view_projection * ndc;
    let direction = normalize(h.xyz / h.w);
    let bottom = atmosphere.ground_radius + clouds.bottom;
    let near = hit_sphere(sky.camera, direction, bottom);
    let top = atmosphere.ground_radius + clouds.top;
    let far = hit_sphere(sky.camera, direction, top);
    if (near < 0.0 || far < near) {
        return vec4<f32>(0.0, 0.0, 0.0, 1.0);
    }
    let dt = (far - near) / f32(clouds.steps);
    let at = position.xy + f32(sky.frame % 16u);
    let dither = fract(52.9829189 *
        fract(dot(at, vec2<f32>(0.06711056, 0.00583715))));
    let cosine = dot(direction, sky.sun);
    let phase = mix(henyey_greenstein(cosine, 0.8),
        henyey_greenstein(cosine, -0.3), 0.4);
    let sun = transmittance_to(sky.camera + direction * near, sky.sun) *
        atmosphere.sun_illuminance;
    var light = vec3<f32>(0.0);
    var through = 1.0;
    for (var i = 0u; i < clouds.steps && through > 0.01; i += 1u) {
        let p = sky.camera + direction * (near + (f32(i) + dither) * dt);
        let d = cloud_density(p, true);
        if (d <= 0.0) {
            continue;
        }
        let here = exp(-d * dt);
        let energy = sun * cloud_light(p) * phase + clouds.ambient;
        light += through * (1.0 - here) * energy;
        through *= here;
    }
    return vec4<f32>(light, through);
}

// ----------------------------------------------------------------- froxel fog

struct FogSettings {
    scattering: vec3<f32>,
    density: f32,
    height: f32,
    falloff: f32,
    anisotropy: f32,
    history: f32,
    depth_power: f32,
}

@group(2) @binding(0) var<uniform> fog: FogSettings;
@group(2) @binding(1) var fog_history: texture_3d<f32>;
@group(2) @binding(2) var fog_output: texture_storage_3d<rgba16float, write>;
@group(2) @binding(3) var fog_lit: texture_3d<f32>;
@group(2) @binding(4) var sun_shadow: texture_depth_2d;
@group(2) @binding(5) var shadow_compare: sampler_comparison;
@group(2) @binding(6) var<uniform> shadow_from_world: mat4x4<f32>;

fn slice_to_depth(slice: f32) -> f32 {
    let t = pow(slice / f32(FROXELS.z), fog.depth_power);
    return mix(sky.near, sky.aerial_depth, t);
}

fn froxel_world(id: vec3<f32>) -> vec3<f32> {
    let uv = id.xy / vec2<f32>(FROXELS.xy);
    let ndc = vec4<f32>(uv.x * 2.0 - 1.0, 1.0 - uv.y * 2.0, 1.0, 1.0);
    let h = sky.inverse_view_projection * ndc;
    return sky.camera + normalize(h.xyz / h.w) * slice_to_depth(id.z);
}

fn fog_shadow(world: vec3<f32>) -> f32 {
    let p = shadow_from_world * vec4<f32>(world, 1.0);
    let uv = p.xy * vec2<f32>(0.5, -0.5) + 0.5;
    return textureSampleCompareLevel(sun_shadow, shadow_compare, uv, p.z);
}

@compute @workgroup_size(4, 4, 4)
fn light_froxels(@builtin(global_invocation_id) id: vec3<u32>) {
    if (any(id >= FROXELS)) {
        return;
    }
    let jitter = fract(f32(sky.frame) * 0.61803399);
    let world = froxel_world(vec3<f32>(id) + vec3<f32>(0.5, 0.5, jitter));
    let altitude = length(world) - atmosphere.ground_radius;
    let density = fog.density *
        exp(-fog.falloff * max(altitude - fog.height, 0.0));
    let view = normalize(world - sky.camera);
    let phase = henyey_greenstein(dot(view, sky.sun), fog.anisotropy);
    let sun = transmittance_to(world, sky.sun) * atmosphere.sun_illuminance;
    let light = sun * phase * fog_shadow(world) +
        multiscatter_at(world, sky.sun);
    let now = vec4<f32>(light * fog.scattering * density, density);

    let before = sky.previous_view_projection * vec4<f32>(world, 1.0);
    let uv = before.xy / before.w * vec2<f32>(0.5, -0.5) + 0.5;
    let slice = (f32(id.z) + 0.5) / f32(FROXELS.z);
    let old = textureSampleLevel(fog_history, lut_sampler,
        vec3<f32>(uv, slice), 0.0);
    let known = all(uv >= vec2<f32>(0.0)) && all(uv <= vec2<f32>(1.0));
    let keep = select(0.0, fog.history, known);
    textureStore(fog_output, id, mix(now, old, keep));
}

@compute @workgroup_size(8, 8)
fn integrate_froxels(@builtin(global_invocation_id) id: vec3<u32>) {
    if (any(id.xy >= FROXELS.xy)) {
        return;
    }
    var light = vec3<f32>(0.0);
    var through = 1.0;
    for (var z = 0u; z < FROXELS.z; z += 1u) {
        let cell = textureLoad(fog_lit, vec3<u32>(id.xy, z), 0);
        let dt = slice_to_depth(f32(z) + 1.0) - slice_to_depth(f32(z));
        let here = exp(-cell.a * dt);
        light += through * cell.rgb * (1.0 - here) / max(cell.a, 1e-6);
        through *= here;
        textureStore(fog_output, vec3<u32>(id.xy, z),
            vec4<f32>(light, through));
    }
}

// ------------------------------------------------------ image based lighting

struct PrefilterPass {
    roughness: f32,
    face: u32,
    source_size: f32,
    samples: u32,
}

@group(3) @binding(0) var<uniform> prefilter: PrefilterPass;
@group(3) @binding(1) var sky_cube: texture_cube<f32>;
@group(3) @binding(2) var cube_sampler: sampler;
@group(3) @binding(3)
var prefiltered: texture_storage_2d_array<rgba16float, write>;

fn face_direction(face: u32, uv: vec2<f32>) -> vec3<f32> {
    let p = uv * 2.0 - 1.0;
    switch (face) {
        case 0u: { return normalize(vec3<f32>(1.0, -p.y, -p.x)); }
        case 1u: { return normalize(vec3<f32>(-1.0, -p.y, p.x)); }
        case 2u: { return normalize(vec3<f32>(p.x, 1.0, p.y)); }
        case 3u: { return normalize(vec3<f32>(p.x, -1.0, -p.y)); }
        case 4u: { return normalize(vec3<f32>(p.x, -p.y, 1.0)); }
        default: { return normalize(vec3<f32>(-p.x, -p.y, -1.0)); }
    }
}

fn hammersley(i: u32, count: u32) -> vec2<f32> {
    return vec2<f32>(f32(i) / f32(count), f32(reverseBits(i)) * 0x1p-32);
}

fn importance_ggx(xi: vec2<f32>, alpha: f32) -> vec3<f32> {
    let phi = 2.0 * PI * xi.x;
    let c = sqrt((1.0 - xi.y) / (1.0 + (alpha * alpha - 1.0) * xi.y));
    let s = sqrt(1.0 - c * c);
    return vec3<f32>(s * cos(phi), s * sin(phi), c);
}

@compute @workgroup_size(8, 8)
fn prefilter_sky(@builtin(global_invocation_id) id: vec3<u32>) {
    let size = textureDimensions(prefiltered);
    if (any(id.xy >= size)) {
        return;
    }
    let uv = (vec2<f32>(id.xy) + 0.5) / vec2<f32>(size);
    let n = face_direction(prefilter.face, uv);
    let up = select(vec3<f32>(1.0, 0.0, 0.0), vec3<f32>(0.0, 0.0, 1.0),
        abs(n.z) < 0.999);
    let tangent = normalize(cross(up, n));
    let basis = mat3x3<f32>(tangent, cross(n, tangent), n);
    let alpha = prefilter.roughness * prefilter.roughness;
    var sum = vec3<f32>(0.0);
    var weights = 0.0;
    for (var i = 0u; i < min(prefilter.samples, PREFILTER_SAMPLES); i += 1u) {
        let h = importance_ggx(hammersley(i, prefilter.samples), alpha);
        let l = 2.0 * h.z * h - vec3<f32>(0.0, 0.0, 1.0);
        if (l.z <= 0.0) {
            continue;
        }
        // A blurred level where samples are sparse, against bright dots.
        let d = h.z * h.z * (alpha * alpha - 1.0) + 1.0;
        let pdf = alpha * alpha / (PI * d * d) * 0.25;
        let solid = 1.0 / (f32(prefilter.samples) * pdf + 1e-4);
        let side = prefilter.source_size;
        let texel = 4.0 * PI / (6.0 * side * side);
        let level = max(0.5 * log2(solid / texel), 0.0);
        let sampled = textureSampleLevel(sky_cube, cube_sampler, basis * l,
            level);
        sum += sampled.rgb * l.z;
        weights += l.z;
    }
    textureStore(prefiltered, id.xy, prefilter.face,
        vec4<f32>(sum / max(weights, 1e-4), 1.0));
}
