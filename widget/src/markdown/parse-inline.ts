import type { Inline } from './markdown.ts';

/** One alternative per kind. No group can match the same text in two ways, so matching takes linear time. */
const MARKS =
  /`([^`\n]+)`|\[([^[\]\n]{1,500})\]\(([^\s()]{1,2000})\)|\*\*(?=\S)([^*\n]{1,2000}?)\*\*|\*(?=\S)([^*\n]{1,2000}?)\*|(https?:\/\/[^\s<>"'`]{1,2000})/g;
const SAFE = new Set(['http:', 'https:', 'mailto:', 'tel:']);
const MAX_DEPTH = 4;

/** The normalized URL if its scheme is safe, else null. */
export function safeHref(address: string): string | null {
  try {
    const url = new URL(address);
    return SAFE.has(url.protocol) ? url.href : null;
  } catch {
    return null;
  }
}

/** Parses bold, emphasis, code and links in one line; everything else is text. */
export function parseInline(line: string, depth = 0): Inline[] {
  const found: Inline[] = [];
  let end = 0;
  const text = (until: number): void => {
    if (until > end) found.push({ kind: 'text', text: line.slice(end, until) });
  };
  for (const match of line.matchAll(MARKS)) {
    const inline = depth < MAX_DEPTH ? inlineOf(match, depth) : null;
    if (inline === null) continue;
    text(match.index);
    found.push(inline.node);
    end = match.index + inline.length;
  }
  text(line.length);
  return found;
}

function inlineOf(match: RegExpMatchArray, depth: number): { node: Inline; length: number } | null {
  const [all, code, label, address, strong, emphasis, bare] = match;
  const { length } = all;
  if (code !== undefined) return { node: { kind: 'code', text: code }, length };
  if (strong !== undefined) {
    return { node: { kind: 'strong', children: parseInline(strong, depth + 1) }, length };
  }
  if (emphasis !== undefined) {
    return { node: { kind: 'emphasis', children: parseInline(emphasis, depth + 1) }, length };
  }
  if (label !== undefined && address !== undefined) {
    const href = safeHref(address);
    // Links do not nest.
    return href === null ? null : { node: { kind: 'link', href, children: [textOf(label)] }, length };
  }
  // Trailing punctuation belongs to the sentence, not to the URL.
  const plain = bare?.replace(/[.,;:!?)\]}*]+$/, '') ?? '';
  const href = safeHref(plain);
  return href === null
    ? null
    : { node: { kind: 'link', href, children: [textOf(plain)] }, length: plain.length };
}

const textOf = (text: string): Inline => ({ kind: 'text', text: text.replaceAll(/\*\*|`/g, '') });
