// SPDX-License-Identifier: MIT
//
// Random numbers that are the same on every machine for the same seed.
export class Random {
    constructor(seed) {
        this.state = seed >>> 0;
    }

    // From 0 to below 2^32: a counter whose bits are mixed.
    next() {
        this.state = (this.state + 0x9e3779b9) >>> 0;
        let x = this.state;
        x = Math.imul(x ^ (x >>> 16), 0x21f0aaad);
        x = Math.imul(x ^ (x >>> 15), 0x735a2d97);
        return (x ^ (x >>> 15)) >>> 0;
    }

    // From `low` to `high`, both included.
    int(low, high) {
        return low + Math.floor(this.next() / 2 ** 32 * (high - low + 1));
    }

    chance(probability) {
        return this.next() < probability * 2 ** 32;
    }

    pick(list) {
        return list[this.int(0, list.length - 1)];
    }

    // One of the values of [[weight, value], ...].
    weighted(pairs) {
        let at = this.int(1, pairs.reduce((sum, [weight]) => sum + weight, 0));

        for (const [weight, value] of pairs)
            if ((at -= weight) <= 0)
                return value;
        throw new Error('the weights are not whole numbers');
    }

    shuffle(list) {
        for (let i = list.length - 1; i > 0; i--) {
            const k = this.int(0, i);
            [list[i], list[k]] = [list[k], list[i]];
        }
        return list;
    }
}
