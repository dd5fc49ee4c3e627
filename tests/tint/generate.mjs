// SPDX-License-Identifier: MIT
//
// Random WGSL modules: declarations of all kinds, most of them valid, and the
// same with mistakes put in.
import {Random} from './random.mjs';
import {Expressions, scalar, typeText, vector} from './expression.mjs';

const numeric = ['i32', 'u32', 'f32', 'f16'];
const comments = ['/* */', '/* /* nested */ */', '// line\n', '/* é */', '/**/',
                  '// end\r\n', '/* a\nb */'];
const blanks = [' ', '\t', '\n', '\r\n', '\r', '\v', '\f', '\u0085', '\u200e',
                '\u200f', '\u2028', '\u2029', '  '];
const formats = ['rgba8unorm', 'rgba8snorm', 'rgba8uint', 'rgba16float',
                 'r32uint', 'r32float', 'rg32sint', 'rgba32float',
                 'bgra8unorm', 'r8unorm', 'rg16float', 'rgb10a2unorm'];
const builtins = [
    ['vertex_index', 'u32', 'vertex', 'in'],
    ['instance_index', 'u32', 'vertex', 'in'],
    ['position', 'vec4f', 'fragment', 'in'],
    ['position', 'vec4f', 'vertex', 'out'],
    ['front_facing', 'bool', 'fragment', 'in'],
    ['frag_depth', 'f32', 'fragment', 'out'],
    ['sample_index', 'u32', 'fragment', 'in'],
    ['sample_mask', 'u32', 'fragment', 'in'],
    ['sample_mask', 'u32', 'fragment', 'out'],
    ['local_invocation_id', 'vec3u', 'compute', 'in'],
    ['local_invocation_index', 'u32', 'compute', 'in'],
    ['global_invocation_id', 'vec3u', 'compute', 'in'],
    ['workgroup_id', 'vec3u', 'compute', 'in'],
    ['num_workgroups', 'vec3u', 'compute', 'in'],
];

// A module is a list of declarations.  One of a function has `result`, the text
// of its return type, so that a body can be made that returns one.
class Generator {
    constructor(random) {
        this.random = random;
        this.declarations = [];
        this.constants = []; // of integers, small and positive
        this.overrides = [];
        this.types = [];     // names of host-shareable, constructible types
        this.structs = [];   // {name, runtime, shareable, constructible}
        this.binding = 0;
        this.count = 0;
        this.wild = random.chance(0.25) ? 0.05 : 0;
        this.expressions = new Expressions(random, {wild: this.wild / 2});
        this.exact = new Expressions(random, {exactOnly: true});
    }

    name(kind) {
        const {random} = this;

        this.count++;
        return random.weighted([
            [30, `${kind}${this.count}`],
            [1, `${random.pick(['größe', 'δ', '数据', 'ñ_', 'é\u0301', 'ꙮ'])}${
                this.count}`],
            [1, `${random.pick(['vec', 'f', 'array', 'struct', 'x'])}_${
                this.count}`]]);
    }

    // A name that hides a predeclared one, once each.
    shadow() {
        this.shadows ??= this.random.shuffle(
            ['vec3f', 'mat4x4f', 'i32', 'f16', 'sampler', 'max', 'storage',
             'read', 'position', 'align', 'buffer', 'ptr', 'vec2']);
        return this.shadows.pop();
    }

    push(text, result) {
        this.declarations.push({text, result});
    }

    // ---------------------------------------------------------------- numbers

    // A count or size: an expression that is small and positive, mostly.
    number(low, high) {
        const {random} = this;
        const value = random.int(low, high);

        return random.weighted([
            [10, () => String(value)], [2, () => `${value}u`],
            [1, () => `${value}i`], [1, () => `0x${value.toString(16)}`],
            [this.constants.length ? 4 : 0, () => random.pick(this.constants)],
            [2, () => `${value} + ${random.int(0, 3)}`],
            [1, () => `max(${value}, ${random.int(1, 9)})`],
            [1, () => `(${value} * ${random.int(1, 3)})`],
            [1, () => `select(${value}, ${random.int(1, 9)}, ${
                random.pick(['true', 'false', '(1 < 2)'])})`],
            [1, () => `vec2(${value}, 1).x`],
            [1, () => `u32(${value}.0)`],
            [1, () => `(${value} << ${random.int(0, 2)})`],
            [1, () => `clamp(${this.exact.make(
                scalar(random.pick(['i32', 'u32', 'ai'])), 2)}, ${
                low}, ${high})`],
            [this.wild ? 1 : 0, () => this.expressions.make(
                scalar(random.pick(['ai', 'i32', 'u32', 'f32'])), 2)],
        ])();
    }

