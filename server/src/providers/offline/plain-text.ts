const MAX_CHARACTERS = 30_000;
const MAX_LINE_CHARACTERS = 2_000;

/** Limits length and repeated characters, on which patterns would backtrack forever. */
export function bounded(text: string): string {
  return text
    .slice(0, MAX_CHARACTERS)
    .replaceAll(/([^\p{L}\p{N}\s|]{3})[^\p{L}\p{N}\s|]{9,}/gu, '$1')
    .replaceAll(/[ \t]{40,}/g, '    ');
}

/** Removes Markdown: emphasis, code, links (their text stays), images, escapes, footnotes. */
export function plain(text: string): string {
  if (text.length > MAX_LINE_CHARACTERS) return text.trim();
  return text
    .replaceAll(/!\[[^\]]*\]\([^)]*\)/g, '')
    .replaceAll(/\[\^\w+\]:?/g, '')
    .replaceAll(/\[([^\]]+)\]\((?:[^)\s]*)(?:\s+"[^"]*")?\)/g, '$1')
    .replaceAll(/(\*\*|__)(.+?)\1/g, '$2')
    .replaceAll(/(^|\s)[*_](\S(?:.*?\S)?)[*_](?=\s|[.,;:!?)]|$)/g, '$1$2')
    .replaceAll(/(\p{L}) (['’]s)(?!\p{L})/gu, '$1$2')
    .replaceAll('`', '')
    .replaceAll(/\\([\\`*_{}[\]()#+.!|>-])/g, '$1')
    .trim();
}

/** Joins lines, including the parts of a word hyphenated at a line ending. */
export function joinLines(before: string, next: string): string {
  if (/\p{L}-$/u.test(before) && /^\p{Ll}/u.test(next)) return before.slice(0, -1) + next;
  return `${before} ${next}`;
}
