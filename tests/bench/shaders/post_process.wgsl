// Everything between the lit HDR image and the screen:
//   1. ambient occlusion (horizon based) and its blur
//   2. temporal anti-aliasing
//   3. depth of field
//   4. bloom: a chain of halvings and doublings
//   5. exposure from a histogram
//   6. color grading, tone mapping, grain

alias float2 = vec2<f32>;
alias float3 = vec3<f32>;
alias float4 = vec4<f32>;
alias uint2 = vec2<u32>;
alias int2 = vec2<i32>;

// ============================================================================
// Shared by all passes
// ============================================================================

struct PostGlobals {
    proj: mat4x4f,
    inv_proj: mat4x4f,
    reprojection: mat4x4f, // from this frame's clip space to the last one's
    size: float2,
    inv_size: float2,
    jitter: float2,
    near_far: float2,
    delta_time: f32,
    frame: u32,
    tonemapper: u32,
    output_is_hdr: u32,
}

@group(0) @binding(0) var<uniform> globals: PostGlobals;
@group(0) @binding(1) var linear_clamp: sampler;
@group(0) @binding(2) var nearest_clamp: sampler;

fn luminance(c: float3) -> f32 {
    return dot(c, float3(0.2126, 0.7152, 0.0722));
}

fn hash22(p: uint2) -> float2 {
    var v = p * 1664525u + 1013904223u;
    v.x += v.y * 1664525u;
    v.y += v.x * 1664525u;
    v ^= v >> uint2(16u);
    v.x += v.y * 1664525u;
    v.y += v.x * 1664525u;
    v ^= v >> uint2(16u);
    return float2(v) * (1.0 / 4294967296.0);
}

fn view_depth(stored: f32) -> f32 {
    return globals.near_far.x / max(stored, 1e-7); // reversed, infinite
}

fn view_position(uv: float2, stored: f32) -> float3 {
    let ndc = float4(uv.x * 2.0 - 1.0, 1.0 - 2.0 * uv.y, stored, 1.0);
    let h = globals.inv_proj * ndc;
    return h.xyz / h.w;
}

// ============================================================================
// 1. Ambient occlusion
// ============================================================================

struct OcclusionSettings {
    radius: f32,      // in meters
    intensity: f32,
    angle_bias: f32,
    thickness: f32,
    max_pixels: f32,
    slices: u32,
    steps: u32,
    half_resolution: u32,
}

@group(1) @binding(0) var<uniform> ao: OcclusionSettings;
@group(1) @binding(1) var ao_depth: texture_depth_2d;
@group(1) @binding(2) var ao_normals: texture_2d<f32>;
@group(1) @binding(3) var ao_target: texture_storage_2d<r32float, write>;
@group(1) @binding(4) var ao_noisy: texture_2d<f32>;

fn fetch_view_position(pixel: int2) -> float3 {
    let limit = int2(textureDimensions(ao_depth)) - 1;
    let p = clamp(pixel, int2(0), limit);
    let uv = (float2(p) + 0.5) * globals.inv_size;
    return view_position(uv, textureLoad(ao_depth, p, 0));
}

// The highest horizon that a march in one direction of the screen meets, as
// the cosine of its angle to the view direction.
fn march_horizon(start: int2, direction: float2, origin: float3, to_eye: float3,
                 stride: f32, offset: f32) -> f32 {
    var horizon = -1.0;
    for (var i = 0u; i < ao.steps; i++) {
        let s = (f32(i) + offset) / f32(ao.steps);
        let step_pixels = max(s * s * stride, f32(i) + 1.0);
        let sample_at = start + int2(round(direction * step_pixels));
        let delta = fetch_view_position(sample_at) - origin;
        let length_sq = dot(delta, delta);
        let cosine = dot(delta, to_eye) * inverseSqrt(max(length_sq, 1e-8));
        let falloff = saturate(1.0 - length_sq / (ao.radius * ao.radius));
        let candidate = mix(-1.0, cosine - ao.angle_bias, falloff);
        // Thin things let light pass behind them.
        horizon = select(mix(horizon, candidate, ao.thickness), candidate,
                         candidate > horizon);
    }
    return horizon;
}

fn acos_fast(x: f32) -> f32 {
    let a = abs(x);
    let r = (-0.156583 * a + 1.570796) * sqrt(1.0 - min(a, 1.0));
    return select(3.141593 - r, r, x >= 0.0);
}

