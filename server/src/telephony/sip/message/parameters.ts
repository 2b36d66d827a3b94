import { splitList } from './split-list.ts';

/** By their names in lower case; the value is empty where there is none. */
export type Parameters = ReadonlyMap<string, string>;

/** Reads `;name=value;flag`, with or without the first semicolon; quotes are taken off. The first of a name counts. */
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

/** `"a \"b\""` → `a "b"`; what is not quoted stays. */
export function unquote(text: string): string {
  if (text.length < 2 || !text.startsWith('"') || !text.endsWith('"')) return text;
  return text.slice(1, -1).replace(/\\(.)/g, '$1');
}

export function quote(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}
