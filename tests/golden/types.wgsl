requires uniform_buffer_standard_layout;
struct Points {
    first: array<vec3f, 2>,
    and: array<vec3f, 3>,
    signed: u32,
    bitor: array<vec2f, 3>,
    pairs: array<vec2f, 5>,
    grid: array<array<vec3f, 2>, 2>,
    ints: array<vec3i, 2>,
    more: array<vec3i, 3>,
}
@group(0) @binding(0) var<storage> points: Points;
