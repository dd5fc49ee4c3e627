// SPDX-License-Identifier: MIT
// All that takes time: reading, asking, packing.  The page only gets what it
// shows, whatever the size of the shader.
import { loadLibrary } from './library.js';
import { pack, unpack } from './link.js';
import { unitsOf } from './places.js';
import { addPadding, linkRows, makeRows } from './rows.js';

const STANDARD_LAYOUT = 1; // WLAY_FEATURE_UNIFORM_BUFFER_STANDARD_LAYOUT
const STRUCT = 0;
const VARIABLE = 1;
const PROBLEMS_MAX = 200;
const CHOICES_MAX = 300;
const PARTS_MAX = 1500;
const SHOWN_MAX = 60000; // characters of an output; a copy has them all

const ready = loadLibrary('wlay.wasm.gz');
let library;
let current = null;

// ------------------------------------------------------------------- reading

function place(span) {
    return {
        from: current.units(span.offset),
        to: current.units(span.offset + span.length),
    };
}

function problem(diagnostic) {
    return {
        severity: diagnostic.severity,
        code: diagnostic.code,
        message: diagnostic.message,
        hint: diagnostic.hint ?? '',
        ...place(diagnostic),
        notes: diagnostic.notes.map((note) =>
            ({ message: note.message, ...place(note) })),
    };
}

function count(diagnostics, severity) {
    return diagnostics.filter((d) => d.severity === severity).length;
}

function read(text, standard) {
    const bytes = library.open(text, standard ? STANDARD_LAYOUT : 0);
    const document = library.json('json');
    const module = document.modules[0];

    current = {
        text,
        units: unitsOf(bytes, text),
        module,
        places: library.json('places'),
        numbers: new Map(module.structs.map((s, i) => [s.name, i])),
        byName: new Map(module.structs.map((s) => [s.name, s])),
    };
    return {
        version: document.wlay,
        valid: module.valid,
        structs: module.structs.length,
        variables: module.variables.length,
        errors: count(module.diagnostics, 'error'),
        warnings: count(module.diagnostics, 'warning'),
        problems: module.diagnostics.slice(0, PROBLEMS_MAX).map(problem),
    };
}

// ------------------------------------------------------------------ choosing

function list(kind) {
    return kind === STRUCT ? current.module.structs
        : current.module.variables;
}

function choice(kind, number) {
    return { kind, number, name: list(kind)[number].name };
}

function choices(filter) {
    const found = [];
    let total = 0;

    for (const kind of [STRUCT, VARIABLE]) {
        list(kind).forEach((item, number) => {
            if (!item.name.includes(filter))
                return;
            total += 1;
            if (found.length < CHOICES_MAX)
                found.push(choice(kind, number));
        });
    }
    return { found, total };
}

// What went by that name, or what is most like it.
function choose(wanted) {
    const kind = wanted?.kind ?? STRUCT;
    const number = list(kind).findIndex((i) => i.name === wanted?.name);

    if (number >= 0)
        return choice(kind, number);
    if (list(kind).length > 0)
        return choice(kind, Math.min(wanted?.number ?? 0,
            list(kind).length - 1));
    return list(1 - kind).length > 0 ? choice(1 - kind, 0) : null;
}

// The last of the places, which are in order, whose name is before `to`.
function lastBefore(places, to) {
    let low = 0;
    let high = places.length;

    while (low < high) {
        const middle = (low + high) >> 1;

        if (current.units(places[middle].offset) < to)
            low = middle + 1;
        else
            high = middle;
    }
    return low - 1;
}

// The declaration that the line from `from` to `to` belongs to, or null.
function declarationAt(from, to) {
    for (const [kind, places, end] of [
        [STRUCT, current.places.structs, '}'],
        [VARIABLE, current.places.variables, ';']]) {
        const number = lastBefore(places, to);

        if (number < 0)
            continue;
        const last = current.units(places[number].last);
        const at = current.text.indexOf(end, last);

        if (from <= Math.max(at, last))
            return choice(kind, number);
    }
    return null;
}

// ------------------------------------------------------------------- looking

function membersOf(structure) {
    return library.json('members', current.numbers.get(structure.name))
        .members.map(place);
}

// The parts of a picture with their cells by number.
function unfold(picture) {
    const cells = [];
    const parts = picture.parts.slice(0, PARTS_MAX).map((part) => {
        if (part.cell !== undefined)
            cells.push(part.cell);
        return { ...part, cell: cells.length - 1 };
    });

    return { cells, parts, cut: picture.parts.length > PARTS_MAX };
}

function subjectOf({ kind, number, name }) {
    const item = list(kind)[number];
    const where = kind === STRUCT ? current.places.structs
        : current.places.variables;

    return {
        kind,
        number,
        name,
        place: place(where[number]),
        variable: kind === VARIABLE ? item : null,
        structure: kind === STRUCT ? item
            : current.byName.get(item.type) ?? null,
    };
}

// It is still meant, but what is being typed keeps it from being laid out.
function isBroken(wanted, chosen) {
    return !current.module.valid && current.text.includes(wanted.name) &&
        (chosen?.name !== wanted.name || chosen.kind !== wanted.kind);
}

// With `keep` 'broken' where what is wanted is, else something instead of it.
function look(wanted, { open, elements, keep }) {
    const chosen = choose(wanted);

    if (keep && isBroken(wanted, chosen))
        return 'broken';
    if (chosen === null)
        return null;

    const { kind, number } = chosen;
    const subject = subjectOf(chosen);
    const picture = library.json('picture', kind, number, open);
    const drawn = picture === null ? null : unfold(picture);
    const rows = picture === null ? [] : addPadding(
        makeRows(subject, current.byName, membersOf, open), drawn.cells);

    linkRows(rows, drawn?.cells ?? []);
    return {
        ...subject,
        rows,
        picture: drawn,
        measure: picture && { size: picture.size, align: picture.align,
            data: picture.data },
        advice: library.json('advise', kind, number, BigInt(elements)),
        size: library.json('size', kind, number, BigInt(elements)),
    };
}

// ------------------------------------------------------------------- outputs

function whole(output, { kind, number }, open) {
    switch (output) {
    case 'header':
        return library.text('header') ??
            (current.module.valid ? library.reason()
                : '// Only of a shader without errors.\n');
    case 'json':
        return library.text('json');
    case 'listing':
        return library.text('listing');
    default:
        return library.text('svg', kind, number, open) ??
            'Pictures are of structs.\n';
    }
}

function output(name, chosen, open, all) {
    const text = whole(name, chosen ?? { kind: STRUCT, number: 0 }, open);

    if (all || text.length <= SHOWN_MAX)
        return { text, left: 0 };
    return { text: text.slice(0, SHOWN_MAX), left: text.length - SHOWN_MAX };
}

function explain(path) {
    return library.jsonOf('explain', path)?.reasons ?? [];
}

function rewrite({ kind, number }, fix) {
    const rewritten = library.json('rewrite', kind, number, fix);

    if (rewritten !== null)
        rewritten.notes = rewritten.notes.map((note) =>
            ({ ...note, ...place(note) }));
    return rewritten;
}

// ------------------------------------------------------------------ questions

const questions = { read, choices, look, declarationAt, output, explain,
    rewrite, pack, unpack };

self.addEventListener('message', async ({ data }) => {
    const { id, question, values } = data;

    try {
        library ??= await ready;
        self.postMessage({ id, answer: await questions[question](...values) });
    } catch (error) {
        self.postMessage({ id, error: error.message });
    }
});
