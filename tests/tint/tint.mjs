// SPDX-License-Identifier: MIT
//
// A Tint of one version that answers one question after another.  It runs in a
// process of its own, which is replaced after LIFE questions, or when it does not
// answer: the library stops answering on very long runs.
import {spawn} from 'node:child_process';
import {createInterface} from 'node:readline';
import {fileURLToPath} from 'node:url';

const LIFE = 300;
const PATIENCE = 60000; // milliseconds

export class Tint {
    constructor(folder, script = 'ask.mjs') {
        this.folder = folder;
        this.script = script;
        this.child = null;
        this.last = Promise.resolve();
    }

    start() {
        const script = fileURLToPath(new URL(this.script, import.meta.url));
        const child = spawn(process.execPath, [script, this.folder],
                            {stdio: ['pipe', 'pipe', 'inherit']});
        // What comes late, of a child that was given up, answers nothing.
        const take = answer => {
            if (this.child === child)
                this.take?.(answer);
        };

        this.child = child;
        this.asked = 0;
        child.stdin.on('error', () => {});
        createInterface({input: child.stdout}).on('line', line => {
            if (line.startsWith('answer '))
                take(JSON.parse(line.slice(7)));
        });
        child.on('exit', () => take(null));
    }

    stop() {
        this.child?.kill();
        this.child = null;
    }

    // The answer to a question as ask.mjs takes it, or null if there is none.
    // Questions may be asked before others are answered.
    ask(question) {
        const answer = this.last.then(() => this.askNow(question));

        this.last = answer.catch(() => {});
        return answer;
    }

    async askNow(question) {
        if (this.child === null || this.asked >= LIFE) {
            this.stop();
            this.start();
        }
        this.asked++;
        const answer = await new Promise(resolve => {
            const timer = setTimeout(() => resolve(null), PATIENCE);

            this.take = value => {
                clearTimeout(timer);
                resolve(value);
            };
            this.child.stdin.write(`${JSON.stringify(question)}\n`);
        });

        this.take = null;
        if (answer === null)
            this.stop();
        return answer;
    }
}
