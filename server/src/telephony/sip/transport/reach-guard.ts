import type { Clock } from '../../../core/clock.ts';
import type { Log } from '../../../core/log.ts';
import { RateGate } from '../../../core/rate-gate.ts';
import type { Target } from './flow.ts';

/**
 * The reason why an IP address is not allowed as a destination, as an adjective such as `private`; null if it is
 * allowed.
 */
export type RefusalOf = (address: string) => string | null;

const WARNINGS = { perSecond: 1 / 60, burst: 1 };
const WARNING =
  'A SIP request was not sent, because its destination is not public. Allow it with PARLEY_ALLOW_PRIVATE_CIDRS.';
const MAX_PEERS = 10_000;

type TransportAddress = Omit<Target, 'host'>;

/**
 * Restricts the destinations of requests: addresses in trunks, Contacts and routes must not give access to the private
 * network of this server (SSRF).
 */
export class ReachGuard {
  readonly #refusalOf: RefusalOf;
  readonly #log: Log;
  readonly #warnings: RateGate;
  /** Allowed peers, least recently allowed first. */
  readonly #peers = new Set<string>();

  constructor(refusalOf: RefusalOf, { clock, log }: { clock: Clock; log: Log }) {
    this.#refusalOf = refusalOf;
    this.#log = log;
    this.#warnings = new RateGate(clock, WARNINGS);
  }

  /** Allows the address of an authenticated phone or another process. */
  allowTarget(peer: TransportAddress): void {
    this.#peers.delete(keyOf(peer));
    this.#peers.add(keyOf(peer));
    const [oldest] = this.#peers;
    if (this.#peers.size > MAX_PEERS && oldest !== undefined) this.#peers.delete(oldest);
  }

  /** Throws if the destination is not allowed; the error does not contain the address. */
  require(peer: TransportAddress): void {
    const refusal = this.#refusalOf(peer.address);
    if (refusal === null || this.#peers.has(keyOf(peer))) return;
    if (this.#warnings.take(refusal)) this.#log.warn({ range: refusal }, WARNING);
    throw new Error(`The address is ${refusal}; it must be listed in PARLEY_ALLOW_PRIVATE_CIDRS.`);
  }
}

function keyOf({ transport, address, port }: TransportAddress): string {
  return `${transport} ${address} ${port}`;
}
