// 2D: text from distance fields, rounded boxes, gradients, shadows, strokes.
// One instanced quad per primitive, drawn in order with blending.

const PRIM_BOX: u32 = 0u;
const PRIM_GLYPH: u32 = 1u;
const PRIM_IMAGE: u32 = 2u;
const PRIM_SEGMENT: u32 = 3u;
const PRIM_ARC: u32 = 4u;
const PRIM_SHADOW: u32 = 5u;
const PRIM_BEZIER: u32 = 6u;

const GRADIENT_NONE: u32 = 0u;
const GRADIENT_LINEAR: u32 = 1u;
const GRADIENT_RADIAL: u32 = 2u;
const GRADIENT_CONIC: u32 = 3u;

const MAX_STOPS: u32 = 8u;

override srgb_target: bool = true;
override subpixel_text: bool = false;

struct Canvas {
    size: vec2<f32>,
    inv_size: vec2<f32>,
    scale: f32, // device pixels per unit
    text_gamma: f32,
    text_contrast: f32,
    time: f32,
}

/// 96 bytes, written by the layout code on the CPU.
struct Primitive {
    rect: vec4<f32>,     // min and max corners
    clip: vec4<f32>,
    uv: vec4<f32>,       // of glyphs and images
    radii: vec4<f32>,    // top left, top right, bottom right, bottom left
    fill: u32,           // rgba8, straight alpha
    stroke: u32,
    stroke_width: f32,
    softness: f32,
    kind: u32,
    gradient: u32,       // 0 = none, else index + 1
    transform: u32,
    layer: u32,
}

struct GradientStop {
    color: vec4<f32>,
    @size(16) offset: f32,
}

struct Gradient {
    kind: u32,
    stop_count: u32,
    @align(16) start: vec2<f32>,
    end: vec2<f32>,
    stops: array<GradientStop, MAX_STOPS>,
}

struct Transform2D {
    columns: mat3x2<f32>,
    opacity: f32,
    blur: f32,
}

@group(0) @binding(0) var<uniform> canvas: Canvas;
@group(0) @binding(1) var<storage, read> primitives: array<Primitive>;
@group(0) @binding(2) var<storage, read> gradients: array<Gradient>;
@group(0) @binding(3) var<storage, read> transforms: array<Transform2D>;
@group(0) @binding(4) var glyph_atlas: texture_2d_array<f32>;
@group(0) @binding(5) var images: texture_2d_array<f32>;
@group(0) @binding(6) var smooth_sampler: sampler;

struct QuadOutput {
    @builtin(position) position: vec4<f32>,
    @location(0) local: vec2<f32>,
    @location(1) uv: vec2<f32>,
    @location(2) @interpolate(flat) index: u32,
    @location(3) canvas_position: vec2<f32>,
}

// ------------------------------------------------------------------- vertices

fn quad_corner(vertex: u32) -> vec2<f32> {
    return vec2<f32>(f32(vertex & 1u), f32((vertex >> 1u) & 1u));
}

fn apply_transform(which: u32, p: vec2<f32>) -> vec2<f32> {
    return transforms[which].columns * vec3<f32>(p, 1.0);
}

/// How far a primitive reaches over its rectangle.
fn outset(p: Primitive) -> f32 {
    switch p.kind {
        case PRIM_SHADOW: {
            return 3.0 * p.softness;
        }
        case PRIM_SEGMENT, PRIM_BEZIER, PRIM_ARC: {
            return 0.5 * p.stroke_width + 1.0 / canvas.scale;
        }
        case PRIM_GLYPH, PRIM_IMAGE: {
            return 0.0;
        }
        default: {
            return 1.0 / canvas.scale;
        }
    }
}