    elementCount() {
        const text = this.number(1, 9);

        return /[<>=]/.test(text) && !/^\(.*\)$/.test(text) ? `(${text})`
                                                           : text;
    }

    // ------------------------------------------------------------------ types

    numericType() {
        const {random} = this;

        return typeText(random, random.weighted([
            [4, scalar(random.pick(numeric))],
            [5, vector(random.pick(numeric), random.int(2, 4))],
            [2, {s: random.pick(['f32', 'f16']), c: random.int(2, 4),
                 r: random.int(2, 4)}]]));
    }

    plainType(depth) {
        const {random} = this;
        const known = this.structs.filter(s => !s.runtime);

        return random.weighted([
            [10, () => this.numericType()],
            [known.length && depth > 0 ? 4 : 0,
             () => random.pick(known).name],
            [this.types.length ? 2 : 0, () => random.pick(this.types)],
            [depth > 0 ? 4 : 0, () => `array<${this.plainType(depth - 1)}, ${
                this.elementCount()}${random.chance(0.1) ? ',' : ''}>`],
            [1, () => `atomic<${random.pick(['i32', 'u32'])}>`],
            [this.wild ? 1 : 0, () => random.pick(
                ['bool', 'vec2<bool>', 'array<f32>', 'sampler', 'vec3',
                 'texture_2d<f32>', 'ptr<function, i32>', 'Missing', 'array',
                 'atomic<f32>', 'mat2x2<i32>', 'array<u32, 0>', 'f64',
                 'buffer', 'buffer<64>', 'array<bool, 2>'])],
        ])();
    }

    // A type that values can have, by its text alone.
    valueType() {
        const {random} = this;

        return random.weighted([
            [6, () => this.numericType()], [1, () => 'bool'],
            [1, () => `vec${random.int(2, 4)}<bool>`],
            [1, () => `array<${this.numericType()}, ${random.int(1, 4)}>`]])();
    }

    // ----------------------------------------------------------- declarations

    constant() {
        const {random} = this;
        const name = this.name('c');
        const type = random.pick(['', ': u32', ': i32']);

        this.push(`const ${name}${type} = ${
            type === '' ? this.number(1, 12) : random.int(1, 12)};`);
        this.constants.push(name);
    }

    expression() {
        const {random} = this;
        const type = random.weighted([
            [6, () => scalar(random.pick(['ai', 'af', 'i32', 'u32', 'f32', 'f16',
                                          'bool']))],
            [4, () => vector(random.pick(['ai', 'af', 'i32', 'u32', 'f32', 'f16',
                                          'bool']), random.int(2, 4))],
            [1, () => ({s: random.pick(['f32', 'f16', 'af']),
                        c: random.int(2, 4), r: random.int(2, 4)})]])();
        const name = this.name('e');
        const abstract = type.s === 'ai' || type.s === 'af';
        const written = !abstract && random.chance(0.4)
            ? `: ${typeText(random, type)}` : '';

        this.push(`const ${name}${written} = ${
            this.expressions.make(type, random.int(1, 3))};`);
        this.expressions.add(type, name);
    }

    // An integer that the tool shows, so that it can be held against Tint's.
    probe() {
        const {random} = this;
        const s = random.pick(['i32', 'u32', 'f32', 'bool']);
        const value = this.exact.make(scalar(s), random.int(1, 4));
        const text = {
            i32: `i32(${value})`, u32: `u32(${value})`, bool: `bool(${value})`,
            f32: `bitcast<u32>(f32(${value}) + 0)`}[s];

        this.push(`override probe${this.count++} = ${text};`);
    }

    override() {
        const {random} = this;
        const name = this.name('o');
        const s = random.pick(['u32', 'i32', 'f32', 'bool', 'f16']);
        const id = random.chance(0.3)
            ? `@id(${random.chance(0.9) ? this.count : this.number(0, 5)}) ` : '';
        const value = random.chance(0.5) && s !== 'bool'
            ? ` = ${this.exact.make(scalar(s), 1)}` : '';

        this.push(`${id}override ${name}: ${s}${value};`);
        if (s === 'u32' || s === 'i32')
            this.overrides.push(name);
    }

