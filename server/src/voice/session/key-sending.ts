import type { Engine } from '../engines/engine.ts';
import type { KeysOutcome, MediaLeg } from '../legs/media-leg.ts';
import type { Playback } from '../speaking/playback.ts';

export interface KeySendingDeps {
  leg: Pick<MediaLeg, 'sendDigits'>;
  engine: Pick<Engine, 'drain'>;
  playback: Pick<Playback, 'isHeard' | 'hold' | 'release'>;
}

const CALL_ENDED: KeysOutcome = { kind: 'refused', reason: 'The call has ended.' };
const TOO_LATE: KeysOutcome = { kind: 'refused', reason: 'The words before them took too long.' };

/** Sends keys between the assistant's words: speech and tones together would distort both. */
export class KeySending {
  readonly #deps: KeySendingDeps;
  /** Entries are sent one after the other. */
  #last: Promise<unknown> = Promise.resolve();
  #pending = 0;
  #heard: (() => void) | null = null;
  #isClosed = false;

  constructor(deps: KeySendingDeps) {
    this.#deps = deps;
  }

  /** True while keys wait or are sent. */
  get isActive(): boolean {
    return this.#pending > 0;
  }

  /** Waits until the customer has heard the words so far. Later words wait for the keys. */
  async send(digits: string, signal: AbortSignal): Promise<KeysOutcome> {
    this.#pending += 1;
    const sending = this.#last.then(() => this.#sendAfterWords(digits, signal));
    this.#last = sending.catch(() => undefined);
    try {
      return await sending;
    } finally {
      this.#pending -= 1;
    }
  }

  tick(): void {
    if (this.#deps.playback.isHeard) this.#heard?.();
  }

  /** Keys that still wait for words are not sent. */
  close(): void {
    this.#isClosed = true;
    this.#heard?.();
  }

  async #sendAfterWords(digits: string, signal: AbortSignal): Promise<KeysOutcome> {
    const { leg, engine, playback } = this.#deps;
    await engine.drain();
    await this.#wordsHeard(signal);
    if (this.#isClosed) return CALL_ENDED;
    if (signal.aborted) return TOO_LATE;
    playback.hold();
    try {
      return await leg.sendDigits(digits);
    } finally {
      playback.release();
    }
  }

  async #wordsHeard(signal: AbortSignal): Promise<void> {
    const { playback } = this.#deps;
    if (playback.isHeard || this.#isClosed || signal.aborted) return;
    await new Promise<void>((resolve) => {
      this.#heard = resolve;
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
    this.#heard = null;
  }
}
