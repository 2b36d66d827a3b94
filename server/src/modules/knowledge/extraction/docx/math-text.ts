const GROUP = { open: '\ue000', close: '\ue001' } as const;

/** Text before and after a formula element, as in `(a + b)/2`, `x^2`, `√(n)`. */
export function mathMarks(element: string): { before: string; after: string } | null {
  switch (element) {
    case 'm:num':
      return { before: GROUP.open, after: GROUP.close };
    case 'm:den':
      return { before: `/${GROUP.open}`, after: GROUP.close };
    case 'm:sup':
      return { before: `^${GROUP.open}`, after: GROUP.close };
    case 'm:sub':
      return { before: `_${GROUP.open}`, after: GROUP.close };
    case 'm:rad':
      return { before: `√${GROUP.open}`, after: GROUP.close };
    case 'm:d':
      return { before: '(', after: ')' };
    default:
      return null;
  }
}

/** Puts a formula on one line. Groups of letters and digits need no parentheses. */
export function mathLine(text: string): string {
  let line = text;
  let before = '';
  while (before !== line) {
    before = line;
    line = line.replace(/\ue000([^\ue000\ue001]*)\ue001/g, (_, content: string) =>
      /^[\p{L}\p{N}.,]*$/u.test(content) ? content : `(${content})`,
    );
  }
  return line;
}
