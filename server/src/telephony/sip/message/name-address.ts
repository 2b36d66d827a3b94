import { type Parameters, quote, readParameters, unquote, writeParameters } from './parameters.ts';
import { splitList } from './split-list.ts';

/** A value of From, To, Contact, Route and similar headers. */
export interface NameAddress {
  displayName: string | null;
  /** Unparsed, so that it can be written back unchanged. */
  uri: string;
  /** Header parameters such as `tag`; URI parameters stay in `uri`. */
  parameters: Parameters;
}

/** Parses one value; null if malformed. Never throws. */
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

/** Index of the opening bracket, ignoring quoted names. */
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

/** Without brackets all parameters belong to the header (RFC 3261 20.10). */
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

/** Parses all values of several header lines, skipping malformed ones. */
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
