import { type Parameters, readParameters, writeParameters } from './parameters.ts';

export interface SipUri {
  scheme: 'sip' | 'sips' | 'tel';
  /** Percent-decoded, without password; null if missing. */
  user: string | null;
  /** Lower case, IPv6 without brackets; empty for `tel`. */
  host: string;
  port: number | null;
  parameters: Parameters;
}

const HOST = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::(\d{1,5}))?$/i;

/** Parses a `sip:`, `sips:` or `tel:` URI; headers after `?` are dropped. Null if malformed. Never throws. */
export function parseUri(text: string): SipUri | null {
  const [, scheme, rest] = /^(sips?|tel):(.+)$/is.exec(text.trim()) ?? [];
  if (scheme === undefined || rest === undefined) return null;
  const kind = asScheme(scheme.toLowerCase());
  return kind === 'tel' ? parseTel(rest) : parseSip(kind, rest);
}

function asScheme(scheme: string): SipUri['scheme'] {
  return scheme === 'sips' || scheme === 'tel' ? scheme : 'sip';
}

function parseTel(rest: string): SipUri | null {
  const { before, after } = cutAt(rest, ';');
  const user = before.replace(/[\s().-]/g, '');
  return user === ''
    ? null
    : { scheme: 'tel', user, host: '', port: null, parameters: readParameters(after) };
}

function parseSip(scheme: 'sip' | 'sips', rest: string): SipUri | null {
  const at = rest.lastIndexOf('@');
  const user = at === -1 ? null : decode(cutAt(rest.slice(0, at), ':').before);
  const { before, after } = cutAt(cutAt(rest.slice(at + 1), '?').before, ';');
  const target = parseHostPort(before);
  return target === null ? null : { scheme, user, ...target, parameters: readParameters(after) };
}

/** `host`, `host:port`, `[v6]:port`. */
export function parseHostPort(text: string): { host: string; port: number | null } | null {
  const [, host, port] = HOST.exec(text.trim()) ?? [];
  if (host === undefined) return null;
  if (port !== undefined && (Number(port) === 0 || Number(port) > 65_535)) return null;
  return {
    host: host.toLowerCase().replace(/^\[|\]$/g, ''),
    port: port === undefined ? null : Number(port),
  };
}

function writeHost(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}

export function writeHostPort({ host, port }: { host: string; port: number | null }): string {
  return port === null ? writeHost(host) : `${writeHost(host)}:${port}`;
}

export function writeUri(uri: SipUri): string {
  const parameters = writeParameters(uri.parameters);
  if (uri.scheme === 'tel') return `tel:${uri.user ?? ''}${parameters}`;
  const user = uri.user === null ? '' : `${encodeUser(uri.user)}@`;
  return `${uri.scheme}:${user}${writeHostPort(uri)}${parameters}`;
}

function encodeUser(user: string): string {
  return user
    .toWellFormed()
    .replace(/[^A-Za-z0-9\-_.!~*'()&=+$,;?/#]/gu, (character) => encodeURIComponent(character));
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function cutAt(text: string, separator: string): { before: string; after: string } {
  const index = text.indexOf(separator);
  if (index === -1) return { before: text, after: '' };
  return { before: text.slice(0, index), after: text.slice(index + 1) };
}
