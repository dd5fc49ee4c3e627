// Shadows: cascaded shadow maps for the sun, an atlas for local lights, contact
// shadows in screen space, and the image based lighting that fills them in.
//
// The CPU only gives the sun's direction and the camera. `fit_cascades` finds
// the depth range that is really visible (sample distribution shadow maps) and
// writes the matrices that the shadow passes and the resolve read.

const cascade_limit = 4u;
const atlas_slots: i32 = 64;
const poisson_count = 16;
const histogram_bins = 128u;

alias Mat4 = mat4x4<f32>;
alias Sphere = vec4<f32>;

struct CameraBlock {
	view: Mat4,
	inverse_view: Mat4,
	projection: Mat4,
	inverse_projection: Mat4,
	eye: vec3<f32>,
	near_plane: f32,
	forward: vec3<f32>,
	far_plane: f32,
	resolution: vec2<f32>,
	tan_half_fov: vec2<f32>,
	frame_number: u32,
}

struct SunBlock {
	to_sun: vec3<f32>,
	map_size: f32,
	lambda: f32,      // 0 = uniform splits, 1 = logarithmic ones
	normal_bias: f32, // in texels
	slope_bias: f32,
	penumbra: f32,    // tangent of the sun's radius
	fade_start: f32,
	blend_band: f32,
	cascade_count: u32,
	caster_extent: f32,
}

struct FittedCascade {
	light_from_world: Mat4,
	bounds: Sphere,
	split_near: f32,
	split_far: f32,
	texel_world: f32,
	depth_range: f32,
}

struct FittedSun {
	cascades: array<FittedCascade, cascade_limit>,
	visible_near: f32,
	visible_far: f32,
}

struct AtlasSlot {
	clip_from_world: Mat4,
	uv_offset: vec2<f32>,
	uv_scale: vec2<f32>,
	inverse_range: f32,
	softness: f32,
	@size(8) flags: u32,
}

struct DepthHistogram {
	lowest: atomic<u32>,
	highest: atomic<u32>,
	bins: array<atomic<u32>, histogram_bins>,
}

@group(0) @binding(0) var<uniform> camera: CameraBlock;
@group(0) @binding(1) var<uniform> sun: SunBlock;
@group(0) @binding(2) var<storage, read_write> fitted: FittedSun;
@group(0) @binding(3) var<storage, read_write> histogram: DepthHistogram;
@group(0) @binding(4) var depth_buffer: texture_depth_2d;

// ---------------------------------------------------- what depths are visible

var<workgroup> group_low: atomic<u32>;
var<workgroup> group_high: atomic<u32>;

fn linear_depth(stored: f32) -> f32 {
	let n = camera.near_plane;
	let f = camera.far_plane;
	return n * f / (f - stored * (f - n));
}

fn bin_of(depth: f32) -> u32 {
	let t = log2(depth / camera.near_plane) /
		log2(camera.far_plane / camera.near_plane);
	return min(u32(saturate(t) * f32(histogram_bins)), histogram_bins - 1u);
}

@compute @workgroup_size(16, 16)
fn measure_depth(
	@builtin(global_invocation_id) id: vec3<u32>,
	@builtin(local_invocation_index) index: u32,
) {
	if index == 0u {
		atomicStore(&group_low, 0x7f7fffffu);
		atomicStore(&group_high, 0u);
	}
	workgroupBarrier();

	let size = textureDimensions(depth_buffer);
	if all(id.xy < size) {
		let stored = textureLoad(depth_buffer, vec2<i32>(id.xy), 0);
		if stored < 1.0 {
			let depth = linear_depth(stored);
			// Positive floats sort like their bits.
			atomicMin(&group_low, bitcast<u32>(depth));
			atomicMax(&group_high, bitcast<u32>(depth));
			atomicAdd(&histogram.bins[bin_of(depth)], 1u);
		}
	}
	workgroupBarrier();

	if index == 0u {
		atomicMin(&histogram.lowest, atomicLoad(&group_low));
		atomicMax(&histogram.highest, atomicLoad(&group_high));
	}
}

// ------------------------------------------------------------ fit of cascades

fn split_at(i: u32, near: f32, far: f32) -> f32 {
	let t = f32(i) / f32(sun.cascade_count);
	let logarithmic = near * pow(far / near, t);
	let uniform_ = mix(near, far, t);
	return mix(uniform_, logarithmic, sun.lambda);
}

