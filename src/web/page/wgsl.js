// SPDX-License-Identifier: MIT
// Colours for WGSL: only of what is in view, by its words.  The library reads
// the text properly; this is for the eye.
import { Decoration, ViewPlugin } from '@codemirror/view';

const KEYWORDS = new Set(('alias break case const const_assert continue ' +
    'continuing default diagnostic discard else enable false fn for if let ' +
    'loop override requires return struct switch true var while').split(' '));
const TYPE = new RegExp('^(?:bool|[fiu]32|f16|vec[234][fhiu]?|' +
    'mat[234]x[234][fh]?|array|atomic|ptr|sampler(?:_comparison)?|' +
    'texture_\\w+|binding_array)$');
const TOKEN = new RegExp('(?<comment>//.*|/\\*)|(?<attribute>@\\s*\\w+)|' +
    '(?<number>\\b(?:0[xX][\\da-fA-F.]+(?:[pP][+-]?\\d+)?|' +
    '\\d[\\d.]*(?:[eE][+-]?\\d+)?)[iufh]?)|' +
    '(?<word>[\\p{L}_][\\p{L}\\p{N}_]*)', 'gu');
const BOUNDARY = /\/\/.*|\/\*|\*\//g;
const STEP = 8192;

const style = Object.fromEntries(
    ['comment', 'attribute', 'number', 'keyword', 'type'].map((name) =>
        [name, Decoration.mark({ class: `wgsl-${name}` })]));

// How deep block comments, which nest, are open behind whole lines.
function depthBehind(text, before) {
    let depth = before;

    for (const [found] of text.matchAll(BOUNDARY)) {
        if (found === '/*')
            depth += 1;
        else if (found === '*/')
            depth = Math.max(depth - 1, 0);
    }
    return depth;
}

// The end of a block comment that is `depth` deep; the text's if there is none.
function endOfComment(text, from, depth) {
    const boundary = /\/\*|\*\//g;
    let open = depth;

    boundary.lastIndex = from;
    for (let found; (found = boundary.exec(text)) !== null;) {
        open += found[0] === '/*' ? 1 : -1;
        if (open === 0)
            return boundary.lastIndex;
    }
    return text.length;
}

function styleOfWord(word) {
    if (KEYWORDS.has(word))
        return style.keyword;
    return TYPE.test(word) ? style.type : null;
}

function colour(text, start, depth, add) {
    let at = 0;

    if (depth > 0) {
        at = endOfComment(text, 0, depth);
        add(start, start + at, style.comment);
    }
    TOKEN.lastIndex = at;
    for (let found; (found = TOKEN.exec(text)) !== null;) {
        const { comment, attribute, number, word } = found.groups;
        const from = found.index;

        if (comment === '/*')
            TOKEN.lastIndex = endOfComment(text, TOKEN.lastIndex, 1);
        const kind = comment !== undefined ? style.comment
            : attribute !== undefined ? style.attribute
                : number !== undefined ? style.number : styleOfWord(word);
        if (kind !== null)
            add(start + from, start + TOKEN.lastIndex, kind);
    }
}

class Colours {
    constructor(view) {
        this.depths = [{ at: 0, depth: 0 }];
        this.decorations = this.make(view);
    }

    update(update) {
        if (!update.docChanged && !update.viewportChanged)
            return;
        update.changes.iterChangedRanges((from) => {
            while (this.depths.length > 1 && this.depths.at(-1).at > from)
                this.depths.pop();
        });
        this.decorations = this.make(update.view);
    }

    // The depth at the beginning of a line; what was found is kept.
    depthAt(doc, position) {
        for (;;) {
            const { at, depth } = this.depths.at(-1);
            const next = doc.lineAt(Math.min(at + STEP, doc.length)).to + 1;

            if (next > position)
                break;
            this.depths.push({ at: next,
                depth: depthBehind(doc.sliceString(at, next), depth) });
        }
        const known = this.depths.findLast(({ at }) => at <= position);
        return depthBehind(doc.sliceString(known.at, position), known.depth);
    }

    make(view) {
        const doc = view.state.doc;
        const found = [];

        for (const { from, to } of view.visibleRanges) {
            const start = doc.lineAt(from).from;

            colour(doc.sliceString(start, to), start,
                this.depthAt(doc, start), (a, b, kind) => {
                    if (b > a)
                        found.push(kind.range(a, b));
                });
        }
        return Decoration.set(found);
    }
}

export const wgslColours = ViewPlugin.fromClass(Colours, {
    decorations: (plugin) => plugin.decorations,
});