fn integrate_arc(h: f32, n: f32) -> f32 {
    return 0.25 * (cos(n) - cos(2.0 * h - n) + 2.0 * h * sin(n));
}

@compute @workgroup_size(8, 8)
fn cs_occlusion(@builtin(global_invocation_id) gid: vec3u) {
    let size = textureDimensions(ao_target);
    if any(gid.xy >= size) {
        return;
    }
    let pixel = int2(gid.xy);
    let origin = fetch_view_position(pixel);
    let normal = textureLoad(ao_normals, pixel, 0).xyz * 2.0 - 1.0;
    let to_eye = normalize(-origin);
    let noise = hash22(gid.xy + globals.frame * 71u);

    let projected = 0.5 * globals.size.y * globals.proj[1][1] * ao.radius /
                    max(-origin.z, globals.near_far.x);
    let stride = min(projected, ao.max_pixels);
    var visibility = 0.0;
    for (var slice = 0u; slice < ao.slices; slice++) {
        let phi = (f32(slice) + noise.x) * 3.141593 / f32(ao.slices);
        let dir = float2(cos(phi), sin(phi));
        let plane = normalize(cross(float3(dir.x, -dir.y, 0.0), to_eye));
        let tangent = cross(to_eye, plane);
        let flattened = normal - plane * dot(normal, plane);
        let weight = length(flattened);
        let cos_n = clamp(dot(flattened, to_eye) / max(weight, 1e-4), -1.0,
                          1.0);
        let n = -sign(dot(flattened, tangent)) * acos_fast(cos_n);

        let ha = march_horizon(pixel, dir, origin, to_eye, stride, noise.y);
        let hb = march_horizon(pixel, -dir, origin, to_eye, stride, noise.y);
        let h0 = n + max(-acos_fast(ha) - n, -1.570796);
        let h1 = n + min(acos_fast(hb) - n, 1.570796);
        visibility += weight * (integrate_arc(h0, n) + integrate_arc(h1, n));
    }
    visibility = saturate(visibility / f32(ao.slices));
    let shaped = pow(visibility, ao.intensity);
    textureStore(ao_target, pixel, float4(shaped, 0.0, 0.0, 0.0));
}

// A 4x4 box that does not reach over edges of depth.
@compute @workgroup_size(8, 8)
fn cs_occlusion_blur(@builtin(global_invocation_id) gid: vec3u) {
    let pixel = int2(gid.xy);
    let center = view_depth(textureLoad(ao_depth, pixel, 0));
    var sum = 0.0;
    var weights = 0.0;
    for (var y = -2; y < 2; y++) {
        for (var x = -2; x < 2; x++) {
            let at = pixel + int2(x, y);
            let depth = view_depth(textureLoad(ao_depth, at, 0));
            let w = exp2(-abs(depth - center) / (0.02 * center));
            sum += w * textureLoad(ao_noisy, at, 0).r;
            weights += w;
        }
    }
    textureStore(ao_target, pixel, float4(sum / max(weights, 1e-4)));
}

// ============================================================================
// 2. Temporal anti-aliasing
// ============================================================================

struct TemporalSettings {
    blend: f32,
    variance_gamma: f32,
    motion_rejection: f32,
    sharpen: f32,
}

@group(1) @binding(8) var<uniform> taa: TemporalSettings;
@group(1) @binding(9) var taa_color: texture_2d<f32>;
@group(1) @binding(10) var taa_history: texture_2d<f32>;
@group(1) @binding(11) var taa_motion: texture_2d<f32>;
@group(1) @binding(12) var taa_depth: texture_depth_2d;

fn rgb_to_ycocg(c: float3) -> float3 {
    return float3(0.25 * c.r + 0.5 * c.g + 0.25 * c.b,
                  0.5 * c.r - 0.5 * c.b,
                  -0.25 * c.r + 0.5 * c.g - 0.25 * c.b);
}

fn ycocg_to_rgb(c: float3) -> float3 {
    let t = c.x - c.z;
    return float3(t + c.y, c.x + c.z, t - c.y);
}

// Weighs bright pixels down, so that they do not flicker.
fn tonemap_simple(c: float3) -> float3 {
    return c / (1.0 + luminance(c));
}

fn tonemap_simple_inverse(c: float3) -> float3 {
    return c / max(1.0 - luminance(c), 1e-3);
}

