// SPDX-License-Identifier: MIT
//
// Random WGSL modules with entry points whose functions use resources, overrides
// and other functions, and declare local names that hide those.
const reads = { // what gives an f32, by the kind of a resource; $ is its name
    uniform: ['$.value', '$.numbers[1].y', 'f32($.count)'],
    storage: ['$[0].value', 'f32(arrayLength(&$))', '$[1].numbers[0].x'],
    written: ['$[0].value', 'f32(arrayLength(&$))'],
    atomic: ['f32(atomicLoad(&$))'],
    t1: ['textureLoad($, 0, 0).x'],
    t2: ['textureLoad($, vec2i(0), 0).x', 'f32(textureDimensions($).x)',
         'textureSampleLevel($, @, vec2f(0), 0).x', 'sample_color(@, $)'],
    t2array: ['textureLoad($, vec2i(0), 0, 0).x',
              'f32(textureNumLayers($))'],
    t3: ['textureLoad($, vec3i(0), 0).x',
         'textureSampleLevel($, @, vec3f(0), 0).x'],
    cube: ['textureSampleLevel($, @, vec3f(0), 0).x'],
    cubearray: ['textureSampleLevel($, @, vec3f(0), 0, 0).x'],
    ints: ['f32(textureLoad($, vec2i(0), 0).x)'],
    multisampled: ['textureLoad($, vec2i(0), 0).x'],
    depth: ['textureLoad($, vec2i(0), 0)',
            'textureSampleCompareLevel($, #, vec2f(0), 0.5)',
            'textureSampleLevel($, @, vec2f(0), 0)',
            'textureGather($, @, vec2f(0)).y',
            'sample_depth($, @)', 'sample_deep(vec2f(1), @, $)'],
    deptharray: ['textureLoad($, vec2i(0), 0, 0)'],
    depthms: ['textureLoad($, vec2i(0), 0)'],
    external: ['textureLoad($, vec2i(0)).x'],
    storageread: ['textureLoad($, vec2i(0)).x'],
    storagewrite: ['f32(textureDimensions($).x)'],
    sampler: [], comparison: [],
    private: ['$', '($ * 2)'],
    workgroup: ['$[0]'],
    override: ['$'],
};
const types = {
    uniform: ['Block'], storage: ['array<Block>'], written: ['array<Block>'],
    atomic: ['atomic<u32>'],
    t1: ['texture_1d<f32>'], t2: ['texture_2d<f32>'],
    t2array: ['texture_2d_array<f32>'], t3: ['texture_3d<f32>'],
    cube: ['texture_cube<f32>'], cubearray: ['texture_cube_array<f32>'],
    ints: ['texture_2d<u32>', 'texture_2d<i32>'],
    multisampled: ['texture_multisampled_2d<f32>'],
    depth: ['texture_depth_2d'], deptharray: ['texture_depth_2d_array'],
    depthms: ['texture_depth_multisampled_2d'], external: ['texture_external'],
    storageread: ['texture_storage_2d<r32float, read>'],
    storagewrite: ['texture_storage_2d<rgba8unorm, write>',
                   'texture_storage_2d<rgba16float, write>',
                   'texture_storage_2d<r32float, read_write>'],
    sampler: ['sampler'], comparison: ['sampler_comparison'],
};
// Textures and samplers go through parameters.
const helpers = [
    `fn sample_color(s: sampler, t: texture_2d<f32>) -> f32 {
         return textureSampleLevel(t, s, vec2f(0), 0).x; }`,
    `fn sample_depth(t: texture_depth_2d, s: sampler) -> f32 {
         return textureSampleLevel(t, s, vec2f(0), 0); }`,
    `fn sample_deep(at: vec2f, s: sampler, t: texture_depth_2d) -> f32 {
         return sample_depth(t, s) + at.x; }`];
const templates = {uniform: '<uniform>', storage: '<storage>',
                   written: '<storage, read_write>',
                   atomic: '<storage, read_write>'};
const most = {uniform: 4, storage: 4, written: 2, atomic: 1, storagewrite: 2,
              storageread: 1, external: 1, comparison: 2, sampler: 2};

class Shader {
    constructor(random) {
        this.random = random;
        this.globals = []; // {name, kind}
        this.functions = []; // {name, stages, text}
        this.texts = [];
        this.count = 0;
    }

    fresh(prefix) {
        return `${prefix}${this.count++}`;
    }

    // Where a global can be used; bits: vertex 1, fragment 2, compute 4.
    static stages(kind) {
        return kind === 'workgroup' ? 4
            : ['written', 'atomic', 'storagewrite'].includes(kind) ? 6 : 7;
    }

