// SPDX-License-Identifier: MIT
//
// usage: node compare.mjs TOOL FOLDER SEED COUNT
//
// Generates COUNT modules from SEED, and holds what the tool says of each against
// what two versions of Tint say, which FOLDER has: validity, layouts of structs,
// minimum binding sizes, values of constants, and the line of the first error.
// Prints what differs and is in no row of differences.txt, and counts; exits 1 if
// anything is not explained.
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';

import {explain, readDifferences} from './differences.mjs';
import {generate} from './generate.mjs';
import {minimise} from './minimise.mjs';
import {Tint} from './tint.mjs';
import {firstError, Tool} from './tool.mjs';

const BATCH = 200;
const SHOWN = 40; // disagreements printed in full
const MODES = ['strict', 'standard']; // rules of uniform buffers

const [, , program, folder, seedText, countText] = process.argv;
const seed = Number(seedText);
const count = Number(countText);
const tool = new Tool(program, join(folder, 'modules'));
const strictTint = new Tint(join(folder, 'strict'));
const standardTint = new Tint(join(folder, 'standard'));
const rows = readDifferences(
    fileURLToPath(new URL('differences.txt', import.meta.url)));

const counts = {modules: 0, accepted: 0, refused: 0, unknown: 0, inBodies: 0,
                structs: 0, bindings: 0, values: 0, lines: 0, sameLine: 0,
                explained: 0, unexplained: 0};
const lineKinds = new Map();

// ------------------------------------------------------------------ what Tint says

const strictRule =
    /^'uniform' storage requires|in address space 'uniform' must be a multiple of/;

// The newer Tint knows the language, the older one the strict rules; it may miss
// something newer before it comes to those.  undefined: not known.
function verdictOf(answers, mode) {
    const [newer] = answers.standard.errors;
    const [older] = answers.strict.errors;

    if (newer !== undefined || mode === 'standard')
        return newer;
    if (older === undefined)
        return undefined;
    return strictRule.test(older.message) ? older : null;
}

// Bodies of functions are not read by the tool.
function bodies(text) {
    const spans = [];

    for (const found of text.matchAll(/\{ return [^}]*\}/g)) {
        const before = text.slice(0, found.index);
        const lines = before.split('\n');

        spans.push({line: lines.length, from: lines.at(-1).length + 1,
                    to: lines.at(-1).length + found[0].length});
    }
    return spans;
}

function isInBody(text, {line, column}) {
    return bodies(text).some(
        b => b.line === line && b.from <= column && column <= b.to + 1);
}

function question(text, document) {
    const buffer = v => v.address_space === 'uniform' ||
                        v.address_space === 'storage';
    const type = v => v.address_space === 'uniform' ? 'uniform'
        : v.access === 'read' ? 'read-only-storage' : 'storage';

    return {text, structs: document.structs.map(s => s.name),
            variables: document.variables
                .filter(v => buffer(v) && v.group < 4 && v.binding < 1000)
                .map(v => ({name: v.name, group: v.group, binding: v.binding,
                            type: type(v)}))};
}

// The layout does not depend on the address space, so it can be had where only a
// rule of uniform buffers is broken.
async function askTint(text, document) {
    const asked = question(text, document);
    const [standard, strict] = await Promise.all(
        [standardTint.ask({...asked, structs: []}),
         strictTint.ask({...asked, variables: []})]);

    if (standard !== null && strict !== null && standard.errors.length === 0 &&
        strict.errors.length > 0)
        strict.layouts = (await strictTint.ask(
            {...asked, variables: [],
             text: text.replaceAll('var<uniform>', 'var<storage, read_write>')}
        ))?.layouts ?? {};
    return standard === null || strict === null ? null : {standard, strict};
}

// ------------------------------------------------------------------- comparisons

function describe(error) {
    return `${error.line}:${error.column} ${error.message.split('\n')[0]}`;
}

function disagreement(kind, code, message) {
    return {kind, code, message};
}

function compareValidity(text, document, answers, mode) {
    const theirs = verdictOf(answers, mode);
    const ours = firstError(document);

    if (document.crash !== undefined)
        return disagreement('crash', '-', document.crash);
    if (theirs === null) {
        counts.unknown++;
        return null;
    }
    if ((theirs === undefined) === (ours === undefined))
        return null;
    if (ours !== undefined)
        return disagreement('refused', ours.code, describe(ours));
    if (isInBody(text, theirs)) {
        counts.inBodies++;
        return null;
    }
    return disagreement('accepted', '-', describe(theirs));
}

function compareLayouts(document, {strict}) {
    for (const [name, theirs] of Object.entries(strict.layouts)) {
        const ours = document.structs.find(s => s.name === name);
        const differs = m => {
            const t = theirs.members[m.name];
            return t === undefined || t.offset !== m.offset ||
                   t.size !== m.size || t.align !== m.align;
        };

        counts.structs++;
        if (ours.align !== theirs.align || ours.size !== theirs.size ||
            ours.members.some(differs))
            return disagreement('layout', '-', `${name}: ${
                JSON.stringify(theirs)} is ${JSON.stringify(ours)}`);
    }
    return null;
}

