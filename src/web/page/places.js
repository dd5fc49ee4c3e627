// SPDX-License-Identifier: MIT
// The library counts bytes of UTF-8, an editor units of UTF-16.

const STEP = 1024;

// Units of UTF-16 that begin with this byte of UTF-8.
function unitsAt(byte) {
    if (byte >= 0xF0)
        return 2;
    return (byte & 0xC0) === 0x80 ? 0 : 1;
}

// A function from offsets in bytes to offsets in units.
export function unitsOf(bytes, text) {
    if (bytes.length === text.length)
        return (offset) => Math.min(offset, text.length);

    const steps = new Uint32Array(Math.ceil(bytes.length / STEP) + 1);
    let units = 0;

    for (let at = 0; at < bytes.length; at++) {
        if (at % STEP === 0)
            steps[at / STEP] = units;
        units += unitsAt(bytes[at]);
    }
    return (offset) => {
        const end = Math.min(offset, bytes.length);
        let at = Math.floor(end / STEP) * STEP;
        let result = at < bytes.length ? steps[at / STEP] : units;

        for (; at < end; at++)
            result += unitsAt(bytes[at]);
        return result;
    };
}
