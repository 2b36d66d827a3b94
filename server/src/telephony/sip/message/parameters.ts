import { splitList } from './split-list.ts';

/** By lower-case name; the value is empty for a flag. */
export type Parameters = ReadonlyMap<string, string>;

/** Parses `;name=value;flag`; the first semicolon is optional. Values are unquoted; the first of equal names wins. */
export function readParameters(text: string): Map<string, string> {
  const parameters = new Map<string, string>();
  for (const part of splitList(text, ';')) {
    const equals = part.indexOf('=');
    const name = (equals === -1 ? part : part.slice(0, equals)).trim().toLowerCase();
    const value = equals === -1 ? '' : unquote(part.slice(equals + 1).trim());
    if (name !== '' && !parameters.has(name)) parameters.set(name, value);
  }
  return parameters;
}

export function writeParameters(parameters: Parameters): string {
  let text = '';
  for (const [name, value] of parameters) text += value === '' ? `;${name}` : `;${name}=${value}`;
  return text;
}

/** `"a \"b\""` → `a "b"`; unquoted text is returned unchanged. */
export function unquote(text: string): string {
  if (text.length < 2 || !text.startsWith('"') || !text.endsWith('"')) return text;
  return text.slice(1, -1).replace(/\\(.)/g, '$1');
}

export function quote(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}
