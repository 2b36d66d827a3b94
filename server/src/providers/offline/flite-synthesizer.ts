import { availableParallelism } from 'node:os';
import type { Clock } from '../../core/clock.ts';
import { livelinessOf } from '../interfaces/liveliness.ts';
import { ownPitchOf } from '../interfaces/own-pitch.ts';
import { ProviderError } from '../interfaces/provider-error.ts';
import type {
  SpeechChunk,
  SpeechOptions,
  StreamingSynthesizer,
} from '../interfaces/streaming-synthesizer.ts';
import { PhraseCache } from '../kit/speech/phrase-cache.ts';
import { speakPieces } from '../kit/speech/speak-pieces.ts';
import { FliteThreads } from './flite-threads.ts';
import { FLITE_VOICES, type FliteVoice, NOBODYS_PITCH_HZ } from './flite-voices.ts';
import { readableText } from './readable-text.ts';

const WORKER_FILE = new URL('./flite.worker.ts', import.meta.url);
/** Some fifteen seconds of speech and a tenth of a second of work. */
const MAX_PART_LENGTH = 250;
/** One sign may become many letters; what is longer than this is nonsense. */
const MAX_READABLE_LENGTH = 2_500;
/** A quarter of an hour of telephone speech. */
const MAX_CACHE_BYTES = 16 * 2 ** 20;
const MAX_THREADS = 4;

export interface FliteOptions {
  clock: Clock;
  threads?: number;
  /** Another thread to run, for tests of its failures. */
  workerFile?: URL;
}

/**
 * CMU Flite, shipped inside npm as WebAssembly and run in worker threads: English voices without key or network. Other
 * languages are read as English reads their letters.
 */
export class FliteSynthesizer implements StreamingSynthesizer {
  readonly code = 'flite';
  readonly #clock: Clock;
  readonly #threads: FliteThreads;
  readonly #cache = new PhraseCache(MAX_CACHE_BYTES);

  constructor({ clock, threads, workerFile }: FliteOptions) {
    this.#clock = clock;
    this.#threads = new FliteThreads({
      clock,
      workerFile: workerFile ?? WORKER_FILE,
      // The rest of the machine holds calls.
      threads: threads ?? Math.min(MAX_THREADS, Math.max(1, availableParallelism() - 1)),
    });
  }

  /** The voice is a key of `FLITE_VOICES`. Equal texts give equal samples. */
  async *speak(
    pieces: AsyncIterable<string>,
    { voice, sampleRateHz, speed, stability, similarity, emotion }: SpeechOptions,
    signal: AbortSignal,
  ): AsyncGenerator<SpeechChunk> {
    const known = FLITE_VOICES.get(voice);
    if (known === undefined) throw new ProviderError('rejected', 'Flite has no such voice.');
    const [threads, cache] = [this.#threads, this.#cache];
    const how = {
      ...{ voice: known.name, stretch: 1 / speed, sampleRateHz },
      pitchSpreadHz: pitchSpreadHz(known, livelinessOf({ stability, emotion })),
      pitchHz: pitchHz(known, ownPitchOf(similarity)),
    };
    yield* speakPieces(
      pieces,
      {
        ...{ sampleRateHz, clock: this.#clock, maxPartLength: MAX_PART_LENGTH, partsAhead: 1 },
        async *speakPart(part) {
          const text = readableText(part.text).slice(0, MAX_READABLE_LENGTH);
          // Whatever has no letter in flite's alphabet is silence.
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

  /** Ends the threads; whatever waits fails. */
  close(): Promise<void> {
    return this.#threads.close();
  }
}

/** Null where the voice is to sound, or can only sound, as it does. */
function pitchHz({ pitchHz }: FliteVoice, own: number): number | null {
  return pitchHz === null || own === 1 ? null : NOBODYS_PITCH_HZ + (pitchHz - NOBODYS_PITCH_HZ) * own;
}

/** Null as above. */
function pitchSpreadHz({ pitchSpreadHz }: FliteVoice, liveliness: number): number | null {
  return pitchSpreadHz === null || liveliness === 1 ? null : pitchSpreadHz * liveliness;
}
