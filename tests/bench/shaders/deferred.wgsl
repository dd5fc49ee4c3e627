/*
 * Deferred renderer: geometry pass, decals, and the lighting resolve.
 *
 * G-buffer
 *   RT0  rgba8unorm-srgb  albedo, a = occlusion
 *   RT1  rgb10a2unorm     octahedral normal, b = roughness, a = model / 3
 *   RT2  rgba8unorm       metallic, clear coat, subsurface, emissive scale
 *   RT3  rg16float        screen space motion
 *   depth32float, reversed: 1 is near, 0 is far
 */

const MODEL_STANDARD : u32 = 0u;
const MODEL_COAT : u32 = 1u;
const MODEL_SKIN : u32 = 2u;
const MODEL_FOLIAGE : u32 = 3u;

const kPi : f32 = 3.141592653589793;
const kMaxDecals : u32 = 256u;
const kTileSize : u32 = 16u;
const kMaxTileLights : u32 = 64u;

struct FrameUniforms {
  viewMatrix : mat4x4<f32>,
  projectionMatrix : mat4x4<f32>,
  viewProjection : mat4x4<f32>,
  inverseViewProjection : mat4x4<f32>,
  previousViewProjection : mat4x4<f32>,
  eyePosition : vec3<f32>,
  time : f32,
  renderSize : vec2<f32>,
  jitter : vec2<f32>,
  previousJitter : vec2<f32>,
  mipBias : f32,
  debugView : u32,
};

struct DrawUniforms {
  model : mat4x4<f32>,
  previousModel : mat4x4<f32>,
  normalMatrix : mat3x3<f32>,
  materialIndex : u32,
  pickId : u32,
  dissolve : f32,
};

struct MaterialRecord {
  albedoFactor : vec4<f32>,
  emissiveFactor : vec3<f32>,
  roughnessFactor : f32,
  uvTransform : mat3x2<f32>,
  metallicFactor : f32,
  normalScale : f32,
  clearCoat : f32,
  subsurface : f32,
  alphaCutoff : f32,
  shadingModel : u32,
  layer : vec4<i32>, // albedo, normal, orm, emissive; -1 = none
};

struct MaterialTable {
  records : array<MaterialRecord>,
};

struct Decal {
  worldToDecal : mat4x4<f32>,
  albedoLayer : u32,
  normalLayer : u32,
  opacity : f32,
  angleFade : f32, // cosine from which on it is fully visible
};

struct DecalList {
  count : u32,
  items : array<Decal, kMaxDecals>,
};

struct PunctualLight {
  positionRange : vec4<f32>,
  colorIntensity : vec4<f32>,
  directionCone : vec4<f32>, // xyz, cosine of the outer cone; -1 = a point
};

@group(0) @binding(0) var<uniform> frame : FrameUniforms;
@group(0) @binding(1) var<storage, read> materials : MaterialTable;
@group(0) @binding(2) var albedoMaps : texture_2d_array<f32>;
@group(0) @binding(3) var normalMaps : texture_2d_array<f32>;
@group(0) @binding(4) var ormMaps : texture_2d_array<f32>;
@group(0) @binding(5) var trilinear : sampler;
@group(1) @binding(0) var<uniform> draw : DrawUniforms;

// ----------------------------------------------------------------------------
// Packing
// ----------------------------------------------------------------------------

fn signNotZero(v : vec2<f32>) -> vec2<f32> {
  return select(vec2<f32>(-1.0), vec2<f32>(1.0), v >= vec2<f32>(0.0));
}

fn encodeOctahedral(n : vec3<f32>) -> vec2<f32> {
  let l1 = abs(n.x) + abs(n.y) + abs(n.z);
  var p = n.xy / l1;
  if (n.z < 0.0) {
    p = (1.0 - abs(p.yx)) * signNotZero(p);
  }
  return p * 0.5 + 0.5;
}

