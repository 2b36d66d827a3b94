import { isIP } from 'node:net';
import { after } from '../../../core/after.ts';
import type { Clock } from '../../../core/clock.ts';
import { cachedResolver } from './cached-resolver.ts';
import { type Destination, findTargets } from './find-target.ts';
import type { Flow, Path, Target } from './flow.ts';
import type { LocalAddresses } from './local-address.ts';
import type { NameResolver } from './name-resolver.ts';
import { TargetHealth } from './target-health.ts';

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