    alias() {
        const name = this.random.chance(0.05) ? this.shadow() : this.name('A');

        this.push(`alias ${name} = ${this.plainType(2)};`);
        if (/^[A-Za-z]\w*$/.test(name))
            this.types.push(name);
    }

    layoutAttributes(last) {
        const {random} = this;
        let text = '';

        if (random.chance(0.15))
            text += `@align(${random.chance(this.wild ? 0.8 : 0.97)
                ? 2 ** random.int(this.wild ? 1 : 4, 7)
                : this.number(1, 32)}${random.chance(0.1) ? ',' : ''}) `;
        if (random.chance(0.15) && !last)
            text += `@size(${random.chance(this.wild ? 0.7 : 0.97)
                ? random.int(this.wild ? 16 : 200, 4000)
                : this.number(16, 200)}) `;
        return text;
    }

    struct() {
        const {random} = this;
        const name = random.chance(0.04) ? this.shadow() : this.name('S');
        const count = random.int(1, 6);
        const runtime = random.chance(0.12);
        const members = [];

        for (let i = 0; i < count; i++) {
            const last = runtime && i === count - 1;
            const type = last ? `array<${this.plainType(1)}>`
                              : this.plainType(2);
            const member = random.chance(0.05)
                ? random.pick(['size', 'align', 'f32', 'array', 'x']) + i
                : `m${i}`;

            members.push(`    ${this.layoutAttributes(last)}${member}: ${type}`);
        }
        this.push(`struct ${name} {\n${members.join(',\n')}${
            random.chance(0.6) ? ',' : ''}\n}${random.chance(0.2) ? ';' : ''}`);
        this.structs.push({name, runtime});
    }

    group() {
        const {random} = this;

        return random.chance(0.03) ? random.pick(['', '@group(0) ',
                                                  '@binding(0) '])
            : random.chance(0.1)
            ? `@binding(${this.binding++}) @group(${random.int(0, 3)}) `
            : `@group(${random.int(0, 3)}) @binding(${this.binding++}) `;
    }

    buffer() {
        const {random} = this;
        const known = random.pick(this.structs.length ? this.structs : [null]);
        const type = known !== null && random.chance(0.7) ? known.name
                                                          : this.plainType(1);
        const space = random.weighted([
            [4, 'storage, read_write'], [2, 'storage'], [1, 'storage, read'],
            [known?.runtime ? 0 : 4, 'uniform'],
            [this.wild ? 1 : 0, random.pick(['storage, write', 'uniform, read',
                                             'function', 'handle'])]]);

        this.push(`${this.group()}var<${space}> ${this.name('b')}: ${type};`);
    }

    sizedBuffer() {
        const {random} = this;
        const size = random.chance(0.5) ? '' : `<${random.int(1, 40) * 4}>`;

        this.push(`${this.group()}var<${
            random.pick(['uniform', 'storage', 'storage, read_write'])}> ${
            this.name('b')}: buffer${size};`);
    }

    variable() {
        const {random} = this;
        const name = this.name('v');

        random.weighted([
            [3, () => this.push(`var<private> ${name}: ${this.valueType()};`)],
            [2, () => this.push(`var<private> ${name} = ${
                this.exact.make(scalar(random.pick(['f32', 'ai', 'af'])), 2)};`)],
            [3, () => this.push(`var<workgroup> ${name}: ${
                this.plainType(2)};`)],
            [this.overrides.length ? 3 : 0,
             () => this.push(`var<workgroup> ${name}: array<${
                 this.plainType(1)}, ${random.pick(this.overrides)}${
                 random.pick(['', '', ' + 1', ' * 2'])}>;`)],
            [2, () => this.push(`var<immediate> ${name}: ${
                this.numericType()};`)],
        ])();
    }