    declareResources() {
        const {random} = this;
        const slots = new Map();
        const counts = {};

        for (let i = random.int(3, 12); i > 0; i--) {
            const kind = random.pick(Object.keys(types));
            counts[kind] = (counts[kind] ?? 0) + 1;
            if (counts[kind] > (most[kind] ?? 2))
                continue;
            const name = this.fresh(random.pick(['r', 'light', 'tex', 'g']));
            const group = random.int(0, 3);
            let binding = slots.get(group) ?? random.int(0, 2);
            // Now and then two that must not be used together.
            slots.set(group, binding + (random.chance(0.015)
                                            ? 0 : random.int(1, 3)));
            this.globals.push({name, kind});
            this.texts.push(`@group(${group}) @binding(${binding}) var${
                templates[kind] ?? ''} ${name}: ${random.pick(types[kind])};`);
        }
        // A default sampler of each kind.
        for (const [kind, name] of [['sampler', 'plain_sampler'],
                                    ['comparison', 'depth_sampler']]) {
            this.globals.push({name, kind});
            this.texts.push(`@group(3) @binding(${50 + name.length}) var ${
                name}: ${types[kind][0]};`);
        }
    }

    declareOthers() {
        const {random} = this;
        const overrides = [];

        for (let i = random.int(0, 3); i > 0; i--) {
            const name = this.fresh('o');
            const value = random.weighted([
                [2, () => ': u32'], [2, () => `: u32 = ${random.int(1, 4)}`],
                [overrides.length ? 2 : 0,
                 () => ` = ${random.pick(overrides)} + 1u`]])();
            const id = random.chance(0.3) ? `@id(${this.count}) ` : '';

            overrides.push(name);
            this.texts.push(`${id}override ${name}${value};`);
        }
        for (const name of overrides)
            this.globals.push({name, kind: 'override'});
        for (let i = random.int(0, 2); i > 0; i--) {
            const name = this.fresh('w');
            const count = overrides.length && random.chance(0.7)
                ? random.pick(overrides) : String(random.int(1, 8));

            if (random.chance(0.4)) {
                const alias = this.fresh('Tile');
                this.texts.push(`alias ${alias} = array<f32, ${count}>;`,
                                `var<workgroup> ${name}: ${alias};`);
            } else {
                this.texts.push(`var<workgroup> ${name}: array<f32, ${count}>;`);
            }
            this.globals.push({name, kind: 'workgroup'});
        }
        for (let i = random.int(0, 2); i > 0; i--) {
            const name = this.fresh('p');
            const value = overrides.length && random.chance(0.5)
                ? ` = f32(${random.pick(overrides)})` : '';

            this.texts.push(`var<private> ${name}: f32${value};`);
            this.globals.push({name, kind: 'private'});
        }
    }

    // ------------------------------------------------------------------ bodies

    // An expression of type f32.  `scope` maps what is hidden to 'f32' or, of what
    // has another type, to null.
    value(scope, depth = 2) {
        const {random} = this;
        const globals = this.globals.filter(
            g => !scope.names.has(g.name) && reads[g.kind].length > 0 &&
                 (Shader.stages(g.kind) & scope.stages) === scope.stages);
        const locals = [...scope.names].filter(([, type]) => type === 'f32');
        const callees = this.functions.filter(
            f => !scope.names.has(f.name) &&
                 (f.stages & scope.stages) === scope.stages);

        return random.weighted([
            [3, () => `${random.int(0, 9)}.5`],
            [globals.length ? 5 : 0, () => this.read(scope,
                                                     random.pick(globals))],
            [locals.length ? 5 : 0, () => random.pick(locals)[0]],
            [callees.length ? 3 : 0, () => {
                const argument = depth > 0 ? this.value(scope, depth - 1)
                                           : '1.0';
                return `${random.pick(callees).name}(${argument})`;
            }],
            [depth > 0 ? 3 : 0, () => `(${this.value(scope, depth - 1)} ${
                random.pick(['+', '*', '-'])} ${
                this.value(scope, depth - 1)})`],
            [depth > 0 ? 1 : 0, () => `select(${
                this.value(scope, depth - 1)}, 1.0, ${
                this.value(scope, depth - 1)} < 2.0)`],
            // A member that is called as a global is no use of that.
            [1, () => {
                const member = random.pick(this.traps);
                return `Traps(${this.traps.map(
                    (_, i) => `${i}.0`).join(', ')}).${member}`;
            }],
        ])();
    }

