// SPDX-License-Identifier: MIT
// A server for the page, a browser, and what tests do with them.
import { spawnSync } from 'node:child_process';
import { createReadStream, existsSync, mkdtempSync, readFileSync, readdirSync,
    writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { after, before } from 'node:test';

import { pack } from '../../src/web/page/link.js';

const { BUILD, PAGE, WLAY, CHROMIUM } = process.env;
const { chromium } = createRequire(join(BUILD, 'x.js'))('playwright-core');

export const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
export const pageFolder = PAGE;
export const buildFolder = BUILD;

// -------------------------------------------------------------------- server

const TYPES = { '.html': 'text/html', '.js': 'text/javascript',
    '.css': 'text/css', '.svg': 'image/svg+xml', '.txt': 'text/plain',
    '.gz': 'application/gzip' };

function serve(request, response) {
    const name = new URL(request.url, 'http://x').pathname.slice(1);
    const file = join(PAGE, name === '' ? 'index.html' : name);

    if (name.includes('..') || !existsSync(file)) {
        response.writeHead(404).end();
        return;
    }
    response.writeHead(200, { 'content-type': TYPES[extname(file)] });
    createReadStream(file).pipe(response);
}

const server = createServer(serve);
let browser;

export let origin;

export function useBrowser() {
    before(async () => {
        await new Promise((done) => {
            server.listen(0, '127.0.0.1', done);
        });
        origin = `http://127.0.0.1:${server.address().port}`;
        browser = await chromium.launch({ executablePath: CHROMIUM,
            args: ['--no-sandbox', '--disable-gpu'] });
    });
    after(async () => {
        await browser?.close();
        server.closeAllConnections();
        server.close();
    });
}

// ---------------------------------------------------------------------- page

// What went wrong in a page, and what it asked of whom.
function watch(page) {
    page.faults = [];
    page.requests = [];
    page.on('pageerror', (error) => page.faults.push(error.stack));
    page.on('console', (message) => {
        if (message.type() === 'error')
            page.faults.push(message.text());
    });
    page.on('dialog', (dialog) => {
        page.faults.push(`a dialog: ${dialog.message()}`);
        dialog.dismiss();
    });
    page.on('request', (request) => page.requests.push(request.url()));
}

export async function openPage(state = null, options = {}) {
    const context = await browser.newContext({
        viewport: { width: 1280, height: 860 },
        permissions: ['clipboard-read', 'clipboard-write'],
        ...options,
    });
    const page = await context.newPage();

    watch(page);
    await page.goto(state === null ? origin
        : `${origin}/#${await pack(state)}`);
    await page.waitForSelector('html[data-ready]');
    return page;
}

// The page has nothing to do any more: what it shows is of the text.
export async function settle(page) {
    const isBusy = () => page.evaluate(() => new Promise((done) => {
        requestAnimationFrame(() => setTimeout(() => done(
            document.querySelector('[aria-busy=true]') !== null), 10));
    }));

    for (let quiet = 0; quiet < 2;)
        quiet = await isBusy() ? 0 : quiet + 1;
}

export async function setText(page, text) {
    await page.click('.cm-content');
    await page.keyboard.press('Control+A');
    await page.keyboard.insertText(text);
    await settle(page);
}

export async function choose(page, name) {
    const value = await page.$$eval('#subject option', (options, wanted) =>
        options.find((o) => o.textContent === wanted)?.value, name);

    await page.selectOption('#subject', value);
    await page.waitForFunction((wanted) =>
        document.querySelector('#title').textContent.includes(wanted), name);
    await settle(page);
}

// What the page's main thread did meanwhile: the milliseconds that each of its
// tasks took of a processor, which do not depend on what else the machine does.
export async function traceTasks(page, work) {
    await browser.startTracing(page, { categories: ['toplevel'] });
    await work();
    const { traceEvents } = JSON.parse((await browser.stopTracing())
        .toString());
    const threads = new Set(traceEvents.filter(({ name, args }) =>
        name === 'thread_name' && args.name === 'CrRendererMain')
        .map(({ pid, tid }) => `${pid} ${tid}`));

    return traceEvents.filter(({ ph, pid, tid, tdur }) => ph === 'X' &&
        tdur !== undefined && threads.has(`${pid} ${tid}`))
        .map(({ tdur }) => tdur / 1000);
}

// The rows of the table: {name, type, offset, size, align, stride} as texts.
export function rows(page) {
    return page.$$eval('#table table', ([table]) => {
        if (table === undefined)
            return [];
        const keys = [...table.tHead.rows[0].cells].map((cell) =>
            cell.textContent.toLowerCase());

        return [...table.tBodies[0].rows].map((row) => Object.fromEntries(
            [...row.cells].map((cell, i) => [keys[i], cell.textContent])));
    });
}

export function facts(page) {
    return page.$$eval('#facts li', (items) => Object.fromEntries(
        items.map((item) => {
            const at = item.textContent.lastIndexOf(' ');

            return [item.textContent.slice(0, at),
                Number(item.textContent.slice(at + 1))];
        })));
}

// ---------------------------------------------------------------------- tool

const folder = mkdtempSync(join(tmpdir(), 'wlay-web-'));

// What the tool prints of a text.
export function tool(text, ...options) {
    const file = join(folder, 'shader.wgsl');

    writeFileSync(file, text);
    const run = spawnSync(WLAY, [...options], { cwd: folder,
        encoding: 'utf8', maxBuffer: 1 << 28 });

    if (run.status > 1)
        throw new Error(run.stderr);
    return run.stdout;
}

export function toolJson(text) {
    return JSON.parse(tool(text, '--format=json', 'shader.wgsl')).modules[0];
}

// ------------------------------------------------------------------- shaders

function shadersIn(path) {
    return readdirSync(join(root, path))
        .filter((name) => name.endsWith('.wgsl'))
        .map((name) => [`${path}/${name}`,
            readFileSync(join(root, path, name), 'utf8')]);
}

// The sample shaders, and those of README.
export function sampleShaders() {
    const readme = readFileSync(join(root, 'README.md'), 'utf8');

    return [
        ...shadersIn('tests/data'), ...shadersIn('tests/examples'),
        ...shadersIn('src/web/examples'),
        ...[...readme.matchAll(/```wgsl (\S+)\n(.*?)```/gs)]
            .map(([, name, text]) => [`README.md: ${name}`, text]),
    ];
}

export function largeShader(size) {
    let text = '';

    for (let i = 0; text.length < size; i++) {
        text += `struct Block${i} {\n    position: vec3f,\n    id: u32,\n` +
            `    rows: array<vec4f, ${i % 9 + 1}>, // of ${i}\n` +
            '    tail: f32,\n}\n' +
            `@group(0) @binding(${i % 1000}) var<storage> block${i}: ` +
            `array<Block${i}>;\n\n`;
    }
    return text;
}
