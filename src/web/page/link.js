// SPDX-License-Identifier: MIT
// The state of the page as text for the fragment of its address, packed.

const PACKED = '1';

function toBase64(bytes) {
    let text = '';

    for (let at = 0; at < bytes.length; at += 8192)
        text += String.fromCharCode(...bytes.subarray(at, at + 8192));
    return btoa(text).replaceAll('+', '-').replaceAll('/', '_')
        .replaceAll('=', '');
}

function fromBase64(text) {
    return Uint8Array.from(
        atob(text.replaceAll('-', '+').replaceAll('_', '/')),
        (character) => character.charCodeAt(0));
}

// A link may say anything: what unpacks to more is no state.
const SIZE_MAX = 1 << 25;

async function through(bytes, transform) {
    const parts = [];
    let size = 0;

    for await (const part of readAll(
        new Blob([bytes]).stream().pipeThrough(transform))) {
        size += part.length;
        if (size > SIZE_MAX)
            throw new RangeError('too large');
        parts.push(part);
    }
    return new Uint8Array(await new Blob(parts).arrayBuffer());
}

async function* readAll(stream) {
    const reader = stream.getReader();

    for (;;) {
        const { done, value } = await reader.read();

        if (done)
            return;
        yield value;
    }
}

export async function pack(state) {
    const bytes = new TextEncoder().encode(JSON.stringify(state));

    return PACKED + toBase64(
        await through(bytes, new CompressionStream('deflate')));
}

// Null where the text is no such state.
export async function unpack(text) {
    try {
        if (!text.startsWith(PACKED))
            return null;
        const bytes = await through(fromBase64(text.slice(1)),
            new DecompressionStream('deflate'));
        const state = JSON.parse(new TextDecoder().decode(bytes));

        return typeof state?.text === 'string' ? state : null;
    } catch {
        return null;
    }
}