// A bicubic filter from five bilinear reads.
fn sample_catmull_rom(tex: texture_2d<f32>, uv: float2,
                      size: float2) -> float3 {
    let at = uv * size;
    let center = floor(at - 0.5) + 0.5;
    let f = at - center;
    let w0 = f * (-0.5 + f * (1.0 - 0.5 * f));
    let w1 = 1.0 + f * f * (-2.5 + 1.5 * f);
    let w2 = f * (0.5 + f * (2.0 - 1.5 * f));
    let w3 = f * f * (-0.5 + 0.5 * f);
    let w12 = w1 + w2;
    let t0 = (center - 1.0) / size;
    let t3 = (center + 2.0) / size;
    let t12 = (center + w2 / w12) / size;

    let m = textureSampleLevel(tex, linear_clamp, t12, 0.0).rgb;
    let n = textureSampleLevel(tex, linear_clamp, float2(t12.x, t0.y), 0.0).rgb;
    let s = textureSampleLevel(tex, linear_clamp, float2(t12.x, t3.y), 0.0).rgb;
    let w = textureSampleLevel(tex, linear_clamp, float2(t0.x, t12.y), 0.0).rgb;
    let e = textureSampleLevel(tex, linear_clamp, float2(t3.x, t12.y), 0.0).rgb;
    var sum = m * (w12.x * w12.y);
    sum += n * (w12.x * w0.y) + s * (w12.x * w3.y);
    sum += w * (w0.x * w12.y) + e * (w3.x * w12.y);
    let total = w12.x * w12.y + w12.x * (w0.y + w3.y) + w12.y * (w0.x + w3.x);
    return max(sum / total, float3(0.0));
}

fn clip_to_box(history: float3, center: float3, extent: float3) -> float3 {
    let offset = history - center;
    let unit = abs(offset / max(extent, float3(1e-4)));
    let largest = max(unit.x, max(unit.y, unit.z));
    return select(history, center + offset / largest, largest > 1.0);
}

// The motion of the nearest neighbor: edges move with the foreground.
fn dilated_motion(pixel: int2) -> float2 {
    var nearest = 0.0;
    var found = pixel;
    for (var i = 0; i < 9; i++) {
        let at = pixel + int2(i % 3 - 1, i / 3 - 1);
        let depth = textureLoad(taa_depth, at, 0);
        if depth > nearest {
            nearest = depth;
            found = at;
        }
    }
    return textureLoad(taa_motion, found, 0).xy;
}

@fragment
fn fs_temporal(@builtin(position) position: vec4f) -> @location(0) vec4f {
    let pixel = int2(position.xy);
    let uv = position.xy * globals.inv_size;
    var mean = float3(0.0);
    var mean_sq = float3(0.0);
    var current = float3(0.0);
    for (var y = -1; y <= 1; y++) {
        for (var x = -1; x <= 1; x++) {
            let raw = textureLoad(taa_color, pixel + int2(x, y), 0).rgb;
            let c = rgb_to_ycocg(tonemap_simple(raw));
            mean += c;
            mean_sq += c * c;
            if x == 0 && y == 0 {
                current = c;
            }
        }
    }
    mean /= 9.0;
    let sigma = sqrt(max(mean_sq / 9.0 - mean * mean, float3(0.0)));

    let motion = dilated_motion(pixel);
    let old_uv = uv - motion;
    let outside = any(old_uv < float2(0.0)) || any(old_uv > float2(1.0));
    let raw_history = sample_catmull_rom(taa_history, old_uv, globals.size);
    var history = rgb_to_ycocg(tonemap_simple(raw_history));
    history = clip_to_box(history, mean, sigma * taa.variance_gamma);

    let speed = length(motion * globals.size);
    var alpha = mix(taa.blend, 0.25, saturate(speed * taa.motion_rejection));
    alpha = select(alpha, 1.0, outside);
    let blended = mix(history, current, alpha);
    let sharpened = blended + (blended - mean) * taa.sharpen;
    return float4(tonemap_simple_inverse(ycocg_to_rgb(sharpened)), 1.0);
}

// ============================================================================
// 3. Depth of field
// ============================================================================

struct LensSettings {
    focus_distance: f32,
    aperture: f32,
    focal_length: f32,
    max_coc: f32, // radius of the largest circle of confusion, in pixels
    blades: u32,
    rotation: f32,
}

@group(2) @binding(0) var<uniform> lens: LensSettings;
@group(2) @binding(1) var dof_color: texture_2d<f32>;
@group(2) @binding(2) var dof_depth: texture_depth_2d;

