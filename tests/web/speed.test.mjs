// SPDX-License-Identifier: MIT
// Typing stays fluid, and the page is small.
import assert from 'node:assert/strict';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { largeShader, openPage, pageFolder, setText, settle, useBrowser }
    from './harness.mjs';

useBrowser();

const KEYS = 40;
const FRAME = 1000 / 60;

function quantile(values, share) {
    const sorted = [...values].sort((a, b) => a - b);

    return sorted[Math.min(Math.floor(share * sorted.length),
        sorted.length - 1)];
}

// How long the page could not take input: the stretches between timers that
// want to run all the time.
async function watchBlocking(page) {
    await page.evaluate(() => {
        const channel = new MessageChannel();
        let last = performance.now();

        globalThis.gaps = [];
        channel.port1.onmessage = () => {
            const now = performance.now();

            globalThis.gaps.push(now - last);
            last = now;
            if (globalThis.gaps !== null)
                setTimeout(() => channel.port2.postMessage(null), 1);
        };
        channel.port2.postMessage(null);
    });
}

test('a megabyte is typed into without blocking', async (context) => {
    const page = await openPage();
    const text = `\n${largeShader(1 << 20)}`;

    await setText(page, text);
    await page.keyboard.press('Control+Home');
    await settle(page);
    await page.keyboard.type('// ', { delay: 50 });
    await page.waitForTimeout(3000);
    await watchBlocking(page);
    for (let i = 0; i < KEYS; i++) {
        await page.keyboard.press('x');
        await page.waitForTimeout(60);
    }
    await page.waitForTimeout(3000); // it is read, and laid out
    const gaps = await page.evaluate(() => globalThis.gaps);
    const worst = Math.max(...gaps);
    const late = gaps.filter((gap) => gap > 2 * FRAME).length;

    context.diagnostic(`${text.length} characters, ${KEYS} keys: blocked for ` +
        `${worst.toFixed(1)} ms at worst, ${late} times for more than two ` +
        `frames; ${quantile(gaps, 0.99).toFixed(1)} ms at 99 %`);
    assert.ok(quantile(gaps, 0.99) < 2 * FRAME);
    assert.ok(late <= KEYS / 10);
    assert.match(await page.textContent('#problems-title'), /No problems/);
    assert.deepEqual(page.faults, []);
    await page.context().close();
});

test('the whole page is less than 500 KB', (context) => {
    const files = readdirSync(pageFolder).map((name) =>
        [name, statSync(join(pageFolder, name)).size]);
    const total = files.reduce((sum, [, size]) => sum + size, 0);

    context.diagnostic(files.map(([name, size]) => `${name} ${size}`)
        .join(', '));
    assert.ok(total < 500000, String(total));
});
