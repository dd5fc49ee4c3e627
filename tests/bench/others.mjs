// SPDX-License-Identifier: MIT
//
// usage: node others.mjs FOLDER BENCH_PARSE SHADERS
//
// Compares wlay with the readers of WGSL in FOLDER/node_modules: from the text
// of each shader to a module whose layouts can be asked for.  In each of the
// rounds all have their turn.
import {execFileSync} from 'node:child_process';
import {readFileSync, readdirSync} from 'node:fs';
import {createRequire} from 'node:module';
import {resolve} from 'node:path';
import {pathToFileURL} from 'node:url';

const [folder, program, shaders] = process.argv.slice(2).map(p => resolve(p));
const rounds = 9;
const texts = readdirSync(shaders).filter(name => name.endsWith('.wgsl')).sort()
    .map(name => ({name, text: readFileSync(`${shaders}/${name}`, 'utf8')}));

// ----------------------------------------------------------------------- Tint

const require = createRequire(`${folder}/node_modules/`);
const {create, globals} = require('webgpu');
Object.assign(globalThis, globals);
// What is reachable from globalThis is not collected while it is in use.
const gpu = globalThis.gpu =
    create(['backend=null', 'enable-dawn-features=allow_unsafe_apis']);
const adapter = globalThis.adapter = await gpu.requestAdapter();
const device = globalThis.device =
    await adapter.requestDevice({requiredFeatures: [...adapter.features]});
let serial = 0;

// A text that was seen before would come from a cache.
const fresh = text => `${text}// ${serial++}\n`;

async function runTint() {
    const pending = texts.map(({text}) =>
        device.createShaderModule({code: fresh(text)}).getCompilationInfo());

    return Promise.all(pending);
}

async function checkTint() {
    const infos = await runTint();

    for (const [i, {messages}] of infos.entries())
        for (const {type, lineNum, message} of messages)
            if (type === 'error')
                throw new Error(`${texts[i].name}:${lineNum}: ${message}`);
}

// --------------------------------------------------------------- wgsl_reflect

const {WgslReflect} = await import(pathToFileURL(
    `${folder}/node_modules/wgsl_reflect/wgsl_reflect.module.js`));

function runReflect() {
    return texts.map(({text}) => new WgslReflect(text).structs.length);
}

// ----------------------------------------------------------------------- wlay

// The program measures itself: starting it takes longer than its work.
const passOfWlay = () => Number(execFileSync(program, ['--pass'], {
    encoding: 'utf8'}));

// --------------------------------------------------------------------- rounds

// Seconds: elapsed or of the processors, whichever are fewer.  So neither other
// programs nor threads that compile the JavaScript or collect garbage count.
async function seconds(work) {
    const start = process.hrtime.bigint();
    const cpu = process.cpuUsage();

    await work();
    const {user, system} = process.cpuUsage(cpu);
    const elapsed = Number(process.hrtime.bigint() - start) * 1e-9;
    return Math.min(elapsed, (user + system) * 1e-6);
}

const median = values => values.sort((a, b) => a - b)[values.length >> 1];

const readers = [
    {name: 'wlay', times: [], measure: passOfWlay},
    {name: 'Tint', times: [], measure: () => seconds(runTint), target: 60},
    {name: 'wgsl_reflect', times: [], measure: () => seconds(runReflect),
     target: 150},
];

await checkTint();
for (let i = 0; i < 20; i++) // until its hot functions are compiled
    runReflect();
for (let round = 0; round < rounds; round++)
    for (const reader of readers)
        reader.times.push(await reader.measure());

const bytes = texts.reduce((sum, {text}) => sum + Buffer.byteLength(text), 0);
const base = median(readers[0].times);
let missed = 0;

console.log(`${texts.length} shaders of ${bytes} bytes, median of ${rounds}`);
console.log('reader        |  ms a pass |     MB/s | times wlay | target | ok');
for (const {name, times, target} of readers) {
    const time = median(times);
    const ratio = time / base;
    const ok = target === undefined ? '' : ratio >= target ? 'yes' : 'NO';

    missed += ok === 'NO';
    console.log([name.padEnd(13), (time * 1e3).toFixed(3).padStart(10),
                 (bytes / time * 1e-6).toFixed(1).padStart(8),
                 ratio.toFixed(1).padStart(10),
                 (target === undefined ? '' : `>= ${target}`).padStart(6),
                 ok].join(' | '));
}
process.exit(missed > 0 ? 1 : 0);
