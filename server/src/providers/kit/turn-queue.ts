/** Runs a limited number at a time; others wait in order. */
export class TurnQueue {
  readonly #limits: { maxRunning: number; maxWaiting: number };
  readonly #waiting: ((turn: 'granted' | 'left') => void)[] = [];
  #running = 0;

  constructor(limits: { maxRunning: number; maxWaiting: number }) {
    this.#limits = limits;
  }

  /** After `granted`, call `finish`. `left`: aborted while waiting. `full`: too many waiting. */
  async enter(signal: AbortSignal): Promise<'granted' | 'left' | 'full'> {
    if (signal.aborted) return 'left';
    if (this.#running < this.#limits.maxRunning) {
      this.#running += 1;
      return 'granted';
    }
    if (this.#waiting.length >= this.#limits.maxWaiting) return 'full';
    const { promise, resolve } = Promise.withResolvers<'granted' | 'left'>();
    const leave = (): void => {
      const index = this.#waiting.indexOf(resolve);
      if (index >= 0) this.#waiting.splice(index, 1);
      resolve('left');
    };
    this.#waiting.push(resolve);
    signal.addEventListener('abort', leave, { once: true });
    const turn = await promise;
    signal.removeEventListener('abort', leave);
    return turn;
  }

  /** Starts the next waiting entry. */
  finish(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#running -= 1;
    else next('granted');
  }
}
