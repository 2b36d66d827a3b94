import type { Clock } from '../../../core/clock.ts';
import { ProviderError } from '../../interfaces/provider-error.ts';
import type { SttOptions, SttProvider, SttSession, TranscriptEvent } from '../../interfaces/stt-provider.ts';

/** Audio that the secondary receives again. */
const REPLAY_MS = 10_000;
/**
 * Timeout of the transcript of finished speech; healthy providers need less than half. The caller is asked to repeat
 * sooner.
 */
const TRANSCRIPT_TIMEOUT_MS = 3_500;

export interface SttFallback {
  primary: SttProvider;
  /** Null if there is no replacement for these languages (ISO 639-1, the main one first). */
  secondaryFor(languages: readonly string[]): SttProvider | null;
  clock: Clock;
  /** Called for each failure that led to a replacement. */
  onReplaced(error: ProviderError, by: string): void;
}

/** Transcribes with the primary and, after it failed or hung, with the secondary for the rest of the call. */
export function withSttFallback(fallback: SttFallback): SttProvider {
  const { primary, secondaryFor } = fallback;
  return {
    code: primary.code,
    open: ({ fallback: mode, ...options }, listener) => {
      const secondary = secondaryFor(options.languages);
      if (secondary === null) return primary.open(options, listener);
      if (mode === 'always') return secondary.open(options, listener);
      return new FallbackSession({ ...fallback, secondary }, options, listener);
    },
  };
}

type Step = { kind: 'audio'; samples: Int16Array } | { kind: 'started' } | { kind: 'stopped' };

class FallbackSession implements SttSession {
  readonly #fallback: SttFallback & { secondary: SttProvider };
  readonly #options: SttOptions;
  readonly #listener: (event: TranscriptEvent) => void;
  /** Input since the last transcript with words; null once the secondary has taken over. */
  #replay: Step[] | null = [];
  #replaySamples = 0;
  #session: SttSession;
  #isOpen = true;
  /** Aborted when the primary reacts to finished speech. */
  #awaited = new AbortController();

  constructor(
    fallback: SttFallback & { secondary: SttProvider },
    options: SttOptions,
    listener: (event: TranscriptEvent) => void,
  ) {
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
    if (this.#replay !== null) this.#expectTranscript();
  }

  close(): void {
    this.#session.close();
    this.#isOpen = false;
    this.#awaited.abort();
    this.#replay = null;
  }

  #receive(event: TranscriptEvent): void {
    const isPrimary = this.#replay !== null || !this.#isOpen;
    // After its replacement, the primary only reports usage.
    if (!isPrimary && event.type !== 'usage') return;
    if (event.type !== 'usage') this.#awaited.abort();
    if (event.type === 'final' && event.text !== '') this.#forget();
    if (event.type !== 'failed' || this.#replay === null) this.#listener(event);
    // The primary is still opening: replace it right afterwards.
    else queueMicrotask(() => this.#replace(event.error));
  }

  /** Replaces a primary that accepts audio and never answers. */
  #expectTranscript(): void {
    const { clock, primary } = this.#fallback;
    this.#awaited.abort();
    this.#awaited = new AbortController();
    clock.sleep(TRANSCRIPT_TIMEOUT_MS, this.#awaited.signal).then(
      () =>
        this.#replace(
          new ProviderError('timeout', `The STT provider ${primary.code} sent no transcript in time.`),
        ),
      () => undefined,
    );
  }

  #replace(error: ProviderError): void {
    const replay = this.#replay;
    if (!this.#isOpen || replay === null) return;
    this.#replay = null;
    this.#awaited.abort();
    this.#session.close();
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
