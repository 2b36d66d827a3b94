import { untilAborted } from '../until-aborted.ts';

/** Remembered keys of phrases that were spoken once. */
const MAX_SPOKEN_ONCE = 2_000;

/** Synthesis that several requests may wait for. */
interface Shared {
  result: Promise<Int16Array>;
  waiting: number;
  /** Requested before, or by several at a time. */
  isRepeated: boolean;
  abandon(): void;
}

/**
 * Caches the audio of repeated phrases (greetings, fillers), with least-recently-used eviction. Most phrases are spoken
 * only once and are not cached. Concurrent requests share one synthesis; it is aborted when no request is left.
 */
export class PhraseCache {
  readonly #maxBytes: number;
  /** Least recently used first. */
  readonly #cached = new Map<string, Int16Array>();
  readonly #shared = new Map<string, Shared>();
  readonly #spokenOnce = new Set<string>();
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** The samples are shared: never write to them. */
  async get(
    key: string,
    speak: (signal: AbortSignal) => Promise<Int16Array>,
    signal: AbortSignal,
  ): Promise<Int16Array> {
    const cached = this.#cached.get(key);
    if (cached !== undefined) {
      this.#cached.delete(key);
      this.#cached.set(key, cached);
      return cached;
    }
    const running = this.#shared.get(key);
    const shared = running ?? this.#share(key, speak);
    shared.isRepeated ||= running !== undefined;
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
      isRepeated: this.#spokenOnce.delete(key),
      abandon: () => {
        forget();
        work.abort();
      },
    };
    this.#shared.set(key, shared);
    result.then(
      (samples) => {
        forget();
        if (shared.isRepeated) this.#keep(key, samples);
        else this.#remember(key);
      },
      () => forget(),
    );
    return shared;
  }

  #remember(key: string): void {
    this.#spokenOnce.add(key);
    const [oldest] = this.#spokenOnce;
    if (this.#spokenOnce.size > MAX_SPOKEN_ONCE && oldest !== undefined) this.#spokenOnce.delete(oldest);
  }

  #keep(key: string, samples: Int16Array): void {
    if (samples.byteLength > this.#maxBytes || this.#cached.has(key)) return;
    this.#cached.set(key, samples);
    this.#bytes += samples.byteLength;
    for (const [oldest, { byteLength }] of this.#cached) {
      if (this.#bytes <= this.#maxBytes) return;
      this.#cached.delete(oldest);
      this.#bytes -= byteLength;
    }
  }
}
