import type { ProviderError } from '../../interfaces/provider-error.ts';
import type { SttOptions, SttProvider, SttSession, TranscriptEvent } from '../../interfaces/stt-provider.ts';

/** Audio that the secondary receives again. */
const REPLAY_MS = 10_000;

export interface SttFallback {
  primary: SttProvider;
  secondary: SttProvider;
  /** Called for each failure that led to a replacement. */
  onReplaced(error: ProviderError, by: string): void;
}

/** Transcribes with the primary and, after its failure, with the secondary for the rest of the call. */
export function withSttFallback(fallback: SttFallback): SttProvider {
  return {
    code: fallback.primary.code,
    open: (options, listener) => new FallbackSession(fallback, options, listener),
  };
}

type Step = { kind: 'audio'; samples: Int16Array } | { kind: 'started' } | { kind: 'stopped' };

class FallbackSession implements SttSession {
  readonly #fallback: SttFallback;
  readonly #options: SttOptions;
  readonly #listener: (event: TranscriptEvent) => void;
  /** Input since the last final transcript; null once the secondary has taken over. */
  #replay: Step[] | null = [];
  #replaySamples = 0;
  #session: SttSession;
  #isOpen = true;

  constructor(fallback: SttFallback, options: SttOptions, listener: (event: TranscriptEvent) => void) {
    this.#fallback = fallback;
    this.#options = options;
    this.#listener = listener;
    this.#session = fallback.primary.open(options, (event) => this.#receive(event));
  }

  write(samples: Int16Array): void {
    this.#keep({ kind: 'audio', samples: this.#replay === null ? samples : samples.slice() });
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
    this.#replay = null;
  }

  #receive(event: TranscriptEvent): void {
    if (event.type === 'final') this.#forget();
    if (event.type !== 'failed' || this.#replay === null) this.#listener(event);
    // The primary is still opening: replace it right afterwards.
    else queueMicrotask(() => this.#replace(event.error));
  }

  #replace(error: ProviderError): void {
    const replay = this.#replay;
    if (!this.#isOpen || replay === null) return;
    this.#replay = null;
    const { secondary } = this.#fallback;
    this.#fallback.onReplaced(error, secondary.code);
    this.#options.onReplaced?.(error, secondary.code);
    this.#session = secondary.open(this.#options, (event) => this.#listener(event));
    for (const step of replay) {
      if (step.kind === 'audio') this.#session.write(step.samples);
      else if (step.kind === 'started') this.#session.speechStarted();
      else this.#session.speechStopped();
    }
  }

  #keep(step: Step): void {
    if (this.#replay === null) return;
    this.#replay.push(step);
    this.#replaySamples += samplesOf(step);
    const most = (REPLAY_MS * this.#options.sampleRateHz) / 1000;
    while (this.#replaySamples > most) {
      const dropped = this.#replay.shift();
      if (dropped === undefined) return;
      this.#replaySamples -= samplesOf(dropped);
    }
  }

  #forget(): void {
    if (this.#replay !== null) this.#replay = [];
    this.#replaySamples = 0;
  }
}

function samplesOf(step: Step): number {
  return step.kind === 'audio' ? step.samples.length : 0;
}
