// SPDX-License-Identifier: MIT
// The page: what it knows, and what follows from a change of it.
import { drawCards } from './cards.js';
import { confirmOn, copyText, element, find, say } from './dom.js';
import { makeEditor } from './editor.js';
import { startEngine } from './engine.js';
import { EXAMPLES } from './examples.js';
import { makeOutputs } from './outputs.js';
import { drawPicture } from './picture.js';
import { drawProblems } from './problems.js';
import { drawTable, moveInTable } from './table.js';

const LINK_MAX = 200000; // characters; what browsers and chats still take
const LARGE = 100000;    // characters of a text that is read after a pause

const engine = startEngine();

// What a link holds, but for the text, which the editor has.
const state = { chosen: null, open: false, elements: 100, standard: false };
let look = null;    // what is shown
let marked = null;  // the row that is marked
let pinned = null;  // the path that is explained
let remarks = [];   // of the last rewriting

// --------------------------------------------------------------------- marks

function markRow(index) {
    if (index === marked)
        return;
    marked = index;
    const cells = new Set(look?.rows[index]?.cells ?? []);

    for (const node of find('view').querySelectorAll('[data-cell]'))
        node.classList.toggle('marked', cells.has(Number(node.dataset.cell)));
    for (const node of find('table').querySelectorAll('tr[data-row]'))
        node.classList.toggle('marked', Number(node.dataset.row) === index);
    find('picture').classList.toggle('has-marked', cells.size > 0);
    editor.mark(look?.rows[index]?.place ?? null);
}

// The row that a node of the picture or table belongs to, or null.
function rowOf(node) {
    const holder = node.closest?.('[data-row], [data-cell]');

    if (!holder || look === null)
        return null;
    return holder.dataset.row !== undefined ? Number(holder.dataset.row)
        : look.picture.cells[Number(holder.dataset.cell)].row;
}

// The row whose member is on a line of the text.
function rowAt(line) {
    const index = look?.rows.findIndex(({ kind, place }) =>
        kind === 'member' && place !== null &&
        place.from >= line.from && place.from <= line.to) ?? -1;

    return index < 0 ? null : index;
}

// ------------------------------------------------------------------- drawing

function chip(name, value, title = '') {
    return element('li', { title }, element('span', {}, name), ` ${value}`);
}

function facts({ measure, structure, variable, rows }) {
    if (measure === null)
        return [];
    const runtime = (structure ?? variable).runtime_sized;

    return [
        chip('size', measure.size,
            runtime ? 'with one element at the end' : ''),
        chip('align', measure.align),
        chip('data', measure.data),
        chip('padding', measure.size - measure.data),
        ...(variable?.min_binding_size
            ? [chip('min binding size', variable.min_binding_size)] : []),
        ...(variable?.stride ? [chip('stride', variable.stride)] : []),
        ...(rows.length === 0 ? [chip('no members', '')] : []),
    ];
}

function titleOf({ name, variable }) {
    if (variable === null)
        return `struct ${name}`;
    const slot = variable.group === null ? ''
        : `@group(${variable.group}) @binding(${variable.binding}) `;
    const space = variable.address_space;
    const where = space === 'handle' ? ''
        : space === 'storage' ? `<storage, ${variable.access}>`
            : `<${space}>`;

    return `${slot}var${where} ${name}: ${variable.type}`;
}

function drawTail({ structure, variable, rows, size }) {
    const runtime = (structure ?? variable).runtime_sized;

    find('tail').hidden = !runtime;
    if (!runtime)
        return;
    find('tail-label').textContent = `Elements of ${
        rows.findLast(({ depth, kind }) => depth === 0 &&
            kind === 'member')?.name ?? 'the array'}`;
    find('count').value = state.elements;
    const needed = size.buffer ?? size.size;

    find('tail-size').textContent = needed === null
        ? 'larger than any buffer' : `${needed} bytes of buffer`;
}

function drawNothing() {
    find('title').textContent = '';
    find('facts').replaceChildren();
    find('tail').hidden = true;
    find('picture').removeAttribute('role');
    find('picture').removeAttribute('aria-label');
    find('picture').replaceChildren(element('p', { className: 'faint' },
        'No struct and no variable yet. Write one, or choose an example.'));
    find('table').replaceChildren();
    find('cards').replaceChildren();
}

function drawNoMemory() {
    find('picture').removeAttribute('role');
    find('picture').removeAttribute('aria-label');
    find('picture').replaceChildren(element('p', { className: 'faint' },
        'Its bytes are the business of the implementation.'));
    find('table').replaceChildren();
}

function draw() {
    marked = undefined; // no row, but not that none is marked
    if (look === null) {
        drawNothing();
        return;
    }
    find('title').textContent = titleOf(look);
    find('facts').replaceChildren(...facts(look));
    drawTail(look);
    if (look.picture === null) {
        drawNoMemory();
    } else {
        drawPicture(look);
        drawTable(look);
    }
    drawCards(look);
    markRow(rowAt(editor.caretLine()));
}