// The smallest sphere around a slice of the frustum. It does not change when
// the camera turns, so shadows do not crawl.
fn slice_sphere(near: f32, far: f32) -> Sphere {
	let k2 = dot(camera.tan_half_fov, camera.tan_half_fov);
	let middle = 0.5 * (far + near) * (1.0 + k2);
	if middle > far {
		return Sphere(camera.eye + camera.forward * far, far * sqrt(k2));
	}
	let along = far - middle;
	let radius = sqrt(along * along + far * far * k2);
	return Sphere(camera.eye + camera.forward * middle, radius);
}

fn light_basis(to_light: vec3<f32>) -> mat3x3<f32> {
	let helper = select(vec3(0.0, 1.0, 0.0), vec3(1.0, 0.0, 0.0),
		abs(to_light.y) > 0.99);
	let right = normalize(cross(helper, to_light));
	return mat3x3<f32>(right, cross(to_light, right), to_light);
}

fn orthographic(extent: f32, near: f32, far: f32) -> Mat4 {
	let range = 1.0 / (far - near);
	return Mat4(
		1.0 / extent, 0.0, 0.0, 0.0,
		0.0, 1.0 / extent, 0.0, 0.0,
		0.0, 0.0, -range, 0.0,
		0.0, 0.0, far * range, 1.0,
	);
}

@compute @workgroup_size(1)
fn fit_cascades() {
	let low = bitcast<f32>(atomicLoad(&histogram.lowest));
	let high = bitcast<f32>(atomicLoad(&histogram.highest));
	let near = max(low * 0.95, camera.near_plane);
	let far = min(max(high * 1.05, near + 1.0), camera.far_plane);
	let basis = light_basis(sun.to_sun);
	let world_to_light = transpose(basis);

	for (var i = 0u; i < sun.cascade_count; i++) {
		var cascade: FittedCascade;
		cascade.split_near = split_at(i, near, far);
		cascade.split_far = split_at(i + 1u, near, far);
		cascade.bounds = slice_sphere(cascade.split_near, cascade.split_far);

		// Whole texels only: the map moves in steps.
		let texel = 2.0 * cascade.bounds.w / sun.map_size;
		var center = world_to_light * cascade.bounds.xyz;
		center = vec3(floor(center.xy / texel) * texel, center.z);
		let reach = cascade.bounds.w + sun.caster_extent;
		let view = Mat4(
			vec4(world_to_light[0], 0.0),
			vec4(world_to_light[1], 0.0),
			vec4(world_to_light[2], 0.0),
			vec4(-center, 1.0),
		);
		cascade.light_from_world =
			orthographic(cascade.bounds.w, -reach, reach) * view;
		cascade.texel_world = texel;
		cascade.depth_range = 2.0 * reach;
		fitted.cascades[i] = cascade;
	}
	fitted.visible_near = near;
	fitted.visible_far = far;

	atomicStore(&histogram.lowest, 0x7f7fffffu);
	atomicStore(&histogram.highest, 0u);
	for (var b = 0u; b < histogram_bins; b++) {
		atomicStore(&histogram.bins[b], 0u);
	}
}

// ----------------------------------------------------------------- the casters

struct CasterInstance {
	model: mat3x4<f32>, // rows of a 3x4 matrix
	bounds: Sphere,
	wind: f32,
	@align(16) tint_cutoff: f32,
}

@group(1) @binding(0) var<storage, read> casters: array<CasterInstance>;
@group(1) @binding(1) var<storage, read> fitted_read: FittedSun;
@group(1) @binding(2) var cutout_map: texture_2d<f32>;
@group(1) @binding(3) var cutout_sampler: sampler;

struct PassBlock {
	cascade: u32,
	base_instance: u32,
}
@group(1) @binding(4) var<uniform> pass_: PassBlock;

struct CasterVarying {
	@builtin(position) position: vec4<f32>,
	@location(0) uv: vec2<f32>,
	@location(1) @interpolate(flat) cutoff: f32,
}

@vertex
fn vs_caster(
	@builtin(instance_index) instance: u32,
	@location(0) position: vec3<f32>,
	@location(1) uv: vec2<f32>,
) -> CasterVarying {
	let caster = casters[pass_.base_instance + instance];
	let world = vec4(position, 1.0) * caster.model;
	let cascade = fitted_read.cascades[pass_.cascade];
	var out: CasterVarying;
	out.position = cascade.light_from_world * vec4(world, 1.0);
	// What stands before the near plane still casts: flatten it.
	out.position.z = max(out.position.z, 0.0);
	out.uv = uv;
	out.cutoff = caster.tint_cutoff;
	return out;
}

