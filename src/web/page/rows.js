// SPDX-License-Identifier: MIT
// The table beside the picture: members with the numbers of the JSON document,
// nested ones where asked for, and the padding between them.

const ROWS_MAX = 400;

// "array<array<Light>, 4>" is ["Light", "[0][0]"].
function innermost(type) {
    let element = type;
    let path = '';

    for (;;) {
        const array = /^array<(.*?)(?:, \d+)?>$/s.exec(element);

        if (array === null)
            return [element, path];
        element = array[1];
        path += '[0]';
    }
}

// `structs` is by name; `placesOf` gives the places of a struct's members.
export function makeRows(subject, structs, placesOf, open) {
    const rows = [];

    function addMember(row) {
        const [element, index] = innermost(row.type);
        const inner = structs.get(element);

        if (rows.length > ROWS_MAX)
            return;
        row.struct = inner?.name ?? null;
        rows.push(row);
        if (open && inner !== undefined)
            addStruct(inner, row.path + index, row.offset, row.depth + 1);
    }

    function addStruct(structure, path, offset, depth) {
        const places = placesOf(structure);

        structure.members.forEach((member, i) => addMember({
            kind: 'member',
            name: member.name,
            path: path === '' ? member.name : `${path}.${member.name}`,
            type: member.type,
            offset: offset + member.offset,
            size: member.size,
            align: member.align,
            stride: member.stride,
            depth,
            place: places[i],
        }));
    }

    if (subject.structure !== null) {
        addStruct(subject.structure, '', 0, 0);
    } else {
        addMember({
            kind: 'member',
            name: subject.name,
            path: subject.name,
            type: subject.variable.type,
            offset: 0,
            size: subject.variable.size,
            align: subject.variable.align,
            stride: subject.variable.stride,
            depth: 0,
            place: subject.place,
        });
    }
    return rows;
}

const GAPS = new Set(['member alignment', '@size', 'struct tail']);

// Of elements only the first one has rows.
function hasRow(cell) {
    return cell.kind === 'padding' && GAPS.has(cell.gap) &&
        !/\[(?!0\])/.test(cell.path);
}

export function addPadding(rows, cells) {
    const padding = cells.filter(hasRow).map((cell) => ({
        kind: 'padding',
        name: 'padding',
        path: cell.path,
        gap: cell.gap,
        offset: cell.offset,
        size: cell.size,
        depth: cell.path.split('.').length - 1,
        place: rows.find((row) => row.path === cell.path)?.place ?? null,
    }));
    const all = [...rows, ...padding];
    const last = rows.at(-1);

    // Where rows were left out, so is the padding behind them.
    all.sort((a, b) => a.offset - b.offset);
    return rows.length <= ROWS_MAX ? all
        : all.filter((row) => row.offset < last.offset).slice(0, ROWS_MAX);
}

// The path, then what it is a part of: "a[0].b", "a[0]", "a".
function* upwards(path) {
    for (let end = path.length; end > 0;
        end = Math.max(path.lastIndexOf('.', end - 1),
            path.lastIndexOf('[', end - 1)))
        yield path.slice(0, end);
}

// Gives each cell the row that says most about it, and each row all its cells.
export function linkRows(rows, cells) {
    const byPath = new Map();
    const byOffset = new Map();

    rows.forEach((row, i) => {
        row.cells = [];
        if (row.kind === 'padding')
            byOffset.set(row.offset, i);
        else
            byPath.set(row.path, i);
    });
    cells.forEach((cell, i) => {
        const path = cell.path.replace(/\[[\d.]+\]/g, '[0]');
        const own = cell.kind === 'padding' ? byOffset.get(cell.offset)
            : undefined;
        const chain = [...upwards(path)].map((p) => byPath.get(p));
        // Padding in front of a member is no part of it.
        const parts = own === undefined ? chain : [own, ...chain.slice(1)];
        const found = parts.filter((row) => row !== undefined);

        cell.row = found[0] ?? null;
        for (const row of found)
            rows[row].cells.push(i);
    });
}