    read(scope, global) {
        const {random} = this;
        let text = random.pick(reads[global.kind]);
        const sampler = (mark, kind, name) => {
            if (!text.includes(mark))
                return true;
            const free = this.globals.filter(
                g => g.kind === kind && !scope.names.has(g.name));
            if (free.length === 0)
                return false;
            text = text.replace(mark, (free.find(g => g.name === name) ??
                                       random.pick(free)).name);
            return true;
        };

        if (!sampler('@', 'sampler', 'plain_sampler') ||
            !sampler('#', 'comparison', 'depth_sampler'))
            return '3.0';
        if (global.kind === 'override')
            text = 'f32($)';
        return text.replaceAll('$', global.name);
    }

    // A name for a local: often one that hides something.
    localName() {
        const {random} = this;

        return random.chance(0.5) && this.globals.length > 0
            ? random.pick([...this.globals, ...this.functions]).name
            : this.fresh('x');
    }

    // Statements up to the end of a block; scope.own has the names declared in it.
    block(scope, depth) {
        return this.scoped(scope, depth).text;
    }

    scoped(scope, depth) {
        const {random} = this;
        const inner = {...scope, names: new Map(scope.names), own: new Set()};
        const lines = [];

        for (let i = random.int(1, 4); i > 0; i--)
            lines.push(this.statement(inner, depth));
        return {text: lines.join(' '), inner};
    }

    // What is declared in the body goes on in the continuing block.
    bareLoop(scope, depth) {
        const {text, inner} = this.scoped(scope, depth);

        return `loop { ${text} continuing { _ = ${
            this.value(inner)}; break if true; } }`;
    }

    declare(scope) {
        const {random} = this;
        let name = this.localName();
        const value = this.value(scope);

        if (scope.own.has(name))
            name = this.fresh('y');
        scope.names.set(name, 'f32');
        scope.own.add(name);
        return random.weighted([
            [2, () => `let ${name} = ${value};`],
            [1, () => `var ${name} = ${value};`],
            [1, () => `var<function> ${name}: f32 = ${value};`]])();
    }

    loop(scope, depth) {
        const {random} = this;
        const name = this.localName();
        const bound = this.value(scope, 1);
        const inner = {...scope, names: new Map(scope.names).set(name, null)};

        return random.weighted([
            [2, () => `for (var ${name} = i32(${bound}); ${name} < 3; ${
                name}++) { ${this.block(inner, depth - 1)} }`],
            [1, () => `for (; false; ) { ${this.block(scope, depth - 1)} }`],
            [1, () => this.bareLoop(scope, depth - 1)],
            [1, () => `while (${bound} < 0) { ${
                this.block(scope, depth - 1)} }`],
            [1, () => `switch (i32(${bound})) { case 1, 2: { ${
                this.block(scope, depth - 1)} } default: { ${
                this.block(scope, depth - 1)} } }`],
        ])();
    }

    statement(scope, depth) {
        const {random} = this;
        const stores = this.globals.filter(
            g => g.kind === 'storagewrite' && !scope.names.has(g.name) &&
                 (scope.stages & 1) === 0);

        return random.weighted([
            [5, () => this.declare(scope)],
            [4, () => `_ = ${this.value(scope)};`],
            [depth > 0 ? 2 : 0, () => `{ ${this.block(scope, depth - 1)} }`],
            [depth > 0 ? 2 : 0, () => `if (${this.value(scope)} > 0.0) { ${
                this.block(scope, depth - 1)} } else { ${
                this.block(scope, depth - 1)} }`],
            [depth > 0 ? 3 : 0, () => this.loop(scope, depth)],
            [stores.length ? 2 : 0, () => `textureStore(${
                random.pick(stores).name}, vec2i(0), vec4f(${
                this.value(scope)}));`],
            [1, () => '@diagnostic(off, derivative_uniformity) { }'],
            [1, () => `/* ${random.pick(this.globals).name} */ // }\n`],
        ])();
    }

    // ---------------------------------------------------------------- functions

    declareFunctions() {
        const {random} = this;

        for (let i = random.int(1, 6); i > 0; i--) {
            const name = this.fresh('call_');
            const stages = random.pick([7, 7, 6, 4, 2]);
            const parameter = random.chance(0.4)
                ? random.pick(this.globals).name : 'a';
            const scope = {stages, names: new Map([[parameter, 'f32']]),
                           own: new Set([parameter])};
            const lines = [];

            for (let k = random.int(1, 5); k > 0; k--)
                lines.push(this.statement(scope, 2));
            this.texts.push(`fn ${name}(${parameter}: f32) -> f32 { ${
                lines.join(' ')} return ${this.value(scope)}; }`);
            this.functions.push({name, stages});
        }
    }