    resource() {
        const {random} = this;
        const sampled = random.pick(['f32', 'i32', 'u32']);
        const type = random.weighted([
            [4, `texture_${random.pick(['1d', '2d', '2d_array', '3d', 'cube',
                                        'cube_array', 'multisampled_2d'])}<${
                sampled}>`],
            [2, `texture_depth_${random.pick(['2d', '2d_array', 'cube',
                                              'cube_array',
                                              'multisampled_2d'])}`],
            [3, `texture_storage_${random.pick(['1d', '2d', '2d_array', '3d'])}<${
                random.pick(formats)}, ${
                random.pick(['write', 'read', 'read_write'])}>`],
            [2, random.pick(['sampler', 'sampler_comparison',
                             'texture_external'])],
            [this.wild ? 2 : 0, random.pick(
                ['texture_2d', 'texture_2d<bool>', 'texture_2d<f16>',
                 'texture_storage_2d<rgba8unorm>', 'texture_depth_2d<f32>',
                 'texture_storage_2d<foo, write>', 'array<sampler, 2>',
                 'texture_storage_2d<rgba8unorm, foo>', 'sampler<f32>'])]]);

        this.push(`${this.group()}var ${this.name('t')}: ${type};`);
    }

    assertion() {
        const {random} = this;

        this.push(`const_assert ${random.weighted([
            [4, () => `${random.int(0, 5)} < ${this.number(1, 9)} + 6`],
            [2, () => `!(${this.exact.make(scalar('bool'), 2)})`],
            [2, () => this.exact.make(scalar('bool'), 3)]])()};`);
    }

    // ------------------------------------------------------------ entry points

    ioType() {
        const {random} = this;

        return typeText(random, vector(random.pick(['f32', 'f32', 'f32', 'i32',
                                                    'u32', 'f16']),
                                       random.int(1, 4)));
    }

    // What one location carries, with its attributes.
    user(location) {
        const {random} = this;
        const type = this.ioType();
        const whole = /i32|u32|[iu]$/.test(type);
        const interpolate = whole
            ? random.chance(0.9) ? '@interpolate(flat) ' : ''
            : random.chance(0.2)
                ? `@interpolate(${random.pick(
                    ['flat', 'linear', 'perspective', 'linear, sample',
                     'perspective, centroid', 'flat, first', 'flat, either',
                     'linear, center'])}) ` : '';

        return [`@location(${location}) ${interpolate}`, type];
    }

    builtin(stage, direction) {
        const {random} = this;
        const [name, type] = random.chance(0.95)
            ? random.pick(builtins.filter(
                b => b[2] === stage && b[3] === direction))
            : random.pick(builtins);

        return [`@builtin(${name}) `, type];
    }

    // A few inputs or outputs: [attributes, type] each.
    data(stage, direction, count) {
        const {random} = this;
        const start = random.int(0, 3);
        const seen = new Set();
        const data = [];

        for (let i = 0; i < count; i++) {
            const own = stage === 'compute' ? random.chance(0.02)
                                            : random.chance(0.7);
            const possible = builtins.some(
                b => b[2] === stage && b[3] === direction);
            const location = random.chance(0.97) ? start + i
                                                 : this.number(0, 3);
            const datum = own || !possible ? this.user(location)
                                           : this.builtin(stage, direction);

            if (seen.has(datum[0]) && random.chance(0.9))
                continue;
            seen.add(datum[0]);
            data.push(random.chance(0.98) ? datum : ['', datum[1]]);
        }
        return data;
    }

    ioStruct(data) {
        const name = this.name('IO');

        this.push(`struct ${name} {\n${data.map(
            ([attributes, type], i) => `    ${attributes}m${i}: ${type}`)
            .join(',\n')}\n}`);
        return name;
    }

    parameters(stage) {
        const {random} = this;
        const data = this.data(stage, 'in', random.int(0, 4));
        const inStruct = data.splice(0, random.chance(0.5) ? random.int(0, 3)
                                                           : 0);
        const texts = data.map(([attributes, type], i) =>
            `${attributes}${random.chance(0.97) ? `p${i}` : 'p0'}: ${type}`);

        if (inStruct.length > 0)
            texts.unshift(`i: ${this.ioStruct(inStruct)}`);
        return texts.join(', ');
    }

