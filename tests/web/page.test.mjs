// SPDX-License-Identifier: MIT
// What a user does with the page.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { choose, facts, largeShader, openPage, rows, setText, settle, tool,
    toolJson, useBrowser } from './harness.mjs';

useBrowser();

const FOG = 'struct Falloff { near: f32, far: f32 }\n' +
    'struct Fog {\n    color: vec3f,\n    density: f32,\n    height: f32,\n' +
    '    falloff: Falloff,\n    noise: vec2f,\n}\n' +
    '@group(0) @binding(0) var<uniform> fog: Fog;\n';
const LIGHTS = 'struct Light { position: vec3f, color: vec3f, radius: f32 }\n' +
    'struct Lights {\n    ambient: vec3f,\n    items: array<Light>,\n}\n' +
    '@group(0) @binding(1) var<storage> lights: Lights;\n';

function names(list) {
    return list.map(({ member }) => member);
}

const cellTexts = (page) => page.$$eval('#picture .cell .name', (nodes) =>
    nodes.map((node) => node.textContent));

test('typing changes the picture and the table', async () => {
    const page = await openPage();

    await page.click('.cm-content');
    await page.keyboard.press('Control+A');
    await page.keyboard.type('struct A { x: f32 }', { delay: 5 });
    await settle(page);
    assert.deepEqual(await cellTexts(page), ['x']);
    assert.deepEqual(await facts(page),
        { size: 4, align: 4, data: 4, padding: 0 });
    for (let i = 0; i < 2; i++)
        await page.keyboard.press('ArrowLeft');
    await page.keyboard.type(', y: vec3f', { delay: 5 });
    await settle(page);
    assert.deepEqual(await cellTexts(page), ['x', 'y']);
    assert.deepEqual(names(await rows(page)), ['x', 'padding', 'y', 'padding']);
    assert.deepEqual(await facts(page),
        { size: 32, align: 16, data: 16, padding: 16 });
    assert.deepEqual(page.faults, []);
    await page.context().close();
});

test('errors show at their place and below, and lead there', async () => {
    const text = '// é ☃ 𝒳: characters of two, three and four bytes\n' +
        'struct A { x: vec3q }\nstruct B { y: f33, z: u32 }\n';
    const page = await openPage({ text });
    const wanted = toolJson(text).diagnostics;

    await settle(page);
    assert.deepEqual(await page.$$eval('.underline', (nodes) =>
        nodes.map((node) => node.textContent)), ['vec3q', 'f33']);
    assert.equal(await page.locator('.problem-gutter .marker.error').count(),
        2);
    assert.equal(await page.textContent('#problems-title'), '2 errors');
    const shown = await page.$$eval('#problems > li', (nodes) =>
        nodes.map((node) => node.textContent));

    assert.equal(shown.length, wanted.length);
    wanted.forEach(({ message, hint, code, line }, i) => {
        assert.ok(shown[i].includes(message));
        assert.ok(shown[i].includes(`line ${line}`));
        assert.ok(shown[i].includes(code));
        assert.ok(hint !== null && shown[i].includes(hint));
    });
    await page.click('#problems > li:nth-child(2) button');
    assert.equal(await page.evaluate(() => String(getSelection())), 'f33');
    assert.ok(await page.evaluate(() =>
        document.activeElement.matches('.cm-content')));
    await page.context().close();
});

test('an error where the text ends has a place too', async () => {
    const page = await openPage({ text: 'struct A { x: f32' });

    await settle(page);
    assert.equal(await page.locator('.underline.error').count(), 1);
    await setText(page, '');
    assert.equal(await page.textContent('#problems-title'), 'No problems');
    assert.match(await page.textContent('#picture'), /No struct/);
    assert.deepEqual(page.faults, []);
    await page.context().close();
});

