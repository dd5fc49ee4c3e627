// SPDX-License-Identifier: MIT
//
// usage: node pipeline.mjs FOLDER
//
// Makes pipelines with the layouts that the tool reports, by the npm package
// `webgpu` in FOLDER/node_modules, on its null backend.  A line of standard input
// is a question as JSON, a line of standard output its answer:
//
//   {"text": "...", "document": {...}}
//   answer {"error": null, "accepted": 3, "refused": {...}, "wrong": ["..."]}
//
// `error` is the first one of the text; then nothing else is tried.  `refused`
// counts what had to be refused, and was, by what was taken away.
import {createInterface} from 'node:readline';
import {createRequire} from 'node:module';

const require = createRequire(`${process.argv[2]}/node_modules/`);
const {create, globals} = require('webgpu');
Object.assign(globalThis, globals);

const gpu = globalThis.gpu =
    create(['backend=null', 'enable-dawn-features=allow_unsafe_apis']);
const adapter = globalThis.adapter = await gpu.requestAdapter();
// Some sample shaders are for devices with more than the least that all have.
const limits = ['maxStorageBuffersPerShaderStage', 'maxBindGroups',
                'maxUniformBuffersPerShaderStage',
                'maxSampledTexturesPerShaderStage',
                'maxSamplersPerShaderStage',
                'maxStorageTexturesPerShaderStage',
                'maxComputeWorkgroupStorageSize',
                'maxComputeInvocationsPerWorkgroup',
                'maxComputeWorkgroupSizeX', 'maxComputeWorkgroupSizeY'];
const device = globalThis.device = await adapter.requestDevice({
    requiredFeatures: [...adapter.features],
    requiredLimits: Object.fromEntries(
        limits.map(name => [name, adapter.limits[name]]))});
const emptyLayout = device.createBindGroupLayout({entries: []});
const stageBits = {vertex: 1, fragment: 2, compute: 4};

// The first error of what `make` makes, or null.
async function errorOf(make) {
    device.pushErrorScope('validation');
    let thrown = null;
    try {
        make();
    } catch (error) {
        thrown = String(error);
    }
    const error = await device.popErrorScope();
    return thrown ?? error?.message ?? null;
}

// ------------------------------------------------------------------- layouts

// An entry as the tool reports it, as GPUBindGroupLayoutEntry.
function layoutEntry(entry, visibility) {
    const made = {binding: entry.binding, visibility};

    switch (entry.kind) {
    case 'sampler':
        return {...made, sampler: {type: entry.type}};
    case 'texture':
        return {...made, texture: {sampleType: entry.sample_type,
                                   viewDimension: entry.view_dimension,
                                   multisampled: entry.multisampled}};
    case 'storage-texture':
        return {...made, storageTexture: {
            access: entry.access, format: entry.format,
            viewDimension: entry.view_dimension}};
    case 'external-texture':
        return {...made, externalTexture: {}};
    default:
        return {...made, buffer: {type: entry.kind,
                                  minBindingSize: entry.min_binding_size}};
    }
}

// The entries that these entry points use: [{group, entry}]; null if two of them
// use a slot in ways that do not go together.
function entriesOf(document, points) {
    const found = new Map();

    for (const point of points)
        for (const name of point.variables) {
            const v = document.variables.find(one => one.name === name);
            if (v.group === null)
                continue;
            const there = document.bind_groups.find(g => g.group === v.group)
                .entries.filter(e => e.binding === v.binding);
            const entry = there.find(e => e.variable === name) ?? there[0];
            const slot = found.get(`${v.group} ${v.binding}`) ??
                {group: v.group, from: entry, visibility: 0};

            if (!entry.visibility.includes(point.stage))
                throw new Error(`${name} is not visible to ${point.stage}`);
            if (slot.from !== entry)
                return null;
            slot.visibility |= stageBits[point.stage];
            found.set(`${v.group} ${v.binding}`, slot);
        }
    return [...found.values()].map(({group, from, visibility}) => (
        {group, entry: layoutEntry(from, visibility)}));
}

function pipelineLayout(entries) {
    const groups = [];

    for (const {group, entry} of entries)
        (groups[group] ??= []).push(entry);
    return device.createPipelineLayout({bindGroupLayouts: [...groups].map(
        list => list === undefined ? emptyLayout
                                   : device.createBindGroupLayout(
                                       {entries: list}))});
}

// ----------------------------------------------------------------- pipelines

// Values for the overrides without a default that the entry point uses.
function constantsOf(document, point) {
    return document.overrides
        .filter(o => o.default === null && point.overrides.includes(o.name))
        .map(o => [o.id === null ? o.name : String(o.id), 1]);
}

const wgslStage = value => `@location(${value.location}) @interpolate(${
    value.interpolation}, ${value.sampling})`;

// A vertex shader that gives what a fragment shader takes.
function companion(point) {
    const members = point.inputs.map(
        v => `${wgslStage(v)} v${v.location}: ${v.type}`);

    members.push('@builtin(position) position: vec4f');
    return device.createShaderModule({code: `enable f16;
        struct Out { ${members.join(', ')} }
        @vertex fn companion() -> Out { return Out(); }`});
}

