import { isIP } from 'node:net';
import { after } from '../../../core/after.ts';
import type { Clock } from '../../../core/clock.ts';
import { type Destination, findTargets } from './find-target.ts';
import type { Flow, Path, Target } from './flow.ts';
import type { LocalAddresses } from './local-address.ts';
import type { NameResolver } from './name-resolver.ts';

export interface RoutesOptions {
  /** Rejects if the connection fails. */
  flowTo(target: Target): Promise<Flow>;
  port: number;
  addresses: LocalAddresses;
  resolver: NameResolver;
  clock: Clock;
}

/** Resolves destinations and connects to their servers in order of health. */
export class Routes {
  readonly health: TargetHealth;
  readonly #options: RoutesOptions;
  readonly #resolver: NameResolver;

  constructor(options: RoutesOptions) {
    this.#options = options;
    this.#resolver = cachedResolver(options.resolver, options.clock);
    this.health = new TargetHealth(options.clock);
  }

  /**
   * The servers of a destination in the order to try; rejects if the lookup fails.
   * @param preferred flow to the server to try first, unless it is failing
   */
  async targetsOf(destination: Destination, preferred: Flow | null = null): Promise<Target[]> {
    return this.health.order(
      withFirst(deduplicated(await findTargets(destination, this.#resolver)), preferred),
    );
  }

  /** Connects to a server. A failure or timeout rejects and marks the server as failing. */
  async pathAt(target: Target, withinMs: number | null = null): Promise<Path> {
    try {
      const flow = this.#options.flowTo(target);
      return await this.returnPath(await (withinMs === null ? flow : this.#inTime(flow, withinMs)));
    } catch (error) {
      this.health.failed(target);
      throw error;
    }
  }

  /**
   * Connects to the first reachable server of a destination; rejects if all fail.
   * @param near flow to the server that already handles the dialog: tried first, even if failing
   */
  async pathTo(destination: Destination, near: Flow | null = null): Promise<Path> {
    let last: unknown = null;
    for (const target of withFirst(await this.targetsOf(destination), near)) {
      try {
        return await this.pathAt(target);
      } catch (error) {
        last = error;
      }
    }
    throw last;
  }

  #inTime<Value>(work: Promise<Value>, withinMs: number): Promise<Value> {
    return new Promise((resolve, reject) => {
      const late = (): void => reject(new Error('The connection timed out.'));
      const stop = after(this.#options.clock, withinMs, late);
      work.then(resolve, reject).finally(stop);
    });
  }

  async returnPath(flow: Flow): Promise<Path> {
    const { addresses, port } = this.#options;
    return { flow, localAddress: await addresses.localAddressFor(flow.remoteAddress), localPort: port };
  }
}

/** Several names may resolve to the same server, which must get each INVITE only once. */
function deduplicated(targets: readonly Target[]): Target[] {
  const known = new Map(
    targets.map((target) => [`${target.transport} ${target.address} ${target.port}`, target]),
  );
  return [...known.values()];
}

/** Moves the server of a flow to the front. */
function withFirst(targets: readonly Target[], flow: Flow | null): Target[] {
  const first = targets.find((target) => leadsTo(target, flow));
  if (first === undefined) return [...targets];
  // For a target given by IP address, verify the certificate against the flow's host name.
  const host = isIP(first.host) === 0 ? first.host : (flow?.calledAs ?? first.host);
  return [{ ...first, host }, ...targets.filter((target) => target !== first)];
}

function leadsTo({ transport, address, port }: Target, flow: Flow | null): boolean {
  return flow?.transport === transport && flow.remoteAddress === address && flow.remotePort === port;
}

const FIRST_PAUSE_MS = 30_000;
const LONGEST_PAUSE_MS = 10 * 60_000;
/** After the pause one request tries the server; others avoid it for this long. */
const TRIAL_MS = 32_000;
const MAX_KNOWN = 1000;

interface Failing {
  failures: number;
  untilMs: number;
}

/** Tracks failing servers so that they are tried last. */
export class TargetHealth {
  readonly #clock: Clock;
  readonly #failing = new Map<string, Failing>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Moves failing servers to the end. After its pause a server returns to its position for one trial. */
  order(targets: readonly Target[]): Target[] {
    const nowMs = this.#clock.monotonicMs();
    const good = targets.filter((target) => !this.#isOut(target, nowMs));
    return [...good, ...targets.filter((target) => !good.includes(target))];
  }

  /** @param retryAfterMs from the server's Retry-After header */
  failed(target: Target, retryAfterMs: number | null = null): void {
    const key = keyOf(target);
    const failures = (this.#failing.get(key)?.failures ?? 0) + 1;
    const pauseMs = retryAfterMs ?? FIRST_PAUSE_MS * 2 ** Math.min(failures - 1, 10);
    const untilMs = this.#clock.monotonicMs() + Math.min(pauseMs, LONGEST_PAUSE_MS);
    this.#failing.delete(key);
    this.#failing.set(key, { failures, untilMs });
    const [oldest] = this.#failing.keys();
    if (this.#failing.size > MAX_KNOWN && oldest !== undefined) this.#failing.delete(oldest);
  }

  worked(target: Target): void {
    this.#failing.delete(keyOf(target));
  }

  #isOut(target: Target, nowMs: number): boolean {
    const failing = this.#failing.get(keyOf(target));
    if (failing === undefined) return false;
    if (failing.untilMs > nowMs) return true;
    failing.untilMs = nowMs + TRIAL_MS;
    return false;
  }
}

function keyOf({ transport, address, port }: Target): string {
  return `${transport} ${address} ${port}`;
}

/** `lookup` does not return TTLs; almost all of them are longer. */
const FRESH_MS = 30_000;
/** Stale answers are used this long while the name server is down. */
const STALE_MS = 60 * 60_000;

interface Known<Answer> {
  answer: Promise<Answer>;
  sinceMs: number;
  refreshAtMs: number;
}

/** Caches lookups for 30 seconds, and for an hour while new lookups fail. */
export function cachedResolver(resolver: NameResolver, clock: Clock): NameResolver {
  return {
    addresses: cached(clock, (host) => resolver.addresses(host)),
    services: cached(clock, (name) => resolver.services(name)),
  };
}

function cached<Answer>(
  clock: Clock,
  ask: (name: string) => Promise<Answer>,
): (name: string) => Promise<Answer> {
  const all = new Map<string, Known<Answer>>();
  return (name) => {
    const key = name.toLowerCase();
    const nowMs = clock.monotonicMs();
    const known = all.get(key);
    if (known !== undefined && nowMs < known.refreshAtMs) return known.answer;
    const stale = known !== undefined && nowMs - known.sinceMs < STALE_MS ? known : null;
    const entry: Known<Answer> = { answer: ask(name), sinceMs: nowMs, refreshAtMs: nowMs + FRESH_MS };
    entry.answer = entry.answer.catch((error: unknown) => {
      const isLast = all.get(key) === entry;
      if (stale === null) {
        if (isLast) all.delete(key);
        throw error;
      }
      if (isLast) all.set(key, { ...stale, refreshAtMs: clock.monotonicMs() + FRESH_MS });
      return stale.answer;
    });
    all.delete(key);
    all.set(key, entry);
    for (const oldest of all.keys()) {
      if (all.size <= MAX_KNOWN) break;
      all.delete(oldest);
    }
    return entry.answer;
  };
}
