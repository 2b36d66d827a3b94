import { createHmac } from 'node:crypto';

const STEP_MS = 30_000;
/** Clocks of phones differ: codes of the previous and the next step are accepted, too. */
const STEPS_AROUND = 1;

/** The step of an instant: 30 seconds each since 1970 (RFC 6238). */
export function stepAt(now: Date): number {
  return Math.floor(now.getTime() / STEP_MS);
}

/** The code of a step, by HMAC-SHA1, which every authenticator app supports. */
export function oneTimeCode(secret: Uint8Array, step: number, digits = 6): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hash = createHmac('sha1', secret).update(counter).digest();
  const offset = (hash.at(-1) ?? 0) & 15;
  const number = hash.readUInt32BE(offset) & 0x7f_ff_ff_ff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

/** The step that a code belongs to; null for other codes. */
export function stepOfCode(secret: Uint8Array, code: string, now: Date): number | null {
  const present = stepAt(now);
  for (let step = present - STEPS_AROUND; step <= present + STEPS_AROUND; step += 1) {
    if (oneTimeCode(secret, step) === code) return step;
  }
  return null;
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Base32 without padding (RFC 4648), as people type it into authenticator apps. */
export function base32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => ALPHABET.charAt(Number.parseInt(five.padEnd(5, '0'), 2)))
    .join('');
}
