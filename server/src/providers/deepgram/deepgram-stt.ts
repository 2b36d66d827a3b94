import type { Clock } from '../../core/clock.ts';
import { pcmBytes } from '../../core/pcm-bytes.ts';
import type { ProviderError } from '../interfaces/provider-error.ts';
import type { SttOptions, SttProvider, SttSession, TranscriptEvent } from '../interfaces/stt-provider.ts';
import { objectAt, objectsAt, parseJsonObject, textAt } from '../kit/json-parts.ts';
import { fittingHints } from '../kit/speech/hint-list.ts';
import { RecentAudio } from '../kit/speech/recent-audio.ts';
import { type SocketOptions, VendorSocket } from '../kit/vendor-socket.ts';

export interface DeepgramOptions extends ListenRequest {
  apiKey: string;
  clock: Clock;
}

/** Deepgram's streaming API, version 1: one connection per call. */
export function deepgramStt({ apiKey, clock, ...request }: DeepgramOptions): SttProvider {
  return {
    code: 'deepgram',
    open: (options, listener) => {
      const socket = {
        vendor: 'Deepgram',
        url: listenUrl(request, options),
        headers: { authorization: `Token ${apiKey}` },
        clock,
      };
      return new ListenSession({ socket, sampleRateHz: options.sampleRateHz }, listener);
    },
  };
}

/** Deepgram closes a connection without audio after ten seconds; two of these intervals are shorter. */
const KEEP_ALIVE_MS = 4_000;
/** Audio without a final transcript, which is sent again on another connection. */
const REPLAY_SECONDS = 10;
const RETRY_DELAYS_MS = [100, 500, 2_000];
/** Deepgram does not answer `Finalize` if there is no transcript left. */
const FINALIZE_TIMEOUT_MS = 1_000;
/** Deepgram sends results during speech of this length, even without words; without results, it hangs. */
const MUTE_SPEECH_MS = 1_000;
/** Interval of usage reports, in audio time. */
const USAGE_MS = 10_000;

interface ListenOptions {
  socket: SocketOptions;
  sampleRateHz: number;
}

type Listener = (event: TranscriptEvent) => void;

