struct Named {
    a: f32,
    _pad0: f32,
    _pad1: vec2f, // nobody reads it
    b: vec4f,
    c: array<f32, 4>,
}
struct Holder { named: Named, d: mat3x3f }
@group(0) @binding(0) var<storage> holder: Holder;
struct Only { a: f32, @align(16) _pad0: f32 }
struct Odd { @size(5) a: u32, b: vec2f, @size(7) c: u32, @size(9) d: vec2f, e: u32 }
