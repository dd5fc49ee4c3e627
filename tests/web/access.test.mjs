// SPDX-License-Identifier: MIT
// For everybody: by keyboard, by screen reader, light and dark, narrow.  Leaves
// screenshots, and with SHOTS=1 the one of README.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { buildFolder, openPage, root, settle, useBrowser } from './harness.mjs';
import { smaller } from './png.mjs';

useBrowser();

const SHADER = 'struct Falloff { near: f32, far: f32 }\n' +
    'struct Fog {\n    color: vec3f,\n    density: f32,\n    height: f32,\n' +
    '    falloff: Falloff, // a struct in a struct\n    noise: vec2f,\n}\n' +
    '@group(0) @binding(0) var<uniform> fog: Fog;\n' +
    'struct Lights { count: u32, items: array<vec4f> }\n' +
    '@group(0) @binding(1) var<storage> lights: Lights;\n';
const FOG = { text: SHADER, open: true,
    chosen: { kind: 1, number: 0, name: 'fog' } };

// Texts that are hard to read: {text, ratio}.  [WCAG 2.2, 1.4.3]
function hardToRead() {
    const canvas = document.createElement('canvas').getContext('2d',
        { willReadFrequently: true });

    // Any colour of CSS as [red, green, blue, opacity].
    function parse(colour) {
        canvas.clearRect(0, 0, 1, 1);
        canvas.fillStyle = colour;
        canvas.fillRect(0, 0, 1, 1);
        const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;

        return [r, g, b, a / 255];
    }

    function over([r, g, b, a], below) {
        return [r, g, b].map((c, i) => c * a + below[i] * (1 - a));
    }

    function backgroundOf(node) {
        const colours = [];

        for (let at = node; at !== null; at = at.parentElement)
            colours.push(parse(getComputedStyle(at).backgroundColor));
        return colours.reduceRight((below, colour) => over(colour, below),
            [255, 255, 255]);
    }

    function luminance(colour) {
        const [r, g, b] = colour.map((c) => c / 255 <= 0.04045
            ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4);

        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    }

    function ratioOf(node) {
        const below = backgroundOf(node);
        const text = over(parse(getComputedStyle(node).color), below);
        const [low, high] = [luminance(text), luminance(below)]
            .sort((a, b) => a - b);

        return (high + 0.05) / (low + 0.05);
    }

    const walker = document.createTreeWalker(document.body,
        NodeFilter.SHOW_TEXT);
    const found = [];
    let count = 0;

    for (let at; (at = walker.nextNode()) !== null;) {
        const node = at.parentElement;

        if (at.data.trim() === '' || !node.checkVisibility() ||
            node.closest('script, .unseen, .skip, option'))
            continue;
        count += 1;
        const ratio = ratioOf(node);

        if (ratio < 4.5)
            found.push({ text: at.data, ratio });
    }
    return { found, count };
}

for (const colorScheme of ['light', 'dark']) {
    test(`every text can be read: ${colorScheme}`, async () => {
        const page = await openPage(FOG, { colorScheme });

        await settle(page);
        for (const step of [
            () => {},
            () => page.hover('#table tr:has-text("height") th'),
            () => page.click('#tab-json'),
            () => page.click('.cm-line:nth-child(4)'),
        ]) {
            await step();
            await page.waitForTimeout(150);
            const { found, count } = await page.evaluate(hardToRead);

            assert.deepEqual(found, []);
            assert.ok(count > 100);
        }
        const shade = await page.evaluate(() =>
            getComputedStyle(document.body).backgroundColor.match(/\d+/)[0]);

        assert.equal(Number(shade) < 128, colorScheme === 'dark');
        await page.context().close();
    });
}

// What a screen reader is told of: {role, name}.
async function accessTree(page) {
    const session = await page.context().newCDPSession(page);
    const { nodes } = await session.send('Accessibility.getFullAXTree');

    return nodes.filter(({ ignored }) => !ignored).map((node) => ({
        role: node.role?.value, name: node.name?.value ?? '' }));
}

const NAMED = new Set(['button', 'checkbox', 'combobox', 'heading', 'image',
    'link', 'region', 'rowheader', 'searchbox', 'spinbutton', 'tab',
    'tablist', 'tabpanel', 'textbox']);

