import { randomUUID } from 'node:crypto';
import type { Clock } from '../../../core/clock.ts';
import { EventQueue } from '../../../core/event-queue.ts';
import { abortError, ProviderError } from '../../interfaces/provider-error.ts';
import type { SpeechChunk, SpeechOptions, SpeechWord, TtsProvider } from '../../interfaces/tts-provider.ts';
import { untilAborted } from '../until-aborted.ts';
import { AudioDecoder, encodingAt } from './decode-audio.ts';
import { type Speaker, type SpeechConnection, SpeechConnections } from './speech-connections.ts';
import type { SpeechMessage, SpeechProtocol, WordReader } from './speech-protocol.ts';
import { hasWords } from './spoken-text.ts';

/** TTS over a WebSocket that carries several concurrent requests and outlives them. */
export class WebSocketTts implements TtsProvider {
  readonly code: string;
  readonly takesIpa: boolean;
  readonly #protocol: SpeechProtocol;
  readonly #connections: SpeechConnections;
  readonly #clock: Clock;

  constructor(code: string, protocol: SpeechProtocol, clock: Clock) {
    this.code = code;
    this.takesIpa = protocol.takesIpa ?? false;
    this.#protocol = protocol;
    this.#clock = clock;
    this.#connections = new SpeechConnections(protocol, clock);
  }

  async *speak(
    segments: AsyncIterable<string>,
    options: SpeechOptions,
    signal: AbortSignal,
  ): AsyncGenerator<SpeechChunk> {
    if (signal.aborted) throw abortError(signal);
    const source = { protocol: this.#protocol, connections: this.#connections, clock: this.#clock };
    const speech = new RunningSpeech(source, options);
    const stop = (): void => speech.end({ error: abortError(signal) });
    signal.addEventListener('abort', stop, { once: true });
    const leaving = new AbortController();
    const writing = write(segments, speech, AbortSignal.any([signal, leaving.signal]));
    try {
      for await (const chunk of speech.chunks) {
        if (signal.aborted) throw abortError(signal);
        yield chunk;
      }
      await writing;
    } finally {
      signal.removeEventListener('abort', stop);
      leaving.abort();
      speech.end();
    }
  }

  async close(): Promise<void> {
    this.#connections.close();
  }
}

/** Never rejects: a failure of the text ends the TTS request with that error. */
async function write(
  segments: AsyncIterable<string>,
  speech: RunningSpeech,
  signal: AbortSignal,
): Promise<void> {
  const texts = segments[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await untilAborted(texts.next(), signal);
      if (next.done === true) break;
      speech.say(next.value);
    }
    speech.finish();
  } catch (error) {
    void texts.return?.()?.catch(() => undefined);
    speech.end({ error });
  }
}

/**
 * Longest wait for the first sound, first on a possibly dead connection, then on a new one; a healthy vendor takes half
 * a second.
 */
const FIRST_SOUND_MS = 1_300;
const SECOND_SOUND_MS = 2_500;
/** Longest wait after the first sound: from a text to its audio, and between two messages after `finish`. */
const SILENCE_MS = 10_000;
const MAX_SPEECH_MS = 15 * 60_000;
const RETRY_DELAYS_MS = [100, 500];

interface SpeechSource {
  protocol: SpeechProtocol;
  connections: SpeechConnections;
  clock: Clock;
}

/**
 * One TTS request on a vendor's connection. Before its first sound it moves to another connection if its own is lost or
 * silent.
 */
class RunningSpeech implements Speaker {
  readonly chunks = new EventQueue<SpeechChunk>();
  readonly #source: SpeechSource;
  readonly #options: SpeechOptions;
  readonly #decoder: AudioDecoder;
  #words: WordReader;
  readonly #ended = new AbortController();
  /** Texts to repeat on another connection. */
  #texts: string[] = [];
  #isFinished = false;
  #samples = 0;
  /** Samples before the current context. */
  #samplesBefore = 0;
  /** Number of latest texts without audio yet. */
  #silentTexts = 0;
  /** True between two contexts: the vendor has ended one, and no text was left. */
  #isBetween = false;
  #losses = 0;
  #hasMissed = false;
  #contextId = '';
  #connection: SpeechConnection | null = null;
  #watch = new AbortController();

  constructor(source: SpeechSource, options: SpeechOptions) {
    this.#source = source;
    this.#options = options;
    this.#decoder = new AudioDecoder(encodingAt(options.sampleRateHz));
    this.#words = source.protocol.createWordReader();
    this.#join();
  }

