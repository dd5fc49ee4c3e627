// SPDX-License-Identifier: MIT
// A screenshot with a table of 256 colours, which is a third of the size.
import { deflateSync, inflateSync } from 'node:zlib';

const COLOURS = 256;
const SIGNATURE = 8;
const RGB = 2;

function chunksOf(png) {
    const chunks = [];

    for (let at = SIGNATURE; at < png.length;) {
        const length = png.readUInt32BE(at);

        chunks.push({ type: png.toString('latin1', at + 4, at + 8),
            data: png.subarray(at + 8, at + 8 + length) });
        at += 12 + length;
    }
    return chunks;
}

function paeth(a, b, c) {
    const p = a + b - c;
    const [pa, pb, pc] = [a, b, c].map((v) => Math.abs(p - v));

    if (pa <= pb && pa <= pc)
        return a;
    return pb <= pc ? b : c;
}

const FILTERS = [() => 0, (a) => a, (a, b) => b, (a, b) => (a + b) >> 1, paeth];

// The bytes of all pixels, without the filters of their rows.
function unfilter(raw, rowSize, size) {
    const pixels = Buffer.alloc(raw.length / (rowSize + 1) * rowSize);

    for (let y = 0; y * rowSize < pixels.length; y++) {
        const filter = FILTERS[raw[y * (rowSize + 1)]];

        for (let x = 0; x < rowSize; x++) {
            const at = y * rowSize + x;
            const a = x >= size ? pixels[at - size] : 0;
            const b = y > 0 ? pixels[at - rowSize] : 0;
            const c = x >= size && y > 0 ? pixels[at - rowSize - size] : 0;

            pixels[at] = raw[y * (rowSize + 1) + 1 + x] + filter(a, b, c);
        }
    }
    return pixels;
}

function commonColours(pixels, size) {
    const counts = new Map();

    for (let at = 0; at < pixels.length; at += size) {
        const colour = pixels.readUIntBE(at, 3);

        counts.set(colour, (counts.get(colour) ?? 0) + 1);
    }
    return [...counts].sort((a, b) => b[1] - a[1]).slice(0, COLOURS)
        .map(([colour]) => colour);
}

function distance(a, b) {
    return [16, 8, 0].reduce((sum, shift) =>
        sum + ((a >> shift & 255) - (b >> shift & 255)) ** 2, 0);
}

function nearestIn(table) {
    const known = new Map(table.map((colour, i) => [colour, i]));

    return (colour) => {
        if (!known.has(colour)) {
            const all = table.map((entry) => distance(entry, colour));

            known.set(colour, all.indexOf(Math.min(...all)));
        }
        return known.get(colour);
    };
}

function crc(bytes) {
    let sum = ~0;

    for (const byte of bytes) {
        sum ^= byte;
        for (let bit = 0; bit < 8; bit++)
            sum = sum & 1 ? sum >>> 1 ^ 0xEDB88320 : sum >>> 1;
    }
    return ~sum >>> 0;
}

function chunk(type, data) {
    const typed = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const whole = Buffer.alloc(typed.length + 8);

    whole.writeUInt32BE(data.length);
    typed.copy(whole, 4);
    whole.writeUInt32BE(crc(typed), typed.length + 4);
    return whole;
}

export function smaller(png) {
    const chunks = chunksOf(png);
    const header = Buffer.from(chunks[0].data);
    const width = header.readUInt32BE(0);
    const height = header.readUInt32BE(4);
    const size = header[9] === RGB ? 3 : 4;
    const pixels = unfilter(inflateSync(Buffer.concat(chunks
        .filter(({ type }) => type === 'IDAT').map(({ data }) => data))),
    width * size, size);
    const table = commonColours(pixels, size);
    const nearest = nearestIn(table);
    const rows = Buffer.alloc(height * (width + 1));

    for (let i = 0; i < width * height; i++)
        rows[i + Math.floor(i / width) + 1] =
            nearest(pixels.readUIntBE(i * size, 3));
    header[9] = 3; // by a table
    return Buffer.concat([png.subarray(0, SIGNATURE), chunk('IHDR', header),
        chunk('PLTE', Buffer.from(table.flatMap((c) =>
            [c >> 16, c >> 8 & 255, c & 255]))),
        chunk('IDAT', deflateSync(rows, { level: 9 })),
        chunk('IEND', Buffer.alloc(0))]);
}
