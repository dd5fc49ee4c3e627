// Ocean: a spectrum of waves, its inverse FFT, foam, and the surface itself.
//
// Three cascades of N x N waves tile the plane with different patch lengths.
// Per frame: `evolve` turns the initial spectrum to time t, `fft_rows` and
// `fft_columns` bring four complex fields (height, two displacements, slopes)
// into space, `assemble` writes the maps that the surface shader samples.

const N: u32 = 256;
const LOG_N: u32 = 8;
const HALF_N = N / 2u;
const CASCADES = 3;
const GRAVITY = 9.80665;
const PI = 3.14159265;
const TWO_PI = 2.0 * PI;
const INV_SQRT2 = 0.70710678;

alias Complex = vec2f;
alias Complex2 = vec4f; // two complex numbers side by side

struct CascadeParams {
    patch_length: f32,
    cutoff_low: f32,
    cutoff_high: f32,
    choppiness: f32,
}

struct Spectrum {
    scale: f32,
    angle: f32,
    spread_blend: f32,
    swell: f32,
    alpha: f32,
    peak_omega: f32,
    gamma: f32,
    short_waves_fade: f32,
}

struct OceanParams {
    local: Spectrum,
    distant: Spectrum,
    cascades: array<CascadeParams, CASCADES>,
    time: f32,
    delta_time: f32,
    depth: f32,
    wind_speed: f32,
    fetch: f32,
    foam_bias: f32,
    foam_decay: f32,
    foam_grow: f32,
    seed: u32,
}

@group(0) @binding(0) var<uniform> ocean: OceanParams;
@group(0) @binding(1) var<storage, read_write> initial: array<vec4f>;
@group(0) @binding(2) var<storage, read_write> wave_data: array<vec4f>;
@group(0) @binding(3) var<storage, read_write> fields_a: array<Complex2>;
@group(0) @binding(4) var<storage, read_write> fields_b: array<Complex2>;
@group(0) @binding(5)
var displacement_map: texture_storage_2d_array<rgba16float, write>;
@group(0) @binding(6)
var derivative_map: texture_storage_2d_array<rgba16float, write>;
@group(0) @binding(7) var<storage, read_write> turbulence: array<f32>;

// ------------------------------------------------------------ complex numbers

