import type { ProviderError } from '../../interfaces/provider-error.ts';
import type {
  Transcriber,
  TranscriberOptions,
  TranscriberSession,
  TranscriptEvent,
} from '../../interfaces/transcriber.ts';

/** What the secondary hears again. */
const UNHEARD_MS = 10_000;

export interface TranscriberFallback {
  primary: Transcriber;
  secondary: Transcriber;
  /** Told of each failure that led to a replacement. */
  onReplaced(error: ProviderError, by: string): void;
}

/** Hears with the primary and, once that has failed, with the secondary for the rest of the call. */
export function withFallbackTranscriber(fallback: TranscriberFallback): Transcriber {
  return {
    code: fallback.primary.code,
    open: (options, listener) => new FallbackSession(fallback, options, listener),
  };
}

type Step = { kind: 'audio'; samples: Int16Array } | { kind: 'started' } | { kind: 'stopped' };

class FallbackSession implements TranscriberSession {
  readonly #fallback: TranscriberFallback;
  readonly #options: TranscriberOptions;
  readonly #listener: (event: TranscriptEvent) => void;
  /** What came since the last piece that was understood; null: the secondary has taken over. */
  #unheard: Step[] | null = [];
  #unheardSamples = 0;
  #session: TranscriberSession;
  #isOpen = true;

  constructor(
    fallback: TranscriberFallback,
    options: TranscriberOptions,
    listener: (event: TranscriptEvent) => void,
  ) {
    this.#fallback = fallback;
    this.#options = options;
    this.#listener = listener;
    this.#session = fallback.primary.open(options, (event) => this.#hear(event));
  }

  write(samples: Int16Array): void {
    this.#keep({ kind: 'audio', samples: this.#unheard === null ? samples : samples.slice() });
    this.#session.write(samples);
  }

  speechStarted(): void {
    this.#keep({ kind: 'started' });
    this.#session.speechStarted();
  }

  speechStopped(): void {
    this.#keep({ kind: 'stopped' });
    this.#session.speechStopped();
  }

  close(): void {
    this.#session.close();
    this.#isOpen = false;
    this.#unheard = null;
  }

  #hear(event: TranscriptEvent): void {
    if (event.type === 'final') this.#forget();
    if (event.type !== 'failed' || this.#unheard === null) this.#listener(event);
    // Not while the primary is being opened: the secondary takes its place right after.
    else queueMicrotask(() => this.#replace(event.error));
  }

  #replace(error: ProviderError): void {
    const unheard = this.#unheard;
    if (!this.#isOpen || unheard === null) return;
    this.#unheard = null;
    const { secondary } = this.#fallback;
    this.#fallback.onReplaced(error, secondary.code);
    this.#options.onReplaced?.(error, secondary.code);
    this.#session = secondary.open(this.#options, (event) => this.#listener(event));
    for (const step of unheard) {
      if (step.kind === 'audio') this.#session.write(step.samples);
      else if (step.kind === 'started') this.#session.speechStarted();
      else this.#session.speechStopped();
    }
  }

  #keep(step: Step): void {
    if (this.#unheard === null) return;
    this.#unheard.push(step);
    this.#unheardSamples += samplesOf(step);
    const most = (UNHEARD_MS * this.#options.sampleRateHz) / 1000;
    while (this.#unheardSamples > most) {
      const dropped = this.#unheard.shift();
      if (dropped === undefined) return;
      this.#unheardSamples -= samplesOf(dropped);
    }
  }

  #forget(): void {
    if (this.#unheard !== null) this.#unheard = [];
    this.#unheardSamples = 0;
  }
}

function samplesOf(step: Step): number {
  return step.kind === 'audio' ? step.samples.length : 0;
}