fn circle_of_confusion(depth: f32) -> f32 {
    let f = lens.focal_length;
    let s = lens.focus_distance;
    let coc = lens.aperture * f * (depth - s) / max(depth * (s - f), 1e-5);
    return clamp(coc * globals.size.y, -lens.max_coc, lens.max_coc);
}

fn polygon_radius(angle: f32) -> f32 {
    let side = 6.283185 / f32(max(lens.blades, 3u));
    let local = angle + lens.rotation;
    let half_side = side * 0.5;
    return cos(half_side) / cos(local - side * floor(local / side) - half_side);
}

@fragment
fn fs_bokeh(@builtin(position) position: vec4f) -> @location(0) vec4f {
    let uv = position.xy * globals.inv_size;
    let pixel = int2(position.xy);
    let own_depth = view_depth(textureLoad(dof_depth, pixel, 0));
    let own_coc = circle_of_confusion(own_depth);
    var color = textureLoad(dof_color, pixel, 0).rgb;
    var total = 1.0;
    let golden = 2.399963;
    for (var i = 1; i < 64; i++) {
        let r = sqrt(f32(i) / 64.0);
        let theta = f32(i) * golden;
        let shape = r * polygon_radius(theta) * lens.max_coc;
        let offset = float2(cos(theta), sin(theta)) * shape;
        let at = uv + offset * globals.inv_size;
        let tap = textureSampleLevel(dof_color, linear_clamp, at, 0.0).rgb;
        let texel = int2(clamp(at * globals.size, float2(0.0),
                               globals.size - 1.0));
        let depth = view_depth(textureLoad(dof_depth, texel, 0));
        var coc = abs(circle_of_confusion(depth));
        // The background must not bleed over what is in focus before it.
        if depth > own_depth {
            coc = min(coc, abs(own_coc) * 2.0);
        }
        let covers = smoothstep(shape - 0.5, shape + 0.5, coc);
        color += mix(color / total, tap, covers);
        total += 1.0;
    }
    return float4(color / total, 1.0);
}

// ============================================================================
// 4. Bloom
// ============================================================================

struct BloomSettings {
    threshold: f32,
    knee: f32,
    scatter: f32,
    strength: f32,
    tint: float3,
    level: u32,
}

@group(2) @binding(4) var<uniform> bloom: BloomSettings;
@group(2) @binding(5) var bloom_source: texture_2d<f32>;
@group(2) @binding(6) var bloom_lower: texture_2d<f32>;

fn soft_threshold(c: float3) -> float3 {
    let brightness = max(c.r, max(c.g, c.b));
    let soft = clamp(brightness - bloom.threshold + bloom.knee, 0.0,
                     2.0 * bloom.knee);
    let curve = soft * soft / (4.0 * bloom.knee + 1e-5);
    let keep = max(curve, brightness - bloom.threshold);
    return c * keep / max(brightness, 1e-5);
}

fn karis_weight(c: float3) -> f32 {
    return 1.0 / (1.0 + luminance(c));
}

fn tap(uv: float2, texel: float2, x: f32, y: f32) -> float3 {
    return textureSampleLevel(bloom_source, linear_clamp,
                              uv + texel * float2(x, y), 0.0).rgb;
}

// 13 reads that form five overlapping boxes.
@fragment
fn fs_bloom_down(@builtin(position) position: vec4f) -> @location(0) vec4f {
    let texel = 1.0 / float2(textureDimensions(bloom_source));
    let uv = position.xy * 2.0 * texel;
    let a = tap(uv, texel, -2.0, -2.0);
    let b = tap(uv, texel, 0.0, -2.0);
    let c = tap(uv, texel, 2.0, -2.0);
    let d = tap(uv, texel, -2.0, 0.0);
    let e = tap(uv, texel, 0.0, 0.0);
    let f = tap(uv, texel, 2.0, 0.0);
    let g = tap(uv, texel, -2.0, 2.0);
    let h = tap(uv, texel, 0.0, 2.0);
    let i = tap(uv, texel, 2.0, 2.0);
    let inner = (tap(uv, texel, -1.0, -1.0) + tap(uv, texel, 1.0, -1.0) +
                 tap(uv, texel, -1.0, 1.0) + tap(uv, texel, 1.0, 1.0)) * 0.25;
    if bloom.level > 0u {
        let corners = (a + c + g + i) * 0.03125;
        let edges = (b + d + f + h) * 0.0625;
        return float4(corners + edges + e * 0.125 + inner * 0.5, 1.0);
    }
    // The first halving also picks what is bright, without fireflies.
    var boxes = array<float3, 5>(inner, (a + b + d + e) * 0.25,
                                 (b + c + e + f) * 0.25, (d + e + g + h) * 0.25,
                                 (e + f + h + i) * 0.25);
    var sum = float3(0.0);
    var weights = 0.0;
    for (var k = 0; k < 5; k++) {
        let share = select(0.125, 0.5, k == 0);
        let w = karis_weight(boxes[k]) * share;
        sum += boxes[k] * w;
        weights += w;
    }
    return float4(soft_threshold(sum / weights), 1.0);
}

