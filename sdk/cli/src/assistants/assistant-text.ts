import { parseDocument, stringify } from 'yaml';
import type { Item } from '../records/kinds.ts';

/** Does not wrap long lines, so that diffs stay readable. */
const STYLE = { lineWidth: 0 } as const;

/** The text of a new file. */
export function textOf(file: string, fields: Item): string {
  return file.endsWith('.json') ? `${JSON.stringify(fields, null, 2)}\n` : stringify(fields, STYLE);
}

/** The text of a file with some fields replaced. Keeps comments and the order of fields. */
export function withFields(file: string, text: string, changes: Item): string {
  if (file.endsWith('.json')) return textOf(file, { ...JSON.parse(text), ...changes });
  const document = parseDocument(text);
  for (const [name, value] of Object.entries(changes)) document.set(name, document.createNode(value));
  return document.toString(STYLE);
}
