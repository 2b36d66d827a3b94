/** Creates an element; string children become text nodes. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, string>> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

const SVG = 'http://www.w3.org/2000/svg';

/** A line icon in a 24 × 24 view box, hidden from screen readers. */
export function icon(...paths: readonly string[]): SVGElement {
  const drawing = document.createElementNS(SVG, 'svg');
  drawing.setAttribute('viewBox', '0 0 24 24');
  drawing.setAttribute('aria-hidden', 'true');
  for (const path of paths) {
    const line = document.createElementNS(SVG, 'path');
    line.setAttribute('d', path);
    drawing.append(line);
  }
  return drawing;
}

export const ICONS = {
  chat: ['M20 12a8 8 0 0 1-11.6 7.1L4 20l1-4.2A8 8 0 1 1 20 12Z', 'M8.5 10.5h7', 'M8.5 14h4.5'],
  call: [
    'M6.6 4h3l1.5 4-2 1.5a11 11 0 0 0 5.4 5.4l1.5-2 4 1.5v3a2 2 0 0 1-2.2 2A16.5 16.5 0 0 1 4.6 6.2 2 2 0 0 1 6.6 4Z',
  ],
  close: ['M6 6l12 12', 'M18 6L6 18'],
  down: ['M6 9.5l6 6 6-6'],
  restart: ['M12 5v14', 'M5 12h14'],
  attach: [
    'M20 11.5l-8.2 8.2a5 5 0 0 1-7.1-7.1l8.6-8.6a3.4 3.4 0 0 1 4.8 4.8l-8.5 8.5a1.7 1.7 0 0 1-2.4-2.4l7.8-7.8',
  ],
  file: ['M6 3h8l4 4v14H6Z', 'M14 3v4h4'],
  send: ['M12 19V5', 'M5.5 11.5L12 5l6.5 6.5'],
} as const;
