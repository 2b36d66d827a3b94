import type { Clock } from '../../core/clock.ts';
import { pcmBytes } from '../../core/pcm-bytes.ts';
import type { ProviderError } from '../interfaces/provider-error.ts';
import type { SttSession, TranscriptEvent } from '../interfaces/stt-provider.ts';
import { RecentAudio } from '../kit/speech/recent-audio.ts';
import { type SocketOptions, VendorSocket } from '../kit/vendor-socket.ts';
import { type ListenResult, readResult } from './read-result.ts';

/** Deepgram closes a connection without audio after ten seconds; two of these intervals are shorter. */
const KEEP_ALIVE_MS = 4_000;
/** Audio without a final transcript, which is sent again on another connection. */
const REPLAY_SECONDS = 10;
const RETRY_DELAYS_MS = [100, 500, 2_000];
/** Deepgram does not answer `Finalize` if there is no transcript left. */
const FINALIZE_TIMEOUT_MS = 1_000;
/** Interval of usage reports, in audio time. */
const USAGE_MS = 10_000;

export interface ListenOptions {
  socket: SocketOptions;
  sampleRateHz: number;
}

type Listener = (event: TranscriptEvent) => void;

/** The transcription of one call, over successive connections if one breaks. */
export class ListenSession implements SttSession {
  readonly #options: ListenOptions;
  readonly #listener: Listener;
  readonly #clock: Clock;
  readonly #unheard: RecentAudio;
  readonly #ended = new AbortController();
  #socket: VendorSocket | null = null;
  /** Position of the connection's first sample in the call's audio. */
  #base = 0;
  #failures = 0;
  #finalizing: AbortController | null = null;
  #isQuiet = true;
  #unreported = 0;

  constructor(options: ListenOptions, listener: Listener) {
    this.#options = options;
    this.#listener = listener;
    this.#clock = options.socket.clock;
    this.#unheard = new RecentAudio(REPLAY_SECONDS * options.sampleRateHz);
    this.#connect();
    void this.#keepAlive();
  }

  write(samples: Int16Array): void {
    if (this.#ended.signal.aborted) return;
    this.#unheard.push(samples);
    if (this.#socket === null) return;
    this.#send(samples);
  }

  speechStarted(): void {}

  speechStopped(): void {
    if (this.#ended.signal.aborted) return;
    this.#socket?.send('{"type":"Finalize"}');
    this.#finalizing?.abort();
    const finalizing = new AbortController();
    this.#finalizing = finalizing;
    const signal = AbortSignal.any([finalizing.signal, this.#ended.signal]);
    this.#clock.sleep(FINALIZE_TIMEOUT_MS, signal).then(
      () => this.#finalize({ text: '', language: null }),
      () => undefined,
    );
  }

  close(): void {
    if (this.#ended.signal.aborted) return;
    this.#reportUsage(0);
    this.#end();
    this.#socket?.send('{"type":"CloseStream"}');
    this.#socket?.close();
  }

  #connect(): void {
    this.#base = this.#unheard.start;
    this.#socket = new VendorSocket(this.#options.socket, {
      opened: () => undefined,
      text: (message) => this.#receive(readResult(message)),
      lost: (error) => this.#lost(error),
    });
    const unheard = this.#unheard.all();
    if (unheard.length > 0) this.#send(unheard);
    if (this.#finalizing !== null) this.#socket.send('{"type":"Finalize"}');
  }

  #send(samples: Int16Array): void {
    this.#socket?.send(pcmBytes(samples));
    this.#unreported += samples.length;
    this.#isQuiet = false;
    this.#reportUsage(USAGE_MS);
  }

  #receive(result: ListenResult | null): void {
    if (result === null || this.#ended.signal.aborted) return;
    this.#failures = 0;
    const { text, language, isFinal } = result;
    if (!isFinal) {
      if (text !== '') this.#listener({ type: 'interim', text });
      return;
    }
    this.#unheard.dropBefore(this.#base + Math.floor((result.endMs * this.#options.sampleRateHz) / 1000));
    if (result.isFromFinalize) this.#finalize({ text, language });
    else if (text !== '') this.#listener({ type: 'final', text, language });
  }

  /** Answers `speechStopped`, once. */
  #finalize({ text, language }: { text: string; language: string | null }): void {
    const isAwaited = this.#finalizing !== null;
    this.#finalizing?.abort();
    this.#finalizing = null;
    if (isAwaited || text !== '') this.#listener({ type: 'final', text, language });
  }

  #lost(error: ProviderError): void {
    this.#socket = null;
    const delayMs = RETRY_DELAYS_MS[this.#failures];
    if (!error.retryable || delayMs === undefined) {
      this.#reportUsage(0);
      this.#end();
      this.#listener({ type: 'failed', error });
      return;
    }
    this.#failures += 1;
    this.#clock.sleep(delayMs, this.#ended.signal).then(
      () => this.#connect(),
      () => undefined,
    );
  }

  #end(): void {
    this.#ended.abort();
    this.#finalizing?.abort();
    this.#unheard.clear();
  }

  async #keepAlive(): Promise<void> {
    try {
      for (;;) {
        await this.#clock.sleep(KEEP_ALIVE_MS, this.#ended.signal);
        if (this.#isQuiet) this.#socket?.send('{"type":"KeepAlive"}');
        this.#isQuiet = true;
      }
    } catch {
      // The session has ended.
    }
  }

  #reportUsage(fromMs: number): void {
    const audioMs = Math.round((this.#unreported * 1000) / this.#options.sampleRateHz);
    if (audioMs === 0 || audioMs < fromMs) return;
    this.#unreported = 0;
    this.#listener({ type: 'usage', audioMs });
  }
}
