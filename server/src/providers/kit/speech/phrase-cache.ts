import { untilAborted } from '../until-aborted.ts';

/** Work that several may wait for. */
interface Shared {
  result: Promise<Int16Array>;
  waiting: number;
  abandon(): void;
}

/**
 * Keeps the sound of what is said again and again (greetings, fillers), the latest used first to stay; whoever asks for what is
 * being spoken just now waits for that. Work that nobody waits for any more is aborted.
 */
export class PhraseCache {
  readonly #maxBytes: number;
  /** The least recently used first. */
  readonly #kept = new Map<string, Int16Array>();
  readonly #shared = new Map<string, Shared>();
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** The samples are everybody's: never write into them. */
  async get(
    key: string,
    speak: (signal: AbortSignal) => Promise<Int16Array>,
    signal: AbortSignal,
  ): Promise<Int16Array> {
    const kept = this.#kept.get(key);
    if (kept !== undefined) {
      this.#kept.delete(key);
      this.#kept.set(key, kept);
      return kept;
    }
    const shared = this.#shared.get(key) ?? this.#share(key, speak);
    shared.waiting += 1;
    try {
      return await untilAborted(shared.result, signal);
    } finally {
      shared.waiting -= 1;
      if (shared.waiting === 0) shared.abandon();
    }
  }

  #share(key: string, speak: (signal: AbortSignal) => Promise<Int16Array>): Shared {
    const work = new AbortController();
    const result = speak(work.signal);
    const forget = (): void => {
      if (this.#shared.get(key) === shared) this.#shared.delete(key);
    };
    const shared: Shared = {
      result,
      waiting: 0,
      abandon: () => {
        forget();
        work.abort();
      },
    };
    this.#shared.set(key, shared);
    result.then(
      (samples) => {
        forget();
        this.#keep(key, samples);
      },
      () => forget(),
    );
    return shared;
  }

  #keep(key: string, samples: Int16Array): void {
    if (samples.byteLength > this.#maxBytes || this.#kept.has(key)) return;
    this.#kept.set(key, samples);
    this.#bytes += samples.byteLength;
    for (const [oldest, { byteLength }] of this.#kept) {
      if (this.#bytes <= this.#maxBytes) return;
      this.#kept.delete(oldest);
      this.#bytes -= byteLength;
    }
  }
}
