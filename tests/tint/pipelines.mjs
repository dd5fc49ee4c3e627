// SPDX-License-Identifier: MIT
//
// usage: node pipelines.mjs WLAY FOLDER SEED COUNT; see tests/tint/run
//
// For the shaders of this repository and COUNT random ones: a pipeline made with
// the layouts that the tool reports is accepted, and with one thing less it is not.
import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';

import {Random} from './random.mjs';
import {makeShader} from './shaders.mjs';
import {Tint} from './tint.mjs';
import {Tool, firstError} from './tool.mjs';

const [program, build, seed, count] = process.argv.slice(2);
const tests = fileURLToPath(new URL('..', import.meta.url));

function* shadersUnder(folder) {
    for (const entry of readdirSync(folder, {withFileTypes: true})) {
        const path = join(folder, entry.name);

        if (entry.isDirectory())
            yield* shadersUnder(path);
        else if (entry.name.endsWith('.wgsl'))
            yield [path.slice(tests.length), readFileSync(path, 'utf8')];
    }
}

const random = new Random(Number(seed));
const samples = [...['bench', 'data', 'examples', 'host', 'consumer', 'renderer']
    .flatMap(name => {
        try {
            return [...shadersUnder(join(tests, name))];
        } catch (error) {
            if (error.code !== 'ENOENT')
                throw error;
            return [];
        }
    })];
for (let i = 1; i <= Number(count); i++)
    samples.push([`random ${i} of seed ${seed}`, makeShader(random)]);

const tint = new Tint(join(build, 'standard'), 'pipeline.mjs');
const tool = new Tool(program, join(build, 'pipelines'));
const documents = tool.ask(samples.map(([, text]) => text), true);
const totals = {modules: 0, invalid: 0, pipelines: 0, beyond: 0};
const refused = {};
let wrong = 0;

function complain(name, text, what) {
    wrong++;
    if (wrong <= 20)
        console.log(`${name}: ${what}`);
    if (process.env.SHOW)
        console.log(text);
}

for (const [i, [name, text]] of samples.entries()) {
    const document = documents[i];
    if (document.crash !== undefined) {
        complain(name, text, `the tool ended with ${document.crash}`);
        continue;
    }
    const answer = await tint.ask({text, document});
    if (answer === null) {
        complain(name, text, 'no answer');
        continue;
    }
    totals.modules++;
    if (answer.error !== null || !document.valid) {
        totals.invalid++;
        if ((answer.error === null) !== document.valid)
            complain(name, text, `Tint: ${answer.error}; here: ${
                firstError(document)?.message}`);
        continue;
    }
    totals.pipelines += answer.accepted;
    totals.beyond += answer.beyond;
    for (const [what, n] of Object.entries(answer.refused))
        refused[what] = (refused[what] ?? 0) + n;
    for (const line of answer.wrong)
        complain(name, text, line);
}
tint.stop();
console.log(`${totals.modules} modules, ${totals.invalid} of them invalid; ${
    totals.pipelines} pipelines accepted, ${
    totals.beyond} beyond the limits of the device`);
console.log(`refused with one thing less: ${Object.entries(refused).map(
    ([what, n]) => `${n} (${what})`).join(', ')}`);
console.log(`${wrong} wrong`);
process.exit(wrong > 0 || totals.pipelines === 0 ? 1 : 0);