@vertex
fn vs_quad(@builtin(vertex_index) vertex: u32,
           @builtin(instance_index) instance: u32) -> QuadOutput {
    let p = primitives[instance];
    let corner = quad_corner(vertex);
    let grow = outset(p) * (corner * 2.0 - 1.0);
    let low = min(p.rect.xy, p.rect.zw);
    let high = max(p.rect.xy, p.rect.zw);
    let local = mix(low, high, corner) + grow;
    let placed = apply_transform(p.transform, local);

    var out: QuadOutput;
    let ndc = placed * canvas.inv_size * 2.0 - 1.0;
    out.position = vec4<f32>(ndc.x, -ndc.y, 0.0, 1.0);
    out.local = local;
    out.uv = mix(p.uv.xy, p.uv.zw, corner);
    out.index = instance;
    out.canvas_position = placed;
    return out;
}

// ------------------------------------------------------------ distance fields

fn sd_rounded_box(p: vec2<f32>, half_size: vec2<f32>, radii: vec4<f32>) -> f32 {
    let right = select(radii.xw, radii.yz, p.x > 0.0);
    let r = select(right.x, right.y, p.y > 0.0);
    let q = abs(p) - half_size + r;
    return min(max(q.x, q.y), 0.0) + length(max(q, vec2<f32>(0.0))) - r;
}

fn sd_segment(p: vec2<f32>, a: vec2<f32>, b: vec2<f32>) -> f32 {
    let pa = p - a;
    let ba = b - a;
    let h = saturate(dot(pa, ba) / max(dot(ba, ba), 1e-6));
    return length(pa - ba * h);
}

fn sd_arc(p: vec2<f32>, radius: f32, from_angle: f32, to_angle: f32) -> f32 {
    let middle = 0.5 * (from_angle + to_angle);
    let half_angle = 0.5 * (to_angle - from_angle);
    let c = cos(middle);
    let s = sin(middle);
    var q = vec2<f32>(c * p.x + s * p.y, -s * p.x + c * p.y);
    q.y = abs(q.y);
    let tip = vec2<f32>(cos(half_angle), sin(half_angle));
    if tip.x * q.y > tip.y * q.x {
        return distance(q, tip * radius);
    }
    return abs(length(q) - radius);
}

fn dot2(v: vec2<f32>) -> f32 { return dot(v, v); }

fn cross2(a: vec2<f32>, b: vec2<f32>) -> f32 { return a.x * b.y - a.y * b.x; }

/// To a quadratic Bezier curve; the cubic is solved in closed form.
fn sd_bezier(pos: vec2<f32>, p0: vec2<f32>, p1: vec2<f32>,
             p2: vec2<f32>) -> f32 {
    let a = p1 - p0;
    let b = p0 - 2.0 * p1 + p2;
    let c = a * 2.0;
    let d = p0 - pos;
    let kk = 1.0 / max(dot2(b), 1e-6);
    let kx = kk * dot(a, b);
    let ky = kk * (2.0 * dot2(a) + dot(d, b)) / 3.0;
    let kz = kk * dot(d, a);
    let p = ky - kx * kx;
    let q = kx * (2.0 * kx * kx - 3.0 * ky) + kz;
    let h = q * q + 4.0 * p * p * p;
    if h >= 0.0 {
        let root = sqrt(h);
        let x = (vec2<f32>(root, -root) - q) * 0.5;
        let uv = sign(x) * pow(abs(x), vec2<f32>(1.0 / 3.0));
        let t = saturate(uv.x + uv.y - kx);
        return sqrt(dot2(d + (c + b * t) * t));
    }
    let z = sqrt(-p);
    let v = acos(clamp(q / (p * z * 2.0), -1.0, 1.0)) / 3.0;
    let m = cos(v);
    let n = sin(v) * 1.732050808;
    let t = saturate(vec2<f32>(m + m, -n - m) * z - kx);
    return sqrt(min(dot2(d + (c + b * t.x) * t.x),
                    dot2(d + (c + b * t.y) * t.y)));
}

/// The integral of a Gaussian, by a rational function.
fn erf_approx(x: f32) -> f32 {
    let s = sign(x);
    let a = abs(x);
    let p = 1.0 + (0.278393 + (0.230389 + 0.078108 * a * a) * a) * a;
    let p2 = p * p;
    return s - s / (p2 * p2);
}

