// SPDX-License-Identifier: MIT
// The numbers that the page shows are those of the tool's JSON document.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { choose, facts, openPage, rows, sampleShaders, toolJson, useBrowser }
    from './harness.mjs';

useBrowser();

function text(value) {
    return value === null || value === undefined ? '' : String(value);
}

// The rows that a table has to have of a struct's members.
function wantedRows(members, hasStride) {
    return members.map(({ name, type, offset, size, align, stride }) => ({
        member: name, type, offset: text(offset), size: text(size),
        align: text(align), ...(hasStride ? { stride: text(stride) } : {}),
    }));
}

// Members are as in the document; with the padding they fill the struct.
async function compareTable(page, members, size) {
    const shown = await rows(page);
    const hasStride = members.some(({ stride }) =>
        typeof stride === 'number');

    assert.deepEqual(shown.filter(({ member }) => member !== 'padding'),
        wantedRows(members, hasStride));
    let end = 0;

    for (const row of shown) {
        if (row.type !== '@size') {
            assert.equal(Number(row.offset), end);
            end = Number(row.offset) + Number(row.size);
        }
    }
    if (size !== null)
        assert.equal(end, size);
}

async function compareStruct(page, structure) {
    const { align, size } = await facts(page);

    assert.deepEqual([align, size], [structure.align, structure.size]);
    await compareTable(page, structure.members, structure.size);
}

async function compareVariable(page, variable, module) {
    const shown = await facts(page);
    const structure = module.structs.find((s) => s.name === variable.type);

    if (variable.align === null || variable.size === null) {
        assert.equal((await rows(page)).length, 0);
        return;
    }
    assert.equal(shown.size, variable.size);
    assert.equal(shown.align, variable.align);
    assert.equal(shown['min binding size'],
        variable.min_binding_size ?? undefined);
    if (structure !== undefined)
        await compareTable(page, structure.members, structure.size);
    else
        await compareTable(page, [{ ...variable, offset: 0 }], null);
}

for (const [name, shader] of sampleShaders()) {
    test(`numbers of ${name}`, async () => {
        const module = toolJson(shader);
        const page = await openPage({ text: shader });

        for (const structure of module.structs) {
            await choose(page, structure.name);
            await compareStruct(page, structure);
        }
        for (const variable of module.variables) {
            await choose(page, variable.name);
            await compareVariable(page, variable, module);
        }
        assert.ok(module.structs.length + module.variables.length > 0);
        assert.deepEqual(page.faults, []);
        await page.context().close();
    });
}
