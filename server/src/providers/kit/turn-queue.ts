/** Lets a few run at once; the others wait in turn. */
export class TurnQueue {
  readonly #limits: { maxRunning: number; maxWaiting: number };
  readonly #waiting: ((turn: 'granted' | 'left') => void)[] = [];
  #running = 0;

  constructor(limits: { maxRunning: number; maxWaiting: number }) {
    this.#limits = limits;
  }

  /** `granted` must be followed by `finish`. `left`: the signal was aborted first. `full`: too many wait. */
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

  /** Hands the turn to the next one who waits. */
  finish(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#running -= 1;
    else next('granted');
  }
}
