/** An answer as an indented outline, which needs fewer tokens than JSON. Leaves out empty values. */
export function readableText(value: unknown): string {
  return isBlank(value) ? '(nothing)' : outline(value).join('\n');
}

function outline(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(listItem);
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([name, inner]) => member(name, inner));
  }
  return String(value).split('\n');
}

function listItem(item: unknown): string[] {
  const [first = '', ...rest] = isBlank(item) ? ['(nothing)'] : outline(item);
  return [`- ${first}`, ...indented(rest)];
}

function member(name: string, value: unknown): string[] {
  if (value === null || value === undefined) return [];
  if (isBlank(value)) return [`${name}: (none)`];
  if (Array.isArray(value) && value.every(isPlain)) return [`${name}: ${value.join(', ')}`];
  const lines = outline(value);
  const isOneLine = typeof value !== 'object' && lines.length === 1;
  return isOneLine ? [`${name}: ${lines[0]}`] : [`${name}:`, ...indented(lines)];
}

function isPlain(value: unknown): boolean {
  return typeof value === 'number' || (typeof value === 'string' && !/[\n,]/.test(value));
}

function isBlank(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true;
  return typeof value === 'object' && Object.values(value).length === 0;
}

function indented(lines: readonly string[]): string[] {
  return lines.map((line) => `  ${line}`);
}
