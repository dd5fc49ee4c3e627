// SPDX-License-Identifier: MIT
// Memory in rows of 16 bytes, as the library cuts it.
import { element, find, plural } from './dom.js';

const COLOURS = 8;

function classOf(cell) {
    return cell.kind === 'padding' ? 'pad'
        : `c${(cell.number + COLOURS - 1) % COLOURS}`;
}

function hint(cell) {
    return cell.kind === 'padding'
        ? `padding (${cell.gap}): ${plural(cell.size, 'byte')} at ` +
            cell.offset
        : `${cell.path}: ${cell.type}; offset ${cell.offset}, ` +
            `size ${cell.size}`;
}

function label(cell, part) {
    if (cell.kind === 'padding') {
        return part.size < 4 ? [] : [element('span', { className: 'type' },
            `${cell.size} ${part.size < 6 ? 'pad' : 'padding'}`)];
    }
    return [element('span', { className: 'name' },
        part.size < 6 ? cell.path.split('.').at(-1) : cell.path),
    element('span', { className: 'type' }, cell.type)];
}

function box(cell, part) {
    const node = element('div', {
        className: `cell ${classOf(cell)}`,
        title: hint(cell),
        data: { cell: part.cell },
    }, ...(part.label ? label(cell, part) : []));

    node.style.gridColumn = `${part.start + 2} / span ${part.size}`;
    return node;
}

function skipped(cell, part) {
    const text = cell.kind === 'more'
        ? `⋮ ${cell.path} goes on at run time`
        : `⋮ ${plural(part.skip, 'more row')} of ${cell.path}`;

    return element('div', { className: 'skip-row', data: { cell: part.cell } },
        text);
}

function ruler() {
    const row = element('div', { className: 'row ruler' });

    for (let byte = 0; byte < 16; byte += 4) {
        const number = element('span', {}, String(byte));

        number.style.gridColumn = `${byte + 2} / span 4`;
        row.append(number);
    }
    return row;
}

export function drawPicture(look) {
    const { cells, parts, cut } = look.picture;
    const nodes = [ruler()];
    let row = null;
    let offset = -1;

    for (const part of parts) {
        const cell = cells[part.cell];

        if (part.skip !== undefined) {
            nodes.push(skipped(cell, part));
            offset = -1;
            continue;
        }
        if (part.row !== offset) {
            offset = part.row;
            row = element('div', { className: 'row' },
                element('span', { className: 'offset' }, String(offset)));
            nodes.push(row);
        }
        row.append(box(cell, part));
    }
    if (cut)
        nodes.push(element('p', { className: 'faint' },
            'The picture ends here; there is more in memory.'));

    const picture = find('picture');

    picture.setAttribute('role', 'img');
    picture.setAttribute('aria-label', `Picture of the memory of ${look.name}` +
        '; the table has the same');
    picture.replaceChildren(...nodes);
}
