// SPDX-License-Identifier: MIT
//
// The table of what Tint and the specification see differently.
import {readFileSync} from 'node:fs';

// A line of the table: VERDICT | CODE | MESSAGE | REASON
export function readDifferences(path) {
    return readFileSync(path, 'utf8').split('\n')
        .filter(line => line !== '' && !line.startsWith('#'))
        .map(line => {
            const [verdict, code, message, ...reason] = line.split(' | ');

            if (reason.length === 0)
                throw new Error(`${path}: '${line}' is no row`);
            return {verdict, code, message: new RegExp(message), count: 0,
                    line};
        });
}

// The row that explains a disagreement, or undefined.
export function explain(rows, verdict, code, message) {
    const row = rows.find(r => r.verdict === verdict &&
                               (r.code === '*' || r.code === code) &&
                               r.message.test(message));

    if (row !== undefined)
        row.count++;
    return row;
}