fn decodeOctahedral(packed : vec2<f32>) -> vec3<f32> {
  let e = packed * 2.0 - 1.0;
  var n = vec3<f32>(e, 1.0 - abs(e.x) - abs(e.y));
  let t = max(-n.z, 0.0);
  n = vec3<f32>(n.xy - t * signNotZero(n.xy), n.z);
  return normalize(n);
}

fn encodeModel(model : u32) -> f32 {
  return f32(model) / 3.0;
}

fn decodeModel(stored : f32) -> u32 {
  return u32(round(stored * 3.0));
}

// ----------------------------------------------------------------------------
// Geometry pass
// ----------------------------------------------------------------------------

struct GeometryInput {
  @location(0) position : vec3<f32>,
  @location(1) normal : vec3<f32>,
  @location(2) tangent : vec4<f32>,
  @location(3) uv0 : vec2<f32>,
  @location(4) color : vec4<f32>,
};

struct GeometryVarying {
  @builtin(position) clipPosition : vec4<f32>,
  @location(0) worldNormal : vec3<f32>,
  @location(1) worldTangent : vec4<f32>,
  @location(2) uv : vec2<f32>,
  @location(3) vertexColor : vec4<f32>,
  @location(4) currentClip : vec4<f32>,
  @location(5) previousClip : vec4<f32>,
};

struct GBuffer {
  @location(0) albedoOcclusion : vec4<f32>,
  @location(1) normalRoughness : vec4<f32>,
  @location(2) parameters : vec4<f32>,
  @location(3) motion : vec2<f32>,
};

@vertex
fn geometryVertex(input : GeometryInput) -> GeometryVarying {
  var output : GeometryVarying;
  let material = materials.records[draw.materialIndex];
  let world = draw.model * vec4<f32>(input.position, 1.0);
  let previous = draw.previousModel * vec4<f32>(input.position, 1.0);

  // Leaves sway; both frames have to, or their motion would be wrong.
  var sway = vec3<f32>(0.0);
  if (material.shadingModel == MODEL_FOLIAGE) {
    let phase = dot(world.xyz, vec3<f32>(0.31, 0.17, 0.23)) + frame.time * 1.7;
    sway = vec3<f32>(sin(phase), 0.0, cos(phase * 0.8)) * input.color.a * 0.08;
  }

  output.currentClip = frame.viewProjection * (world + vec4<f32>(sway, 0.0));
  output.previousClip =
      frame.previousViewProjection * (previous + vec4<f32>(sway, 0.0));
  output.clipPosition = output.currentClip;
  output.clipPosition.x += frame.jitter.x * output.currentClip.w;
  output.clipPosition.y += frame.jitter.y * output.currentClip.w;
  output.worldNormal = draw.normalMatrix * input.normal;
  output.worldTangent = vec4<f32>(
      (draw.model * vec4<f32>(input.tangent.xyz, 0.0)).xyz, input.tangent.w);
  output.uv = material.uvTransform * vec3<f32>(input.uv0, 1.0);
  output.vertexColor = input.color;
  return output;
}

// Interleaved gradient noise; good enough for a dissolve under TAA.
fn gradientNoise(pixel : vec2<f32>) -> f32 {
  return fract(52.9829189 *
               fract(dot(pixel, vec2<f32>(0.06711056, 0.00583715))));
}

fn sampleLayer(maps : texture_2d_array<f32>, uv : vec2<f32>, layer : i32,
               ddx : vec2<f32>, ddy : vec2<f32>,
               fallback : vec4<f32>) -> vec4<f32> {
  if (layer < 0) {
    return fallback;
  }
  return textureSampleGrad(maps, trilinear, uv, layer, ddx, ddy);
}

