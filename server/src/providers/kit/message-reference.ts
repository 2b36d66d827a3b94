import type { MessageReference } from '../interfaces/messaging-carrier.ts';
import { parseJsonObject } from './json-parts.ts';

const MAX_FIELDS = 50;
/** Names the form towards the vendor; means nothing to readers. */
const TOKEN = 'flow_token';

/** Values of a form from the carrier's JSON; null if it is not an object. */
export function readForm(json: string | null): Record<string, string> | null {
  const filled = json === null ? null : parseJsonObject(json);
  if (filled === null) return null;
  const fields = Object.entries(filled).filter(([name]) => name !== TOKEN);
  return Object.fromEntries(fields.slice(0, MAX_FIELDS).map(([name, value]) => [name, wordsOf(value)]));
}

function wordsOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return Array.isArray(value) ? value.map(wordsOf).join(', ') : (JSON.stringify(value) ?? '');
}

/** A form as lines of text. */
export function formText(form: Readonly<Record<string, string>>): string {
  return Object.entries(form)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');
}

/** Null if nothing is referred to. */
export function referenceOf(parts: MessageReference): MessageReference | null {
  return Object.values(parts).every((part) => part === null) ? null : parts;
}
