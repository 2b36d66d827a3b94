import { unquote } from '../message/parameters.ts';
import { splitList } from '../message/split-list.ts';

/** Reads `Digest name="value", …` into fields by lower-case name; null for another scheme. Never throws. */
export function parseDigest(text: string): ReadonlyMap<string, string> | null {
  const [, rest] = /^Digest\s+(.+)$/is.exec(text.trim()) ?? [];
  if (rest === undefined) return null;
  const fields = new Map<string, string>();
  for (const part of splitList(rest, ',')) {
    const equals = part.indexOf('=');
    if (equals <= 0) continue;
    fields.set(part.slice(0, equals).trim().toLowerCase(), unquote(part.slice(equals + 1).trim()));
  }
  return fields;
}