@fragment
fn geometryFragment(input : GeometryVarying) -> GBuffer {
  let material = materials.records[draw.materialIndex];
  let bias = exp2(frame.mipBias);
  let ddx = dpdx(input.uv) * bias;
  let ddy = dpdy(input.uv) * bias;
  let one = vec4<f32>(1.0);

  let albedo = material.albedoFactor * vec4<f32>(input.vertexColor.rgb, 1.0) *
      sampleLayer(albedoMaps, input.uv, material.layer.x, ddx, ddy, one);
  if (albedo.a < material.alphaCutoff) {
    discard;
  }
  if (draw.dissolve > 0.0 &&
      gradientNoise(input.clipPosition.xy) < draw.dissolve) {
    discard;
  }

  let flat_ = vec4<f32>(0.5, 0.5, 1.0, 1.0);
  let texel = sampleLayer(normalMaps, input.uv, material.layer.y, ddx, ddy,
                          flat_);
  let orm = sampleLayer(ormMaps, input.uv, material.layer.z, ddx, ddy, one);
  let n = normalize(input.worldNormal);
  let t = normalize(input.worldTangent.xyz -
                    n * dot(n, input.worldTangent.xyz));
  let b = cross(n, t) * input.worldTangent.w;
  let bumped = (texel.xyz * 2.0 - 1.0) *
      vec3<f32>(material.normalScale, material.normalScale, 1.0);
  let normal = normalize(t * bumped.x + b * bumped.y + n * bumped.z);

  let current = input.currentClip.xy / input.currentClip.w;
  let previous = input.previousClip.xy / input.previousClip.w;

  var g : GBuffer;
  g.albedoOcclusion = vec4<f32>(albedo.rgb, orm.r);
  g.normalRoughness = vec4<f32>(encodeOctahedral(normal),
                                saturate(orm.g * material.roughnessFactor),
                                encodeModel(material.shadingModel));
  g.parameters = vec4<f32>(orm.b * material.metallicFactor, material.clearCoat,
                           material.subsurface,
                           saturate(length(material.emissiveFactor) / 16.0));
  g.motion = (current - previous) * vec2<f32>(0.5, -0.5);
  return g;
}

// ----------------------------------------------------------------------------
// Screen space decals, blended into RT0 and RT1
// ----------------------------------------------------------------------------

@group(2) @binding(0) var<uniform> decals : DecalList;
@group(2) @binding(1) var sceneDepth : texture_depth_2d;
@group(2) @binding(2) var geometricNormals : texture_2d<f32>;

struct DecalVarying {
  @builtin(position) position : vec4<f32>,
  @location(0) @interpolate(flat) index : u32,
};

struct DecalTargets {
  @location(0) albedo : vec4<f32>,
  @location(1) normal : vec4<f32>,
};

// Corner `i` of the unit cube as a strip of 14 vertices.
fn cubeCorner(i : u32) -> vec3<f32> {
  let bit = 1u << i;
  let x = f32((0x287au & bit) != 0u);
  let y = f32((0x02afu & bit) != 0u);
  let z = f32((0x31e3u & bit) != 0u);
  return vec3<f32>(x, y, z) - 0.5;
}

fn invertAffine(m : mat4x4<f32>) -> mat4x4<f32> {
  let a = m[0].xyz;
  let b = m[1].xyz;
  let c = m[2].xyz;
  let r0 = cross(b, c);
  let r1 = cross(c, a);
  let r2 = cross(a, b);
  let inverseDet = 1.0 / dot(r2, c);
  let rotation = transpose(mat3x3<f32>(r0, r1, r2)) * inverseDet;
  let moved = -(rotation * m[3].xyz);
  return mat4x4<f32>(vec4<f32>(rotation[0], 0.0), vec4<f32>(rotation[1], 0.0),
                     vec4<f32>(rotation[2], 0.0), vec4<f32>(moved, 1.0));
}

@vertex
fn decalVertex(@builtin(vertex_index) corner : u32,
               @builtin(instance_index) index : u32) -> DecalVarying {
  let decalToWorld = invertAffine(decals.items[index].worldToDecal);
  var output : DecalVarying;
  output.position = frame.viewProjection *
      (decalToWorld * vec4<f32>(cubeCorner(corner), 1.0));
  output.index = index;
  return output;
}

