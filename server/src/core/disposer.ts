/** Closes resources in reverse order of opening. */
export class Disposer {
  readonly #closers: { name: string; close: () => Promise<unknown> | unknown }[] = [];

  /** Registers a resource and its close function; returns the resource. */
  own<Thing>(name: string, thing: Thing, close: (thing: Thing) => Promise<unknown> | unknown): Thing {
    this.#closers.push({ name, close: () => close(thing) });
    return thing;
  }

  /** Closes everything, continuing after failures, which are passed to `onFailure`. */
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
