import { type Parameters, quote, readParameters, unquote, writeParameters } from './parameters.ts';
import { splitList } from './split-list.ts';

/** A value of From, To, Contact, Route and the like. */
export interface NameAddress {
  displayName: string | null;
  /** As it stands there, so that it can be given back unchanged. */
  uri: string;
  /** Of the header, such as `tag`; those of the URI stay with it. */
  parameters: Parameters;
}

/** Reads one value; null: it is none. Never throws. */
export function parseNameAddress(text: string): NameAddress | null {
  const open = startOfUri(text);
  if (open === -1) return parseBare(text);
  const close = text.indexOf('>', open);
  if (close === -1) return null;
  const uri = text.slice(open + 1, close).trim();
  const name = unquote(text.slice(0, open).trim());
  if (uri === '' || /[\s<>]/.test(uri)) return null;
  return {
    displayName: name === '' ? null : name,
    uri,
    parameters: readParameters(text.slice(close + 1)),
  };
}

/** The bracket that is not part of a quoted name. */
function startOfUri(text: string): number {
  let isQuoted = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (isQuoted && character === '\\') index += 1;
    else if (character === '"') isQuoted = !isQuoted;
    else if (character === '<' && !isQuoted) return index;
  }
  return -1;
}

/** Without brackets everything after the first semicolon belongs to the header (RFC 3261 20.10). */
function parseBare(text: string): NameAddress | null {
  const semicolon = text.indexOf(';');
  const uri = (semicolon === -1 ? text : text.slice(0, semicolon)).trim();
  if (!/^[a-z][a-z0-9+.-]*:[^\s<>"]+$/i.test(uri)) return null;
  return {
    displayName: null,
    uri,
    parameters: readParameters(semicolon === -1 ? '' : text.slice(semicolon)),
  };
}

/** Reads the values of several lines of a header, leaving out what cannot be read. */
export function parseNameAddresses(lines: readonly string[]): NameAddress[] {
  return lines
    .flatMap((line) => splitList(line, ','))
    .flatMap((value) => {
      const address = parseNameAddress(value);
      return address === null ? [] : [address];
    });
}

export function writeNameAddress({ displayName, uri, parameters }: NameAddress): string {
  const name = displayName === null ? '' : `${quote(displayName)} `;
  return `${name}<${uri}>${writeParameters(parameters)}`;
}
