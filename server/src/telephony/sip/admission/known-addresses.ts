import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { Clock } from '../../../core/clock.ts';
import type { SipTrunk, TrunkDirectory } from '../trunk/sip-trunk.ts';

/** Reload interval of the known ranges; a new trunk's address becomes known within this time even during a flood. */
const REFRESH_MS = 30_000;
/** A changed trunk takes effect within this time. */
const FRESH_MS = 10_000;
/** Minimum age of an entry before it is looked up again for an unknown number. */
const LOOK_UP_AGAIN_MS = 1_000;
const MAX_KNOWN = 10_000;

interface Entry {
  trunks: Promise<readonly SipTrunk[]>;
  untilMs: number;
}

export class KnownAddresses {
  readonly #clock: Clock;
  readonly #directory: TrunkDirectory;
  readonly #entries = new Map<string, Entry>();
  /** Addresses whose latest lookup found trunks, regardless of age. */
  readonly #withTrunks = new Set<string>();
  /** Ranges from the directory. */
  #configured = new AddressRanges([]);
  #configuredMs: number | null = null;

  constructor(clock: Clock, directory: TrunkDirectory) {
    this.#clock = clock;
    this.#directory = directory;
    this.#refresh();
  }

  isFresh(address: string): boolean {
    const entry = this.#entries.get(address);
    return entry !== undefined && entry.untilMs > this.#clock.monotonicMs();
  }

  /** True if the latest lookup found trunks, or the address is in a known range. */
  hasTrunks(address: string): boolean {
    this.#refresh();
    return this.#withTrunks.has(address) || this.#configured.has(address);
  }

  /** Never rejects. */
  trunksAt(address: string): Promise<readonly SipTrunk[]> {
    const known = this.#entries.get(address);
    const nowMs = this.#clock.monotonicMs();
    return known !== undefined && known.untilMs > nowMs ? known.trunks : this.lookUpAgain(address);
  }

  /** True if the entry of a known address may lack a new trunk. */
  isStale(address: string): boolean {
    const entry = this.#entries.get(address);
    const askedMs = (entry?.untilMs ?? 0) - FRESH_MS;
    return this.hasTrunks(address) && this.#clock.monotonicMs() - askedMs >= LOOK_UP_AGAIN_MS;
  }

  /** Replaces the cached entry. Never rejects. */
  lookUpAgain(address: string): Promise<readonly SipTrunk[]> {
    const nowMs = this.#clock.monotonicMs();
    const trunks = this.#lookUp(address);
    this.#entries.delete(address);
    this.#entries.set(address, { trunks, untilMs: nowMs + FRESH_MS });
    forgetOldest(this.#entries);
    return trunks;
  }

  #refresh(): void {
    const nowMs = this.#clock.monotonicMs();
    if (this.#configuredMs !== null && nowMs - this.#configuredMs < REFRESH_MS) return;
    this.#configuredMs = nowMs;
    this.#directory.knownRanges().then(
      (ranges) => {
        this.#configured = new AddressRanges(ranges);
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

/** A set of IP addresses and CIDR ranges; lookup costs one step per prefix length. */
export class AddressRanges {
  /** Network bytes in hexadecimal, by family and prefix length such as `ipv4 24`. */
  readonly #networks = new Map<string, Set<string>>();

  /** @param ranges malformed ones are ignored */
  constructor(ranges: readonly string[]) {
    for (const text of ranges) {
      const range = readRange(text);
      if (range === null) continue;
      const key = `${range.address.kind()} ${range.length}`;
      const networks = this.#networks.get(key) ?? new Set();
      networks.add(networkOf(range.address.toByteArray(), range.length));
      this.#networks.set(key, networks);
    }
  }

  has(address: string): boolean {
    if (this.#networks.size === 0 || isIP(address) === 0 || !ipaddr.isValid(address)) return false;
    const parsed = ipaddr.process(address);
    const bytes = parsed.toByteArray();
    for (const [key, networks] of this.#networks) {
      const [kind, length = ''] = key.split(' ');
      if (kind === parsed.kind() && networks.has(networkOf(bytes, Number(length)))) return true;
    }
    return false;
  }
}

function readRange(text: string): { address: ipaddr.IPv4 | ipaddr.IPv6; length: number } | null {
  const [address = '', prefix, ...rest] = text.split('/');
  if (isIP(address) === 0 || !ipaddr.isValid(address) || rest.length > 0) return null;
  const parsed = ipaddr.process(address);
  const bits = parsed.kind() === 'ipv4' ? 32 : 128;
  const length = prefix === undefined ? bits : Number(prefix);
  return Number.isInteger(length) && length >= 0 && length <= bits ? { address: parsed, length } : null;
}

/** The first bits of an address, the others zero. */
function networkOf(bytes: readonly number[], length: number): string {
  const masked = bytes.map((byte, index) => {
    const kept = Math.min(Math.max(length - index * 8, 0), 8);
    return byte & (0xff << (8 - kept));
  });
  return Buffer.from(masked).toString('hex');
}