function targetsOf(point) {
    const targets = [];
    const dual = point.outputs.some(v => v.blend_src !== null);

    for (const v of point.outputs)
        targets[v.location] = {
            format: /u32/.test(v.type) ? 'r8uint' : /i32/.test(v.type) ? 'r8sint'
                                                                    : 'r8unorm',
            ...(dual ? {blend: {
                color: {srcFactor: 'src1', dstFactor: 'one'},
                alpha: {srcFactor: 'one', dstFactor: 'one'}}} : {})};
    return [...targets].map(t => t ?? null);
}

const buffersOf = point => point.vertex_buffers.map(b => ({
    arrayStride: b.array_stride, stepMode: b.step_mode,
    attributes: b.attributes.map(a => ({shaderLocation: a.shader_location,
                                        offset: a.offset, format: a.format}))}));

// What can be changed of a pipeline: entries, constants, buffers, targets.
function partsOf(document, points) {
    return {entries: entriesOf(document, points),
            constants: points.map(p => constantsOf(document, p)),
            buffers: points[0].stage === 'vertex' ? buffersOf(points[0]) : [],
            targets: points.at(-1).stage === 'fragment'
                ? targetsOf(points.at(-1)) : null};
}

const depthStencil = {format: 'depth32float', depthWriteEnabled: false,
                      depthCompare: 'always'};

function make(module, points, parts) {
    const layout = pipelineLayout(parts.entries);
    const stage = i => ({module, entryPoint: points[i].name,
                         constants: Object.fromEntries(parts.constants[i])});

    if (points[0].stage === 'compute')
        return device.createComputePipeline({layout, compute: stage(0)});
    const fragment = points.at(-1).stage === 'fragment'
        ? {...stage(points.length - 1), targets: parts.targets} : undefined;

    return device.createRenderPipeline({
        layout, depthStencil, fragment,
        vertex: points[0].stage === 'vertex'
            ? {...stage(0), buffers: parts.buffers}
            : {module: companion(points[0]), entryPoint: 'companion'}});
}

// --------------------------------------------------------------------- spoiling

const without = (list, i) => list.filter((_, k) => k !== i);

// Each way to take something away: [what, parts].
function* spoiled(parts) {
    for (const [i, {group, entry}] of parts.entries.entries()) {
        yield ['entry', {...parts, entries: without(parts.entries, i)}];
        if (entry.buffer === undefined)
            continue;
        const smaller = {...entry, buffer: {
            ...entry.buffer, minBindingSize: entry.buffer.minBindingSize - 1}};
        if (smaller.buffer.minBindingSize > 0)
            yield ['size', {...parts, entries: parts.entries.with(
                i, {group, entry: smaller})}];
    }
    for (const [s, list] of parts.constants.entries())
        for (const i of list.keys())
            yield ['override', {...parts, constants: parts.constants.with(
                s, without(list, i))}];
    for (const [b, buffer] of parts.buffers.entries()) {
        for (const i of buffer.attributes.keys())
            yield ['attribute', {...parts, buffers: parts.buffers.with(b, {
                ...buffer, attributes: without(buffer.attributes, i)})}];
        if (buffer.arrayStride > 4)
            yield ['stride', {...parts, buffers: parts.buffers.with(b, {
                ...buffer, arrayStride: buffer.arrayStride - 4})}];
    }
    // A target that nothing is written to.
    if (parts.targets !== null)
        yield ['target', {...parts,
                          targets: [...parts.targets, {format: 'r8unorm'}]}];
}

async function tryPoints(module, document, points, answer) {
    const name = points.map(p => p.name).join(' + ');
    const parts = partsOf(document, points);
    if (parts.entries === null)
        return;
    const error = await errorOf(() => make(module, points, parts));

    // Samples may need more than this device has.
    if (/exceeds the maximum per-stage limit/.test(error)) {
        answer.beyond++;
        return;
    }
    if (error !== null) {
        answer.wrong.push(`${name} is refused: ${error}`);
        return;
    }
    answer.accepted++;
    for (const [what, less] of spoiled(parts)) {
        if (await errorOf(() => make(module, points, less)) === null)
            answer.wrong.push(`${name} is accepted with less: ${what} of ${
                JSON.stringify(parts)}`);
        else
            answer.refused[what] = (answer.refused[what] ?? 0) + 1;
    }
}

// Each entry point alone, and vertex shaders with fragment shaders that take
// nothing from them.
function pipelinesOf({entry_points: points}) {
    const vertex = points.filter(p => p.stage === 'vertex');
    const fragment = points.filter(
        p => p.stage === 'fragment' && p.inputs.length === 0);

    return [...points.map(p => [p]),
            ...vertex.flatMap(v => fragment.slice(0, 2).map(f => [v, f]))];
}

async function answer({text, document}) {
    const found = {error: null, accepted: 0, beyond: 0, refused: {},
                   wrong: []};
    device.pushErrorScope('validation');
    const module = device.createShaderModule({code: text});
    const {messages} = await module.getCompilationInfo();
    await device.popErrorScope();
    found.error = messages.find(m => m.type === 'error')?.message ?? null;
    if (found.error !== null || !document.valid)
        return found;
    for (const points of pipelinesOf(document)) {
        try {
            await tryPoints(module, document, points, found);
        } catch (error) {
            found.wrong.push(String(error));
        }
    }
    return found;
}

for await (const line of createInterface({input: process.stdin}))
    console.log('answer', JSON.stringify(await answer(JSON.parse(line))));
process.exit(0);