fn box_shadow(p: vec2<f32>, low: vec2<f32>, high: vec2<f32>,
              sigma: f32) -> f32 {
    let k = 0.70710678 / max(sigma, 1e-3);
    let x = erf_approx((p.x - low.x) * k) - erf_approx((p.x - high.x) * k);
    let y = erf_approx((p.y - low.y) * k) - erf_approx((p.y - high.y) * k);
    return 0.25 * x * y;
}

// ---------------------------------------------------------------------- color

fn unpack_color(packed: u32) -> vec4<f32> {
    return unpack4x8unorm(packed);
}

fn srgb_to_linear(c: vec3<f32>) -> vec3<f32> {
    let high = pow((c + 0.055) / 1.055, vec3<f32>(2.4));
    return select(high, c / 12.92, c <= vec3<f32>(0.04045));
}

fn linear_to_srgb(c: vec3<f32>) -> vec3<f32> {
    let positive = max(c, vec3<f32>(0.0));
    let high = 1.055 * pow(positive, vec3<f32>(1.0 / 2.4)) - 0.055;
    return select(high, c * 12.92, c <= vec3<f32>(0.0031308));
}

fn gradient_position(g: u32, p: vec2<f32>) -> f32 {
    let start = gradients[g].start;
    let end = gradients[g].end;
    let axis = end - start;
    switch gradients[g].kind {
        case GRADIENT_LINEAR: {
            return dot(p - start, axis) / max(dot(axis, axis), 1e-6);
        }
        case GRADIENT_RADIAL: {
            return distance(p, start) / max(length(axis), 1e-6);
        }
        case GRADIENT_CONIC: {
            let d = p - start;
            let turn = atan2(d.y, d.x) - atan2(axis.y, axis.x);
            return fract(turn / 6.2831853 + 1.0);
        }
        default: {
            return 0.0;
        }
    }
}

fn gradient_color(g: u32, p: vec2<f32>) -> vec4<f32> {
    let t = gradient_position(g, p);
    let last = min(gradients[g].stop_count, MAX_STOPS) - 1u;
    var color = gradients[g].stops[0].color;
    for (var i = 1u; i <= last; i++) {
        let a = gradients[g].stops[i - 1u].offset;
        let b = gradients[g].stops[i].offset;
        color = mix(color, gradients[g].stops[i].color,
                    smoothstep(a, max(b, a + 1e-5), t));
    }
    return color;
}

fn paint(p: Primitive, local: vec2<f32>) -> vec4<f32> {
    if p.gradient == GRADIENT_NONE {
        return unpack_color(p.fill);
    }
    return gradient_color(p.gradient - 1u, local) * unpack_color(p.fill);
}

fn over(top: vec4<f32>, bottom: vec4<f32>) -> vec4<f32> {
    return top + bottom * (1.0 - top.a);
}

fn premultiply(c: vec4<f32>, coverage: f32) -> vec4<f32> {
    return vec4<f32>(c.rgb, 1.0) * (c.a * coverage);
}

// ----------------------------------------------------------------------- text

fn median3(v: vec3<f32>) -> f32 {
    return max(min(v.r, v.g), min(max(v.r, v.g), v.b));
}

/// Coverage from a multi-channel distance; `width` is that of a pixel in the
/// units of the atlas.
fn glyph_coverage(texel: vec3<f32>, width: f32) -> f32 {
    let d = median3(texel) - 0.5;
    let linear = saturate(d / max(width, 1e-4) + 0.5);
    let boosted = saturate(linear * (1.0 + canvas.text_contrast));
    return pow(boosted, canvas.text_gamma);
}

fn sample_glyph(uv: vec2<f32>, layer: u32, dx: vec2<f32>,
                dy: vec2<f32>) -> vec3<f32> {
    let texel = textureSampleGrad(glyph_atlas, smooth_sampler, uv, layer, dx,
                                  dy);
    return texel.rgb;
}

