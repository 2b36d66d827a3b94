/** Work that outlives the request that started it; the process waits for it before it exits. */
export class BackgroundTasks {
  readonly #running = new Set<Promise<void>>();
  readonly #onFailure: (error: unknown) => void;

  constructor(onFailure: (error: unknown) => void) {
    this.#onFailure = onFailure;
  }

  run(work: () => Promise<void>): void {
    const task = work()
      .catch(this.#onFailure)
      .finally(() => this.#running.delete(task));
    this.#running.add(task);
  }

  /** Resolves once no task is running. */
  async settle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }
}
