import { availableParallelism } from 'node:os';
import type { Clock } from '../../core/clock.ts';
import { expressivenessOf } from '../interfaces/expressiveness.ts';
import { ownPitchOf } from '../interfaces/own-pitch.ts';
import { ProviderError } from '../interfaces/provider-error.ts';
import type { SpeechChunk, SpeechOptions, TtsProvider } from '../interfaces/tts-provider.ts';
import { PhraseCache } from '../kit/speech/phrase-cache.ts';
import { speakSegments } from '../kit/speech/speak-segments.ts';
import { FliteThreads } from './flite-threads.ts';
import { FLITE_VOICES, type FliteVoice, NEUTRAL_PITCH_HZ } from './flite-voices.ts';
import { readableText } from './readable-text.ts';

const WORKER_FILE = new URL('./flite.worker.ts', import.meta.url);
/** About fifteen seconds of speech and a tenth of a second of work. */
const MAX_PART_LENGTH = 250;
/** One character may be transliterated to many letters; longer text is nonsense. */
const MAX_READABLE_LENGTH = 2_500;
/** A quarter of an hour of speech at 8 kHz. */
const MAX_CACHE_BYTES = 16 * 2 ** 20;
const MAX_THREADS = 4;

export interface FliteOptions {
  clock: Clock;
  threads?: number;
  /** Replaces the worker in tests of failures. */
  workerFile?: URL;
}

/**
 * CMU Flite, bundled through npm as WebAssembly and run in worker threads: English voices without key or network. Other
 * languages are read by English rules.
 */
export class FliteTts implements TtsProvider {
  readonly code = 'flite';
  readonly #clock: Clock;
  readonly #threads: FliteThreads;
  readonly #cache = new PhraseCache(MAX_CACHE_BYTES);

  constructor({ clock, threads, workerFile }: FliteOptions) {
    this.#clock = clock;
    this.#threads = new FliteThreads({
      clock,
      workerFile: workerFile ?? WORKER_FILE,
      // Leaves a core for calls.
      threads: threads ?? Math.min(MAX_THREADS, Math.max(1, availableParallelism() - 1)),
    });
  }

  /** `voice` is a key of `FLITE_VOICES`. Equal texts give equal samples. */
  async *speak(
    segments: AsyncIterable<string>,
    { voice, sampleRateHz, speed, stability, similarity, emotion }: SpeechOptions,
    signal: AbortSignal,
  ): AsyncGenerator<SpeechChunk> {
    const known = FLITE_VOICES.get(voice);
    if (known === undefined) throw new ProviderError('rejected', 'Flite has no such voice.');
    const [threads, cache] = [this.#threads, this.#cache];
    const how = {
      voice: known.name,
      stretch: 1 / speed,
      sampleRateHz,
      pitchSpreadHz: pitchSpreadHz(known, expressivenessOf({ stability, emotion })),
      pitchHz: pitchHz(known, ownPitchOf(similarity)),
    };
    yield* speakSegments(
      segments,
      {
        sampleRateHz,
        clock: this.#clock,
        maxPartLength: MAX_PART_LENGTH,
        partsAhead: 1,
        async *speakPart(part) {
          const text = readableText(part.text).slice(0, MAX_READABLE_LENGTH);
          // Text without letters in flite's alphabet is silence.
          if (!/[a-z0-9]/i.test(text)) return;
          const key = `${how.voice} ${how.stretch} ${how.pitchSpreadHz} ${how.pitchHz} ${sampleRateHz} ${text}`;
          const speak = (ending: AbortSignal): Promise<Int16Array> =>
            threads.run({ text, ...how }, part.dueMs, ending);
          yield await cache.get(key, speak, part.signal);
        },
      },
      signal,
    );
  }

  /** Ends the threads; queued texts fail. */
  close(): Promise<void> {
    return this.#threads.close();
  }
}

/** Null for the voice's own pitch, by choice or because it cannot change. */
function pitchHz({ pitchHz }: FliteVoice, own: number): number | null {
  return pitchHz === null || own === 1 ? null : NEUTRAL_PITCH_HZ + (pitchHz - NEUTRAL_PITCH_HZ) * own;
}

/** Null for the voice's own spread, by choice or because it cannot change. */
function pitchSpreadHz({ pitchSpreadHz }: FliteVoice, expressiveness: number): number | null {
  return pitchSpreadHz === null || expressiveness === 1 ? null : pitchSpreadHz * expressiveness;
}
