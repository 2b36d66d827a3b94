import type { Clock } from '../../../core/clock.ts';
import { abortError } from '../../interfaces/provider-error.ts';
import type { SpeechChunk, SpeechOptions, TtsProvider } from '../../interfaces/tts-provider.ts';
import { untilAborted } from '../until-aborted.ts';
import { RunningSpeech } from './running-speech.ts';
import { SpeechConnections } from './speech-connections.ts';
import type { SpeechProtocol } from './speech-protocol.ts';

/** TTS over a WebSocket that carries several concurrent requests and outlives them. */
export class WebSocketTts implements TtsProvider {
  readonly code: string;
  readonly #protocol: SpeechProtocol;
  readonly #connections: SpeechConnections;
  readonly #clock: Clock;

  constructor(code: string, protocol: SpeechProtocol, clock: Clock) {
    this.code = code;
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