    entryPoint() {
        const {random} = this;
        const stage = random.pick(['vertex', 'fragment', 'compute']);
        const parameters = this.parameters(stage);
        const size = stage === 'compute'
            ? ` @workgroup_size(${[1, 2, 3].slice(0, random.int(1, 3)).map(
                () => this.overrides.length && random.chance(0.2)
                    ? random.pick(this.overrides) : this.number(1, 8))
                .join(', ')})` : '';
        const head = `@${stage}${size} fn ${this.name('main')}(${parameters})`;
        const outputs = stage === 'compute' ? []
            : this.data(stage, 'out', random.int(0, 3));

        if (stage === 'vertex' && random.chance(0.96) &&
            !outputs.some(o => o[0].includes('position')))
            outputs.push(['@builtin(position) ', 'vec4f']);
        if (outputs.length === 0)
            this.push(head, '');
        else if (outputs.length === 1 && random.chance(0.5))
            this.push(`${head} -> ${outputs[0][0]}`, outputs[0][1]);
        else
            this.push(`${head} -> `, this.ioStruct(outputs));
    }

    pointer() {
        const {random} = this;

        return random.weighted([
            [4, () => `ptr<${random.pick(['function', 'private'])}, ${
                this.valueType()}>`],
            [2, () => `ptr<workgroup, ${this.plainType(1)}>`],
            [1, () => `ptr<${random.pick(['workgroup', 'storage', 'uniform',
                                          'private', 'function'])}, ${
                random.pick(['buffer', 'buffer<16>', 'array<vec4f>'])}>`],
            [2, () => `ptr<storage, ${random.pick(['array<u32>',
                                                   this.numericType()])}${
                random.pick(['', ', read', ', read_write'])}>`],
            [1, () => `ptr<storage, atomic<i32>${
                random.chance(0.9) ? ', read_write' : ''}>`],
            [1, () => `ptr<uniform, ${this.numericType()}>`],
            [this.wild ? 1 : 0, () => random.pick(
                ['ptr<function>', 'ptr<function, atomic<i32>>',
                 'ptr<storage, bool>', 'ptr<uniform, i32, read_write>',
                 'ptr<function, sampler>', 'ptr<private, array<f32>>'])]])();
    }

    function_() {
        const {random} = this;
        const parameters = Array.from({length: random.int(0, 4)}, (_, i) =>
            `p${i}: ${random.weighted([
                [5, () => this.valueType()], [2, () => this.pointer()],
                [1, () => random.pick(['sampler', 'texture_2d<f32>',
                                       'texture_external'])],
                [this.wild ? 1 : 0, () => this.plainType(1)]])()}`);
        const returns = random.chance(0.5);
        const attribute = returns && random.chance(0.2) ? '@must_use ' : '';

        this.push(`${attribute}fn ${this.name('f')}(${parameters.join(', ')})${
            returns ? ' -> ' : ''}`, returns ? this.valueType() : '');
    }

    // Brackets inside brackets, up to where compilers give up.
    nest() {
        const {random} = this;
        const depth = random.pick([5, 20, 60, 100, 126, 127, 128, 200]);

        this.push(random.pick([
            () => `const ${this.name('n')} = ${'('.repeat(depth)}1${
                ')'.repeat(depth)};`,
            () => `const ${this.name('n')} = ${'-'.repeat(depth)}1;`,
            () => `const ${this.name('n')} = ${'1 + '.repeat(depth)}1;`,
            () => `alias ${this.name('N')} = ${'array<'.repeat(depth)}u32${
                ', 1>'.repeat(depth)};`,
            () => `const ${this.name('n')} = ${'max(1, '.repeat(depth)}1${
                ')'.repeat(depth)};`,
        ])());
    }

    directives() {
        const {random} = this;
        const list = ['enable f16;'];

        if (random.chance(0.1))
            list.push(random.pick([
                'requires buffer_view;', 'enable subgroups;',
                'requires linear_indexing, pointer_composite_access;',
                'diagnostic(off, derivative_uniformity);', 'enable f16,;',
                'diagnostic(warning, foo.bar);', 'enable primitive_index,f16;',
                'requires nothing_like_it;', 'enable nothing_like_it;',
                'diagnostic(never, derivative_uniformity);']));
        return random.chance(0.01) ? '' : `${random.shuffle(list).join('\n')}\n`;
    }

    one(theme) {
        const all = {
            layout: [[3, 'constant'], [9, 'struct'], [2, 'alias'],
                     [5, 'buffer'], [1, 'variable'], [1, 'assertion']],
            values: [[7, 'expression'], [5, 'probe'], [1, 'override'],
                     [2, 'assertion'], [1, 'constant']],
            stages: [[6, 'entryPoint'], [3, 'function_'], [1, 'override'],
                     [1, 'constant']],
            resources: [[4, 'resource'], [3, 'variable'], [2, 'override'],
                        [1, 'sizedBuffer'], [2, 'struct'], [2, 'function_']],
            all: [[2, 'constant'], [2, 'expression'], [1, 'probe'],
                  [2, 'override'], [1, 'alias'], [3, 'struct'], [3, 'buffer'],
                  [2, 'variable'], [2, 'resource'], [1, 'assertion'],
                  [2, 'entryPoint'], [1, 'function_'], [1, 'nest'],
                  [1, 'sizedBuffer']],
        };

        this[this.random.weighted(all[theme])]();
    }

