// SPDX-License-Identifier: MIT
//
// Random const-expressions of a wanted type, most of them valid.
//
// A type is {s, n} for a scalar (n = 1) or vector with components s, or
// {s, c, r} for a matrix.  Components are ai, af (abstract), i32, u32, f32, f16,
// bool.
export const scalar = s => ({s, n: 1});
export const vector = (s, n) => ({s, n});

const isFloat = s => s === 'f32' || s === 'f16' || s === 'af';
const isInteger = s => s === 'i32' || s === 'u32' || s === 'ai';
const letter = {i32: 'i', u32: 'u', f32: 'f', f16: 'h'};

// How a type is written; abstract ones have no name.
export function typeText(random, {s, n, c, r}) {
    if (c)
        return random.chance(0.5) ? `mat${c}x${r}<${s}>`
                                  : `mat${c}x${r}${letter[s]}`;
    if (n === 1)
        return s;
    return s === 'bool' || random.chance(0.5) ? `vec${n}<${s}>`
                                              : `vec${n}${letter[s]}`;
}

// Functions from T to T that work on each component, by the kinds of T.
const ofFloats = {
    1: ['abs', 'ceil', 'floor', 'fract', 'round', 'saturate', 'sign', 'trunc',
        'sqrt', 'exp', 'exp2', 'log', 'log2', 'sin', 'cos', 'tan', 'asin',
        'acos', 'atan', 'sinh', 'cosh', 'tanh', 'asinh', 'acosh', 'atanh',
        'degrees', 'radians', 'inverseSqrt'],
    2: ['min', 'max', 'pow', 'atan2', 'step'],
    3: ['clamp', 'fma', 'mix', 'smoothstep'],
};
const ofIntegers = {
    1: ['abs', 'countLeadingZeros', 'countOneBits', 'countTrailingZeros',
        'firstLeadingBit', 'firstTrailingBit', 'reverseBits'],
    2: ['min', 'max'],
    3: ['clamp'],
};
// Those whose result is the same to the last bit everywhere.
const exact = new Set(['abs', 'ceil', 'floor', 'round', 'saturate', 'sign',
                       'trunc', 'min', 'max', 'step', 'clamp',
                       ...ofIntegers[1]]);
const abstractInteger = new Set(['abs', 'min', 'max', 'clamp']);

const packing = [
    ['pack4x8snorm', vector('f32', 4)], ['pack4x8unorm', vector('f32', 4)],
    ['pack4xI8', vector('i32', 4)], ['pack4xU8', vector('u32', 4)],
    ['pack4xI8Clamp', vector('i32', 4)], ['pack4xU8Clamp', vector('u32', 4)],
    ['pack2x16snorm', vector('f32', 2)], ['pack2x16unorm', vector('f32', 2)],
    ['pack2x16float', vector('f32', 2)], // the last: it rounds to f16
];
const unpacking = [
    ['unpack4x8snorm', vector('f32', 4)], ['unpack4x8unorm', vector('f32', 4)],
    ['unpack2x16snorm', vector('f32', 2)],
    ['unpack2x16unorm', vector('f32', 2)],
    ['unpack2x16float', vector('f32', 2)],
    ['unpack4xI8', vector('i32', 4)], ['unpack4xU8', vector('u32', 4)],
];

export class Expressions {
    // `names` maps the key of a type to names of constants that have it.
    constructor(random, {exactOnly = false, wild = 0} = {}) {
        this.random = random;
        this.names = new Map();
        this.exactOnly = exactOnly;
        // Compilers round f16 differently, and may lose the sign of 0.
        this.components = exactOnly
            ? ['bool', 'i32', 'u32', 'f32', 'ai', 'af']
            : ['bool', 'i32', 'u32', 'f32', 'f16', 'ai', 'af'];
        this.wild = wild; // how often a type is not the wanted one
    }

    key({s, n, c, r}) {
        return c ? `${s}${c}x${r}` : `${s}${n}`;
    }

    add(type, name) {
        const key = this.key(type);

        this.names.set(key, [...this.names.get(key) ?? [], name]);
    }

    // ------------------------------------------------------------- literals

