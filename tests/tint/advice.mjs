// SPDX-License-Identifier: MIT
//
// usage: node advice.mjs TOOL FOLDER SEED COUNT
//
// Generates COUNT modules from SEED, lets the tool rewrite each of them in
// every way, and asks two versions of Tint about the results: both accept them,
// the one with the strict rules of uniform buffers too, and both have the
// layouts and binding sizes that the tool has.  Every fourth module is one of
// generate.mjs.  Prints what differs, and counts; exits 1 if anything does.
import {spawnSync} from 'node:child_process';
import {writeFileSync} from 'node:fs';
import {join} from 'node:path';

import {generate} from './generate.mjs';
import {Random} from './random.mjs';
import {Tint} from './tint.mjs';
import {firstError, Tool} from './tool.mjs';

const BATCH = 100;
const SHOWN = 10;
const FIXES = ['uniform', 'order', 'pad', 'size', 'unpad'];

const [, , program, folder, seedText, countText] = process.argv;
const seed = Number(seedText);
const count = Number(countText);
const tool = new Tool(program, join(folder, 'modules'));
const strictTint = new Tint(join(folder, 'strict'));
const standardTint = new Tint(join(folder, 'standard'));
const counts = {modules: 0, structs: 0, results: 0, changed: 0, refused: 0,
                layouts: 0, bindings: 0, failures: 0};

// -------------------------------------------------------------------- modules

const leaves = ['f32', 'f32', 'u32', 'vec2f', 'vec3f', 'vec3f', 'vec4f',
                'vec2i', 'vec3u', 'f16', 'vec2h', 'vec3h', 'vec4h', 'mat2x2f', 'mat3x3f',
                'mat3x2f', 'mat4x4f', 'mat2x3h', 'mat3x3h', 'mat4x2h', 'i32'];
const names = ['m', 'm', 'm', 'm', 'm', '_pad', 'padding', 'unused_'];

class Structs {
    constructor(random, uniform) {
        this.random = random;
        this.uniform = uniform;
        this.structs = []; // {name, types, runtime}
    }

    type() {
        const {random} = this;
        const leaf = random.pick(leaves);
        const inner = random.pick(
            [...this.structs.filter(s => !s.runtime).map(s => s.name), leaf]);

        return random.weighted([
            [6, leaf], [1, `array<${leaf}, ${random.int(1, 9)}>`],
            [1, `array<array<${leaf}, ${random.int(1, 4)}>, ${
                random.int(1, 3)}>`],
            [1, inner], [1, `array<${inner}, ${random.int(1, 3)}>`]]);
    }

    attributes(type) {
        const {random} = this;
        let text = '';

        if (type.includes('S'))
            return text;
        if (random.chance(0.12))
            text += `@align(${16 << random.int(0, 2)}) `;
        if (random.chance(0.12))
            text += `@size(${random.int(0, 60) + 576}) `;
        return text;
    }

    struct() {
        const {random} = this;
        const name = `S${this.structs.length}`;
        const runtime = random.chance(0.12);
        const lines = random.chance(0.5);
        const length = random.int(1, 9);
        const types = [];
        let text = `struct ${name} {`;

        for (let i = 0; i < length; i++) {
            const last = i + 1 === length;
            const type = runtime && last ? `array<${random.pick(leaves)}>`
                                         : this.type();
            const comma = last && random.chance(0.5) ? '' : ',';

            types.push(type);
            text += `${lines ? '\n    ' : ' '}${
                runtime && last ? '' : this.attributes(type)}${
                random.pick(names)}${i}: ${type}${comma}${
                lines && random.chance(0.2) ? ` // of ${i}` : ''}`;
        }
        this.structs.push({name, types, runtime});
        return `${text}${lines ? '\n' : ' '}}\n`;
    }

    variables() {
        const {random} = this;

        return this.structs.map(({name, runtime}, i) => {
            const space = this.uniform && !runtime && random.chance(0.5)
                ? 'uniform' : 'storage';
            const type = !runtime && random.chance(0.3) ? `array<${name}, 3>`
                                                        : name;
            return `@group(0) @binding(${i}) var<${space}> v${i}: ${type};\n`;
        }).join('') + (this.uniform
            ? `@group(1) @binding(0) var<uniform> a: array<${
                random.pick(leaves)}, ${random.int(1, 9)}>;\n` : '');
    }

    // Constructors, where the types of members stay.
    calls() {
        const call = ({name, types}) =>
            `${name}(${types.map(t => `${t}()`).join(', ')})`;
        const fixed = this.structs.filter(s => !s.runtime);

        if (this.uniform || fixed.length === 0)
            return '';
        return `const c = ${call(fixed[0])};\nfn f() {\n${fixed.map(
            s => `    let ${s.name}_ = ${call(s)};\n`).join('')}}\n`;
    }

    module() {
        let text = 'enable f16;\n';

        for (let i = this.random.int(1, 4); i > 0; i--)
            text += this.struct();
        return text + this.variables() + this.calls();
    }
}

// The second kind has uniform buffers whose rules are broken.
function make(number) {
    if (number % 4 === 3)
        return {text: generate(seed, number * 2), own: false};
    const random = new Random(Math.imul(seed, 2654435761) + number * 40503);

    return {text: new Structs(random, number % 4 === 0).module(), own: true};
}

// ------------------------------------------------------------------ rewriting