// What is shown stays while it is being changed; but where it is in the text,
// and what would be better, nobody knows.
function drawBroken() {
    for (const row of look.rows)
        row.place = null;
    editor.mark(null);
    find('tail').hidden = true;
    find('cards').replaceChildren();
}

function option({ kind, number, name }) {
    return element('option', { value: `${kind} ${number} ${name}` }, name);
}

function fillSubject({ found, total }) {
    const group = (label, kind) => element('optgroup', { label },
        ...found.filter((item) => item.kind === kind).map(option));
    const select = find('subject');

    select.replaceChildren(group('structs', 0), group('variables', 1));
    if (total > found.length)
        select.append(element('option', { disabled: true },
            `… and ${total - found.length} more`));
    if (look === null)
        return;
    const value = `${look.kind} ${look.number} ${look.name}`;

    if (![...select.options].some((o) => o.value === value))
        select.prepend(option(look));
    select.value = value;
}

// -------------------------------------------------------------------- asking

// Changes run one after the other, and of those that wait only the last one.
let running = null;
let wanted = 0; // 1: look anew; 2: read anew
let typed = false; // since the caret was followed

function setBusy(busy) {
    find('layout').setAttribute('aria-busy', String(busy));
}

function want(what) {
    wanted = Math.max(wanted, what);
    setBusy(true);
    running ??= run().finally(() => {
        running = null;
        setBusy(readTimer !== null);
    });
    return running;
}

async function run() {
    while (wanted > 0) {
        const what = wanted;

        wanted = 0;
        try {
            if (what === 2)
                await read();
            await lookAgain();
            if (typed && versionRead === version) {
                typed = false;
                await followCaret();
            }
        } catch (error) {
            find('problems-title').textContent = error.message;
            find('problems-title').className = 'error';
            return;
        }
    }
    saveSoon();
}

let version = 0;     // of the text
let versionRead = 0; // by the engine
let reading = null;

async function read() {
    const mine = version;

    reading = await engine.read(editor.text(), state.standard);
    versionRead = mine;
    if (mine === version)
        editor.showProblems(reading.problems);
    drawProblems(reading, remarks, editor.lineNumber);
    find('filter-label').hidden = reading.structs + reading.variables < 40;
}

async function lookAgain() {
    const keep = look !== null && look.name === state.chosen?.name &&
        look.kind === state.chosen.kind;
    const next = await engine.look(state.chosen,
        { open: state.open, elements: state.elements, keep });

    find('broken').hidden = next !== 'broken';
    if (next === 'broken') {
        drawBroken();
    } else {
        look = next;
        if (look !== null)
            state.chosen = { kind: look.kind, number: look.number,
                name: look.name };
        draw();
    }
    fillSubject(await engine.choices(
        find('filter-label').hidden ? '' : find('filter').value));
    await outputs.show();
}

function choose(chosen) {
    state.chosen = chosen;
    pinned = null;
    return want(1);
}

// A path as `wlay explain` takes it.
function fullPath(row) {
    const path = row?.path ?? '';

    if (look.structure === null || path === '')
        return look.name;
    return `${look.name}.${path}`;
}

async function ask(name, all) {
    if (name !== 'explain')
        return engine.output(name, state.chosen, state.open, all);
    if (look === null)
        return { path: '', reasons: [] };
    const row = look.rows.find((r) => r.kind === 'member' &&
        r.path === pinned);
    const path = fullPath(row);

    return { path, reasons: await engine.explain(path) };
}

const outputs = makeOutputs({ ask, onChange: () => saveSoon() });

// -------------------------------------------------------------------- editor

let readTimer = null;

function readNow() {
    clearTimeout(readTimer);
    readTimer = null;
    return want(2);
}

function readSoon() {
    clearTimeout(readTimer);
    readTimer = setTimeout(readNow, editor.length() > LARGE ? 200 : 15);
    setBusy(true);
}

// It is shown, or as a part of what is shown.
function isShown({ kind, name }) {
    if (kind === 1 || look?.kind === 0 && !state.open)
        return kind === look?.kind && name === look.name;
    return look?.structure?.name === name ||
        state.open && look?.rows.some(({ struct }) => struct === name);
}

async function followCaret() {
    const line = editor.caretLine();
    const row = rowAt(line);

    if (row !== null) {
        markRow(row);
        return;
    }
    if (versionRead !== version)
        return;
    const found = await engine.declarationAt(line.from, line.to);

    if (found === null || versionRead !== version)
        return;
    if (isShown(found))
        markRow(null);
    else
        choose(found);
}

let caretTimer;

const editor = makeEditor(find('editor'), {
    onChange(byTyping) {
        version += 1;
        remarks = [];
        typed ||= byTyping;
        readSoon();
    },
    onCaret() {
        clearTimeout(caretTimer);
        caretTimer = setTimeout(followCaret, 30);
    },
    onPointer(line) {
        const row = line === null ? null : rowAt(line);

        if (row !== null)
            markRow(row);
    },
});

