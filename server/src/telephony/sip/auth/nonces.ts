import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../../../core/clock.ts';

const VALID_MS = 5 * 60_000;
const MAX_USED = 20_000;

/** Stateless nonces: signed, with their age and the challenged address. Only used ones take memory. */
export class Nonces {
  readonly #clock: Clock;
  readonly #key = randomBytes(32);
  /** Highest nonce count used with valid credentials, in the order of first use. */
  readonly #used = new Map<string, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** @param address IP address of the challenged source */
  issue(address: string): string {
    const age = this.#clock.monotonicMs().toString(36);
    const stamp = `${age}.${randomBytes(9).toString('base64url')}.${this.#sign(address)}`;
    return `${stamp}.${this.#sign(stamp)}`;
  }

  check(nonce: string): 'valid' | 'stale' | 'foreign' {
    const [, stamp, at, signature] =
      /^(([0-9a-z]{1,11})\.[\w-]{12}\.[\w-]{22})\.([\w-]{22})$/.exec(nonce) ?? [];
    if (stamp === undefined || at === undefined || signature === undefined) return 'foreign';
    const expected = Buffer.from(this.#sign(stamp));
    if (!timingSafeEqual(expected, Buffer.from(signature))) return 'foreign';
    const ageMs = this.#clock.monotonicMs() - Number.parseInt(at, 36);
    return ageMs >= 0 && ageMs <= VALID_MS ? 'valid' : 'stale';
  }

  /** True if a nonce was issued to an address, which proves that the source address is not spoofed. */
  wasIssuedTo(nonce: string, address: string): boolean {
    return nonce.split('.')[2] === this.#sign(address);
  }

  /** Records a nonce count of valid credentials; false if this or a higher count was used before. */
  use(nonce: string, count: number): boolean {
    const last = this.#used.get(nonce);
    if (last !== undefined && count <= last) return false;
    if (last === undefined && this.#used.size >= MAX_USED) {
      const [oldest] = this.#used.keys();
      if (oldest !== undefined) this.#used.delete(oldest);
    }
    this.#used.set(nonce, count);
    return true;
  }

  #sign(text: string): string {
    return createHmac('sha256', this.#key).update(text).digest('base64url').slice(0, 22);
  }
}
