// Draws a texture over the whole target, with letterbox bars where the aspect
// ratios differ, and encodes the result for the swap chain.

struct Blit {
    // Of the source, in texels; of the target, in pixels.
    source_size: vec2f,
    target_size: vec2f,
    bar_color: vec4f,
    gamma: f32,
    mode: u32,
}

const FIT = 0u;
const FILL = 1u;
const STRETCH = 2u;

@group(0) @binding(0) var<uniform> blit: Blit;
@group(0) @binding(1) var source: texture_2d<f32>;
@group(0) @binding(2) var bilinear: sampler;

struct Corner {
    @builtin(position) position: vec4f,
    @location(0) uv: vec2f,
}

// One triangle that covers the target: no buffers are bound.
@vertex
fn vs_main(@builtin(vertex_index) index: u32) -> Corner {
    let uv = vec2f(f32((index << 1u) & 2u), f32(index & 2u));
    var out: Corner;
    out.position = vec4f(uv * vec2f(2.0, -2.0) + vec2f(-1.0, 1.0), 0.0, 1.0);
    out.uv = uv;
    return out;
}

fn fitted(uv: vec2f, mode: u32) -> vec2f {
    if mode == STRETCH {
        return uv;
    }
    let source_aspect = blit.source_size.x / blit.source_size.y;
    let target_aspect = blit.target_size.x / blit.target_size.y;
    let wide = (source_aspect > target_aspect) == (mode == FIT);
    let ratio = source_aspect / target_aspect;
    let scale = select(vec2f(1.0 / ratio, 1.0), vec2f(1.0, ratio), wide);
    return (uv - 0.5) * scale + 0.5;
}

fn encode(linear: vec3f) -> vec3f {
    let low = linear * 12.92;
    let high = 1.055 * pow(linear, vec3f(1.0 / blit.gamma)) - 0.055;
    return select(high, low, linear <= vec3f(0.0031308));
}

@fragment
fn fs_main(in: Corner) -> @location(0) vec4f {
    let uv = fitted(in.uv, blit.mode);
    let texel = textureSampleLevel(source, bilinear, uv, 0.0);
    let inside = all(uv >= vec2f(0.0)) && all(uv <= vec2f(1.0));
    let color = select(blit.bar_color, texel, inside);
    return vec4f(encode(max(color.rgb, vec3f())), color.a);
}
