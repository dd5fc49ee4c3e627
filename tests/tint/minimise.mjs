// SPDX-License-Identifier: MIT
//
// Makes a text smaller as long as it keeps a property.

// Without each stretch of parts that it can be without, the longest first.
async function withoutParts(parts, keeps) {
    for (let size = parts.length >> 1; size >= 1; size >>= 1)
        for (let at = 0; at < parts.length;) {
            const fewer = [...parts.slice(0, at), ...parts.slice(at + size)];

            if (fewer.length < parts.length && await keeps(fewer.join('')))
                parts = fewer;
            else
                at += size;
        }
    return parts.join('');
}

// `keeps` answers for a text with a promise; it is asked at most `budget` times.
export async function minimise(text, keeps, budget = 400) {
    const patient = async shorter => budget-- > 0 && await keeps(shorter);

    text = await withoutParts(text.split(/(?<=\n)/), patient);
    return withoutParts(text.match(/\w+|\s+|\W/gu) ?? [], patient);
}
