// SPDX-License-Identifier: MIT
// What would be better: for uniform buffers, for the order of members, for the
// kind of buffer; each with a button that does it.
import { code, element, find, plural } from './dom.js';

// Values of wlay_fix.
export const FIX = { uniform: 1, order: 2, pad: 3, unpad: 5 };

function card(title, ...children) {
    return element('section', { className: 'card' },
        element('h3', {}, title), ...children);
}

function fixButton(text, fix) {
    const lesser = fix === FIX.pad || fix === FIX.unpad;

    return element('button', { type: 'button', data: { fix },
        className: lesser ? 'action lesser' : 'action' }, text);
}

// A name that may be broken at its underscores.
function longCode(name) {
    return element('code', {}, ...name.split(/(?<=_)/)
        .flatMap((part) => [part, element('wbr')]));
}

// ------------------------------------------------------------------- uniform

function verdict(allowed, title, ...where) {
    return element('div', { className: `verdict ${allowed ? 'good' : 'bad'}` },
        element('strong', {}, allowed ? '✓ ' : '✗ ', title),
        element('span', {}, ...where));
}

function repairText(repair) {
    if (repair.wrapper !== null || repair.kind === 'pack')
        return `${repair.type}, then element i is ${repair.index}`;
    return `@${repair.kind}(${repair.value}) on ${repair.struct}.` +
        repair.member;
}

function violation({ message, repairs }) {
    return element('li', {}, message,
        ...repairs.map((repair, i) => element('div', { className: 'hint' },
            i === 0 ? 'repair: ' : 'or: ', code(repairText(repair)))));
}

function uniformCard(uniform, size) {
    const canMend = uniform.mendable && !uniform.strict;
    const children = [
        element('div', { className: 'verdicts' },
            verdict(uniform.strict, uniform.strict ? 'allowed' : 'not allowed',
                'in every implementation'),
            verdict(uniform.standard,
                uniform.standard ? 'allowed' : 'not allowed', 'with ',
                longCode('uniform_buffer_standard_layout'))),
        uniform.violations.length === 0 ? null
            : element('ul', { className: 'violations' },
                ...uniform.violations.slice(0, 20).map(violation)),
        canMend ? element('p', {},
            fixButton('Repair for uniform buffers', FIX.uniform), ' ',
            element('span', { className: 'faint' },
                uniform.mended_size === size ? `stays at ${size} bytes`
                    : `${size} → ${uniform.mended_size} bytes`)) : null,
    ];

    return card('In a uniform buffer', ...children);
}

// --------------------------------------------------------------------- order

function orderCard(advice) {
    const { order } = advice;

    if (order.saved === 0)
        return card('Order of members', element('p', {}, order.proven
            ? `No order is smaller than ${advice.size} bytes.`
            : `No smaller order was found than this, of ${advice.size} bytes.`));
    return card('Order of members',
        element('p', {}, element('strong', {},
            `${advice.size} → ${order.size} bytes`),
        `, ${plural(order.moved, 'member')} ${
            order.moved === 1 ? 'moves' : 'move'}${
            order.proven ? '; none is smaller' : ''}`),
        element('p', { className: 'faint' }, `${order.element_count} of them: ${
            order.before.size} → ${order.after.size} bytes`),
        element('ol', { className: 'order' }, ...order.members.slice(0, 40)
            .map((name) => element('li', {}, code(name)))),
        element('p', {}, fixButton('Reorder', FIX.order)));
}

function paddingCard(advice) {
    const share = Math.round(100 * advice.padding / advice.size);
    const buttons = [
        advice.holes.length > 0
            ? fixButton('Write padding as members', FIX.pad) : null,
        advice.fillers.length > 0
            ? fixButton(`Remove ${advice.fillers.length === 1 ? 'filler'
                : 'fillers'} ${advice.fillers.slice(0, 3).join(', ')}`,
            FIX.unpad) : null,
    ].filter((button) => button !== null);

    if (advice.padding === 0 && advice.fillers.length === 0)
        return null;
    return card('Padding',
        element('p', {}, `${plural(advice.padding, 'byte')} of ${
            advice.size} hold nothing (${share} %).`),
        buttons.length === 0 ? null : element('p', {},
            ...buttons.flatMap((button) => [button, ' '])));
}

// -------------------------------------------------------------------- buffer

function reason({ for: space, text }) {
    return element('li', {}, space === null ? '' : `${space}: `, text);
}

function bufferCard(buffer) {
    return card('Uniform or storage?',
        element('p', {}, buffer.recommended === null ? 'As it stands, neither.'
            : element('strong', {}, `${buffer.recommended} suits it`)),
        element('ul', {}, ...buffer.reasons.map(reason)));
}

export function drawCards(look) {
    const advice = look.advice?.structs[0];
    const buffer = look.advice?.buffers[0];
    const uniform = advice?.uniform ?? buffer?.uniform ?? null;

    find('cards').replaceChildren(...[
        uniform && uniformCard(uniform, look.measure.size),
        advice ? orderCard(advice) : null,
        advice ? paddingCard(advice) : null,
        buffer ? bufferCard(buffer) : null,
    ].filter((node) => node !== null));
}