    module() {
        const {random} = this;
        const theme = random.weighted([[4, 'layout'], [4, 'values'],
                                       [3, 'stages'], [2, 'resources'],
                                       [3, 'all']]);
        const count = theme === 'values' ? random.int(1, 4) : random.int(2, 9);

        for (let i = 0; i < count; i++)
            this.one(theme);
        if (random.chance(0.3))
            random.shuffle(this.declarations);
        this.declarations.unshift({text: this.directives()});
        return this.declarations;
    }
}

// -------------------------------------------------------------------- mistakes

const tokenPattern =
    /\/\/.*|[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*|\d[\w.]*|\.\d\w*|\s+|->|&&|\|\||[^\s\w]/gu;
const strangers = [
    '<', '>', '(', ')', '{', '}', ',', ';', ':', '@', '.', '-', '=', '->', '[',
    ']', '&&', '||', '!', '%', '&', '*', '0', '1', '-1', '4294967296', '1.5',
    '1h', '09', '0x', '1e999', '2147483648', 'u32', 'array', 'vec3', 'struct',
    'alias', 'const', 'override', 'var', 'fn', 'let', 'true', 'ptr', '_', '__x',
    'self', 'null', 'atomic', 'bool', 'f16', 'storage', 'uniform', 'sampler',
    '/*', '*/', '//', '"', '#', '$', '\\', '\u0000', '\ufeff', '@align(8)',
    '@size(4)', '@location(0)', '@builtin(position)', '@group(0)', '@const',
    'read', 'write', 'é', '+', '++', '--', '+=', '==', '>>', '<<', '>='];

function breakTokens(random, text) {
    const tokens = text.match(tokenPattern) ?? [text];
    const i = random.int(0, tokens.length - 1);
    const other = random.int(0, tokens.length - 1);

    random.weighted([
        [3, () => tokens.splice(i, 1)],
        [2, () => tokens.splice(i, 0, tokens[other])],
        [2, () => { tokens[i] = tokens[other]; }],
        [4, () => { tokens[i] = random.pick(strangers); }],
        [2, () => tokens.splice(i, 0, random.pick(strangers))],
        [2, () => {
            [tokens[i], tokens[other]] = [tokens[other], tokens[i]];
        }]])();
    return tokens.join('');
}

// One or two mistakes, not in the bodies of functions, which are not compared.
function mutate(random, declarations) {
    for (let i = random.int(1, 2); i > 0; i--) {
        const d = random.pick(declarations);

        if (d.result && random.chance(0.3))
            d.result = breakTokens(random, d.result);
        else if (random.chance(0.05))
            declarations.splice(random.int(0, declarations.length), 0, {...d});
        else
            d.text = breakTokens(random, d.text);
    }
}

// ------------------------------------------------------------------------ text

// Comments and blankspace of every kind between the tokens.
function dress(random, text) {
    return (text.match(tokenPattern) ?? []).map(token => {
        if (/^\s+$/.test(token) && random.chance(0.5))
            return random.pick(blanks);
        return random.chance(0.08)
            ? token + (token.startsWith('//') ? '\n' : '') +
                  random.pick(random.chance(0.5) ? blanks : comments)
            : token;
    }).join('');
}

function bodyOf({result}) {
    if (result === undefined)
        return '';
    return result === '' ? ' {}' : ` { return ${result}(); }`;
}

// The module of that number; every second one has mistakes.
export function generate(seed, number) {
    const random = new Random(Math.imul(seed, 2654435761) + number * 40503);
    const declarations = new Generator(random).module();

    if (number % 2 === 1)
        mutate(random, declarations);
    const dressed = random.chance(0.15);
    const look = text => dressed ? dress(random, text) : text;

    return declarations.map(
        d => `${look(d.text)}${d.result ?? ''}${bodyOf(d)}`).join('\n') + '\n';
}
