requires uniform_buffer_standard_layout, pointer_composite_access;
diagnostic(off, derivative_uniformity);
struct In {
    @builtin(position) at: vec4f,
    @location(0) @interpolate(flat, either) i: u32,
    @location(1) @interpolate(linear, centroid) f: f32,
}
@group(0) @binding(2) var t: texture_storage_2d<rgba8unorm, write>;
@group(0) @binding(3) var s: sampler_comparison;
@group(1) @binding(0) var<storage> tail: array<vec3<bool>>;
@fragment fn main(in: In) -> @location(0) vec4f { return in.at; }
@compute @workgroup_size(8, 4) fn go(@builtin(local_invocation_index) i: u32) {
    if (i < 3u) { /* { */ } // }
}