// Each button, the tool's option that does the same, and what then holds.
const BUTTONS = [
    ['Repair for uniform buffers', 'uniform', FOG, 'Fog', async (page) => {
        assert.deepEqual(await page.$$eval('.verdict strong', (nodes) =>
            nodes.map((n) => n.textContent)), ['✓ allowed', '✓ allowed']);
        assert.equal(await page.textContent('#problems-title'),
            'No problems');
    }],
    ['Reorder', 'order',
        'struct M { a: f32, b: vec4f, c: f32, d: vec3f, e: f32 }\n', 'M',
        async (page) => assert.equal((await facts(page)).size, 48)],
    ['Write padding as members', 'pad', 'struct P { a: f32, b: vec3f }\n', 'P',
        async (page) => assert.ok(names(await rows(page))
            .includes('_reserved0'))],
    ['Remove filler pad0', 'unpad',
        'struct U { a: f32, pad0: f32, b: vec2f }\n', 'U',
        async (page) => assert.ok(!names(await rows(page)).includes('pad0'))],
];

for (const [title, fix, text, name, check] of BUTTONS) {
    test(`the button "${title}" mends the struct`, async () => {
        const page = await openPage({ text, chosen: { kind: 0, number: 0,
            name } });
        const wanted = tool(text, `--fix=${fix}`, `--struct=${name}`,
            'shader.wgsl');

        await settle(page);
        await page.getByRole('button', { name: title }).click();
        await settle(page);
        assert.equal(await textOf(page), wanted);
        await check(page);
        await page.click('.cm-content');
        await page.keyboard.press('Control+Z');
        await settle(page);
        assert.equal(await textOf(page), text);
        assert.deepEqual(page.faults, []);
        await page.context().close();
    });
}

// The text, by what a copy of it gives.
async function textOf(page) {
    await page.click('.cm-content');
    await page.keyboard.press('Control+A');
    await page.keyboard.press('Control+C');
    return page.evaluate(() => navigator.clipboard.readText());
}

test('both verdicts stand side by side', async () => {
    const page = await openPage({ text: FOG, chosen: { kind: 0, number: 1,
        name: 'Fog' } });

    await settle(page);
    const boxes = await page.$$eval('.verdict', (nodes) =>
        nodes.map((node) => [node.textContent,
            node.getBoundingClientRect().top]));

    assert.match(boxes[0][0], /not allowed.*every implementation/);
    assert.match(boxes[1][0], /✓ allowed.*uniform_buffer_standard_layout/);
    assert.equal(boxes[0][1], boxes[1][1]);
    assert.equal(await page.textContent('#problems-title'), '2 errors');
    await page.check('#standard');
    await settle(page);
    assert.equal(await page.textContent('#problems-title'), 'No problems');
    await page.context().close();
});

test('a count gives the size of the buffer', async () => {
    const page = await openPage({ text: LIGHTS, chosen: { kind: 1, number: 0,
        name: 'lights' } });

    for (const count of [1, 7, 1000, 4294967295]) {
        await page.fill('#count', String(count));
        await settle(page);
        const [, size] = /(\d+) bytes for/.exec(tool(LIGHTS, 'size',
            'shader.wgsl', 'lights', `--count=${count}`)) ??
            /(\d+) bytes/.exec(tool(LIGHTS, 'size', 'shader.wgsl', 'lights',
                `--count=${count}`));

        assert.equal(await page.textContent('#tail-size'),
            `${size} bytes of buffer`);
    }
    await page.fill('#count', '0');
    await settle(page);
    assert.ok(await page.$eval('#count', (node) => !node.validity.valid));
    await choose(page, 'Light');
    assert.ok(await page.isHidden('#tail'));
    await page.context().close();
});

test('row, picture and source mark one another', async () => {
    const page = await openPage({ text: LIGHTS, open: true,
        chosen: { kind: 0, number: 1, name: 'Lights' } });
    const marked = () => page.evaluate(() => [
        document.querySelector('tr.marked th')?.textContent,
        [...document.querySelectorAll('.cell.marked')]
            .map((node) => node.textContent),
        document.querySelector('.marked-name')?.textContent,
    ]);

    await settle(page);
    const ambient = ['ambient', ['ambientvec3<f32>'], 'ambient'];
    const colour = ['.color', ['items[0].colorvec3<f32>'], 'color'];

    await page.hover('tr:has-text("ambient") th');
    assert.deepEqual(await marked(), ambient);
    await page.hover('.cell:has-text("items[0].color")');
    assert.deepEqual(await marked(), colour);
    await page.hover('.cm-line:has-text("ambient")');
    assert.deepEqual(await marked(), ambient);
    await page.hover('tr:has-text("items") th');
    assert.equal((await marked())[1].length, 4); // three and the padding
    await page.focus('#table tbody tr:first-child button');
    assert.deepEqual(await marked(), ambient);
    await page.uncheck('#open');
    await settle(page);
    await page.click('.cm-line:has-text("struct Light {")');
    await page.waitForFunction(() => document.querySelector('#title')
        .textContent === 'struct Light');
    await page.hover('tr:has-text("radius") th');
    await page.mouse.move(0, 0);
    await choose(page, 'lights');
    assert.deepEqual(await marked(), [undefined, [], undefined]);
    assert.equal(await page.locator('.has-marked').count(), 0);
    assert.deepEqual(page.faults, []);
    await page.context().close();
});