@fragment
fn fs_bloom_up(@builtin(position) position: vec4f) -> @location(0) vec4f {
    let size = float2(textureDimensions(bloom_lower));
    let uv = position.xy * 0.5 / size;
    let radius = bloom.scatter / size;
    var sum = float3(0.0);
    for (var y = -1; y <= 1; y++) {
        for (var x = -1; x <= 1; x++) {
            let w = f32((2 - abs(x)) * (2 - abs(y))) / 16.0;
            let at = uv + float2(f32(x), f32(y)) * radius;
            let lower = textureSampleLevel(bloom_lower, linear_clamp, at, 0.0);
            sum += w * lower.rgb;
        }
    }
    let own = textureLoad(bloom_source, int2(position.xy), 0).rgb;
    return float4(own + sum * bloom.tint, 1.0);
}

// ============================================================================
// 5. Exposure
// ============================================================================

const BIN_COUNT = 256u;

struct ExposureSettings {
    min_log: f32,
    log_range: f32,
    low_percent: f32,
    high_percent: f32,
    speed_up: f32,
    speed_down: f32,
    compensation: f32,
    target_gray: f32,
}

struct ExposureState {
    bins: array<atomic<u32>, BIN_COUNT>,
    adapted_luminance: f32,
    exposure: f32,
}

@group(3) @binding(0) var<uniform> metering: ExposureSettings;
@group(3) @binding(1) var<storage, read_write> state: ExposureState;
@group(3) @binding(2) var metered: texture_2d<f32>;

var<workgroup> local_bins: array<atomic<u32>, BIN_COUNT>;

fn bin_for(color: float3) -> u32 {
    let l = luminance(color);
    if l < 1e-4 {
        return 0u;
    }
    let t = saturate((log2(l) - metering.min_log) / metering.log_range);
    return u32(t * 254.0 + 1.0);
}

@compute @workgroup_size(16, 16)
fn cs_histogram(@builtin(global_invocation_id) gid: vec3u,
                @builtin(local_invocation_index) index: u32) {
    atomicStore(&local_bins[index], 0u);
    workgroupBarrier();
    let size = textureDimensions(metered);
    if all(gid.xy < size) {
        // The middle of the picture counts more.
        let center = (float2(gid.xy) / float2(size)) * 2.0 - 1.0;
        let weight = u32(64.0 * exp(-2.0 * dot(center, center))) + 1u;
        let bin = bin_for(textureLoad(metered, gid.xy, 0).rgb);
        atomicAdd(&local_bins[bin], weight);
    }
    workgroupBarrier();
    atomicAdd(&state.bins[index], atomicLoad(&local_bins[index]));
}

var<workgroup> scan: array<f32, BIN_COUNT>;

@compute @workgroup_size(BIN_COUNT)
fn cs_adapt(@builtin(local_invocation_index) index: u32) {
    let own = f32(atomicExchange(&state.bins[index], 0u));
    scan[index] = select(own, 0.0, index == 0u);
    workgroupBarrier();
    for (var step = 1u; step < BIN_COUNT; step <<= 1u) {
        var add = 0.0;
        if index >= step {
            add = scan[index - step];
        }
        workgroupBarrier();
        scan[index] += add;
        workgroupBarrier();
    }
    if index != 0u {
        return;
    }
    let total = scan[BIN_COUNT - 1u];
    let low = total * metering.low_percent;
    let high = total * metering.high_percent;
    var sum = 0.0;
    var count = 0.0;
    for (var i = 1u; i < BIN_COUNT; i++) {
        let begin = clamp(scan[i - 1u], low, high);
        let end = clamp(scan[i], low, high);
        let log_luminance = metering.min_log +
                            (f32(i) - 1.0) / 254.0 * metering.log_range;
        sum += (end - begin) * log_luminance;
        count += end - begin;
    }
    let measured = exp2(sum / max(count, 1.0));
    let old = state.adapted_luminance;
    let speed = select(metering.speed_down, metering.speed_up, measured > old);
    let adapted = old + (measured - old) *
                  (1.0 - exp(-globals.delta_time * speed));
    state.adapted_luminance = adapted;
    state.exposure = metering.target_gray / max(adapted, 1e-4) *
                     exp2(metering.compensation);
}

