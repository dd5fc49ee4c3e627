// SPDX-License-Identifier: MIT
// The worker that has the library, as functions that promise an answer.

// Scripts may only come from this one place, whatever else is tried.
const policy = globalThis.trustedTypes?.createPolicy('wlay', {
    createScriptURL() {
        return 'worker.js';
    },
}) ?? { createScriptURL: () => 'worker.js' };

export function startEngine() {
    const worker = new Worker(policy.createScriptURL(''), { type: 'module' });
    const waiting = new Map();
    let last = 0;

    worker.addEventListener('message', ({ data }) => {
        const { resolve, reject } = waiting.get(data.id);

        waiting.delete(data.id);
        if (data.error !== undefined)
            reject(new Error(data.error));
        else
            resolve(data.answer);
    });
    worker.addEventListener('error', (event) => {
        for (const { reject } of waiting.values())
            reject(new Error(event.message || 'the worker did not start'));
        waiting.clear();
    });
    return new Proxy({}, {
        get(_, question) {
            return (...values) => new Promise((resolve, reject) => {
                last += 1;
                waiting.set(last, { resolve, reject });
                worker.postMessage({ id: last, question, values });
            });
        },
    });
}