async function rewrite(fix) {
    const rewritten = await engine.rewrite(look, fix);

    if (rewritten === null || rewritten.text === null) {
        remarks = rewritten?.notes ?? [];
        drawProblems(reading, remarks, editor.lineNumber);
        say('It could not be rewritten.');
        return;
    }
    editor.replace(rewritten.text);
    remarks = rewritten.notes;
    await readNow();
    say(`Done: ${rewritten.edits} places changed.`);
}

// -------------------------------------------------------------------- events

function wireMarks(node) {
    const enter = (event) => {
        const row = rowOf(event.target);

        if (row !== null)
            markRow(row);
    };

    node.addEventListener('mouseover', enter);
    node.addEventListener('focusin', (event) => {
        enter(event);
        pin(rowOf(event.target));
    });
    node.addEventListener('click', (event) => {
        const struct = event.target.dataset?.struct;
        const row = rowOf(event.target);

        if (struct !== undefined) {
            choose({ kind: 0, number: 0, name: struct });
            return;
        }
        pin(row);
        if (look?.rows[row]?.place)
            editor.reveal(look.rows[row].place);
    });
}

// Explains the numbers of a row from now on.
function pin(row) {
    const path = look?.rows[row]?.path ?? null;

    if (path === null || path === pinned)
        return;
    pinned = path;
    if (outputs.current() === 'explain')
        outputs.show();
}

function wire() {
    wireMarks(find('picture'));
    wireMarks(find('table'));
    find('table').addEventListener('keydown', moveInTable);
    find('cards').addEventListener('click', (event) => {
        const fix = event.target.dataset?.fix;

        if (fix !== undefined)
            rewrite(Number(fix));
    });
    find('problems').addEventListener('click', (event) => {
        const button = event.target.closest('[data-from]');

        if (button !== null)
            editor.goTo({ from: Number(button.dataset.from),
                to: Number(button.dataset.to) });
    });
    find('subject').addEventListener('change', (event) => {
        const [kind, number, name] = event.target.value.split(' ');

        choose({ kind: Number(kind), number: Number(number), name });
        if (look !== null)
            want(1).then(() => editor.reveal(look.place));
    });
    find('filter').addEventListener('input', () => want(1));
    find('open').addEventListener('change', (event) => {
        state.open = event.target.checked;
        want(1);
    });
    find('standard').addEventListener('change', (event) => {
        state.standard = event.target.checked;
        want(2);
    });
    find('count').addEventListener('input', (event) => {
        if (!event.target.validity.valid || event.target.value === '')
            return;
        state.elements = Number(event.target.value);
        want(1);
    });
    find('example').addEventListener('change', (event) => {
        const example = EXAMPLES[Number(event.target.value)];

        if (event.target.value === '')
            return;
        event.target.value = '';
        begin({ text: example.text, chosen: example.chosen });
    });
    find('link').addEventListener('click', copyLink);
    addEventListener('hashchange', () => {
        if (location.hash.slice(1) !== saved)
            restore();
    });
}

// --------------------------------------------------------------------- state

let saved = '';
let saveTimer;

function saveSoon() {
    clearTimeout(saveTimer);
    saveTimer = setTimeout(save, editor.length() > LARGE ? 1500 : 300);
}

async function save() {
    clearTimeout(saveTimer);
    const packed = await engine.pack({ text: editor.text(), ...state,
        output: outputs.current() });

    saved = packed.length <= LINK_MAX ? packed : '';
    history.replaceState(null, '', saved === '' ? location.pathname +
        location.search : `#${saved}`);
    return saved !== '';
}

async function copyLink() {
    if (!await save()) {
        confirmOn(find('link'), 'Too long for a link');
        return;
    }
    await copyText(location.href);
    confirmOn(find('link'), 'Link copied');
}

// A link may say anything.
function chosenOf({ kind, number, name } = {}) {
    return (kind === 0 || kind === 1) && Number.isSafeInteger(number) &&
        number >= 0 && typeof name === 'string' ? { kind, number, name } : null;
}

// Begins with a text, and with all else as a link says.
async function begin(given) {
    state.chosen = chosenOf(given.chosen ?? undefined);
    state.open = given.open === true;
    state.standard = given.standard === true;
    state.elements = Number.isSafeInteger(given.elements) &&
        given.elements > 0 && given.elements < 2 ** 32 ? given.elements : 100;
    pinned = null;
    find('open').checked = state.open;
    find('standard').checked = state.standard;
    find('filter').value = '';
    editor.replace(given.text);
    editor.toTop();
    await readNow();
    await outputs.choose(given.output ?? outputs.current());
}

async function restore() {
    const packed = location.hash.slice(1);
    const given = packed === '' ? null : await engine.unpack(packed);

    saved = packed;
    await begin(given ?? EXAMPLES[0]);
}

find('example').append(...EXAMPLES.map(({ name }, i) =>
    element('option', { value: String(i) }, name)));
wire();
await restore();
document.documentElement.dataset.ready = 'yes';
