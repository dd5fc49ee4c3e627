// SPDX-License-Identifier: MIT
// Tabs with text to read and to copy.
import { code, confirmOn, copyText, element, find } from './dom.js';

export const OUTPUTS = [
    ['explain', 'Explanation'],
    ['header', 'C header'],
    ['json', 'JSON'],
    ['listing', 'Listing'],
    ['svg', 'SVG'],
];

function tab([name, title]) {
    return element('button', { type: 'button', role: 'tab', id: `tab-${name}`,
        'aria-controls': 'panel', data: { output: name } }, title);
}

// A subject stands once, before all that is said of it.
function subjectCell(reason, index, reasons) {
    const end = reasons.findIndex(({ subject }, i) =>
        i > index && subject !== reason.subject);

    if (index > 0 && reasons[index - 1].subject === reason.subject)
        return null;
    return element('th', { scope: 'rowgroup',
        rowSpan: (end < 0 ? reasons.length : end) - index }, reason.subject);
}

function reasonRow(reason, index, reasons) {
    return element('tr', {},
        subjectCell(reason, index, reasons),
        element('td', {}, reason.quantity),
        element('td', { className: 'number' }, String(reason.value)),
        element('td', { className: 'formula' }, `= ${reason.formula}`),
        element('td', { className: 'section' }, reason.section));
}

export function reasonsText(reasons) {
    return reasons.map((r) => `${r.subject}: ${r.quantity} ${r.value} = ${
        r.formula}  [${r.section}]\n`).join('');
}

function showReasons(path, reasons) {
    if (reasons.length === 0)
        return [element('p', { className: 'faint' },
            'Choose a row of the table, or a piece of the picture, to see ' +
            'where its numbers come from.')];
    return [
        element('p', {}, 'The numbers of ', code(path),
            ', by the rules of the WGSL specification:'),
        element('table', { className: 'reasons' },
            element('tbody', {}, ...reasons.map(reasonRow))),
    ];
}

function showText({ text, left }) {
    return [
        element('pre', {}, text),
        left === 0 ? null : element('p', { className: 'faint' },
            `… and ${left} characters more; Copy takes all.`),
    ].filter((node) => node !== null);
}

// `ask` answers for an output: {path, reasons}, or {text, left}.
export function makeOutputs({ ask, onChange }) {
    const list = find('tabs');
    const panel = find('panel');
    let current = 'explain';
    let turn = 0;

    list.append(...OUTPUTS.map(tab));

    function markTabs() {
        for (const button of list.children) {
            const chosen = button.dataset.output === current;

            button.setAttribute('aria-selected', String(chosen));
            button.tabIndex = chosen ? 0 : -1;
        }
        panel.setAttribute('aria-labelledby', `tab-${current}`);
    }

    async function show() {
        const mine = ++turn;
        let nodes;

        panel.setAttribute('aria-busy', 'true');
        try {
            const answer = await ask(current, false);

            nodes = answer.reasons !== undefined
                ? showReasons(answer.path, answer.reasons) : showText(answer);
        } catch (error) {
            nodes = [error.message];
        }
        if (mine !== turn)
            return;
        panel.replaceChildren(...nodes);
        panel.setAttribute('aria-busy', 'false');
    }

    function choose(name) {
        if (OUTPUTS.some(([known]) => known === name))
            current = name;
        markTabs();
        return show();
    }

    list.addEventListener('click', (event) => {
        const name = event.target.dataset?.output;

        if (name === undefined)
            return;
        choose(name);
        onChange();
    });
    list.addEventListener('keydown', (event) => {
        const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
        const at = OUTPUTS.findIndex(([name]) => name === current);

        if (step === undefined)
            return;
        event.preventDefault();
        const [name] = OUTPUTS[(at + step + OUTPUTS.length) % OUTPUTS.length];

        choose(name);
        find(`tab-${name}`).focus();
        onChange();
    });
    find('copy').addEventListener('click', async () => {
        const answer = await ask(current, true);

        await copyText(answer.text ?? reasonsText(answer.reasons));
        confirmOn(find('copy'), 'Copied');
    });
    markTabs();
    return { show, choose, current: () => current };
}
