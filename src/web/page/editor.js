// SPDX-License-Identifier: MIT
// The text, with problems at their places and what is pointed at elsewhere.
import { history, historyKeymap, insertNewlineKeepIndent, standardKeymap }
    from '@codemirror/commands';
import { EditorState, RangeSet, StateEffect, StateField }
    from '@codemirror/state';
import { Decoration, EditorView, GutterMarker, drawSelection, gutter,
    highlightActiveLine, highlightActiveLineGutter, keymap, lineNumbers }
    from '@codemirror/view';

import { element } from './dom.js';
import { wgslColours } from './wgsl.js';

// ------------------------------------------------------------------ problems

const setProblems = StateEffect.define();

class ProblemMarker extends GutterMarker {
    constructor(severity, message) {
        super();
        this.severity = severity;
        this.message = message;
    }

    eq(other) {
        return this.severity === other.severity &&
            this.message === other.message;
    }

    toDOM() {
        return element('span', { className: `marker ${this.severity}`,
            title: this.message });
    }
}

// A place of no length is shown on what is beside it.
function stretch(doc, { from, to }) {
    const start = Math.min(from, doc.length);

    if (to > from)
        return [start, Math.min(to, doc.length)];
    return start < doc.lineAt(start).to ? [start, start + 1]
        : [Math.max(start - 1, 0), start];
}

function underline(doc, problem) {
    const [from, to] = stretch(doc, problem);

    return from === to ? [] : [Decoration.mark({
        class: `underline ${problem.severity}`,
        attributes: { title: problem.message },
    }).range(from, to)];
}

function marker(doc, problem) {
    const line = doc.lineAt(Math.min(problem.from, doc.length));

    return new ProblemMarker(problem.severity, problem.message)
        .range(line.from);
}

const problemField = StateField.define({
    create: () => ({ lines: Decoration.none, markers: RangeSet.empty }),
    update(value, transaction) {
        let { lines, markers } = value;

        if (transaction.docChanged) {
            lines = lines.map(transaction.changes);
            markers = markers.map(transaction.changes);
        }
        for (const effect of transaction.effects) {
            if (!effect.is(setProblems))
                continue;
            const doc = transaction.state.doc;

            lines = Decoration.set(
                effect.value.flatMap((p) => underline(doc, p)), true);
            markers = RangeSet.of(
                effect.value.map((p) => marker(doc, p)), true);
        }
        return { lines, markers };
    },
    provide: (field) => EditorView.decorations.from(field,
        ({ lines }) => lines),
});

const problemGutter = gutter({
    class: 'problem-gutter',
    markers: (view) => view.state.field(problemField).markers,
});

// -------------------------------------------------------------------- places

const setPlace = StateEffect.define();
const markedLine = Decoration.line({ class: 'marked-line' });
const markedName = Decoration.mark({ class: 'marked-name' });

function markPlace(doc, place) {
    if (place === null || place.to > doc.length || place.from >= place.to)
        return Decoration.none;
    return Decoration.set([markedLine.range(doc.lineAt(place.from).from),
        markedName.range(place.from, place.to)]);
}

const placeField = StateField.define({
    create: () => Decoration.none,
    update(value, transaction) {
        let marks = value.map(transaction.changes);

        for (const effect of transaction.effects)
            if (effect.is(setPlace))
                marks = markPlace(transaction.state.doc, effect.value);
        return marks;
    },
    provide: (field) => EditorView.decorations.from(field),
});

// -------------------------------------------------------------------- editor

// The stretch where two texts differ.
function difference(before, after) {
    const least = Math.min(before.length, after.length);
    let start = 0;
    let end = 0;

    while (start < least && before[start] === after[start])
        start += 1;
    while (end < least - start &&
           before[before.length - 1 - end] === after[after.length - 1 - end])
        end += 1;
    return { from: start, to: before.length - end,
        insert: after.slice(start, after.length - end) };
}

// Tells where the pointer is, a line at a time; null where it is not.
function pointerWatch(onLine) {
    let last = null;

    function tell(line) {
        if (line?.from === last?.from)
            return;
        last = line;
        onLine(line);
    }
    return EditorView.domEventHandlers({
        mousemove(event, view) {
            const at = view.posAtCoords({ x: event.clientX,
                y: event.clientY }, false);

            tell(view.state.doc.lineAt(at));
        },
        mouseleave() {
            tell(null);
        },
    });
}

// What is typed over a selection a browser writes with the style of what was
// there, which the page forbids; so it is not left to the browser.
const typeOver = EditorView.domEventHandlers({
    beforeinput(event, view) {
        if (event.inputType !== 'insertText' || event.data === null ||
            event.isComposing || view.state.selection.main.empty)
            return false;
        view.dispatch(view.state.replaceSelection(event.data),
            { userEvent: 'input.type', scrollIntoView: true });
        return true;
    },
});

export function makeEditor(parent, { onChange, onCaret, onPointer }) {
    const view = new EditorView({
        parent,
        state: EditorState.create({ extensions: [
            EditorView.cspNonce.of('editor'),
            EditorView.contentAttributes.of({
                'aria-label': 'WGSL source',
                'spellcheck': 'false',
                'autocapitalize': 'off',
                'autocorrect': 'off',
            }),
            problemField, placeField, wgslColours,
            lineNumbers(), problemGutter,
            highlightActiveLine(), highlightActiveLineGutter(),
            drawSelection(), history(),
            EditorState.tabSize.of(4),
            keymap.of([{ key: 'Enter', run: insertNewlineKeepIndent },
                ...historyKeymap, ...standardKeymap]),
            typeOver, pointerWatch(onPointer),
            EditorView.updateListener.of((update) => {
                const is = (event) => update.transactions.some(
                    (transaction) => transaction.isUserEvent(event));

                if (update.docChanged)
                    onChange(is('input.type') || is('delete'));
                else if (is('select'))
                    onCaret();
            }),
        ] }),
    });

    return {
        text: () => view.state.doc.toString(),
        length: () => view.state.doc.length,
        caretLine: () => view.state.doc.lineAt(
            view.state.selection.main.head),
        lineNumber: (at) => view.state.doc.lineAt(
            Math.min(at, view.state.doc.length)).number,
        // As one step that can be undone.
        replace(text) {
            view.dispatch({
                changes: difference(view.state.doc.toString(),
                    view.state.toText(text).toString()),
                userEvent: 'input.replace',
            });
        },
        toTop() {
            view.dispatch({ selection: { anchor: 0 },
                effects: EditorView.scrollIntoView(0) });
        },
        showProblems(problems) {
            view.dispatch({ effects: setProblems.of(problems) });
        },
        mark(place) {
            view.dispatch({ effects: setPlace.of(place) });
        },
        goTo({ from, to }) {
            const [start, end] = stretch(view.state.doc, { from, to });

            view.dispatch({ selection: { anchor: start, head: end },
                userEvent: 'select',
                effects: EditorView.scrollIntoView(start, { y: 'center' }) });
            view.focus();
        },
        reveal(place) {
            view.dispatch({ effects: EditorView.scrollIntoView(
                Math.min(place.from, view.state.doc.length),
                { y: 'nearest', yMargin: 40 }) });
        },
    };
}