// ============================================================================
// 6. Grading and tone mapping
// ============================================================================

struct Grade {
    lift: float3,
    contrast: f32,
    gamma: float3,
    saturation: f32,
    gain: float3,
    temperature: f32,
    vignette: float2,
    grain: f32,
    aberration: f32,
}

struct DisplayExposure {
    bins: array<u32, BIN_COUNT>,
    adapted_luminance: f32,
    exposure: f32,
}

@group(3) @binding(4) var<uniform> grade: Grade;
@group(3) @binding(5) var<storage, read> display: DisplayExposure;
@group(3) @binding(6) var graded_source: texture_2d<f32>;
@group(3) @binding(7) var graded_bloom: texture_2d<f32>;
@group(3) @binding(8) var lut: texture_3d<f32>;

fn tonemap_reinhard(c: float3) -> float3 {
    let white = 4.0;
    let l = luminance(c);
    let mapped = l * (1.0 + l / (white * white)) / (1.0 + l);
    return c * (mapped / max(l, 1e-5));
}

fn tonemap_filmic(x: float3) -> float3 {
    let a = 0.22;
    let b = 0.30;
    let c = 0.10;
    let d = 0.20;
    let e = 0.01;
    let f = 0.30;
    let curve = ((x * (a * x + c * b) + d * e) /
                 (x * (a * x + b) + d * f)) - e / f;
    return curve / 0.78;
}

fn tonemap_fitted(color: float3) -> float3 {
    let into = mat3x3f(0.59719, 0.07600, 0.02840,
                       0.35458, 0.90834, 0.13383,
                       0.04823, 0.01566, 0.83777);
    let back = mat3x3f(1.60475, -0.10208, -0.00327,
                       -0.53108, 1.10813, -0.07276,
                       -0.07367, -0.00605, 1.07602);
    let v = into * color;
    let a = v * (v + 0.0245786) - 0.000090537;
    let b = v * (0.983729 * v + 0.4329510) + 0.238081;
    return saturate(back * (a / b));
}

fn apply_grade(color: float3) -> float3 {
    let warm = float3(1.0 + grade.temperature * 0.1, 1.0,
                      1.0 - grade.temperature * 0.1);
    var c = color * warm;
    c = (c - 0.18) * grade.contrast + 0.18;
    c = max(c * grade.gain + grade.lift * (1.0 - c), float3(0.0));
    c = pow(c, 1.0 / max(grade.gamma, float3(0.01)));
    return mix(float3(luminance(c)), c, grade.saturation);
}

fn look_up(c: float3) -> float3 {
    let n = f32(textureDimensions(lut).x);
    let uvw = saturate(c) * ((n - 1.0) / n) + 0.5 / n;
    return textureSampleLevel(lut, linear_clamp, uvw, 0.0).rgb;
}

@fragment
fn fs_final(@builtin(position) position: vec4f) -> @location(0) vec4f {
    let uv = position.xy * globals.inv_size;
    let from_center = uv - 0.5;
    let fringe = from_center * dot(from_center, from_center) * grade.aberration;
    var c: float3;
    c.r = textureSampleLevel(graded_source, linear_clamp, uv + fringe, 0.0).r;
    c.g = textureSampleLevel(graded_source, linear_clamp, uv, 0.0).g;
    c.b = textureSampleLevel(graded_source, linear_clamp, uv - fringe, 0.0).b;
    let glow = textureSampleLevel(graded_bloom, linear_clamp, uv, 0.0).rgb;
    c = mix(c, glow, bloom.strength) * display.exposure;

    let falloff = smoothstep(grade.vignette.y, grade.vignette.x,
                             length(from_center) * 1.414214);
    c = apply_grade(c * falloff);
    if globals.output_is_hdr != 0u {
        return float4(c, 1.0);
    }
    switch globals.tonemapper {
        case 0u: {
            c = tonemap_reinhard(c);
        }
        case 1u, 2u: {
            c = tonemap_filmic(c);
        }
        default: {
            c = tonemap_fitted(c);
        }
    }
    let noise = hash22(uint2(position.xy) + globals.frame * 1301u);
    c = look_up(c) + (noise.x + noise.y - 1.0) * grade.grain;
    return float4(c, 1.0);
}