fn worldFromDepth(pixel : vec2<f32>, depth : f32) -> vec3<f32> {
  let uv = pixel / frame.renderSize;
  let ndc = vec4<f32>(uv.x * 2.0 - 1.0, 1.0 - uv.y * 2.0, depth, 1.0);
  let h = frame.inverseViewProjection * ndc;
  return h.xyz / h.w;
}

@fragment
fn decalFragment(input : DecalVarying) -> DecalTargets {
  let pixel = vec2<i32>(input.position.xy);
  let depth = textureLoad(sceneDepth, pixel, 0);
  let world = worldFromDepth(input.position.xy, depth);
  let decal = decals.items[input.index];
  let local = (decal.worldToDecal * vec4<f32>(world, 1.0)).xyz;
  if (any(abs(local) > vec3<f32>(0.5))) {
    discard;
  }

  // Not on what stands upright in the box.
  let up = normalize(vec3<f32>(decal.worldToDecal[0].z, decal.worldToDecal[1].z,
                               decal.worldToDecal[2].z));
  let surface = decodeOctahedral(textureLoad(geometricNormals, pixel, 0).xy);
  let fade = smoothstep(decal.angleFade - 0.2, decal.angleFade,
                        dot(surface, up));

  let uv = vec2<f32>(local.x + 0.5, 0.5 - local.y);
  let albedo = textureSampleLevel(albedoMaps, trilinear, uv, decal.albedoLayer,
                                  0.0);
  let bump = textureSampleLevel(normalMaps, trilinear, uv, decal.normalLayer,
                                0.0);
  let edge = 1.0 - smoothstep(0.4, 0.5, abs(local.z));
  let opacity = albedo.a * decal.opacity * fade * edge;

  var targets : DecalTargets;
  targets.albedo = vec4<f32>(albedo.rgb, opacity);
  let offset = (bump.xyz * 2.0 - 1.0) * vec3<f32>(1.0, 1.0, 0.2);
  let tilted = normalize(surface + offset);
  targets.normal = vec4<f32>(encodeOctahedral(tilted), 0.6, opacity);
  return targets;
}

// ----------------------------------------------------------------------------
// Tiled lighting resolve
// ----------------------------------------------------------------------------

struct ResolveUniforms {
  lightCount : u32,
  skyIntensity : f32,
  fogDensity : f32,
  fogHeight : f32,
  fogColor : vec3<f32>,
  irradiance : array<vec4<f32>, 9>, // spherical harmonics, w unused
};

@group(3) @binding(0) var<uniform> resolve : ResolveUniforms;
@group(3) @binding(1) var<storage, read> punctual : array<PunctualLight>;
@group(3) @binding(2) var gAlbedo : texture_2d<f32>;
@group(3) @binding(3) var gNormal : texture_2d<f32>;
@group(3) @binding(4) var gParameters : texture_2d<f32>;
@group(3) @binding(5) var gDepth : texture_depth_2d;
@group(3) @binding(6) var resolved : texture_storage_2d<rgba16float, write>;

var<workgroup> tileMinDepth : atomic<u32>;
var<workgroup> tileMaxDepth : atomic<u32>;
var<workgroup> tileLightCount : atomic<u32>;
var<workgroup> tileLights : array<u32, kMaxTileLights>;

fn irradianceAt(n : vec3<f32>) -> vec3<f32> {
  var e = resolve.irradiance[0].rgb * 0.282095;
  e += resolve.irradiance[1].rgb * 0.488603 * n.y;
  e += resolve.irradiance[2].rgb * 0.488603 * n.z;
  e += resolve.irradiance[3].rgb * 0.488603 * n.x;
  e += resolve.irradiance[4].rgb * 1.092548 * n.x * n.y;
  e += resolve.irradiance[5].rgb * 1.092548 * n.y * n.z;
  e += resolve.irradiance[6].rgb * 0.315392 * (3.0 * n.z * n.z - 1.0);
  e += resolve.irradiance[7].rgb * 1.092548 * n.x * n.z;
  e += resolve.irradiance[8].rgb * 0.546274 * (n.x * n.x - n.y * n.y);
  return max(e, vec3<f32>(0.0));
}

