/** What was opened and must be closed, last opened first. */
export class Disposer {
  readonly #closers: { name: string; close: () => Promise<unknown> | unknown }[] = [];

  /** Remembers how to close a thing; gives the thing back. */
  own<Thing>(name: string, thing: Thing, close: (thing: Thing) => Promise<unknown> | unknown): Thing {
    this.#closers.push({ name, close: () => close(thing) });
    return thing;
  }

  /** Closes everything, also what comes after a failure; the failures are given to `onFailure`. */
  async close(onFailure: (name: string, error: unknown) => void): Promise<void> {
    for (let last = this.#closers.pop(); last !== undefined; last = this.#closers.pop()) {
      try {
        await last.close();
      } catch (error) {
        onFailure(last.name, error);
      }
    }
  }
}