fn shade_glyph(p: Primitive, in: QuadOutput, dx: vec2<f32>,
               dy: vec2<f32>) -> vec4<f32> {
    let atlas_size = vec2<f32>(textureDimensions(glyph_atlas));
    let range = 4.0; // texels between full and no coverage
    let footprint = length(dx * atlas_size) + length(dy * atlas_size);
    let width = 0.5 * footprint / range;
    let color = unpack_color(p.fill);
    if !subpixel_text {
        let texel = sample_glyph(in.uv, p.layer, dx, dy);
        return premultiply(color, glyph_coverage(texel, width));
    }
    let third = dx / 3.0;
    let r = glyph_coverage(sample_glyph(in.uv - third, p.layer, dx, dy), width);
    let g = glyph_coverage(sample_glyph(in.uv, p.layer, dx, dy), width);
    let b = glyph_coverage(sample_glyph(in.uv + third, p.layer, dx, dy), width);
    let coverage = vec3<f32>(r, g, b) * color.a;
    return vec4<f32>(color.rgb * coverage, dot(coverage, vec3<f32>(1.0 / 3.0)));
}

// ------------------------------------------------------------------ fragments

fn shade_box(p: Primitive, local: vec2<f32>, pixel: f32) -> vec4<f32> {
    let center = 0.5 * (p.rect.xy + p.rect.zw);
    let half_size = 0.5 * abs(p.rect.zw - p.rect.xy);
    let radii = min(p.radii, vec4<f32>(min(half_size.x, half_size.y)));
    let d = sd_rounded_box(local - center, half_size, radii);
    let fill = premultiply(paint(p, local), saturate(0.5 - d / pixel));
    if p.stroke_width <= 0.0 {
        return fill;
    }
    let ring = abs(d + 0.5 * p.stroke_width) - 0.5 * p.stroke_width;
    let stroke_color = unpack_color(p.stroke);
    let stroke = premultiply(stroke_color, saturate(0.5 - ring / pixel));
    return over(stroke, fill);
}

fn shade_line(p: Primitive, d: f32, local: vec2<f32>, pixel: f32) -> vec4<f32> {
    let edge = d - 0.5 * p.stroke_width;
    let blur = max(pixel, p.softness);
    return premultiply(paint(p, local), saturate(0.5 - edge / blur));
}

fn clip_coverage(clip: vec4<f32>, at: vec2<f32>, pixel: f32) -> f32 {
    let d = max(clip.xy - at, at - clip.zw);
    return saturate(0.5 - max(d.x, d.y) / pixel);
}

@fragment
fn fs_quad(in: QuadOutput) -> @location(0) vec4<f32> {
    let dx = dpdx(in.uv);
    let dy = dpdy(in.uv);
    let footprint = fwidth(in.local);
    let pixel = max(max(footprint.x, footprint.y), 1e-5);
    let p = primitives[in.index];
    let opacity = transforms[p.transform].opacity;

    var color = vec4<f32>(0.0);
    switch p.kind {
        case PRIM_GLYPH: {
            color = shade_glyph(p, in, dx, dy);
        }
        case PRIM_IMAGE: {
            let texel = textureSampleGrad(images, smooth_sampler, in.uv,
                                          p.layer, dx, dy);
            color = premultiply(texel * unpack_color(p.fill), 1.0);
        }
        case PRIM_SEGMENT: {
            let d = sd_segment(in.local, p.rect.xy, p.rect.zw);
            color = shade_line(p, d, in.local, pixel);
        }
        case PRIM_ARC: {
            let center = 0.5 * (p.rect.xy + p.rect.zw);
            let d = sd_arc(in.local - center, p.radii.x, p.radii.y, p.radii.z);
            color = shade_line(p, d, in.local, pixel);
        }
        case PRIM_BEZIER: {
            let d = sd_bezier(in.local, p.rect.xy, p.radii.xy, p.rect.zw);
            color = shade_line(p, d, in.local, pixel);
        }
        case PRIM_SHADOW: {
            let s = box_shadow(in.local, p.rect.xy, p.rect.zw, p.softness);
            color = premultiply(unpack_color(p.fill), s);
        }
        default: {
            color = shade_box(p, in.local, pixel);
        }
    }
    color *= opacity * clip_coverage(p.clip, in.canvas_position, pixel);
    if srgb_target && color.a > 0.0 {
        let straight = color.rgb / color.a;
        color = vec4<f32>(srgb_to_linear(straight) * color.a, color.a);
    }
    return color;
}