struct Pixel {
  position : vec3<f32>,
  normal : vec3<f32>,
  view : vec3<f32>,
  albedo : vec3<f32>,
  occlusion : f32,
  roughness : f32,
  metallic : f32,
  coat : f32,
  subsurface : f32,
  emissive : f32,
  model : u32,
};

fn loadPixel(at : vec2<i32>, depth : f32) -> Pixel {
  let a = textureLoad(gAlbedo, at, 0);
  let b = textureLoad(gNormal, at, 0);
  let c = textureLoad(gParameters, at, 0);
  var p : Pixel;
  p.position = worldFromDepth(vec2<f32>(at) + 0.5, depth);
  p.normal = decodeOctahedral(b.xy);
  p.view = normalize(frame.eyePosition - p.position);
  p.albedo = a.rgb;
  p.occlusion = a.a;
  p.roughness = max(b.z, 0.05);
  p.model = decodeModel(b.w);
  p.metallic = c.x;
  p.coat = c.y;
  p.subsurface = c.z;
  p.emissive = c.w * 16.0;
  return p;
}

fn ggx(nh : f32, roughness : f32) -> f32 {
  let a2 = pow(roughness, 4.0);
  let d = (nh * a2 - nh) * nh + 1.0;
  return a2 / (kPi * d * d);
}

fn smithApprox(nv : f32, nl : f32, roughness : f32) -> f32 {
  let k = (roughness + 1.0) * (roughness + 1.0) / 8.0;
  return 0.25 / ((nv * (1.0 - k) + k) * (nl * (1.0 - k) + k));
}

fn evaluateLight(p : Pixel, l : vec3<f32>) -> vec3<f32> {
  let h = normalize(l + p.view);
  let nl = saturate(dot(p.normal, l));
  let nv = max(dot(p.normal, p.view), 1e-3);
  let nh = saturate(dot(p.normal, h));
  let vh = saturate(dot(p.view, h));
  let f0 = mix(vec3<f32>(0.04), p.albedo, p.metallic);
  let fresnel = f0 + (1.0 - f0) * exp2((-5.55473 * vh - 6.98316) * vh);

  var diffuse = p.albedo * (1.0 - p.metallic) / kPi * nl;
  switch (p.model) {
    case MODEL_SKIN: {
      // Red travels further than green and blue.
      let wrap = vec3<f32>(0.35, 0.15, 0.1) * p.subsurface;
      let lit = saturate((vec3<f32>(dot(p.normal, l)) + wrap) /
                         ((1.0 + wrap) * (1.0 + wrap)));
      diffuse = p.albedo / kPi * lit;
    }
    case MODEL_FOLIAGE: {
      let through = saturate(dot(-p.normal, l)) * p.subsurface;
      diffuse += p.albedo * vec3<f32>(0.9, 1.0, 0.4) * through / kPi;
    }
    default: {
    }
  }
  var specular = fresnel * ggx(nh, p.roughness) *
      smithApprox(nv, nl, p.roughness) * nl;
  if (p.model == MODEL_COAT) {
    let coatFresnel = (0.04 + 0.96 * pow(1.0 - vh, 5.0)) * p.coat;
    specular = specular * (1.0 - coatFresnel) +
        coatFresnel * ggx(nh, 0.08) * smithApprox(nv, nl, 0.08) * nl;
    diffuse *= 1.0 - coatFresnel;
  }
  return diffuse + specular;
}

fn lightFalloff(light : PunctualLight, toLight : vec3<f32>) -> f32 {
  let d2 = dot(toLight, toLight);
  let range = light.positionRange.w;
  let x = d2 / (range * range);
  var falloff = pow(saturate(1.0 - x * x), 2.0) / (d2 + 0.01);
  if (light.directionCone.w > -1.0) {
    let c = dot(normalize(-toLight), light.directionCone.xyz);
    falloff *= smoothstep(light.directionCone.w, light.directionCone.w + 0.08,
                          c);
  }
  return falloff;
}

