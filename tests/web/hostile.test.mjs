// SPDX-License-Identifier: MIT
// Texts and links that mean no good: they break nothing, and never run.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { choose, openPage, origin, rows, setText, settle, toolJson,
    useBrowser } from './harness.mjs';

useBrowser();

// The editor has images of its own, without a source.
const MARKUP = 'img[onerror], main img[src], main script, main svg';
const IMAGE = '<img src=x onerror=alert(1)>';

function controls() {
    let text = '';

    for (let c = 0; c < 0x20; c++)
        text += String.fromCharCode(c);
    for (let c = 0x7F; c < 0xA0; c++)
        text += String.fromCharCode(c);
    return `${text}\u061C\u200B\u200E\u200F\u2028\u2029\u202E\u2066\u2069\uFEFF` +
        '\uFFFE\uFFFF\uD800 \uDC00 \u{1F4A9}\u{10FFFF}';
}

// Each text, and whether there is still a struct S to be seen.
const TEXTS = {
    'a megabyte of <': ['<'.repeat(1 << 20), false],
    'every control character': [`struct S { a: f32 } // ${controls()}`, null],
    'control characters as code': [controls(), false],
    'markup in a comment': [`/* ${IMAGE} */ struct S { a: f32 }`, true],
    'markup for a name': [`struct S { a: ${IMAGE} }`, null],
    'markup for types': [`struct ${IMAGE} { a: vec3f }\n` +
        `var<uniform> s: array<"${IMAGE}", 2>;`, false],
    'markup in a string': [`diagnostic(off, "${IMAGE}");\n@align("` +
        `"><script>alert(1)</script>") struct S { a: f32 }`, null],
    'the ends of a script': ['</script><script>alert(1)</script>' +
        '--></textarea></style>]]>', false],
    'names that objects have': ['struct __proto__ { a: f32 }\n' +
        'struct constructor { toString: f32, hasOwnProperty: u32 }\n' +
        'struct S { valueOf: constructor }', true],
    'deep nesting': ['('.repeat(100000), false],
    'a long name': [`struct S { ${'a'.repeat(200000)}: f32 }`, true],
};

for (const [title, [text, shown]] of Object.entries(TEXTS)) {
    test(`hostile text: ${title}`, async () => {
        const page = await openPage();

        await setText(page, text);
        await page.waitForFunction(() => document.querySelector(
            '#problems-title').textContent !== '');
        assert.equal(await page.locator(MARKUP).count(), 0);
        assert.match(await page.textContent('#problems-title'),
            /^\d+ errors?|^No problems/);
        if (shown === true) {
            await choose(page, 'S');
            assert.equal((await rows(page)).length, 1);
        }
        for (const output of ['header', 'json', 'listing', 'svg']) {
            await page.click(`#tab-${output}`);
            await settle(page);
            assert.equal(await page.locator(MARKUP).count(), 0);
        }
        // It is still alive.
        await setText(page, 'struct Alive { a: vec3f }');
        assert.equal(await page.textContent('#title'), 'struct Alive');
        assert.deepEqual(page.faults, []);
        await page.context().close();
    });
}

test('errors that quote markup show it as it is', async () => {
    const text = `diagnostic(off, x);\nstruct S { a: f32 }\n@${IMAGE}`;
    const page = await openPage({ text });
    const [first] = toolJson(text).diagnostics;

    await settle(page);
    assert.ok((await page.textContent('#problems')).includes(first.message));
    assert.deepEqual(page.faults, []);
    await page.context().close();
});

const LINKS = ['1', '1!!!!', '1AAAA', 'x',
    '%3Cimg%20src=x%20onerror=alert(1)%3E', `1${'A'.repeat(100000)}`];

test('links that say nothing show an example', async () => {
    const page = await openPage();

    for (const link of LINKS) {
        await page.goto('about:blank');
        await page.goto(`${origin}/#${link}`);
        await page.waitForSelector('html[data-ready]');
        assert.equal(await page.textContent('#title'), 'struct Material');
    }
    assert.deepEqual(page.faults, []);
    await page.context().close();
});

test('a link with values that are none is taken for what it has', async () => {
    const page = await openPage({ text: 'struct A { a: f32 }', elements: -1e99,
        open: IMAGE, standard: {}, output: IMAGE,
        chosen: { kind: 7, number: -1, name: IMAGE } });

    await settle(page);
    assert.equal(await page.textContent('#title'), 'struct A');
    assert.equal(await page.isChecked('#open'), false);
    assert.deepEqual(page.faults, []);
    await page.context().close();
});

test('a link that unpacks to gigabytes is not unpacked', async () => {
    const page = await openPage({ text: ' '.repeat(1 << 26) });

    assert.equal(await page.textContent('#title'), 'struct Material');
    assert.deepEqual(page.faults, []);
    await page.context().close();
});

test('nothing is asked of anybody else, nor after the start', async () => {
    const page = await openPage();
    const before = page.requests.length;

    assert.ok(page.requests.every((url) => url.startsWith(`${origin}/`)));
    await setText(page, 'struct A { a: f32, b: vec3f }');
    await page.getByRole('button', { name: 'Write padding' }).click();
    await page.click('#tab-header');
    await settle(page);
    await page.click('#link');
    await page.context().setOffline(true);
    await setText(page, 'struct Offline { a: f32 }');
    assert.equal(await page.textContent('#title'), 'struct Offline');
    // Browsers ask for a page's icon when they like.
    assert.deepEqual(page.requests.slice(before).filter((url) =>
        !url.endsWith('/icon.svg')), []);
    assert.deepEqual(page.faults.filter((fault) =>
        !fault.includes('ERR_INTERNET_DISCONNECTED')), []);
    await page.context().close();
});

test('markup that is put into the page would not run', async () => {
    const page = await openPage();
    const made = await page.evaluate((markup) => {
        try {
            document.body.innerHTML = markup;
        } catch (error) {
            return error.name;
        }
        return 'taken';
    }, IMAGE);

    assert.equal(made, 'TypeError');
    await page.context().close();
});
