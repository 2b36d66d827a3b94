import type { Clock } from '../../core/clock.ts';
import { ProviderError } from '../interfaces/provider-error.ts';
import type { TranscriberSession, TranscriptEvent } from '../interfaces/transcriber.ts';
import { SpeechSegments } from '../kit/speech/speech-segments.ts';
import type { TurnQueue } from '../kit/turn-queue.ts';
import { Recognition, type RecognizerProgram } from './recognition.ts';
import { WideBand } from './wide-band.ts';

const MAX_SEGMENT_MS = 15_000;

export interface RecognitionOptions {
  program: RecognizerProgram;
  clock: Clock;
  /** Lets so many programs run at once. */
  turns: TurnQueue;
  sampleRateHz: 8000 | 16000;
}

/** A stretch of speech whose program may not run yet. */
interface Stretch {
  wide: WideBand;
  /** What waits for the program. */
  waiting: Int16Array[];
  recognition: Recognition | null;
  text: Promise<string>;
  ended: PromiseWithResolvers<void>;
}

/** The stretches of one call, understood side by side and told in order. */
export class RecognitionSession implements TranscriberSession {
  readonly #options: RecognitionOptions;
  readonly #listener: (event: TranscriptEvent) => void;
  readonly #segments: SpeechSegments;
  readonly #over = new AbortController();
  readonly #running = new Set<Recognition>();
  #stretch: Stretch | null = null;
  #told: Promise<void> = Promise.resolve();

  constructor(options: RecognitionOptions, listener: (event: TranscriptEvent) => void) {
    this.#options = options;
    this.#listener = listener;
    this.#segments = new SpeechSegments(
      { sampleRateHz: options.sampleRateHz, maxMs: MAX_SEGMENT_MS },
      {
        began: (preRoll) => this.#begin(preRoll),
        heard: (samples) => this.#hear(samples),
        ended: (isCut) => this.#finish(isCut),
      },
    );
  }

  write(samples: Int16Array): void {
    if (!this.#over.signal.aborted) this.#segments.write(samples);
  }

  speechStarted(): void {
    if (!this.#over.signal.aborted) this.#segments.speechStarted();
  }

  speechStopped(): void {
    if (!this.#over.signal.aborted) this.#segments.speechStopped();
  }

  close(): void {
    this.#over.abort();
    this.#stretch?.ended.resolve();
    for (const recognition of this.#running) recognition.stop();
  }

  #begin(preRoll: Int16Array): void {
    const stretch: Stretch = {
      wide: new WideBand(this.#options.sampleRateHz),
      waiting: [],
      recognition: null,
      text: Promise.resolve(''),
      ended: Promise.withResolvers(),
    };
    this.#stretch = stretch;
    this.#hear(preRoll);
    stretch.text = this.#recognize(stretch);
    stretch.text.catch(() => undefined);
  }

  #hear(samples: Int16Array): void {
    const stretch = this.#stretch;
    if (stretch === null || samples.length === 0) return;
    const wide = stretch.wide.process(samples);
    if (stretch.recognition === null) stretch.waiting.push(wide);
    else stretch.recognition.write(wide);
  }

  #finish(isCut: boolean): void {
    const stretch = this.#stretch;
    this.#stretch = null;
    if (stretch === null) return;
    stretch.ended.resolve();
    this.#told = Promise.all([stretch.text, this.#told]).then(
      ([text]) => {
        if (this.#over.signal.aborted || (isCut && text === '')) return;
        this.#listener({ type: 'final', text, language: null });
      },
      (error: unknown) => this.#fail(error),
    );
  }

  async #recognize(stretch: Stretch): Promise<string> {
    const { turns, program, clock } = this.#options;
    const turn = await turns.enter(this.#over.signal);
    if (turn !== 'granted') {
      throw new ProviderError(turn === 'full' ? 'rate-limited' : 'aborted', 'pocketsphinx has no room.');
    }
    const recognition = new Recognition(program, clock);
    this.#running.add(recognition);
    try {
      for (const samples of stretch.waiting.splice(0)) recognition.write(samples);
      stretch.recognition = recognition;
      await stretch.ended.promise;
      return await recognition.finish();
    } finally {
      this.#running.delete(recognition);
      turns.finish();
    }
  }

  #fail(error: unknown): void {
    if (this.#over.signal.aborted) return;
    this.close();
    const isKnown = error instanceof ProviderError;
    const failure = isKnown ? error : new ProviderError('unavailable', 'pocketsphinx failed.', error);
    this.#listener({ type: 'failed', error: failure });
  }
}
