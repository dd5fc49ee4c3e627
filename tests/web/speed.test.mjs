// SPDX-License-Identifier: MIT
// Typing stays fluid, and the page is small.
import assert from 'node:assert/strict';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { largeShader, openPage, pageFolder, setText, settle, traceTasks,
    useBrowser } from './harness.mjs';

useBrowser();

const KEYS = 40;
const FRAME = 1000 / 60;

test('a megabyte is typed into without blocking', async (context) => {
    const page = await openPage();
    const text = `\n${largeShader(1 << 20)}`;

    await setText(page, text);
    await page.keyboard.press('Control+Home');
    await page.keyboard.type('// ');
    await settle(page);
    const tasks = await traceTasks(page, async () => {
        await page.keyboard.type('x'.repeat(KEYS), { delay: 60 });
        await settle(page); // it is read, and laid out
        await page.waitForTimeout(2000); // and packed for the link
    });
    const worst = Math.max(...tasks);

    context.diagnostic(`${text.length} characters, ${KEYS} keys, ${
        tasks.length} tasks: ${worst.toFixed(1)} ms at most`);
    assert.ok(tasks.length > KEYS);
    assert.ok(worst < 2 * FRAME, `${worst} ms`);
    assert.equal(await page.textContent('#problems-title'), 'No problems');
    assert.equal((await page.evaluate(() => location.hash)).length > 100,
        true);
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