    body(stages, names) {
        const scope = {stages, names: new Map(names), own: new Set(names.keys())};
        const lines = [];

        for (let k = this.random.int(1, 5); k > 0; k--)
            lines.push(this.statement(scope, 2));
        return {text: lines.join(' '), scope};
    }

    values(kind, count) {
        const {random} = this;
        const list = ['f32', 'vec2f', 'vec3f', 'vec4f', 'u32', 'vec2u', 'vec3i',
                      'vec4u', 'i32'];
        const locations = random.shuffle([...Array(8).keys()]).slice(0, count);

        return locations.map(location => {
            const type = random.pick(list);
            const flat = kind === 'between' && /u|i/.test(type);
            const how = flat ? '@interpolate(flat) '
                : kind !== 'between' ? ''
                : random.weighted([
                    [3, ''], [1, '@interpolate(linear) '],
                    [1, '@interpolate(perspective, centroid) '],
                    [1, '@interpolate(linear, sample) '],
                    [1, '@interpolate(flat, either) ']]);

            return {text: `@location(${location}) ${how}`, type,
                    name: this.fresh('v')};
        });
    }

    struct(values, more = []) {
        const name = this.fresh('IO');

        this.texts.push(`struct ${name} { ${this.random.shuffle(
            [...values.map(v => `${v.text}${v.name}: ${v.type}`),
             ...more]).join(', ')} }`);
        return name;
    }

    declareVertex() {
        const {random} = this;
        const name = this.fresh('vertex_');
        const inputs = this.values('vertex', random.int(0, 6));
        const whole = inputs.length > 0 && random.chance(0.5);
        const parameters = whole
            ? [`input: ${this.struct(inputs)}`]
            : inputs.map(v => `${v.text}${v.name}: ${v.type}`);
        const names = new Map(whole ? [['input', null]]
                                    : inputs.map(v => [v.name, null]));

        if (random.chance(0.5))
            parameters.push('@builtin(vertex_index) index: u32');
        const {text, scope} = this.body(1, names);
        if (random.chance(0.5)) {
            this.texts.push(`@vertex fn ${name}(${parameters.join(', ')
                }) -> @builtin(position) vec4f { ${text} return vec4f(${
                this.value(scope)}); }`);
            return;
        }
        const out = this.struct(this.values('between', random.int(1, 5)),
                                ['@builtin(position) position: vec4f']);
        this.texts.push(`@vertex fn ${name}(${parameters.join(', ')}) -> ${
            out} { ${text} return ${out}(); }`);
    }

    declareFragment() {
        const {random} = this;
        const name = this.fresh('fragment_');
        const inputs = this.values('between', random.int(0, 4));
        const outputs = this.values('target', random.int(1, 4));
        const parameters = inputs.map(v => `${v.text}${v.name}: ${v.type}`);
        const {text} = this.body(2, new Map(inputs.map(v => [v.name, null])));
        const out = outputs.length === 1 && random.chance(0.6)
            ? null : this.struct(outputs, random.chance(0.3)
                ? ['@builtin(frag_depth) depth: f32'] : []);
        const type = out ?? outputs[0].type;

        this.texts.push(`@fragment fn ${name}(${parameters.join(', ')}) -> ${
            out ?? outputs[0].text + type} { ${text} return ${type}(); }`);
    }

    declareCompute() {
        const {random} = this;
        const name = this.fresh('compute_');
        const overrides = this.globals.filter(g => g.kind === 'override');
        const size = [1, 2, 3].slice(0, random.int(1, 3)).map(
            () => overrides.length && random.chance(0.3)
                ? random.pick(overrides).name : `${random.int(1, 4)}u`);
        const {text} = this.body(4, new Map([['id', null]]));

        this.texts.push(`@compute @workgroup_size(${size.join(', ')}) fn ${
            name}(@builtin(global_invocation_id) id: vec3u) { ${text} }`);
    }

    make() {
        const {random} = this;

        this.texts.push('struct Block { value: f32, count: u32, ' +
                        'numbers: array<vec4f, 3> }');
        this.declareResources();
        this.declareOthers();
        this.traps = random.shuffle(this.globals.map(g => g.name)).slice(0, 4);
        this.texts.push(`struct Traps { ${this.traps.map(
            name => `${name}: f32`).join(', ')} }`);
        this.texts.push(...helpers);
        this.declareFunctions();
        this.declareCompute();
        this.declareVertex();
        this.declareFragment();
        if (random.chance(0.5))
            this.declareCompute();
        return random.shuffle(this.texts).join('\n');
    }
}

export function makeShader(random) {
    return new Shader(random).make();
}
