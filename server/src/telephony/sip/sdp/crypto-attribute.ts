import { type MasterKey, SUITE_NAMES, SUITES } from '../../rtp/srtp/session-keys.ts';

/** An SDP `a=crypto` attribute (RFC 4568). */
export interface CryptoLine {
  /** Identifies the accepted attribute in an answer. */
  tag: string;
  key: MasterKey;
}

const LINE = /^(\d{1,9})\s+(\S+)\s+inline:([A-Za-z0-9+/]{38,40}={0,2})((?:\|[^\s|;]{1,32})*)((?:\s+\S+)*)$/i;
const MAX_MKI_BYTES = 128;

/** The first supported `a=crypto` value; null if missing. Never throws. */
export function readCrypto(values: readonly string[]): CryptoLine | null {
  for (const value of values) {
    const line = readLine(value);
    if (line !== null) return line;
  }
  return null;
}

export function writeCrypto({ tag, key: { suite, key, salt } }: CryptoLine): string {
  return `a=crypto:${tag} ${suite} inline:${Buffer.concat([key, salt]).toString('base64')}\r\n`;
}

function readLine(value: string): CryptoLine | null {
  if (value.length > 1024) return null;
  const [, tag, named, secret, about, parameters] = LINE.exec(value.trim()) ?? [];
  const suite = SUITE_NAMES.find((name) => name === named?.toUpperCase());
  if (tag === undefined || suite === undefined || secret === undefined) return null;
  const { keyBytes, saltBytes } = SUITES[suite];
  const bytes = Buffer.from(secret, 'base64');
  const mkiBytes = mkiBytesIn((about ?? '').split('|').slice(1));
  if (bytes.length !== keyBytes + saltBytes || mkiBytes === null) return null;
  if (!areIgnorable((parameters ?? '').trim())) return null;
  const key = { suite, key: bytes.subarray(0, keyBytes), salt: bytes.subarray(keyBytes), mkiBytes };
  return { tag, key };
}

/** The MKI length: `1:4` is MKI 1 in 4 bytes. Lifetimes are ignored, as they exceed any call. Null if malformed. */
function mkiBytesIn(fields: readonly string[]): number | null {
  let bytes = 0;
  for (const field of fields) {
    const [, length] = /^\d+:(\d{1,3})$/.exec(field) ?? [];
    if (length !== undefined) bytes = Number(length);
    else if (!/^(?:2\^)?\d+$/.test(field)) return null;
  }
  return bytes > MAX_MKI_BYTES ? null : bytes;
}

/** True if all session parameters can be ignored: WSH and those marked optional with `-` (RFC 4568 6.3). */
function areIgnorable(parameters: string): boolean {
  return parameters === '' || parameters.split(/\s+/).every((one) => /^(?:WSH=\d+|-\S+)$/i.test(one));
}