test('outputs are those of the tool, to read and to copy', async () => {
    const page = await openPage({ text: LIGHTS, chosen: { kind: 0, number: 0,
        name: 'Light' } });
    const file = 'shader.wgsl';

    for (const [title, ...command] of [
        ['C header', '--format=c', file], ['JSON', '--format=json', file],
        ['Listing', file], ['SVG', '--format=svg', '--struct=Light', file]]) {
        await page.getByRole('tab', { name: title }).click();
        await page.waitForSelector('#panel pre');
        await settle(page);
        const wanted = tool(LIGHTS, ...command);

        assert.equal(await page.textContent('#panel pre'), wanted, title);
        await page.click('#copy');
        await page.waitForFunction(async (text) =>
            await navigator.clipboard.readText() === text, wanted);
    }
    await page.getByRole('tab', { name: 'Explanation' }).click();
    await page.click('tr:has-text("color") th button');
    await page.waitForFunction(() =>
        document.querySelector('#panel').textContent.includes('Light.color'));
    const reasons = await page.$$eval('#panel tr', (nodes) =>
        nodes.map((node) => [...node.cells].map((c) => c.textContent)
            .join(' ')));

    assert.ok(reasons.includes(
        'offset 16 = roundUp(16, 0 + 12) Structure Member Layout'));
    await page.context().close();
});

test('a link shows the same page again', async () => {
    const text = `${FOG}// <é ☃ 𝒳>\n${LIGHTS.replace('binding(1)',
        'binding(2)')}`;
    const page = await openPage();

    await setText(page, text);
    await choose(page, 'lights');
    await page.check('#open');
    await page.fill('#count', '77');
    await page.check('#standard');
    await page.getByRole('tab', { name: 'Listing' }).click();
    await settle(page);
    const shown = (p) => p.evaluate(() => ['#title', '#facts', '#picture',
        '#table', '#cards', '#tail', '#panel', '#problems'].map((id) =>
        document.querySelector(id).textContent));
    const before = await shown(page);

    await page.click('#link');
    await page.getByRole('button', { name: 'Link copied' }).waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    const other = await openPage();

    await other.goto(link); // the same document: only its fragment changes
    await settle(other);
    assert.deepEqual(await shown(other), before);
    assert.equal(await textOf(other), text);
    assert.equal(await other.inputValue('#count'), '77');
    assert.deepEqual(page.faults, []);
    assert.deepEqual(other.faults, []);
    await page.context().close();
    await other.context().close();
});

test('what is shown stays when the text before it changes', async () => {
    const page = await openPage({ text: `\n\n${LIGHTS}`, chosen: { kind: 0,
        number: 1, name: 'Lights' } });

    await page.click('.cm-content');
    await page.keyboard.press('Control+Home');
    await page.keyboard.type('alias a = f32;');
    await settle(page);
    assert.equal(await page.textContent('#title'), 'struct Lights');
    await page.context().close();
});

test('what is typed is shown', async () => {
    const page = await openPage({ text: LIGHTS, chosen: { kind: 1,
        number: 0, name: 'lights' } });

    await page.click('.cm-content');
    await page.keyboard.press('Control+End');
    await page.keyboard.type('struct New { a: f32 }');
    await settle(page);
    assert.equal(await page.textContent('#title'), 'struct New');
    // A member of what is shown is no reason to show something else.
    await choose(page, 'lights');
    await page.click('.cm-line:has-text("ambient")');
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await page.keyboard.type('more: f32,');
    await settle(page);
    assert.match(await page.textContent('#title'), /lights: Lights$/);
    assert.ok(names(await rows(page)).includes('more'));
    assert.deepEqual(page.faults, []);
    await page.context().close();
});