fn c_mul(a: Complex, b: Complex) -> Complex {
    return vec2f(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}

fn c_mul2(a: Complex, b: Complex2) -> Complex2 {
    return vec4f(c_mul(a, b.xy), c_mul(a, b.zw));
}

fn c_exp(angle: f32) -> Complex { return vec2f(cos(angle), sin(angle)); }

fn c_conj(a: Complex) -> Complex { return vec2f(a.x, -a.y); }

fn c_times_i(a: Complex) -> Complex { return vec2f(-a.y, a.x); }

fn cell(x: u32, y: u32, layer: u32) -> u32 {
    return (layer * N + y) * N + x;
}

// --------------------------------------------------------------- the spectrum

fn dispersion(k: f32, depth: f32) -> f32 {
    return sqrt(GRAVITY * k * tanh(min(k * depth, 20.0)));
}

// d omega / d k
fn dispersion_derivative(k: f32, depth: f32) -> f32 {
    let kd = min(k * depth, 20.0);
    let th = tanh(kd);
    let ch = cosh(kd);
    return GRAVITY * (depth * k / (ch * ch) + th) /
           (2.0 * dispersion(k, depth));
}

fn depth_correction(omega: f32, depth: f32) -> f32 {
    let w = omega * sqrt(depth / GRAVITY);
    if w <= 1.0 {
        return 0.5 * w * w;
    }
    return select(1.0, 1.0 - 0.5 * (2.0 - w) * (2.0 - w), w < 2.0);
}

fn jonswap(omega: f32, s: Spectrum) -> f32 {
    let sigma = select(0.09, 0.07, omega <= s.peak_omega);
    let d = omega - s.peak_omega;
    let r = exp(-d * d / (2.0 * sigma * sigma * s.peak_omega * s.peak_omega));
    let inv = 1.0 / omega;
    let ratio = s.peak_omega * inv;
    return s.scale * depth_correction(omega, ocean.depth) * s.alpha *
           GRAVITY * GRAVITY * pow(inv, 5.0) *
           exp(-1.25 * pow(ratio, 4.0)) * pow(abs(s.gamma), r);
}

fn normalization(s: f32) -> f32 {
    let s2 = s * s;
    let s3 = s2 * s;
    let s4 = s3 * s;
    if s < 5.0 {
        return -0.000564 * s4 + 0.00776 * s3 - 0.044 * s2 + 0.192 * s + 0.163;
    }
    return -4.80e-08 * s4 + 1.07e-05 * s3 - 9.53e-04 * s2 + 5.90e-02 * s +
           3.93e-01;
}

fn cosine_2s(theta: f32, s: f32) -> f32 {
    return normalization(s) * pow(abs(cos(0.5 * theta)), 2.0 * s);
}

fn spread_power(omega: f32, peak: f32) -> f32 {
    let ratio = abs(omega / peak);
    return select(6.97 * pow(ratio, 5.0), 9.77 * pow(ratio, -2.5),
                  omega > peak);
}

fn direction_spectrum(theta: f32, omega: f32, s: Spectrum) -> f32 {
    let power = spread_power(omega, s.peak_omega) +
                16.0 * tanh(min(omega / s.peak_omega, 20.0)) *
                s.swell * s.swell;
    let broad = 2.0 / PI * cos(theta) * cos(theta);
    return mix(broad, cosine_2s(theta - s.angle, power), s.spread_blend);
}

fn short_waves_fade(k: f32, s: Spectrum) -> f32 {
    return exp(-s.short_waves_fade * s.short_waves_fade * k * k);
}

fn gaussian_pair(x: u32, y: u32, layer: u32) -> vec2f {
    var h = x * 374761393u + y * 668265263u + layer * 2246822519u + ocean.seed;
    h = (h ^ (h >> 13u)) * 1274126177u;
    let u1 = f32((h >> 8u) + 1u) / 16777217.0;
    h = (h ^ (h >> 16u)) * 2654435761u;
    let u2 = f32(h >> 8u) / 16777216.0;
    return sqrt(-2.0 * log(u1)) * c_exp(TWO_PI * u2);
}

@compute @workgroup_size(16, 16, 1)
fn init_spectrum(@builtin(global_invocation_id) id: vec3u) {
    let c = ocean.cascades[id.z];
    let delta_k = TWO_PI / c.patch_length;
    let n = vec2f(f32(id.x) - f32(HALF_N), f32(id.y) - f32(HALF_N));
    let k = n * delta_k;
    let len = length(k);
    let index = cell(id.x, id.y, id.z);
    if len < c.cutoff_low || len > c.cutoff_high {
        initial[index] = vec4f();
        wave_data[index] = vec4f(k.x, 1.0, k.y, 0.0);
        return;
    }
    let theta = atan2(k.y, k.x);
    let omega = dispersion(len, ocean.depth);
    wave_data[index] = vec4f(k.x, 1.0 / len, k.y, omega);

    var energy = jonswap(omega, ocean.local) *
                 direction_spectrum(theta, omega, ocean.local) *
                 short_waves_fade(len, ocean.local);
    if ocean.distant.scale > 0.0 {
        energy += jonswap(omega, ocean.distant) *
                  direction_spectrum(theta, omega, ocean.distant) *
                  short_waves_fade(len, ocean.distant);
    }
    let slope = abs(dispersion_derivative(len, ocean.depth)) / len;
    let amplitude = sqrt(2.0 * energy * slope * delta_k * delta_k);
    let h0 = gaussian_pair(id.x, id.y, id.z) * INV_SQRT2 * amplitude;
    initial[index] = vec4f(h0, 0.0, 0.0);
}

// h0(-k)* beside h0(k), so that the field in space is real.
@compute @workgroup_size(16, 16, 1)
fn conjugate_spectrum(@builtin(global_invocation_id) id: vec3u) {
    let own = cell(id.x, id.y, id.z);
    let other = cell((N - id.x) % N, (N - id.y) % N, id.z);
    let minus = initial[other].xy;
    initial[own] = vec4f(initial[own].xy, c_conj(minus));
}

@compute @workgroup_size(16, 16, 1)
fn evolve(@builtin(global_invocation_id) id: vec3u) {
    let index = cell(id.x, id.y, id.z);
    let w = wave_data[index];
    let turn = c_exp(w.w * ocean.time);
    let h0 = initial[index];
    let h = c_mul(h0.xy, turn) + c_mul(h0.zw, c_conj(turn));
    let ih = c_times_i(h);

    let dx = ih * w.x * w.y;
    let dy = h;
    let dz = ih * w.z * w.y;
    let dx_dx = -h * w.x * w.x * w.y;
    let dy_dx = ih * w.x;
    let dz_dx = -h * w.x * w.z * w.y;
    let dy_dz = ih * w.z;
    let dz_dz = -h * w.z * w.z * w.y;

    // Two real fields fit into one complex transform: a + i b.
    fields_a[index] = vec4f(dx + c_times_i(dz), dy + c_times_i(dz_dx));
    fields_b[index] = vec4f(dy_dx + c_times_i(dy_dz),
                            dx_dx + c_times_i(dz_dz));
}

// ------------------------------------------------------------------------ FFT

var<workgroup> line_a: array<array<Complex2, N>, 2>;
var<workgroup> line_b: array<array<Complex2, N>, 2>;

// The twiddle factor and the two inputs of an output of a stage.
struct Butterfly {
    twiddle: Complex,
    top: u32,
    bottom: u32,
}

fn butterfly(stage: u32, i: u32) -> Butterfly {
    let b = N >> (stage + 1u);
    let j = (2u * b * (i / b)) % N;
    let source = j + i % b;
    let angle = -TWO_PI / f32(N) * f32((i / b) * b);
    return Butterfly(c_conj(c_exp(angle)), source, source + b);
}

fn run_stages(i: u32) -> u32 {
    var side = 0u;
    for (var stage = 0u; stage < LOG_N; stage++) {
        let f = butterfly(stage, i);
        let next = 1u - side;
        line_a[next][i] = line_a[side][f.top] +
                          c_mul2(f.twiddle, line_a[side][f.bottom]);
        line_b[next][i] = line_b[side][f.top] +
                          c_mul2(f.twiddle, line_b[side][f.bottom]);
        side = next;
        workgroupBarrier();
    }
    return side;
}

@compute @workgroup_size(N)
fn fft_rows(@builtin(local_invocation_index) x: u32,
            @builtin(workgroup_id) group: vec3u) {
    let index = cell(x, group.y, group.z);
    line_a[0][x] = fields_a[index];
    line_b[0][x] = fields_b[index];
    workgroupBarrier();
    let side = run_stages(x);
    fields_a[index] = line_a[side][x];
    fields_b[index] = line_b[side][x];
}

@compute @workgroup_size(N)
fn fft_columns(@builtin(local_invocation_index) y: u32,
               @builtin(workgroup_id) group: vec3u) {
    let index = cell(group.x, y, group.z);
    line_a[0][y] = fields_a[index];
    line_b[0][y] = fields_b[index];
    workgroupBarrier();
    let side = run_stages(y);
    // The spectrum was centered: flips every other sign.
    let sign = select(1.0, -1.0, ((group.x + y) & 1u) == 1u);
    fields_a[index] = line_a[side][y] * sign;
    fields_b[index] = line_b[side][y] * sign;
}

@compute @workgroup_size(16, 16, 1)
fn assemble(@builtin(global_invocation_id) id: vec3u) {
    let index = cell(id.x, id.y, id.z);
    let lambda = ocean.cascades[id.z].choppiness;
    let a = fields_a[index];
    let b = fields_b[index];
    let displacement = vec3f(lambda * a.x, a.z, lambda * a.y);
    textureStore(displacement_map, id.xy, id.z, vec4f(displacement, 0.0));
    textureStore(derivative_map, id.xy, id.z,
                 vec4f(b.x, b.y, b.z * lambda, b.w * lambda));

    // Where the surface folds over itself the Jacobian falls below 0.
    let jacobian = (1.0 + lambda * b.z) * (1.0 + lambda * b.w) -
                   lambda * lambda * a.w * a.w;
    let old = turbulence[index];
    let healing = ocean.foam_decay / max(jacobian, 0.5);
    let decayed = old + ocean.delta_time * healing;
    turbulence[index] = min(jacobian, decayed);
}

// -------------------------------------------------------------------- surface

struct WaterView {
    view_projection: mat4x4f,
    eye: vec3f,
    grid_spacing: f32,
    sun_direction: vec3f,
    sun_power: f32,
    deep_color: vec3f,
    roughness: f32,
    shallow_color: vec3f,
    refraction: f32,
    foam_color: vec3f,
    lod_scale: f32,
    screen: vec2f,
}

@group(1) @binding(0) var<uniform> water: WaterView;
@group(1) @binding(1) var displacements: texture_2d_array<f32>;
@group(1) @binding(2) var derivatives: texture_2d_array<f32>;
@group(1) @binding(3) var foam_texture: texture_2d<f32>;
@group(1) @binding(4) var scene_color: texture_2d<f32>;
@group(1) @binding(5) var scene_depth: texture_depth_2d;
@group(1) @binding(6) var sky_cube: texture_cube<f32>;
@group(1) @binding(7) var tiling: sampler;
@group(1) @binding(8) var clamped: sampler;
@group(1) @binding(9) var<storage, read> foam_state: array<f32>;

struct WaterVarying {
    @builtin(position) clip: vec4f,
    @location(0) world: vec3f,
    @location(1) undisplaced: vec2f,
    @location(2) fade: vec3f,
}

fn cascade_fade(view_distance: f32, patch_length: f32) -> f32 {
    return min(water.lod_scale * patch_length / max(view_distance, 1.0), 1.0);
}

@vertex
fn vs_water(@location(0) grid: vec2f,
            @location(1) morph: f32) -> WaterVarying {
    let snapped = floor(water.eye.xz / water.grid_spacing) * water.grid_spacing;
    let odd = fract(grid / water.grid_spacing * 0.5) * water.grid_spacing * 2.0;
    let flat_xz = grid + snapped - odd * morph;
    let view_distance = distance(water.eye, vec3f(flat_xz.x, 0.0, flat_xz.y));
    var offset = vec3f();
    var fades = vec3f();
    for (var i = 0; i < CASCADES; i++) {
        let patch_length = ocean.cascades[i].patch_length;
        let fade = cascade_fade(view_distance, patch_length);
        fades[i] = fade;
        offset += textureSampleLevel(displacements, tiling,
                                     flat_xz / patch_length, i, 0.0).xyz * fade;
    }
    var out: WaterVarying;
    out.world = vec3f(flat_xz.x, 0.0, flat_xz.y) + offset;
    out.clip = water.view_projection * vec4f(out.world, 1.0);
    out.undisplaced = flat_xz;
    out.fade = fades;
    return out;
}

fn schlick(cosine: f32) -> f32 {
    return 0.02 + 0.98 * pow(1.0 - cosine, 5.0);
}

fn beckmann(n_dot_h: f32, roughness: f32) -> f32 {
    let m2 = roughness * roughness;
    let c2 = n_dot_h * n_dot_h;
    return exp((c2 - 1.0) / (m2 * c2)) / (PI * m2 * c2 * c2);
}

fn foam_at(p: vec2f) -> f32 {
    var coverage = 0.0;
    for (var i = 0u; i < u32(CASCADES); i++) {
        let uv = fract(p / ocean.cascades[i].patch_length);
        let t = vec2u(uv * f32(N));
        coverage += foam_state[cell(min(t.x, N - 1u), min(t.y, N - 1u), i)];
    }
    let mean = coverage / f32(CASCADES);
    return saturate((ocean.foam_bias - mean) * ocean.foam_grow);
}

@fragment
fn fs_water(in: WaterVarying) -> @location(0) vec4f {
    var slope = vec4f();
    for (var i = 0; i < CASCADES; i++) {
        let uv = in.undisplaced / ocean.cascades[i].patch_length;
        slope += textureSample(derivatives, tiling, uv, i) * in.fade[i];
    }
    let texel = textureSample(foam_texture, tiling, in.undisplaced * 0.21);
    let s = slope.xy / (1.0 + slope.zw);
    let n = normalize(vec3f(-s.x, 1.0, -s.y));
    let v = normalize(water.eye - in.world);
    let l = water.sun_direction;
    let h = normalize(l + v);
    let n_dot_v = max(dot(n, v), 0.02);
    let fresnel = schlick(n_dot_v);

    let r = reflect(-v, n) * vec3f(1.0, select(1.0, -1.0, n_dot_v < 0.0), 1.0);
    let mirrored = textureSampleLevel(sky_cube, clamped, r,
                                      water.roughness * 6.0).rgb;
    let glitter = water.sun_power * fresnel *
                  beckmann(saturate(dot(n, h)), water.roughness) /
                  (4.0 * n_dot_v);

    // What lies below, bent by the slope and dimmed by the water before it.
    let screen_uv = in.clip.xy / water.screen;
    let bent = saturate(screen_uv + n.xz * water.refraction / in.clip.w);
    let below = textureSampleLevel(scene_color, clamped, bent, 0.0).rgb;
    let stored = textureLoad(scene_depth, vec2i(bent * water.screen), 0);
    let thickness = max(1.0 / max(1.0 - stored, 1e-4) - in.clip.w, 0.0);
    let absorbed = exp(-thickness * vec3f(0.35, 0.09, 0.05));
    let scatter = mix(water.deep_color, water.shallow_color,
                      saturate(in.world.y * 0.25 + 0.4)) *
                  (0.3 + 0.7 * saturate(l.y));
    let body = mix(scatter, below, absorbed);

    var color = mix(body, mirrored, fresnel) + glitter;
    let foam = foam_at(in.undisplaced) * smoothstep(0.2, 0.8, texel.r);
    color = mix(color, water.foam_color * (0.4 + 0.6 * saturate(dot(n, l))),
                foam);
    return vec4f(color, 1.0);
}