    integer() {
        const {random} = this;

        return random.weighted([
            [12, random.int(0, 9)], [6, random.int(0, 300)],
            [1, 2 ** random.int(3, 31)], [1, 2 ** random.int(3, 31) - 1],
            [1, random.next()]]);
    }

    integerLiteral(s) {
        const {random} = this;
        const suffix = {ai: '', i32: 'i', u32: 'u'}[s];
        let value = this.integer();

        if (s === 'i32' && value > 2147483647 && random.chance(0.9))
            value >>>= 1;
        if (s === 'ai' && random.chance(0.03))
            return random.pick(['9223372036854775807', '4294967296',
                                '2147483648', '0x7fffffffffffffff']);
        return (random.chance(0.2) ? `0x${value.toString(16)}`
                                   : String(value)) + suffix;
    }

    floatLiteral(s) {
        const {random} = this;
        const suffix = {af: '', f32: 'f', f16: 'h'}[s];
        const value = random.weighted([
            [8, `${random.int(0, 9)}.${random.int(0, 99)}`],
            [4, `${random.int(0, 20)}.0`], [3, `.${random.int(0, 999)}`],
            [2, `${random.int(0, 9)}.`],
            [2, `${random.int(1, 9)}e${random.int(-3, 3)}`],
            [1, `0x${random.int(0, 15).toString(16)}.${
                random.int(0, 255).toString(16)}p${random.int(-4, 4)}`],
            [1, `${random.int(1, 99)}e${random.int(-44, 39)}`],
            [1, '65504.0'], [1, '0.0']]);

        return value + suffix;
    }

    literal(s) {
        if (s === 'bool')
            return this.random.pick(['true', 'false']);
        return isFloat(s) ? this.floatLiteral(s) : this.integerLiteral(s);
    }

    // A leaf: a constant's name if there is one, or a literal.
    leaf(type) {
        const {random} = this;
        const named = this.names.get(this.key(type));

        if (named !== undefined && random.chance(0.4))
            return random.pick(named);
        if (type.c || type.n > 1)
            return this.construct(type, 0);
        return this.literal(type.s);
    }

    // ------------------------------------------------------------ operations

    parts(type, count, depth) {
        return Array.from({length: count}, () => this.make(type, depth))
            .join(', ');
    }

    // Lengths of parts of a vector of n components.
    split(n) {
        const {random} = this;
        const lengths = [];

        while (n > 0) {
            lengths.push(n === 1 || random.chance(0.6)
                ? 1 : random.int(2, Math.min(n, 3)));
            n -= lengths[lengths.length - 1];
        }
        return lengths;
    }

    construct(type, depth) {
        const {random} = this;
        const {s, n, c, r} = type;
        const abstract = s === 'ai' || s === 'af';

        if (c)
            return random.chance(0.5)
                ? `${abstract ? `mat${c}x${r}` : typeText(random, type)}(${
                    this.parts(scalar(s), c * r, depth - 1)})`
                : `${abstract ? `mat${c}x${r}` : typeText(random, type)}(${
                    this.parts(vector(s, r), c, depth - 1)})`;
        const name = n === 1 ? s : abstract || random.chance(0.2)
            ? `vec${n}` : typeText(random, type);

        if (n === 1) {
            if (abstract)
                return `(${this.make(type, depth - 1)})`;
            const from = random.pick(this.components);
            return `${name}(${this.make(scalar(from), depth - 1)})`;
        }
        if (name !== `vec${n}` && random.chance(0.1))
            return `${name}()`;
        if (random.chance(0.2))
            return `${name}(${this.make(scalar(s), depth - 1)})`;
        if (name !== `vec${n}` && random.chance(0.15))
            return `${name}(${this.make(
                vector(random.pick(this.components.slice(0, -2)), n),
                depth - 1)})`;
        return `${name}(${this.split(n).map(
            k => this.make(vector(s, k), depth - 1)).join(', ')})`;
    }

    call(name, type, count, depth) {
        return `${name}(${this.parts(type, count, depth - 1)})`;
    }

    componentWise(type, depth) {
        const {random} = this;
        const table = isFloat(type.s) ? ofFloats : ofIntegers;
        const count = random.weighted([[5, 1], [3, 2], [2, 3]]);
        let names = table[count];

        if (this.exactOnly)
            names = names.filter(name => exact.has(name));
        if (type.s === 'ai')
            names = names.filter(name => abstractInteger.has(name));
        return this.call(random.pick(names), type, count, depth);
    }

