// SPDX-License-Identifier: MIT
// What is wrong, under the text; each entry leads to its place.
import { element, find, plural, say } from './dom.js';

function jump(place, line, ...children) {
    return element('button', { type: 'button', className: 'plain',
        data: { from: place.from, to: place.to } },
    element('span', { className: 'line' }, `line ${line}`), ...children);
}

function entry(problem, lineNumber) {
    return element('li', { className: problem.severity },
        jump(problem, lineNumber(problem.from),
            element('strong', {}, problem.severity), ' ', problem.message,
            element('span', { className: 'rule' }, ` ${problem.code}`)),
        problem.hint === '' ? null
            : element('p', { className: 'hint' }, `hint: ${problem.hint}`),
        ...problem.notes.map((note) => element('p', { className: 'hint' },
            jump(note, lineNumber(note.from), `note: ${note.message}`))));
}

function summary({ errors, warnings }) {
    const parts = [];

    if (errors > 0)
        parts.push(plural(errors, 'error'));
    if (warnings > 0)
        parts.push(plural(warnings, 'warning'));
    return parts.length > 0 ? parts.join(', ') : 'No problems';
}

// Notes of a rewriting are of the text before it, so they lead nowhere.
function remark({ severity, message, hint }) {
    return element('li', { className: severity === 3 ? 'note' : 'warning' },
        element('p', {}, message),
        hint === '' ? null : element('p', { className: 'hint' },
            `hint: ${hint}`));
}

let last = '';

export function drawProblems(reading, remarks, lineNumber) {
    const text = summary(reading);
    const more = reading.errors + reading.warnings - reading.problems.length;

    find('problems-title').textContent = text;
    find('problems-title').className = reading.errors > 0 ? 'error' : 'good';
    find('problems').replaceChildren(
        ...remarks.slice(0, 50).map(remark),
        ...reading.problems.map((p) => entry(p, lineNumber)),
        ...(more > 0 ? [element('li', { className: 'faint' },
            `… and ${more} more`)] : []));
    if (text !== last)
        say(text);
    last = text;
}
