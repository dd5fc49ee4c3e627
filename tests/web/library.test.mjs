// SPDX-License-Identifier: MIT
// The library in WebAssembly without a browser: it says what the tool says.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { loadLibrary } from '../../src/web/page/library.js';
import { unitsOf } from '../../src/web/page/places.js';
import { pack, unpack } from '../../src/web/page/link.js';
import { largeShader, pageFolder, root, sampleShaders, tool }
    from './harness.mjs';

const packed = readFileSync(join(pageFolder, 'wlay.wasm.gz'));
const library = await loadLibrary(
    `data:application/gzip;base64,${packed.toString('base64')}`);

const ESCAPES = { n: '\n', r: '\r', t: '\t', v: '\v', f: '\f', '\\': '\\' };

// The modules that Tint has judged.
const cases = readFileSync(join(root, 'tests/data/cases.txt'), 'utf8')
    .split('\n').filter((line) => line.startsWith('module '))
    .map((line) => line.slice('module '.length)
        .replace(/\\(.)/g, (_, c) => ESCAPES[c]));

const FILE = 'shader.wgsl';
const STRUCT = 0;

function firstStruct() {
    return JSON.parse(library.text('json')).modules[0].structs[0]?.name;
}

test('documents are byte for byte those of the tool', (context) => {
    const texts = [...sampleShaders().map(([, text]) => text), ...cases];

    for (const text of texts) {
        library.open(text, 0);
        assert.equal(library.text('json'), tool(text, '--format=json', FILE));
        assert.equal(library.text('listing'), tool(text, FILE));
    }
    context.diagnostic(`${texts.length} modules`);
    assert.ok(texts.length > 400);
});

test('headers, pictures and advice are those of the tool', (context) => {
    const texts = [...sampleShaders().map(([, text]) => text),
        ...cases.filter((_, i) => i % 3 === 0)];
    let headers = 0;

    for (const text of texts) {
        library.open(text, 0);
        const header = library.text('header');

        if (header !== null) {
            assert.equal(header, tool(text, '--format=c', FILE));
            headers += 1;
        }
        const name = firstStruct();

        if (name === undefined)
            continue;
        assert.equal(library.text('svg', STRUCT, 0, 1),
            tool(text, '--format=svg', '--open', `--struct=${name}`, FILE));
        for (const [fix, value] of [['uniform', 1], ['order', 2], ['pad', 3],
            ['size', 4], ['unpad', 5]]) {
            assert.equal(library.json('rewrite', STRUCT, 0, value).text ?? '',
                tool(text, `--fix=${fix}`, `--struct=${name}`, FILE));
        }
        const [advice] = library.json('advise', STRUCT, 0, 1000n).structs;
        const wanted = JSON.parse(tool(text, 'advise', '--format=json',
            `--struct=${name}`, FILE)).structs[0];

        assert.deepEqual(advice, wanted);
    }
    context.diagnostic(`${texts.length} modules, ${headers} headers`);
    assert.ok(headers > 30);
});

test('memory is given back', () => {
    const text = largeShader(1 << 18);
    const sizes = [];

    for (let i = 0; i < 12; i++) {
        library.open(text.slice(i * 1000), 0);
        library.text('json');
        library.text('header');
        library.json('advise', STRUCT, 0, 10n);
        library.json('rewrite', STRUCT, 0, 3);
        sizes.push(library.memory());
    }
    assert.equal(sizes.at(-1), sizes[3]);
});

test('questions without an answer have none', () => {
    library.open('struct A { a: f32 }', 0);
    for (const number of [1, 4294967295]) {
        for (const kind of [0, 1, 2]) {
            assert.equal(library.text('picture', kind, number, 0), null);
            assert.equal(library.text('advise', kind, number, 1n), null);
            assert.equal(library.text('size', kind, number, 1n), null);
            assert.equal(library.text('svg', kind, number, 0), null);
        }
        assert.equal(library.text('members', number), null);
    }
    for (const path of ['', 'B', 'A.b', 'A.a.a', 'A[0]'])
        assert.equal(library.jsonOf('explain', path), null);
    assert.equal(library.jsonOf('explain', 'A.a').reasons.length > 0, true);
});

test('sizes beyond what a page counts in are right', () => {
    library.open('struct A { a: u32, b: array<vec4f> }\n' +
        '@group(0) @binding(0) var<storage> v: A;', 0);
    assert.equal(library.json('size', STRUCT, 0, 1n << 59n).size,
        String((1n << 63n) + 16n));
    assert.equal(library.json('size', STRUCT, 0, 1n << 60n).size, null);
});

test('offsets in bytes become offsets in units', () => {
    const pieces = ['a', 'é', '☃', '𝒳', '\n', '\uFEFF', '\u{10FFFF}'];
    let seed = 1;

    for (let round = 0; round < 30; round++) {
        let text = '';

        for (let i = 0; i < 50 * round; i++) {
            seed = (seed * 48271) % 2147483647;
            text += pieces[seed % pieces.length];
        }
        const bytes = new TextEncoder().encode(text);
        const units = unitsOf(bytes, text);
        let at = 0;
        let unit = 0;

        for (const character of text) {
            assert.equal(units(at), unit);
            at += new TextEncoder().encode(character).length;
            unit += character.length;
        }
        assert.equal(units(at), text.length);
        assert.equal(units(at + 1000), text.length);
    }
});

test('what is packed is unpacked', async () => {
    for (const text of ['', 'é☃𝒳', '\0<>&"', largeShader(1 << 20)])
        assert.equal((await unpack(await pack({ text }))).text, text);
});
