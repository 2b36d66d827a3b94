import { KEY_BYTES, type MasterKey, SALT_BYTES } from '../../rtp/srtp/session-keys.ts';

/** A key that a description offers or takes (RFC 4568). */
export interface CryptoLine {
  /** Says which of the offered ones an answer takes. */
  tag: string;
  key: MasterKey;
}

const SUITE = 'AES_CM_128_HMAC_SHA1_80';
const LINE = /^(\d{1,9})\s+(\S+)\s+inline:([A-Za-z0-9+/]{40}={0,2})((?:\|[^\s|;]{1,32})*)((?:\s+\S+)*)$/i;
const MAX_IDENTIFIER_BYTES = 128;

/** The first of the values of `a=crypto` that we can go by; null: none. Never throws. */
export function readCrypto(values: readonly string[]): CryptoLine | null {
  for (const value of values) {
    const line = readLine(value);
    if (line !== null) return line;
  }
  return null;
}

export function writeCrypto({ tag, key: { key, salt } }: CryptoLine): string {
  return `a=crypto:${tag} ${SUITE} inline:${Buffer.concat([key, salt]).toString('base64')}\r\n`;
}

function readLine(value: string): CryptoLine | null {
  if (value.length > 1024) return null;
  const [, tag, suite, secret, about, parameters] = LINE.exec(value.trim()) ?? [];
  if (tag === undefined || suite?.toUpperCase() !== SUITE || secret === undefined) return null;
  const bytes = Buffer.from(secret, 'base64');
  const identifierBytes = identifierIn((about ?? '').split('|').slice(1));
  if (bytes.length !== KEY_BYTES + SALT_BYTES || identifierBytes === null) return null;
  if (!isBearable((parameters ?? '').trim())) return null;
  const key = { key: bytes.subarray(0, KEY_BYTES), salt: bytes.subarray(KEY_BYTES), identifierBytes };
  return { tag, key };
}

/** A lifetime is longer than any call; `1:4` is the name of the key in 4 bytes of every packet. Null: unreadable. */
function identifierIn(fields: readonly string[]): number | null {
  let bytes = 0;
  for (const field of fields) {
    const [, length] = /^\d+:(\d{1,3})$/.exec(field) ?? [];
    if (length !== undefined) bytes = Number(length);
    else if (!/^(?:2\^)?\d+$/.test(field)) return null;
  }
  return bytes > MAX_IDENTIFIER_BYTES ? null : bytes;
}

/** What may be overlooked: how far packets may be apart, and what says of itself that it may (RFC 4568 6.3). */
function isBearable(parameters: string): boolean {
  return parameters === '' || parameters.split(/\s+/).every((one) => /^(?:WSH=\d+|-\S+)$/i.test(one));
}