function fix(text, name) {
    const file = join(folder, 'modules', 'fix.wgsl');

    writeFileSync(file, text);
    const {status, signal, stdout, stderr} = spawnSync(
        program, [`--fix=${name}`, file],
        {maxBuffer: 1 << 28, timeout: 120000});

    return {status: signal ?? status, text: stdout.toString(),
            said: stderr.toString()};
}

// What the tool may leave to the author: what is not valid to begin with, and
// constructors at module scope of members that get another type.
function mayRefuse(name, own, document) {
    return !own && (firstError(document) !== undefined || name === 'uniform') ||
        own && name !== 'uniform' && firstError(document) !== undefined;
}

// ------------------------------------------------------------------ questions

const errorOf = answer => answer === null ? 'no answer'
    : answer.errors.length > 0
        ? `${answer.errors[0].line}:${answer.errors[0].column} ${
            answer.errors[0].message.split('\n')[0]}` : undefined;

function question(text, document) {
    const buffer = v => v.address_space === 'uniform' ||
                        v.address_space === 'storage';
    const type = v => v.address_space === 'uniform' ? 'uniform'
        : v.access === 'read' ? 'read-only-storage' : 'storage';

    return {text, structs: document.structs.map(s => s.name),
            variables: document.variables
                .filter(v => buffer(v) && v.group < 4 && v.binding < 1000)
                .map(v => ({name: v.name, group: v.group, binding: v.binding,
                            type: type(v)}))};
}

function compareLayouts(document, {layouts}) {
    for (const [name, theirs] of Object.entries(layouts)) {
        const ours = document.structs.find(s => s.name === name);

        counts.layouts++;
        if (ours.align !== theirs.align || ours.size !== theirs.size ||
            ours.members.some(m => theirs.members[m.name]?.offset !== m.offset))
            return `${name} is ${JSON.stringify(theirs)}`;
    }
    return undefined;
}

function compareBindings(document, {sizes}) {
    for (const [name, theirs] of Object.entries(sizes)) {
        const ours = document.variables.find(v => v.name === name);

        counts.bindings++;
        if (ours.min_binding_size !== theirs)
            return `${name} needs ${theirs}`;
    }
    return undefined;
}

// What is left of the first document in the second.
function compareOffsets(before, after, name) {
    for (const old of before.structs) {
        const s = after.structs.find(x => x.name === old.name);
        const moved = old.members.some(m => {
            const now = s.members.find(x => x.name === m.name);
            return now === undefined ? name !== 'unpad'
                                     : now.offset !== m.offset;
        });

        if (s.size !== old.size || s.align !== old.align || moved)
            return `${old.name} has moved`;
    }
    return undefined;
}

async function look(name, before, document, text) {
    const bad = firstError(document);

    if (bad !== undefined)
        return `the tool: ${bad.line}:${bad.column} ${bad.message}`;
    const asked = question(text, document);
    const [standard, strict] = await Promise.all(
        [standardTint.ask({...asked, structs: []}),
         strictTint.ask({...asked, variables: []})]);

    return errorOf(standard) ?? errorOf(strict) ??
        compareLayouts(document, strict) ??
        compareBindings(document, standard) ??
        (name === 'uniform' || name === 'order'
            ? undefined : compareOffsets(before, document, name));
}

// The older Tint does not know all of the language: of modules that are not
// made here only those count that it accepted before.
async function isKnown({text, own}) {
    return own || errorOf(await strictTint.ask({text})) === undefined;
}

async function compareBatch(first, modules) {
    const before = tool.ask(modules.map(m => m.text), true);
    const jobs = [];

    for (const [i, module] of modules.entries()) {
        const known = await isKnown(module);

        counts.modules++;
        counts.structs += before[i].structs.length;
        for (const name of known ? FIXES : []) {
            const result = fix(module.text, name);

            counts.results++;
            counts.changed += result.text !== module.text ? 1 : 0;
            if (result.status === 0)
                jobs.push({i, name, text: result.text});
            else if (result.status === 1 &&
                     (mayRefuse(name, module.own, before[i]) ||
                      tool.ask([module.text], false)[0].valid === false))
                counts.refused++;
            else
                report(first + i, name, `${result.status}: ${result.said}`,
                       module.text);
        }
    }
    const documents = tool.ask(jobs.map(j => j.text), false);

    await Promise.all(jobs.map(async ({i, name, text}, k) => {
        const found = await look(name, before[i], documents[k], text);

        if (found !== undefined)
            report(first + i, name, found, text);
    }));
}

function report(number, name, message, text) {
    if (counts.failures++ >= SHOWN)
        return;
    console.log(`--- module ${number}, ${name}: ${message}`);
    console.log(text.replace(/^/gm, '    | '));
}

for (let first = 0; first < count; first += BATCH)
    await compareBatch(
        first, Array.from({length: Math.min(BATCH, count - first)},
                          (_, i) => make(first + i)));
strictTint.stop();
standardTint.stop();
console.log(`seed ${seed}: ${counts.modules} modules with ${
    counts.structs} structs, rewritten ${counts.results} times, of which ${
    counts.changed} changed and ${counts.refused} were refused as invalid
${counts.layouts} layouts and ${counts.bindings} minimum binding sizes compared
${counts.failures} results that differ`);
process.exit(counts.failures > 0 ? 1 : 0);
