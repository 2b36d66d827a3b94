import type { Clock } from '../../../core/clock.ts';
import type { SipTrunk, TrunkDirectory } from '../trunk/sip-trunk.ts';

/** A change of a trunk takes effect within this. */
const FRESH_MS = 10_000;
const MAX_KNOWN = 10_000;

interface Entry {
  trunks: Promise<readonly SipTrunk[]>;
  untilMs: number;
}

/** The trunks of IP addresses, looked up once in a while however many packets come. */
export class KnownAddresses {
  readonly #clock: Clock;
  readonly #directory: TrunkDirectory;
  readonly #entries = new Map<string, Entry>();

  constructor(clock: Clock, directory: TrunkDirectory) {
    this.#clock = clock;
    this.#directory = directory;
  }

  /** Whether asking costs nothing. */
  has(address: string): boolean {
    const entry = this.#entries.get(address);
    return entry !== undefined && entry.untilMs > this.#clock.monotonicMs();
  }

  /** Never rejects. */
  trunksAt(address: string): Promise<readonly SipTrunk[]> {
    const known = this.#entries.get(address);
    const nowMs = this.#clock.monotonicMs();
    if (known !== undefined && known.untilMs > nowMs) return known.trunks;
    const trunks = this.#directory.trunksAt(address).catch((): readonly SipTrunk[] => []);
    this.#entries.delete(address);
    this.#entries.set(address, { trunks, untilMs: nowMs + FRESH_MS });
    if (this.#entries.size > MAX_KNOWN) {
      const [oldest] = this.#entries.keys();
      if (oldest !== undefined) this.#entries.delete(oldest);
    }
    return trunks;
  }
}
