import type { Clock } from '../../../core/clock.ts';
import type { SipTrunk, TrunkDirectory } from '../trunk/sip-trunk.ts';
import { AddressRanges } from './address-ranges.ts';

/** A new trunk is known within this, also to whoever is not asked for in a flood. */
const REFRESH_MS = 30_000;
/** A change of a trunk takes effect within this. */
const FRESH_MS = 10_000;
/** What was looked up is so old at least before it is looked up for a number that it lacks. */
const ASK_AGAIN_MS = 1_000;
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
  /** Those that had trunks when they were looked up last, however long ago. */
  readonly #withTrunks = new Set<string>();
  /** Those that are written down, whether they have called or not. */
  #written = new AddressRanges([]);
  #writtenMs: number | null = null;

  constructor(clock: Clock, directory: TrunkDirectory) {
    this.#clock = clock;
    this.#directory = directory;
    this.#refresh();
  }

  /** Whether asking costs nothing. */
  isFresh(address: string): boolean {
    const entry = this.#entries.get(address);
    return entry !== undefined && entry.untilMs > this.#clock.monotonicMs();
  }

  /** Whether the address had trunks when it was looked up last, or is written down as one of theirs. */
  hasTrunks(address: string): boolean {
    this.#refresh();
    return this.#withTrunks.has(address) || this.#written.has(address);
  }

  /** Never rejects. */
  trunksAt(address: string): Promise<readonly SipTrunk[]> {
    const known = this.#entries.get(address);
    const nowMs = this.#clock.monotonicMs();
    return known !== undefined && known.untilMs > nowMs ? known.trunks : this.askAgain(address);
  }

  /** Whether an address with trunks may have others than those that are known. */
  isWorthAsking(address: string): boolean {
    const entry = this.#entries.get(address);
    const askedMs = (entry?.untilMs ?? 0) - FRESH_MS;
    return this.hasTrunks(address) && this.#clock.monotonicMs() - askedMs >= ASK_AGAIN_MS;
  }

  /** Looks up what is known, too. Never rejects. */
  askAgain(address: string): Promise<readonly SipTrunk[]> {
    const nowMs = this.#clock.monotonicMs();
    const trunks = this.#lookUp(address);
    this.#entries.delete(address);
    this.#entries.set(address, { trunks, untilMs: nowMs + FRESH_MS });
    forgetOldest(this.#entries);
    return trunks;
  }

  /** Once in a while, while anybody asks; what is known stays until then. */
  #refresh(): void {
    const nowMs = this.#clock.monotonicMs();
    if (this.#writtenMs !== null && nowMs - this.#writtenMs < REFRESH_MS) return;
    this.#writtenMs = nowMs;
    this.#directory.knownRanges().then(
      (ranges) => {
        this.#written = new AddressRanges(ranges);
      },
      () => undefined,
    );
  }

  async #lookUp(address: string): Promise<readonly SipTrunk[]> {
    try {
      const trunks = await this.#directory.trunksAt(address);
      this.#withTrunks.delete(address);
      if (trunks.length > 0) this.#withTrunks.add(address);
      forgetOldest(this.#withTrunks);
      return trunks;
    } catch {
      return [];
    }
  }
}

function forgetOldest(known: Map<string, unknown> | Set<string>): void {
  if (known.size <= MAX_KNOWN) return;
  const [oldest] = known.keys();
  if (oldest !== undefined) known.delete(oldest);
}
