import { isIP } from 'node:net';
import type { Clock } from '../../../core/clock.ts';
import { after } from '../transaction/timers.ts';
import type { Way } from '../transaction/transactions.ts';
import { type Destination, findTargets } from './find-target.ts';
import type { Flow, Target } from './flow.ts';
import type { LocalAddresses } from './local-address.ts';
import { cachedNames } from './name-cache.ts';
import type { Names } from './names.ts';
import { TargetHealth } from './target-health.ts';

export interface RoutesOptions {
  /** Rejects where no connection comes about. */
  flowTo(target: Target): Promise<Flow>;
  /** Ours, that peers can answer to. */
  port: number;
  addresses: LocalAddresses;
  names: Names;
  clock: Clock;
}

/** Where requests go, and which of several servers first. */
export class Routes {
  readonly health: TargetHealth;
  readonly #options: RoutesOptions;
  readonly #names: Names;

  constructor(options: RoutesOptions) {
    this.#options = options;
    this.#names = cachedNames(options.names, options.clock);
    this.health = new TargetHealth(options.clock);
  }

  /**
   * The servers of a destination in the order in which they are to be tried; rejects where there are none.
   * @param home where whoever asks is at home: first, as long as nothing is known against it
   */
  async targetsOf(destination: Destination, home: Flow | null = null): Promise<Target[]> {
    return this.health.order(withFirst(eachOnce(await findTargets(destination, this.#names)), home));
  }

  /** Rejects where no connection comes about, or not in time, which counts against the server. */
  async wayAt(target: Target, withinMs: number | null = null): Promise<Way> {
    try {
      const flow = this.#options.flowTo(target);
      return await this.wayBack(await (withinMs === null ? flow : this.#inTime(flow, withinMs)));
    } catch (error) {
      this.health.failed(target);
      throw error;
    }
  }

  /**
   * A way to the first server of a destination that can be reached; rejects where none can.
   * @param near whoever is talked to already, and knows more than the others: tried first, whatever is known against it
   */
  async wayTo(destination: Destination, near: Flow | null = null): Promise<Way> {
    let last: unknown = null;
    for (const target of withFirst(await this.targetsOf(destination), near)) {
      try {
        return await this.wayAt(target);
      } catch (error) {
        last = error;
      }
    }
    throw last;
  }

  #inTime<Value>(work: Promise<Value>, withinMs: number): Promise<Value> {
    return new Promise((resolve, reject) => {
      const late = (): void => reject(new Error('It took too long.'));
      const stop = after(this.#options.clock, withinMs, late);
      work.then(resolve, reject).finally(stop);
    });
  }

  async wayBack(flow: Flow): Promise<Way> {
    const { addresses, port } = this.#options;
    return { flow, localAddress: await addresses.towards(flow.remoteAddress), localPort: port };
  }
}

/** Several names may stand for one server, which is asked once: an INVITE is known by its number and its server. */
function eachOnce(targets: readonly Target[]): Target[] {
  const known = new Map(
    targets.map((target) => [`${target.transport} ${target.address} ${target.port}`, target]),
  );
  return [...known.values()];
}

/** Moves the server that a flow leads to to the front. */
function withFirst(targets: readonly Target[], flow: Flow | null): Target[] {
  const first = targets.find((target) => leadsTo(target, flow));
  if (first === undefined) return [...targets];
  // A Contact may say by its number what a certificate proves by its name.
  const host = isIP(first.host) === 0 ? first.host : (flow?.calledAs ?? first.host);
  return [{ ...first, host }, ...targets.filter((target) => target !== first)];
}

function leadsTo({ transport, address, port }: Target, flow: Flow | null): boolean {
  return flow?.transport === transport && flow.remoteAddress === address && flow.remotePort === port;
}
