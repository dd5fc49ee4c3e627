// SPDX-License-Identifier: MIT
//
// usage: node ask.mjs FOLDER
//
// Answers questions about WGSL with the Tint that the npm package `webgpu` in
// FOLDER/node_modules holds, on the CPU.  A line of standard input is a question
// as JSON, a line of standard output its answer:
//
//   {"text": "...", "variables": [{name, group, binding, type}], "structs": [..]}
//   answer {"errors": [{line, column, message}], "sizes": {...}, "layouts": {...}}
//
// Other lines are what the library itself has to say.
// `sizes` has the least binding size of each variable; `layouts` has the structs
// of which this version lists the layout when it refuses an offset (old ones do).
import {createInterface} from 'node:readline';
import {createRequire} from 'node:module';

const require = createRequire(`${process.argv[2]}/node_modules/`);
const {create, globals} = require('webgpu');
Object.assign(globalThis, globals);

// What is reachable from globalThis is not collected while it is in use.
const gpu = globalThis.gpu =
    create(['backend=null', 'enable-dawn-features=allow_unsafe_apis']);
const adapter = globalThis.adapter = await gpu.requestAdapter();
const device = globalThis.device =
    await adapter.requestDevice({requiredFeatures: [...adapter.features]});
const emptyLayout = device.createBindGroupLayout({entries: []});

async function compile(code) {
    device.pushErrorScope('validation');
    const module = device.createShaderModule({code});
    const {messages} = await module.getCompilationInfo();
    await device.popErrorScope();
    return {module, messages,
            errors: messages.filter(m => m.type === 'error')};
}

// An entry point for each variable, so that a pipeline can be made that uses
// nothing else.
function probes(variables) {
    return variables.map(({name}, i) =>
        `\n@compute @workgroup_size(1) fn zz_probe_${i}() { _ = &${name}; }`
    ).join('');
}

// A pipeline whose layout promises one byte tells how many there must be.
async function bindingSize(module, {group, binding, type}, i) {
    const bindGroupLayouts = Array(group).fill(emptyLayout);

    device.pushErrorScope('validation');
    bindGroupLayouts.push(device.createBindGroupLayout({entries: [
        {binding, visibility: GPUShaderStage.COMPUTE,
         buffer: {type, minBindingSize: 1}}]}));
    device.createComputePipeline({
        layout: device.createPipelineLayout({bindGroupLayouts}),
        compute: {module, entryPoint: `zz_probe_${i}`}});
    const error = await device.popErrorScope();
    if (error === null)
        return 0; // a buffer without a size of its own: no type has 1 byte
    const found = /bytes of the buffer \((\d+)\)/.exec(error.message);
    return found === null ? error.message.split('\n')[0] : Number(found[1]);
}

async function bindingSizes(text, variables) {
    const sizes = {};
    const {module, errors} = await compile(text + probes(variables));

    for (const [i, variable] of variables.entries())
        sizes[variable.name] = errors.length > 0
            ? errors[0].message.split('\n')[0]
            : await bindingSize(module, variable, i);
    return sizes;
}

// The listing that begins with the header of a struct.
const structLine = /^\/\* +align\( *(\d+)\) size\( *(\d+)\) \*\/ struct (\S+) \{/;
const memberLine =
    /^\/\* offset\( *(\d+)\) align\( *(\d+)\) size\( *(\d+)\) \*\/ +(\S+) :/;

function readListing(message, layouts) {
    let struct = null;

    for (const line of message.split('\n')) {
        let found = structLine.exec(line);
        if (found !== null) {
            struct = layouts[found[3]] = {align: Number(found[1]),
                                          size: Number(found[2]), members: {}};
        } else if (struct !== null) {
            found = memberLine.exec(line);
            if (found !== null)
                struct.members[found[4]] = {offset: Number(found[1]),
                                            align: Number(found[2]),
                                            size: Number(found[3])};
        }
    }
}

// A member at an offset that its struct cannot have makes Tint list the struct.
async function layoutOf(text, struct) {
    const layouts = {};
    const {messages} = await compile(
        `enable f16; ${text}\nstruct zz_outer { a: f16, @align(1) s: ${struct} }
         @group(0) @binding(999) var<storage, read_write> zz_outer_v: zz_outer;`);

    for (const {message} of messages)
        readListing(message, layouts);
    return layouts[struct];
}

async function layoutsOf(text, structs) {
    const layouts = {};

    for (const struct of structs) {
        const layout = await layoutOf(text, struct);
        if (layout === undefined)
            break; // this version does not list layouts, or this text is broken
        layouts[struct] = layout;
    }
    return layouts;
}

async function answer({text, variables = [], structs = []}) {
    const found = await compile(text);
    const errors = found.errors.map(
        e => ({line: e.lineNum, column: e.linePos, message: e.message}));

    if (errors.length > 0)
        return {errors, sizes: {}, layouts: await layoutsOf(text, structs)};
    return {errors, sizes: await bindingSizes(text, variables),
            layouts: await layoutsOf(text, structs)};
}

for await (const line of createInterface({input: process.stdin}))
    console.log('answer', JSON.stringify(await answer(JSON.parse(line))));
process.exit(0);
