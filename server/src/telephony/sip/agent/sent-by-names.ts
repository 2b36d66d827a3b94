import type { Log } from '../../../core/log.ts';
import type { SentBy } from '../dialog/planned-invites.ts';

interface NameDeps {
  /** Stores a sent-by value of this process for the others. */
  add(name: SentBy): Promise<void>;
  port: number;
  log: Log;
}

/** Publishes the sent-by values of this process (RFC 3261 18.1.1) before they are first used. */
export class SentByNames {
  readonly #deps: NameDeps;
  readonly #known = new Map<string, Promise<void>>();

  constructor(deps: NameDeps) {
    this.#deps = deps;
  }

  /** Resolves when the value is stored, or when storing failed; the next call then tries again. */
  publish(host: string): Promise<void> {
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
      log.warn({ error, host }, 'Failed to store the SIP sent-by value of this process.');
    }
  }
}