  /** Text without words is skipped. */
  say(text: string): void {
    if (this.#ended.signal.aborted || !hasWords(text)) return;
    this.#texts.push(text);
    this.#silentTexts += 1;
    if (this.#isBetween) {
      this.#isBetween = false;
      this.#join();
      return;
    }
    if (this.#connection === null) return;
    this.#send(text, this.#texts.length === 1);
    this.#expect();
  }

  finish(): void {
    if (this.#ended.signal.aborted) return;
    this.#isFinished = true;
    if (this.#texts.length === 0) this.end();
    else if (this.#connection !== null) this.#sendFinish();
  }

  end(failure?: { error: unknown }): void {
    if (this.#ended.signal.aborted) return;
    this.#ended.abort();
    this.#watch.abort();
    const { protocol } = this.#source;
    this.#connection?.leave(
      this.#contextId,
      this.#texts.length === 0 ? [] : protocol.cancel(this.#contextId),
    );
    this.chunks.close(failure);
  }

  message(message: SpeechMessage, json: Record<string, unknown>): void {
    if (message.error !== undefined) {
      this.lost(message.error);
      return;
    }
    const audioMs = this.#ms(this.#samples);
    const words = this.#shifted(this.#words.read(json, this.#ms(this.#samples - this.#samplesBefore)));
    const samples = message.audio === undefined ? null : this.#decoder.decode(message.audio);
    this.#samples += samples?.length ?? 0;
    if (samples !== null) this.#silentTexts = 0;
    if (samples !== null || words.length > 0) {
      this.chunks.push({ samples: samples ?? new Int16Array(0), words });
    }
    if (audioMs > MAX_SPEECH_MS) {
      this.end({
        error: new ProviderError('malformed', `${this.#source.protocol.vendor} sent too much audio.`),
      });
      return;
    }
    if (message.isDone === true) this.#done();
    else if (this.#isFinished) this.#expect();
    else if (samples !== null) this.#watch.abort();
  }

  lost(error: ProviderError): void {
    if (this.#ended.signal.aborted) return;
    this.#connection?.leave(this.#contextId, []);
    this.#connection = null;
    this.#watch.abort();
    const delayMs = RETRY_DELAYS_MS[this.#losses];
    const isUnheard = this.#samples === this.#samplesBefore;
    const mayRetry = error.retryable && isUnheard && !this.#source.connections.isClosed;
    if (!mayRetry || delayMs === undefined) {
      this.end({ error });
      return;
    }
    this.#losses += 1;
    this.#source.clock.sleep(delayMs, this.#ended.signal).then(
      () => this.#join(),
      () => undefined,
    );
  }

  /** Vendors end a context whose next text is late, for example during a tool call: the rest gets a new context. */
  #done(): void {
    const hasAudio = this.#samples > this.#samplesBefore;
    const left = hasAudio ? this.#texts.slice(this.#texts.length - this.#silentTexts) : [];
    if (this.#isFinished && left.length === 0) {
      this.#complete();
      return;
    }
    if (!hasAudio) return;
    this.#emitRest();
    this.#connection?.leave(this.#contextId, []);
    this.#connection = null;
    this.#watch.abort();
    this.#texts = left;
    this.#samplesBefore = this.#samples;
    this.#words = this.#source.protocol.createWordReader();
    this.#isBetween = left.length === 0;
    if (!this.#isBetween) this.#join();
  }

  /** Word times count from the start of their context. */
  #shifted(words: readonly SpeechWord[]): readonly SpeechWord[] {
    const beforeMs = this.#ms(this.#samplesBefore);
    if (beforeMs === 0) return words;
    return words.map(({ text, startMs, endMs }) => ({
      text,
      startMs: startMs + beforeMs,
      endMs: endMs + beforeMs,
    }));
  }

  #ms(samples: number): number {
    return (samples * 1000) / this.#options.sampleRateHz;
  }

  #emitRest(): void {
    const words = this.#shifted(this.#words.rest());
    if (words.length > 0) this.chunks.push({ samples: new Int16Array(0), words });
  }

  #complete(): void {
    this.#emitRest();
    this.#ended.abort();
    this.#watch.abort();
    this.#connection?.leave(this.#contextId, []);
    this.chunks.close();
  }

  #join(): void {
    const { protocol, connections } = this.#source;
    this.#contextId = randomUUID();
    try {
      this.#connection = connections.join(protocol.url(this.#options), this.#contextId, this);
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      this.end({ error });
      return;
    }
    for (const [index, text] of this.#texts.entries()) this.#send(text, index === 0);
    if (this.#texts.length > 0) this.#expect();
    if (this.#isFinished) this.#sendFinish();
  }

  #send(text: string, isFirst: boolean): void {
    const { protocol } = this.#source;
    this.#connection?.send(protocol.say(this.#contextId, text, { options: this.#options, isFirst }));
  }

  #sendFinish(): void {
    this.#connection?.send(this.#source.protocol.finish(this.#contextId, this.#options));
    this.#expect();
  }

  /** Leaves a connection on which the vendor is silent for too long; the TTS request fails on the second one. */
  #expect(): void {
    this.#watch.abort();
    this.#watch = new AbortController();
    const firstMs = this.#hasMissed ? SECOND_SOUND_MS : FIRST_SOUND_MS;
    const limitMs = this.#samples === 0 ? firstMs : SILENCE_MS;
    this.#source.clock.sleep(limitMs, this.#watch.signal).then(
      () => this.#missed(),
      () => undefined,
    );
  }

  #missed(): void {
    const { vendor } = this.#source.protocol;
    const error = new ProviderError('timeout', `${vendor} sent no audio in time.`);
    this.#connection?.retire();
    if (this.#hasMissed) this.end({ error });
    else this.lost(error);
    this.#hasMissed = true;
  }
}
