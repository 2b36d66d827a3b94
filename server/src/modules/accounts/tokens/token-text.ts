import { createHash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const PREFIX = 'parley_';
const SECRET_LENGTH = 40;
const CHECKSUM_LENGTH = 6;

/** A new token: `parley_`, 40 random base62 characters, 6 checksum characters. */
export function generateToken(): string {
  const secret = Array.from({ length: SECRET_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return `${PREFIX}${secret}${checksum(secret)}`;
}

/** Checks form and checksum of a token, so that mistyped tokens and other text need no database query. */
export function isWellFormedToken(token: string): boolean {
  const match = /^parley_([0-9A-Za-z]{40})([0-9A-Za-z]{6})$/.exec(token);
  return match?.[1] !== undefined && checksum(match[1]) === match[2];
}

/** The hash that is stored. A token has 238 random bits and needs no slow hash. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

function checksum(secret: string): string {
  let rest = crc32(secret);
  let digits = '';
  for (let index = 0; index < CHECKSUM_LENGTH; index += 1) {
    digits = ALPHABET.charAt(rest % ALPHABET.length) + digits;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return digits;
}
