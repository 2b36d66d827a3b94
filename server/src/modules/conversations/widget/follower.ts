import type { ConversationState } from './store.ts';

interface StateEvent {
  event: 'state';
  data: ConversationState;
}

/** One event stream. A slow reader skips intermediate states but always gets the latest. */
export class Follower {
  readonly uuid: string;
  readonly network: string;
  /** In milliseconds of the monotonic clock. */
  readonly endsAtMs: number;
  #told = '';
  #unreported: ConversationState | null = null;
  #isEnded = false;
  #wake: () => void = () => undefined;

  constructor(about: Pick<Follower, 'uuid' | 'network' | 'endsAtMs'>) {
    this.uuid = about.uuid;
    this.network = about.network;
    this.endsAtMs = about.endsAtMs;
  }

  /** Queues a state for the stream; a state equal to the previous one is ignored. */
  tell(state: ConversationState): void {
    const text = JSON.stringify(state);
    if (text === this.#told) return;
    this.#told = text;
    this.#unreported = state;
    this.#wake();
  }

  end(): void {
    this.#isEnded = true;
    this.#wake();
  }

  async *events(): AsyncGenerator<StateEvent> {
    while (!this.#isEnded) {
      const data = this.#unreported;
      this.#unreported = null;
      if (data !== null) yield { event: 'state', data };
      else await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }
}