// Depth is reversed: larger is nearer.
fn sphereInTile(light : PunctualLight, tileCenter : vec2<f32>,
                farDepth : f32) -> bool {
  let c = frame.viewMatrix * vec4<f32>(light.positionRange.xyz, 1.0);
  let range = light.positionRange.w;
  let clip = frame.projectionMatrix * c;
  if (clip.w < -range) {
    return false;
  }
  let ndc = clip.xy / max(abs(clip.w), 0.1);
  let tileHalf = vec2<f32>(f32(kTileSize)) / frame.renderSize;
  let reach = range * vec2<f32>(frame.projectionMatrix[0].x,
                                frame.projectionMatrix[1].y) / max(clip.w, 0.1);
  let overlaps = all(abs(ndc - tileCenter) <= tileHalf + reach);
  let nearest = frame.projectionMatrix * (c + vec4<f32>(0.0, 0.0, range, 0.0));
  return overlaps && nearest.z / max(nearest.w, 0.01) >= farDepth;
}

@compute @workgroup_size(kTileSize, kTileSize, 1)
fn resolveLighting(@builtin(global_invocation_id) gid : vec3<u32>,
                   @builtin(workgroup_id) tile : vec3<u32>,
                   @builtin(local_invocation_index) li : u32) {
  let size = vec2<u32>(frame.renderSize);
  let at = vec2<i32>(min(gid.xy, size - 1u));
  let depth = textureLoad(gDepth, at, 0);
  if (li == 0u) {
    atomicStore(&tileMinDepth, 0xffffffffu);
  }
  workgroupBarrier();
  atomicMin(&tileMinDepth, bitcast<u32>(depth));
  atomicMax(&tileMaxDepth, bitcast<u32>(depth));
  workgroupBarrier();

  let farDepth = bitcast<f32>(atomicLoad(&tileMinDepth));
  let center = (vec2<f32>(tile.xy) + 0.5) * f32(kTileSize) / frame.renderSize;
  let tileCenter = vec2<f32>(center.x * 2.0 - 1.0, 1.0 - center.y * 2.0);
  for (var i = li; i < resolve.lightCount; i += kTileSize * kTileSize) {
    if (sphereInTile(punctual[i], tileCenter, farDepth)) {
      let slot = atomicAdd(&tileLightCount, 1u);
      if (slot < kMaxTileLights) {
        tileLights[slot] = i;
      }
    }
  }
  workgroupBarrier();

  if (any(gid.xy >= size)) {
    return;
  }
  if (depth == 0.0) {
    let background = resolve.fogColor * resolve.skyIntensity;
    textureStore(resolved, at, vec4<f32>(background, 0.0));
    return;
  }

  let p = loadPixel(at, depth);
  var color = irradianceAt(p.normal) * p.albedo * (1.0 - p.metallic) *
      p.occlusion;
  color += p.albedo * p.emissive;
  let count = min(atomicLoad(&tileLightCount), kMaxTileLights);
  for (var i = 0u; i < count; i++) {
    let light = punctual[tileLights[i]];
    let toLight = light.positionRange.xyz - p.position;
    let radiance = light.colorIntensity.rgb * light.colorIntensity.a *
        lightFalloff(light, toLight);
    color += evaluateLight(p, normalize(toLight)) * radiance;
  }

  let eyeDistance = distance(frame.eyePosition, p.position);
  let height = exp(-max(p.position.y, 0.0) / max(resolve.fogHeight, 0.01));
  let fog = 1.0 - exp(-eyeDistance * resolve.fogDensity * height);
  color = mix(color, resolve.fogColor, fog);
  switch (frame.debugView) {
    case 1u: { color = p.normal * 0.5 + 0.5; }
    case 2u: { color = vec3<f32>(p.roughness, p.metallic, p.occlusion); }
    case 3u: { color = vec3<f32>(f32(count) / f32(kMaxTileLights)); }
    default: {}
  }
  textureStore(resolved, at, vec4<f32>(color, 1.0));
}
