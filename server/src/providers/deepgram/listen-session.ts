import type { Clock } from '../../core/clock.ts';
import { pcmBytes } from '../../core/pcm-bytes.ts';
import type { ProviderError } from '../interfaces/provider-error.ts';
import type { TranscriberSession, TranscriptEvent } from '../interfaces/transcriber.ts';
import { RecentAudio } from '../kit/speech/recent-audio.ts';
import { type SocketOptions, VendorSocket } from '../kit/vendor-socket.ts';
import { type ListenResult, readResult } from './read-result.ts';

/** Deepgram ends a connection that hears nothing for ten seconds; twice this is less. */
const KEEP_ALIVE_MS = 4_000;
/** What is not understood yet and would be heard again on another connection. */
const UNHEARD_SECONDS = 10;
const RETRY_DELAYS_MS = [100, 500, 2_000];
/** Deepgram does not answer `Finalize` where it has nothing left to say. */
const FINALIZE_TIMEOUT_MS = 1_000;
/** Audio between two reports of what was used. */
const USAGE_MS = 10_000;

export interface ListenOptions {
  socket: SocketOptions;
  sampleRateHz: number;
}

type Listener = (event: TranscriptEvent) => void;

/** One call's connection to Deepgram, and the ones that follow when it breaks. */
export class ListenSession implements TranscriberSession {
  readonly #options: ListenOptions;
  readonly #listener: Listener;
  readonly #clock: Clock;
  readonly #unheard: RecentAudio;
  readonly #over = new AbortController();
  #socket: VendorSocket | null = null;
  /** Where the connection's audio begins in the call's. */
  #base = 0;
  #failures = 0;
  #finalizing: AbortController | null = null;
  #isQuiet = true;
  #unreported = 0;

  constructor(options: ListenOptions, listener: Listener) {
    this.#options = options;
    this.#listener = listener;
    this.#clock = options.socket.clock;
    this.#unheard = new RecentAudio(UNHEARD_SECONDS * options.sampleRateHz);
    this.#connect();
    void this.#keepAlive();
  }

  write(samples: Int16Array): void {
    if (this.#over.signal.aborted) return;
    this.#unheard.push(samples);
    if (this.#socket === null) return;
    this.#send(samples);
  }

  speechStarted(): void {}

  speechStopped(): void {
    if (this.#over.signal.aborted) return;
    this.#socket?.send('{"type":"Finalize"}');
    this.#finalizing?.abort();
    const finalizing = new AbortController();
    this.#finalizing = finalizing;
    const signal = AbortSignal.any([finalizing.signal, this.#over.signal]);
    this.#clock.sleep(FINALIZE_TIMEOUT_MS, signal).then(
      () => this.#finalize({ text: '', language: null }),
      () => undefined,
    );
  }

  close(): void {
    if (this.#over.signal.aborted) return;
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
    if (result === null || this.#over.signal.aborted) return;
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
    this.#clock.sleep(delayMs, this.#over.signal).then(
      () => this.#connect(),
      () => undefined,
    );
  }

  #end(): void {
    this.#over.abort();
    this.#finalizing?.abort();
    this.#unheard.clear();
  }

  async #keepAlive(): Promise<void> {
    try {
      for (;;) {
        await this.#clock.sleep(KEEP_ALIVE_MS, this.#over.signal);
        if (this.#isQuiet) this.#socket?.send('{"type":"KeepAlive"}');
        this.#isQuiet = true;
      }
    } catch {
      // The session is over.
    }
  }

  #reportUsage(fromMs: number): void {
    const audioMs = Math.round((this.#unreported * 1000) / this.#options.sampleRateHz);
    if (audioMs === 0 || audioMs < fromMs) return;
    this.#unreported = 0;
    this.#listener({ type: 'usage', audioMs });
  }
}
