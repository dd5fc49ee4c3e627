// SPDX-License-Identifier: MIT
// The members as a table, in which the arrow keys go from row to row.
import { element, find } from './dom.js';

const COLOURS = 8;

function numberCell(row, key) {
    const value = row[key];

    return element('td', { className: 'number' },
        value === null || value === undefined ? '' : String(value));
}

function typeCell(row) {
    if (row.kind === 'padding')
        return element('td', { className: 'gap' }, row.gap);
    if (row.struct === null)
        return element('td', { className: 'type' }, row.type);
    return element('td', { className: 'type' },
        element('button', { type: 'button', className: 'plain',
            tabIndex: -1, data: { struct: row.struct },
            title: `Show ${row.struct}` }, row.type));
}

function swatchOf(row, cells) {
    const cell = row.cells.map((i) => cells[i])
        .find(({ kind }) => kind !== 'padding');

    if (row.kind === 'padding' || cell === undefined)
        return 'swatch pad';
    return `swatch c${(cell.number + COLOURS - 1) % COLOURS}`;
}

function tableRow(row, index, cells, columns) {
    const swatch = element('span', { className: swatchOf(row, cells) });
    const name = row.kind === 'padding' ? 'padding'
        : row.depth === 0 ? row.name : row.path.slice(
            row.path.lastIndexOf(`.${row.name}`));
    const heading = element('th', { scope: 'row' },
        element('button', { type: 'button', className: 'plain',
            tabIndex: index === 0 ? 0 : -1, data: { row: index },
            'aria-label': row.kind === 'padding'
                ? `padding, ${row.gap}` : row.path }, swatch, name));

    heading.style.paddingInlineStart = `${row.depth * 1.1 + 0.4}em`;
    return element('tr', { className: row.kind, data: { row: index } },
        heading, typeCell(row), ...columns.map((key) => numberCell(row, key)));
}

// Few structs have strides.
function columnsOf(rows) {
    const has = rows.some(({ stride }) => typeof stride === 'number');

    return ['offset', 'size', 'align', ...(has ? ['stride'] : [])];
}

export function drawTable(look) {
    const columns = columnsOf(look.rows);
    const body = element('tbody');

    body.append(...look.rows.map((row, index) =>
        tableRow(row, index, look.picture.cells, columns)));
    find('table').replaceChildren(element('table', {},
        element('caption', { className: 'unseen' },
            `Members of ${look.name} in bytes; ` +
            'the arrow keys go from row to row'),
        element('thead', {}, element('tr', {},
            ...['Member', 'Type', ...columns].map((heading, i) => element('th',
                { scope: 'col', className: i > 1 ? 'number' : '' },
                heading[0].toUpperCase() + heading.slice(1))))),
        body));
}

// Where the arrow keys lead from a row's button.
export function moveInTable(event) {
    const buttons = [...find('table').querySelectorAll('[data-row] th button')];
    const at = buttons.indexOf(document.activeElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0,
        End: buttons.length - 1 }[event.key];

    if (at < 0 || to === undefined || buttons[to] === undefined)
        return;
    event.preventDefault();
    buttons[at].tabIndex = -1;
    buttons[to].tabIndex = 0;
    buttons[to].focus();
}
