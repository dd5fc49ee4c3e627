// Selected objects get a rim: dilates the mask of the selection.
struct Outline {
    color: vec4f,
    width: i32,
}
@group(0) @binding(0) var<uniform> outline: Outline;
@group(0) @binding(1) var mask: texture_2d<u32>;

@fragment
fn fs_outline(@builtin(position) at: vec4f) -> @location(0) vec4f {
    let p = vec2i(at.xy);
    let w = outline.width;
    let n = textureLoad(mask, p - w, 0).r | textureLoad(mask, p + w, 0).r;
    return select(vec4f(), outline.color, n > 0u);
}
