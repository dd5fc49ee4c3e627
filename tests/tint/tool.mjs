// SPDX-License-Identifier: MIT
//
// The tool of this project, asked about many modules at once.
import {spawnSync} from 'node:child_process';
import {mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';

const BATCH = 200;

export class Tool {
    constructor(program, folder) {
        this.program = program;
        this.folder = folder;
        mkdirSync(folder, {recursive: true});
    }

    run(names, standard) {
        const feature = standard
            ? ['--feature=uniform_buffer_standard_layout'] : [];
        const {status, signal, stdout, stderr} = spawnSync(
            this.program, ['--format=json', ...feature, ...names],
            {maxBuffer: 1 << 28, timeout: 120000});

        if (signal === null && (status === 0 || status === 1)) {
            const {modules} = JSON.parse(stdout.toString());
            if (modules.length === names.length)
                return modules;
        }
        // One of them breaks it: look for it.
        if (names.length === 1)
            return [{crash: `${signal ?? status} ${stderr}`.slice(0, 300)}];
        const half = names.length >> 1;
        return [...this.run(names.slice(0, half), standard),
                ...this.run(names.slice(half), standard)];
    }

    // The documents of the texts, for the strict rules of uniform buffers or
    // for the standard layout.
    ask(texts, standard) {
        const documents = [];

        for (let i = 0; i < texts.length; i += BATCH) {
            const names = texts.slice(i, i + BATCH).map((text, k) => {
                const name = join(this.folder, `${k}.wgsl`);

                writeFileSync(name, text);
                return name;
            });
            documents.push(...this.run(names, standard));
        }
        return documents;
    }
}

export function firstError({diagnostics}) {
    return diagnostics.find(d => d.severity === 'error');
}
