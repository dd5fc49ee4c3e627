// SPDX-License-Identifier: MIT
//
// A Tint of one version that answers one question after another.  It runs in a
// process of its own, which is replaced after LIFE questions, or when it does not
// answer: the library stops answering on very long runs.
import {spawn} from 'node:child_process';
import {createInterface} from 'node:readline';
import {fileURLToPath} from 'node:url';

const LIFE = 300;
const PATIENCE = 30000; // milliseconds

export class Tint {
    constructor(folder) {
        this.folder = folder;
        this.child = null;
        this.last = Promise.resolve();
    }

    start() {
        const script = fileURLToPath(new URL('ask.mjs', import.meta.url));

        this.child = spawn(process.execPath, [script, this.folder],
                           {stdio: ['pipe', 'pipe', 'inherit']});
        this.asked = 0;
        this.child.stdin.on('error', () => {});
        createInterface({input: this.child.stdout}).on('line', line => {
            if (line.startsWith('answer '))
                this.take?.(JSON.parse(line.slice(7)));
        });
        this.child.on('exit', () => this.take?.(null));
    }

    stop() {
        const child = this.child;

        this.child = null;
        child?.removeAllListeners('exit');
        child?.kill();
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