    arithmetic(type, depth) {
        const {random} = this;
        const operators = isFloat(type.s)
            ? ['+', '-', '*', '/', '%']
            : ['+', '-', '*', '/', '%', '&', '|', '^', '<<', '>>'];
        const operator = random.pick(operators);
        const left = this.make(type, depth - 1);

        if (operator === '<<' || operator === '>>')
            return `(${left} ${operator} ${this.shift(type, depth)})`;
        if (type.n > 1 && '+-*/%'.includes(operator) && random.chance(0.3))
            return random.chance(0.5)
                ? `(${left} ${operator} ${this.make(scalar(type.s), depth - 1)})`
                : `(${this.make(scalar(type.s), depth - 1)} ${operator} ${left})`;
        return `(${left} ${operator} ${this.make(type, depth - 1)})`;
    }

    shift({n}, depth) {
        const {random} = this;

        if (random.chance(0.3))
            return this.make(vector('u32', n), depth - 1);
        return n === 1 ? `${random.int(0, 9)}u`
                       : `vec${n}u(${random.int(0, 9)})`;
    }

    // bool or a vector of bools
    truth({n}, depth) {
        const {random} = this;
        const s = random.pick(this.components.slice(1));
        const compare = () => `(${this.make(vector(s, n), depth - 1)} ${
            random.pick(['==', '!=', '<', '<=', '>', '>='])} ${
            this.make(vector(s, n), depth - 1)})`;
        const bools = () => this.make(vector('bool', n), depth - 1);

        return random.weighted([
            [5, compare],
            [2, () => `(${bools()} ${random.pick(['&', '|', '==', '!='])} ${
                bools()})`],
            [1, () => `!${bools()}`],
            [n === 1 ? 3 : 0, () => `(${bools()} ${random.pick(['&&', '||'])} ${
                bools()})`],
            [n === 1 ? 1 : 0, () => `${random.pick(['all', 'any'])}(${
                this.make(vector('bool', random.int(1, 4)), depth - 1)})`],
        ])();
    }

    // A part of something larger.
    access(type, depth) {
        const {random} = this;
        const {s, n} = type;
        const from = random.int(Math.max(n, 2), 4);
        const letters = random.pick(['xyzw', 'rgba']).slice(0, from);
        const source = this.make(vector(s, from), depth - 1);
        const swizzle = Array.from({length: n}, () => random.pick(letters))
            .join('');

        if (n === 1 && random.chance(0.4))
            return `${this.primary(source)}[${random.int(0, from - 1)}]`;
        if (n === 1 && random.chance(0.2) && s !== 'ai' && s !== 'af')
            return `array<${s}, 2>(${this.parts(type, 2, depth - 1)})[${
                random.int(0, 1)}]`;
        if (n === 1 && random.chance(0.1))
            return `array(${this.parts(type, 3, depth - 1)})[${
                random.int(0, 2)}]`;
        if (n > 1 && isFloat(s) && random.chance(0.2))
            return `${this.primary(this.make({s, c: 2, r: n}, depth - 1))}[${
                random.int(0, 1)}]`;
        return `${this.primary(source)}.${swizzle}`;
    }

    primary(text) {
        return /^[\w]+(<[^<>]*>)?\([^()]*\)$/.test(text) ? text : `(${text})`;
    }