test('what is shown stays while the text is broken', async () => {
    const page = await openPage({ text: LIGHTS, chosen: { kind: 1,
        number: 0, name: 'lights' } });

    await settle(page);
    const before = await rows(page);

    await page.click('.cm-line:has-text("ambient")');
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await page.keyboard.type('more');
    await settle(page);
    assert.match(await page.textContent('#title'), /lights: Lights$/);
    assert.match(await page.textContent('#broken'), /before the errors/);
    assert.ok(await page.isVisible('#broken'));
    assert.deepEqual(await rows(page), before);
    assert.equal(await page.locator('#cards button').count(), 0);
    await page.keyboard.type(': u32,');
    await settle(page);
    assert.ok(await page.isHidden('#broken'));
    assert.deepEqual(names(await rows(page)), ['ambient', 'more', 'items']);
    await setText(page, 'struct Other { a: f32 } struct Broken {');
    assert.equal(await page.textContent('#title'), 'struct Other');
    assert.deepEqual(page.faults, []);
    await page.context().close();
});

test('every example is one', async () => {
    const page = await openPage();
    const titles = new Set();

    for (const label of (await page.$$eval('#example option', (nodes) =>
        nodes.map((node) => node.textContent))).slice(1)) {
        await page.selectOption('#example', { label });
        await settle(page);
        titles.add(await page.textContent('#title'));
        assert.ok((await rows(page)).length > 2);
    }
    assert.equal(titles.size, 5);
    assert.deepEqual(page.faults, []);
    await page.context().close();
});

test('a type in the table leads to its struct', async () => {
    const page = await openPage({ text: LIGHTS, chosen: { kind: 1, number: 0,
        name: 'lights' } });

    await settle(page);
    await page.click('#table button:has-text("array<Light>")');
    await settle(page);
    assert.equal(await page.textContent('#title'), 'struct Light');
    await page.context().close();
});

test('among many declarations a filter finds one', async () => {
    const page = await openPage({ text: largeShader(200000) });
    const options = () => page.$$eval('#subject option', (nodes) =>
        nodes.map((node) => node.textContent));

    await settle(page);
    assert.match((await options()).at(-1), /^… and \d+ more$/);
    await page.fill('#filter', 'lock777');
    await settle(page);
    assert.deepEqual((await options()).slice(1), ['Block777', 'block777']);
    await choose(page, 'block777');
    assert.equal(await page.textContent('#title'), '@group(0) @binding(777) ' +
        'var<storage, read> block777: array<Block777>');
    assert.deepEqual(page.faults, []);
    await page.context().close();
});

test('of very many errors the first are shown', async () => {
    const page = await openPage({ text: 'struct A { a: f33 }\n'.repeat(300) });

    await settle(page);
    const wanted = toolJson('struct A { a: f33 }\n'.repeat(300)).diagnostics;

    assert.equal(await page.textContent('#problems-title'),
        `${wanted.length} errors`);
    assert.equal(await page.locator('#problems > li').count(), 201);
    assert.equal(await page.textContent('#problems > li:last-child'),
        `… and ${wanted.length - 200} more`);
    await page.context().close();
});

test('a variable without memory has no picture', async () => {
    const page = await openPage({ text: '@group(0) @binding(0) var t: ' +
        'texture_2d<f32>;' });

    await settle(page);
    assert.equal(await page.textContent('#title'),
        '@group(0) @binding(0) var t: texture_2d<f32>');
    assert.match(await page.textContent('#picture'), /business/);
    assert.deepEqual(await rows(page), []);
    assert.deepEqual(page.faults, []);
    await page.context().close();
});

test('a page without its library says so', async () => {
    const page = await openPage();

    await page.context().route('**/wlay.wasm.gz', (route) =>
        route.fulfill({ status: 404 }));
    await page.reload();
    await page.waitForSelector('html[data-ready]');
    assert.match(await page.textContent('#problems-title'),
        /wlay\.wasm\.gz: 404/);
    await page.context().close();
});