@fragment
fn fs_caster_cutout(in: CasterVarying) {
	let alpha = textureSample(cutout_map, cutout_sampler, in.uv).a;
	if alpha < in.cutoff {
		discard;
	}
}

// ------------------------------------------------------------------- filtering

@group(2) @binding(0) var sun_maps: texture_depth_2d_array;
@group(2) @binding(1) var atlas_map: texture_depth_2d;
@group(2) @binding(2) var compare: sampler_comparison;
@group(2) @binding(3) var point_clamp: sampler;
@group(2) @binding(4) var<uniform> atlas: array<AtlasSlot, atlas_slots>;
@group(2) @binding(5) var scene_depth: texture_depth_2d;
@group(2) @binding(6) var scene_normal: texture_2d<f32>;
@group(2) @binding(7) var shadow_mask: texture_storage_2d<rgba8unorm, write>;

const poisson = array<vec2<f32>, poisson_count>(
	vec2(-0.942, -0.399), vec2(0.946, -0.769), vec2(-0.094, -0.929),
	vec2(0.345, 0.294), vec2(-0.916, 0.458), vec2(-0.815, -0.879),
	vec2(-0.383, 0.277), vec2(0.975, 0.756), vec2(0.443, -0.975),
	vec2(0.537, -0.474), vec2(-0.265, -0.419), vec2(0.792, 0.191),
	vec2(-0.242, 0.997), vec2(-0.814, 0.914), vec2(0.199, 0.786),
	vec2(0.143, -0.141),
);

fn pixel_angle(pixel: vec2<f32>) -> f32 {
	let frame = f32(camera.frame_number % 64u);
	let p = pixel + 5.588238 * frame;
	return 6.2831853 * fract(52.9829189 *
		fract(0.06711056 * p.x + 0.00583715 * p.y));
}

fn rotation(angle: f32) -> mat2x2<f32> {
	let c = cos(angle);
	let s = sin(angle);
	return mat2x2<f32>(c, s, -s, c);
}

// How far in front of the receiver the casters are, or -1.
fn blocker_distance(uv: vec2<f32>, layer: u32, depth: f32, radius: f32,
		turn: mat2x2<f32>) -> f32 {
	var sum = 0.0;
	var count = 0.0;
	for (var i = 0; i < poisson_count; i += 2) {
		let offset = turn * poisson[i] * radius;
		let caster = textureSampleLevel(sun_maps, point_clamp, uv + offset,
			layer, 0u);
		if caster < depth {
			sum += depth - caster;
			count += 1.0;
		}
	}
	return select(-1.0, sum / max(count, 1.0), count > 0.0);
}

fn cascade_visibility(i: u32, world: vec3<f32>, normal: vec3<f32>,
		turn: mat2x2<f32>) -> f32 {
	let cascade = fitted_read.cascades[i];
	let slope = 1.0 - saturate(dot(normal, sun.to_sun));
	let moved = world + normal * cascade.texel_world * sun.normal_bias * slope;
	let clip = cascade.light_from_world * vec4(moved, 1.0);
	let uv = clip.xy * vec2(0.5, -0.5) + 0.5;
	if any(uv < vec2(0.0)) || any(uv > vec2(1.0)) {
		return 1.0;
	}
	let bias = sun.slope_bias * slope * cascade.texel_world /
		cascade.depth_range;
	let depth = clip.z - bias;

	let search = sun.penumbra * 0.1;
	let gap = blocker_distance(uv, i, depth, search, turn);
	if gap < 0.0 {
		return 1.0;
	}
	let width = gap * cascade.depth_range * sun.penumbra;
	let radius = max(width / (2.0 * cascade.bounds.w), 1.5 / sun.map_size);
	var lit = 0.0;
	for (var k = 0; k < poisson_count; k++) {
		let offset = turn * poisson[k] * radius;
		lit += textureSampleCompareLevel(sun_maps, compare, uv + offset, i,
			depth);
	}
	return lit / f32(poisson_count);
}