    // Functions of whole vectors, and others of a kind of their own.
    special(type, depth) {
        const {random} = this;
        const {s, n} = type;
        const choices = [];
        const length = random.int(2, 4);

        if (n === 1 && (isFloat(s) && !this.exactOnly || isInteger(s)))
            choices.push(() => this.call('dot', vector(s, length), 2, depth));
        if (isFloat(s) && !this.exactOnly) {
            if (n === 1)
                choices.push(
                    () => this.call('length', vector(s, length), 1, depth),
                    () => this.call('distance', vector(s, length), 2, depth),
                    () => this.call('determinant', {s, c: length, r: length},
                                    1, depth));
            else
                choices.push(() => this.call('normalize', type, 1, depth),
                             () => this.call('reflect', type, 2, depth),
                             () => this.call('faceForward', type, 3, depth));
            if (n === 3)
                choices.push(() => this.call('cross', type, 2, depth));
            if (s !== 'af')
                choices.push(() => `ldexp(${typeText(random, type)}(${
                    this.make(type, depth - 1)}), ${
                    this.make(vector('i32', n), depth - 1)})`);
            choices.push(() => `${random.pick(['frexp', 'modf'])}(${
                this.make(type, depth - 1)}).fract`);
        }
        if (s === 'f32' && !this.exactOnly)
            choices.push(() => this.call('quantizeToF16', type, 1, depth));
        if (s === 'u32' && n === 1) {
            const [name, from] = random.pick(
                this.exactOnly ? packing.slice(0, -1) : packing);
            choices.push(() => this.call(name, from, 1, depth),
                         () => this.call('dot4U8Packed', type, 2, depth));
        }
        if (s === 'i32' && n === 1)
            choices.push(() => this.call('dot4I8Packed', scalar('u32'), 2,
                                         depth));
        for (const [name, to] of unpacking)
            if (to.s === s && to.n === n)
                choices.push(() => this.call(name, scalar('u32'), 1, depth));
        if (s === 'i32' || s === 'u32')
            choices.push(
                () => `extractBits(${this.make(type, depth - 1)}, ${
                    random.int(0, 33)}, ${random.int(0, 33)})`,
                () => `insertBits(${this.parts(type, 2, depth - 1)}, ${
                    random.int(0, 33)}, ${random.int(0, 33)})`);
        if (['i32', 'u32', 'f32'].includes(s))
            choices.push(() => `bitcast<${typeText(random, type)}>(${
                this.make(vector(random.pick(
                    this.exactOnly ? ['i32', 'u32'] : ['i32', 'u32', 'f32']),
                                 n), depth - 1)})`);
        choices.push(() => `select(${this.parts(type, 2, depth - 1)}, ${
            this.make(vector('bool', random.chance(0.7) ? 1 : n),
                      depth - 1)})`);
        return random.pick(choices)();
    }

    matrix(type, depth) {
        const {random} = this;
        const {s, c, r} = type;
        const inner = random.int(2, 4);

        return random.pick([
            () => this.construct(type, depth),
            () => `(${this.make(type, depth - 1)} ${random.pick(['+', '-'])} ${
                this.make(type, depth - 1)})`,
            () => `(${this.make(type, depth - 1)} * ${
                this.make(scalar(s), depth - 1)})`,
            () => `(${this.make({s, c: inner, r}, depth - 1)} * ${
                this.make({s, c, r: inner}, depth - 1)})`,
            () => `transpose(${this.make({s, c: r, r: c}, depth - 1)})`,
        ])();
    }

    // An expression of that type, mostly.
    make(type, depth) {
        const {random} = this;

        if (random.chance(this.wild))
            type = vector(random.pick(['ai', 'af', 'i32', 'u32', 'f32', 'f16',
                                       'bool']), random.int(1, 4));
        // What is abstract may stand for what it converts to.
        if (!type.c && random.chance(0.15)) {
            if (['i32', 'u32'].includes(type.s))
                type = {...type, s: 'ai'};
            else if (['f32', 'f16'].includes(type.s))
                type = {...type, s: random.pick(['ai', 'af'])};
        }
        if (depth <= 0 || random.chance(0.15))
            return this.leaf(type);
        if (type.c)
            return this.matrix(type, depth);
        if (type.s === 'bool')
            return random.chance(0.2) ? this.construct(type, depth)
                                      : this.truth(type, depth);
        return random.weighted([
            [6, () => this.arithmetic(type, depth)],
            [5, () => this.componentWise(type, depth)],
            [4, () => this.construct(type, depth)],
            [3, () => this.access(type, depth)],
            [4, () => this.special(type, depth)],
            [2, () => `-${this.primary(this.make(type, depth - 1))}`],
            [isInteger(type.s) ? 1 : 0,
             () => `~${this.primary(this.make(type, depth - 1))}`],
            [1, () => `(${this.make(type, depth - 1)})`],
        ])();
    }
}