test('all that can be used has a name', async () => {
    const page = await openPage({ ...FOG, chosen: { kind: 1, number: 1,
        name: 'lights' } });

    await settle(page);
    const tree = await accessTree(page);
    const roles = new Set(tree.map(({ role }) => role));

    assert.deepEqual(tree.filter(({ role, name }) =>
        NAMED.has(role) && name.trim() === ''), []);
    for (const role of ['banner', 'main', 'contentinfo', 'table', 'tab',
        'spinbutton', 'textbox', 'checkbox', 'combobox', 'status'])
        assert.ok(roles.has(role), `there is no ${role}`);
    assert.ok(tree.some(({ role, name }) => role === 'image' &&
        /Picture of the memory of lights/.test(name)));
    const levels = await page.$$eval('h1, h2, h3', (nodes) =>
        nodes.filter((n) => n.checkVisibility()).map((n) =>
            Number(n.tagName[1])));

    assert.deepEqual(levels.filter((level) => level === 1), [1]);
    levels.reduce((before, level) => {
        assert.ok(level <= before + 1);
        return level;
    });
    assert.equal(await page.getAttribute('html', 'lang'), 'en');
    const ids = await page.$$eval('[id]', (nodes) => nodes.map((n) => n.id));

    assert.equal(new Set(ids).size, ids.length);
    await page.context().close();
});

test('errors are told as they come and go', async () => {
    const page = await openPage({ text: 'struct A { a: f33 }' });

    await settle(page);
    assert.equal(await page.textContent('#status'), '1 error');
    assert.equal(await page.getAttribute('#status', 'role'), 'status');
    await page.click('.cm-content');
    await page.keyboard.press('Control+End');
    for (let i = 0; i < 2; i++)
        await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Backspace');
    await page.keyboard.type('2');
    await settle(page);
    assert.equal(await page.textContent('#status'), 'No problems');
    await page.context().close();
});

const focused = (page) => page.evaluate(() => {
    const node = document.activeElement;

    return node.id || node.className.split(' ')[0] ||
        node.textContent.slice(0, 20);
});

test('all can be reached and used by keyboard', async () => {
    const page = await openPage(FOG);
    const order = [];

    await settle(page);
    for (let i = 0; i < 40 && order.at(-1) !== 'panel'; i++) {
        await page.keyboard.press('Tab');
        await page.waitForTimeout(30); // the editor takes a moment
        order.push(await focused(page));
        const outline = await page.evaluate(() => {
            const node = document.activeElement;

            return [node, node.closest('.cm-editor')].some((n) => n !== null &&
                getComputedStyle(n).outlineStyle !== 'none');
        });

        assert.ok(outline, `${order.at(-1)} does not show its focus`);
    }
    assert.deepEqual(order.slice(0, 4), ['skip', 'example', 'link',
        'cm-content']);
    for (const part of ['subject', 'open', 'standard', 'plain', 'action',
        'tab-explain', 'copy', 'panel'])
        assert.ok(order.includes(part), `${part} is not reached: ${order}`);

    await page.focus('#table tbody tr:first-child th button');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    assert.equal(await page.getAttribute('tr.marked th button', 'aria-label'),
        'height');
    await page.waitForFunction(() => document.querySelector('#panel')
        .textContent.includes('fog.height'));
    await page.keyboard.press('End');
    assert.equal(await page.evaluate(() => document.activeElement.closest('tr')
        .nextElementSibling), null);
    await page.focus('#tab-explain');
    await page.keyboard.press('ArrowRight');
    assert.equal(await focused(page), 'tab-header');
    assert.equal(await page.getAttribute('#tab-header', 'aria-selected'),
        'true');
    await page.getByRole('button', { name: 'Repair for uniform' }).focus();
    await page.keyboard.press('Enter');
    await settle(page);
    assert.match(await page.textContent('#status'), /^Done: \d+ places/);
    await page.context().close();
});

test('a narrow screen needs no scrolling to the side', async () => {
    const page = await openPage(FOG, { viewport: { width: 320, height: 640 } });

    await settle(page);
    assert.equal(await page.evaluate(() =>
        document.scrollingElement.scrollWidth), 320);
    const [cell, table] = await page.$$eval('#picture, #table', (nodes) =>
        nodes.map((node) => node.getBoundingClientRect()));

    assert.ok(cell.width > 200 && table.top >= cell.bottom);
    await page.context().close();
});

// --------------------------------------------------------------- screenshots

const SHOTS = [
    ['page', 'light', 1360, 830], ['dark', 'dark', 1440, 900],
    ['narrow', 'light', 390, 844], ['narrow-dark', 'dark', 390, 844],
];

for (const [name, colorScheme, width, height] of SHOTS) {
    test(`screenshot: ${name}`, async () => {
        const page = await openPage(null, { colorScheme,
            viewport: { width, height } });
        const folder = name === 'page' && process.env.SHOTS === '1'
            ? join(root, 'tests/web') : buildFolder;

        await page.selectOption('#example', { label:
            'uniform buffers that need repair' });
        await page.waitForFunction(() => document.querySelector('#title')
            .textContent === 'struct Fog');
        await settle(page);
        await page.click('#table tr:has-text("falloff") th button');
        await settle(page);
        const image = smaller(await page.screenshot({ fullPage: width < 800 }));

        writeFileSync(join(folder, `${name}.png`), image);
        assert.ok(image.length < 150000);
        assert.deepEqual(page.faults, []);
        await page.context().close();
    });
}