/** The transcription of one call, over successive connections if one breaks. */
class ListenSession implements SttSession {
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
  /** Samples of the current speech before the first message about it; null after that message. */
  #unnoticed: number | null = null;
  #isSpeaking = false;

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
    if (this.#isSpeaking && this.#unnoticed !== null) this.#unnoticed += samples.length;
    if (this.#socket === null) return;
    this.#send(samples);
  }

  speechStarted(): void {
    this.#isSpeaking = true;
    this.#unnoticed = 0;
  }

  speechStopped(): void {
    if (this.#ended.signal.aborted) return;
    this.#isSpeaking = false;
    this.#socket?.send('{"type":"Finalize"}');
    this.#finalizing?.abort();
    const finalizing = new AbortController();
    this.#finalizing = finalizing;
    const signal = AbortSignal.any([finalizing.signal, this.#ended.signal]);
    this.#clock.sleep(FINALIZE_TIMEOUT_MS, signal).then(
      () => this.#finalizeTimedOut(),
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
    this.#unnoticed = null;
    const { text, language, isFinal } = result;
    if (!isFinal) {
      if (text !== '') this.#listener({ type: 'interim', text });
      return;
    }
    this.#unheard.dropBefore(this.#base + Math.floor((result.endMs * this.#options.sampleRateHz) / 1000));
    if (result.isFromFinalize) this.#finalize({ text, language });
    else if (text !== '') this.#listener({ type: 'final', text, language });
  }

  /** Without any result for clear speech, reports no empty transcript, so that the fallback takes over. */
  #finalizeTimedOut(): void {
    const unnoticedMs = ((this.#unnoticed ?? 0) * 1000) / this.#options.sampleRateHz;
    if (unnoticedMs >= MUTE_SPEECH_MS) this.#finalizing = null;
    else this.#finalize({ text: '', language: null });
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

/** The transcript of a part of a connection's audio. */
interface ListenResult {
  text: string;
  isFinal: boolean;
  /** True if it answers `Finalize`. */
  isFromFinalize: boolean;
  /** End of the part, from the beginning of the connection. */
  endMs: number;
  /** ISO 639-1, if several languages were requested. */
  language: string | null;
}

/** Parses a `Results` message; null for other and malformed messages. Never throws. */
export function readResult(message: string): ListenResult | null {
  const json = parseJsonObject(message);
  if (json === null || json['type'] !== 'Results') return null;
  const [best] = objectsAt(objectAt(json['channel'])['alternatives']);
  const text = best?.['transcript'];
  return {
    text: typeof text === 'string' ? text.trim() : '',
    isFinal: json['is_final'] === true,
    isFromFinalize: json['from_finalize'] === true,
    endMs: (secondsAt(json['start']) + secondsAt(json['duration'])) * 1000,
    language: languageOf(best ?? {}),
  };
}

/** The first of `languages` is the dominant one. */
function languageOf(alternative: Record<string, unknown>): string | null {
  const languages: unknown = alternative['languages'];
  const first = Array.isArray(languages) ? textAt(languages[0]) : null;
  return first?.slice(0, 2).toLowerCase() ?? null;
}

/** No session is longer. Without a limit, an invalid number could become infinite in milliseconds. */
const MAX_SECONDS = 1e9;

function secondsAt(value: unknown): number {
  return typeof value === 'number' && value >= 0 && value <= MAX_SECONDS ? value : 0;
}

/**
 * Languages of `language=multi`, which supports switching inside a sentence. Source:
 * developers.deepgram.com/docs/multilingual-code-switching
 */
const SWITCHED_LANGUAGES = new Set(['en', 'es', 'fr', 'de', 'hi', 'ru', 'pt', 'ja', 'it', 'nl']);

/** Deepgram's names that differ from the ISO code. */
const LANGUAGE_NAMES: Readonly<Record<string, string>> = { no: 'no', zh: 'zh-CN' };

const MAX_HINTS = 100;
/** Deepgram refuses more than 500 tokens. */
const MAX_HINT_BYTES = 1_000;

interface ListenRequest {
  /** `wss://api.deepgram.com/v1` */
  socketUrl: string;
  model: string;
}

/**
 * The URL of a session. Our own detector finds the turns, so Deepgram's endpointing is off, and `Finalize` requests the
 * rest of the transcript. Source: developers.deepgram.com/reference/speech-to-text/listen-streaming
 */
export function listenUrl({ socketUrl, model }: ListenRequest, options: SttOptions): string {
  const url = new URL(`${socketUrl}/listen`);
  const query = {
    model,
    language: listenLanguage(options.languages),
    encoding: 'linear16',
    sample_rate: String(options.sampleRateHz),
    channels: '1',
    interim_results: 'true',
    endpointing: 'false',
    smart_format: 'true',
    punctuate: 'true',
  };
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  const isKeyterm = model.startsWith('nova-3');
  const hints = fittingHints(options.hints, MAX_HINT_BYTES).slice(0, MAX_HINTS);
  for (const text of hints) {
    if (isKeyterm) url.searchParams.append('keyterm', text);
    // Older models read a number after a colon as the weight of the word, and refuse anything else.
    else url.searchParams.append('keywords', text.replaceAll(':', ' '));
  }
  return url.href;
}

/** `multi` if Deepgram supports it for the main and at least one other language, else the main language. */
function listenLanguage(languages: readonly string[]): string {
  const [main = 'en'] = languages;
  const switched = languages.filter((language) => SWITCHED_LANGUAGES.has(language));
  if (SWITCHED_LANGUAGES.has(main) && switched.length > 1) return 'multi';
  return LANGUAGE_NAMES[main] ?? main;
}