fn sun_visibility(world: vec3<f32>, normal: vec3<f32>, depth: f32,
		turn: mat2x2<f32>) -> f32 {
	var i = 0u;
	while i + 1u < sun.cascade_count && depth > fitted_read.cascades[i].split_far {
		i++;
	}
	var visible = cascade_visibility(i, world, normal, turn);
	let split = fitted_read.cascades[i].split_far;
	let band = split * sun.blend_band;
	if i + 1u < sun.cascade_count && depth > split - band {
		let next = cascade_visibility(i + 1u, world, normal, turn);
		visible = mix(visible, next, saturate((depth - split + band) / band));
	}
	let fade = saturate((depth - sun.fade_start) /
		max(fitted_read.visible_far - sun.fade_start, 1.0));
	return mix(visible, 1.0, fade * fade);
}

fn slot_visibility(slot: i32, world: vec3<f32>, turn: mat2x2<f32>) -> f32 {
	let entry = atlas[slot];
	let clip = entry.clip_from_world * vec4(world, 1.0);
	if clip.w <= 0.0 {
		return 0.0;
	}
	let ndc = clip.xyz / clip.w;
	let local = ndc.xy * vec2(0.5, -0.5) + 0.5;
	let uv = entry.uv_offset + saturate(local) * entry.uv_scale;
	let low = entry.uv_offset;
	let high = entry.uv_offset + entry.uv_scale;
	var lit = 0.0;
	for (var k = 0; k < 8; k++) {
		let at = uv + turn * poisson[k] * entry.softness * entry.uv_scale;
		lit += textureSampleCompareLevel(atlas_map, compare,
			clamp(at, low, high), ndc.z - 0.0004);
	}
	return lit / 8.0;
}

fn world_position(uv: vec2<f32>, stored: f32) -> vec3<f32> {
	let clip = vec4(uv * vec2(2.0, -2.0) + vec2(-1.0, 1.0), stored, 1.0);
	let eye = camera.inverse_projection * clip;
	return (camera.inverse_view * vec4(eye.xyz / eye.w, 1.0)).xyz;
}

// Marches a short way towards the light through the depth buffer.
fn contact_shadow(world: vec3<f32>, noise: f32) -> f32 {
	let steps = 12;
	let reach = 0.35;
	var point = world;
	let advance = sun.to_sun * (reach / f32(steps));
	point += advance * noise;
	for (var i = 0; i < steps; i++) {
		point += advance;
		let eye = camera.view * vec4(point, 1.0);
		let clip = camera.projection * eye;
		let uv = clip.xy / clip.w * vec2(0.5, -0.5) + 0.5;
		if any(uv < vec2(0.0)) || any(uv >= vec2(1.0)) {
			break;
		}
		let stored = textureLoad(scene_depth,
			vec2<i32>(uv * camera.resolution), 0);
		let behind = -eye.z - linear_depth(stored);
		if behind > 0.01 && behind < 0.25 {
			return 1.0 - smoothstep(0.0, 1.0, 1.0 - f32(i) / f32(steps));
		}
	}
	return 1.0;
}

// r: sun, g: contact, b: the most important local light, a: depth fade
@compute @workgroup_size(8, 8)
fn resolve_mask(@builtin(global_invocation_id) id: vec3<u32>) {
	let size = textureDimensions(shadow_mask);
	if any(id.xy >= size) {
		return;
	}
	let pixel = vec2<i32>(id.xy);
	let stored = textureLoad(scene_depth, pixel, 0);
	if stored >= 1.0 {
		textureStore(shadow_mask, pixel, vec4(1.0));
		return;
	}
	let uv = (vec2<f32>(id.xy) + 0.5) / vec2<f32>(size);
	let world = world_position(uv, stored);
	let normal = normalize(textureLoad(scene_normal, pixel, 0).xyz * 2.0 - 1.0);
	let angle = pixel_angle(vec2<f32>(id.xy));
	let turn = rotation(angle);
	let depth = linear_depth(stored);

	var mask = vec4(1.0);
	if dot(normal, sun.to_sun) > 0.0 {
		mask.r = sun_visibility(world, normal, depth, turn);
		if mask.r > 0.0 {
			mask.g = contact_shadow(world, fract(angle));
		}
	} else {
		mask.r = 0.0;
	}
	let slot = i32(textureLoad(scene_normal, pixel, 0).a * 255.0) - 1;
	if slot >= 0 {
		mask.b = slot_visibility(slot, world + normal * 0.01, turn);
	}
	mask.a = saturate(depth / camera.far_plane);
	textureStore(shadow_mask, pixel, mask);
}
