import type { Log } from '../../../core/log.ts';
import type { SentBy } from '../dialog/planned-invites.ts';

interface NameDeps {
  /** Stores a name of this process for the others. */
  add(name: SentBy): Promise<void>;
  port: number;
  log: Log;
}

/** What this process calls itself towards its peers, known to the others before a peer hears it. */
export class OwnNames {
  readonly #deps: NameDeps;
  readonly #known = new Map<string, Promise<void>>();

  constructor(deps: NameDeps) {
    this.#deps = deps;
  }

  /** Resolves when the others know, or cannot be told: the next call tries again. */
  know(host: string): Promise<void> {
    const known = this.#known.get(host) ?? this.#add(host);
    this.#known.set(host, known);
    return known;
  }

  async #add(host: string): Promise<void> {
    const { add, port, log } = this.#deps;
    try {
      await add({ host, port });
    } catch (error) {
      this.#known.delete(host);
      log.warn({ error, host }, 'Other processes could not be told what this one calls itself over SIP.');
    }
  }
}
