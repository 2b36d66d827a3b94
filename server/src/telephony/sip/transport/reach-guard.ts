import type { Clock } from '../../../core/clock.ts';
import type { Log } from '../../../core/log.ts';
import { RateGate } from '../../../core/rate-gate.ts';
import type { Target } from './flow.ts';

/** Why nothing may be sent to an IP address because somebody names it, as an adjective such as `private`; null: it may. */
export type RefusalOf = (address: string) => string | null;

const WARNINGS = { perSecond: 1 / 60, burst: 1 };
const WARNING =
  'A SIP request was not sent: its address is not public. PARLEY_ALLOW_PRIVATE_CIDRS lists what may be reached besides.';
const MAX_PEERS = 10_000;

type Place = Omit<Target, 'host'>;

/**
 * Where requests may go that nobody answers yet: what accounts, Contacts and routes name must not make this server look
 * around in the network behind it.
 */
export class ReachGuard {
  readonly #refusalOf: RefusalOf;
  readonly #log: Log;
  readonly #warnings: RateGate;
  /** Those who spoke to us from there, in the order in which they were let in. */
  readonly #peers = new Set<string>();

  constructor(refusalOf: RefusalOf, { clock, log }: { clock: Clock; log: Log }) {
    this.#refusalOf = refusalOf;
    this.#log = log;
    this.#warnings = new RateGate(clock, WARNINGS);
  }

  /** Lets requests go back to where a telephone has proved a password from. */
  letIn(place: Place): void {
    this.#peers.delete(keyOf(place));
    this.#peers.add(keyOf(place));
    const [oldest] = this.#peers;
    if (this.#peers.size > MAX_PEERS && oldest !== undefined) this.#peers.delete(oldest);
  }

  /** Throws where nothing may be sent; the address itself stays untold. */
  require(place: Place): void {
    const refusal = this.#refusalOf(place.address);
    if (refusal === null || this.#peers.has(keyOf(place))) return;
    if (this.#warnings.take(refusal)) this.#log.warn({ range: refusal }, WARNING);
    throw new Error(`The address is ${refusal}; it has to be listed in PARLEY_ALLOW_PRIVATE_CIDRS.`);
  }
}

function keyOf({ transport, address, port }: Place): string {
  return `${transport} ${address} ${port}`;
}
