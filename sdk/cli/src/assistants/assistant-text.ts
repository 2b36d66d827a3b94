import { parseDocument, stringify } from 'yaml';
import type { Item } from '../records/kinds.ts';

/** Long lines stay lines, so that a diff shows what changed. */
const STYLE = { lineWidth: 0 } as const;

/** A new file. */
export function textOf(file: string, fields: Item): string {
  return file.endsWith('.json') ? `${JSON.stringify(fields, null, 2)}\n` : stringify(fields, STYLE);
}

/** The file with some fields replaced; comments and the order of fields stay. */
export function withFields(file: string, text: string, changes: Item): string {
  if (file.endsWith('.json')) return textOf(file, { ...JSON.parse(text), ...changes });
  const document = parseDocument(text);
  for (const [name, value] of Object.entries(changes)) document.set(name, document.createNode(value));
  return document.toString(STYLE);
}
