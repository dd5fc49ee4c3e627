// SPDX-License-Identifier: MIT
// The library in its WebAssembly, with texts in and out.  What it exports is
// explained in the C files beside this folder.

const encoder = new TextEncoder();
const decoder = new TextDecoder();

// The file is packed, so that it is small whatever the server does.
async function load(url) {
    const packed = await fetch(url);

    if (!packed.ok)
        throw new Error(`${url}: ${packed.status} ${packed.statusText}`);
    return new Response(
        packed.body.pipeThrough(new DecompressionStream('gzip')),
    ).arrayBuffer();
}

export async function loadLibrary(url) {
    const { instance } = await WebAssembly.instantiate(await load(url));
    const wasm = instance.exports;

    function put(text) {
        const bytes = encoder.encode(text);
        const address = wasm.take(bytes.length);

        if (address === 0)
            throw new Error('out of memory');
        new Uint8Array(wasm.memory.buffer, address, bytes.length).set(bytes);
        return { address, bytes };
    }

    function answer() {
        return decoder.decode(new Uint8Array(wasm.memory.buffer,
            wasm.answer_data(), wasm.answer_length()));
    }

    return {
        // The bytes of the text, for those who count in them.
        open(text, features) {
            const { address, bytes } = put(text);
            // wlay_result: 1 is invalid WGSL, of which diagnostics tell
            const result = wasm.open(address, bytes.length, features);

            if (result > 1)
                throw new Error(result === 2 ? 'out of memory'
                    : 'this text cannot be read');
            return bytes;
        },
        // A question's answer as text, or null.
        text(question, ...values) {
            return wasm[question](...values) ? answer() : null;
        },
        json(question, ...values) {
            return wasm[question](...values) ? JSON.parse(answer()) : null;
        },
        // The same with a text for the question.
        jsonOf(question, text) {
            const { address, bytes } = put(text);
            const found = wasm[question](address, bytes.length);

            wasm.give_back(address);
            return found ? JSON.parse(answer()) : null;
        },
        // In bytes.
        memory() {
            return wasm.memory.buffer.byteLength;
        },
        // What was answered although there was no answer: why not.
        reason() {
            return answer();
        },
    };
}