function compareBindings(document, {standard}) {
    for (const [name, theirs] of Object.entries(standard.sizes)) {
        const ours = document.variables.find(v => v.name === name);

        counts.bindings++;
        if (ours.min_binding_size !== theirs)
            return disagreement('binding', '-', `${name}: ${theirs} is ${
                ours.min_binding_size}`);
    }
    return null;
}

// The defaults of overrides whose initializers are const-expressions.
async function compareValues(text, document) {
    const claims = [];

    for (const [, name, value] of
         text.matchAll(/^override (probe\d+) = (.*);$/gm)) {
        const shown = document.overrides.find(o => o.name === name);

        if (/^(-?\d+|true|false)$/.test(shown?.default ?? ''))
            claims.push(`const_assert (${value}) == ${
                shown.default === '-2147483648' ? 'i32(-2147483648)'
                    : shown.default};`);
    }
    if (claims.length === 0)
        return null;
    counts.values += claims.length;
    const answer = await standardTint.ask({text: `${text}\n${claims.join('\n')}`});
    return answer === null || answer.errors.length === 0 ? null
        : disagreement('value', '-', `${describe(answer.errors[0])}: ${
            claims.join(' ')}`);
}

function compareLines(text, document, {standard}) {
    const ours = firstError(document);
    const [theirs] = standard.errors;
    const kind = `${ours.code}: ${ours.message} <> ${
        theirs.message.split('\n')[0]}`.replace(/'[^']*'|\d+/g, '_');

    counts.lines++;
    if (ours.line === theirs.line)
        counts.sameLine++;
    else
        lineKinds.set(kind, [...lineKinds.get(kind) ?? [], text]);
}

// ------------------------------------------------------------------ what is found

// The first disagreement about a text in one mode, or null.
async function look(text, document, answers, mode) {
    const validity = compareValidity(text, document, answers, mode);

    if (validity !== null || mode !== 'standard' || document.crash)
        return validity;
    return compareLayouts(document, answers) ??
           compareBindings(document, answers) ??
           (firstError(document) ? null : await compareValues(text, document));
}

async function lookAgain(text, mode) {
    const [document] = tool.ask([text], mode === 'standard');
    const answers = document.crash ? {standard: {errors: []},
                                      strict: {errors: []}}
                                   : await askTint(text, document);

    return answers === null ? null : look(text, document, answers, mode);
}

async function report(text, found, mode, number) {
    const same = other => other !== null && other.kind === found.kind &&
        other.code === found.code &&
        other.message.replace(/'[^']*'|\d+/g, '') ===
            found.message.replace(/'[^']*'|\d+/g, '');
    const before = {...counts};
    const small = await minimise(
        text, async shorter => same(await lookAgain(shorter, mode)));

    Object.assign(counts, before);
    console.log(`--- module ${number}, ${mode}: ${found.kind} ${found.code}`);
    console.log(`    ${found.message}`);
    console.log(small.replace(/^/gm, '    | '));
}

async function compareBatch(first, texts) {
    const documents = MODES.map(m => tool.ask(texts, m === 'standard'));
    const answers = await Promise.all(texts.map((text, i) =>
        documents[1][i].crash ? null : askTint(text, documents[1][i])));

    for (const [i, text] of texts.entries()) {
        counts.modules++;
        if (answers[i] === null) {
            console.log(`--- module ${first + i}: no answer`);
            counts.unexplained++;
            continue;
        }
        const refused = answers[i].standard.errors.length > 0;
        counts[refused ? 'refused' : 'accepted']++;
        for (const [m, mode] of MODES.entries()) {
            const found = await look(text, documents[m][i], answers[i], mode);

            if (found === null)
                continue;
            if (explain(rows, found.kind, found.code, found.message)) {
                counts.explained++;
                continue;
            }
            if (counts.unexplained++ < SHOWN)
                await report(text, found, mode, first + i);
        }
        if (refused && firstError(documents[1][i]))
            compareLines(text, documents[1][i], answers[i]);
    }
}

for (let first = 0; first < count; first += BATCH) {
    const texts = Array.from({length: Math.min(BATCH, count - first)},
                             (_, i) => generate(seed, first + i));

    await compareBatch(first, texts);
}
strictTint.stop();
standardTint.stop();

if (process.env.LINES)
    for (const [kind, texts] of
         [...lineKinds].sort((a, b) => b[1].length - a[1].length).slice(0, 25))
        console.log(`${texts.length} x ${kind}\n${texts[0]}`);
const percent = (counts.lines ? 100 * counts.sameLine / counts.lines : 100)
    .toFixed(2);
console.log(`seed ${seed}: ${counts.modules} modules, ${counts.accepted} ${
    ''}accepted and ${counts.refused} refused by Tint
${counts.structs} layouts, ${counts.bindings} minimum binding sizes, ${
    counts.values} values compared
first error in the same line: ${counts.sameLine} of ${counts.lines} (${
    percent} %)
not compared: ${counts.inBodies} errors in bodies of functions, ${
    counts.unknown} strict verdicts of a Tint that is too old`);
for (const row of rows)
    if (row.count > 0)
        console.log(`${row.count} x ${row.line}`);
console.log(`${counts.explained} disagreements explained, ${
    counts.unexplained} not`);
process.exit(counts.unexplained > 0 ? 1 : 0);
