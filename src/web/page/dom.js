// SPDX-License-Identifier: MIT
// Elements by properties.  Text only ever becomes text, never markup.

export function element(tag, properties = {}, ...children) {
    const node = document.createElement(tag);

    for (const [key, value] of Object.entries(properties)) {
        if (key === 'data')
            Object.assign(node.dataset, value);
        else if (key.includes('-') || key === 'role' || key === 'for')
            node.setAttribute(key, value);
        else
            node[key] = value;
    }
    node.append(...children.filter((child) => child !== null));
    return node;
}

export function code(text) {
    return element('code', {}, text);
}

export function find(id) {
    return document.getElementById(id);
}

// Tells people who do not see the page.
export function say(text) {
    find('status').textContent = text;
}

export function plural(count, one, many = `${one}s`) {
    return `${count} ${count === 1 ? one : many}`;
}

export async function copyText(text) {
    if (navigator.clipboard !== undefined) {
        await navigator.clipboard.writeText(text);
        return;
    }
    // A page that does not come from a secure place has no such clipboard.
    const area = element('textarea', { className: 'unseen', value: text });
    document.body.append(area);
    area.select();
    document.execCommand('copy');
    area.remove();
}

// A button says for a moment that it has done its work.
export function confirmOn(button, text) {
    button.dataset.text ??= button.textContent;
    button.textContent = text;
    say(text);
    clearTimeout(button.timer);
    button.timer = setTimeout(() => {
        button.textContent = button.dataset.text;
    }, 1500);
}
