/** Splits at a separator outside quotes and angle brackets; trims the parts and drops empty ones. */
export function splitList(text: string, separator: ',' | ';'): string[] {
  if (!text.includes(separator)) return text.trim() === '' ? [] : [text.trim()];
  const parts: string[] = [];
  let start = 0;
  let isQuoted = false;
  let depth = 0;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (isQuoted && character === '\\') index += 1;
    else if (character === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (character === '<') depth += 1;
    else if (character === '>') depth = Math.max(0, depth - 1);
    else if (character === separator && depth === 0) {
      parts.push(text.slice(start, index).trim());
      start = index + 1;
    }
  }
  parts.push(text.slice(start).trim());
  return parts.filter((part) => part !== '');
}
