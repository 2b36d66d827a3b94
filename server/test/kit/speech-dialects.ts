import { encodeUlaw } from '../../src/core/g711.ts';
import { tone } from './speech.ts';

/** A client's message to a TTS vendor, independent of the protocol. */
export interface SpeechAsk {
  contextId: string;
  /** The text; null if the message has none. */
  text: string | null;
  isFinish: boolean;
  isCancel: boolean;
}

/** The audio of a text: 100 ms per word. */
export interface SpokenText {
  contextId: string;
  words: string[];
  /** Milliseconds from the beginning of the utterance. */
  startMs: number;
  sampleRateHz: number;
}

/** The server side of a vendor's protocol. */
export interface SpeechDialect {
  ask(message: Record<string, unknown>): SpeechAsk;
  sampleRateHz(path: string, message: Record<string, unknown>): number;
  spoken(spoken: SpokenText): object[];
  done(contextId: string): object;
  error(contextId: string | null, name: string): object;
}

export const WORD_MS = 100;

const bytesOf = ({ words, sampleRateHz }: SpokenText): Buffer => {
  const samples = tone(words.length * WORD_MS, sampleRateHz);
  return sampleRateHz === 8_000 ? Buffer.from(encodeUlaw(samples)) : Buffer.from(samples.buffer);
};

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

export const elevenLabsDialect: SpeechDialect = {
  ask: (message) => ({
    contextId: textOf(message['context_id']),
    text: textOf(message['text']).trim() === '' ? null : textOf(message['text']).trim(),
    isFinish: message['close_context'] === true,
    isCancel: false,
  }),
  sampleRateHz: (path) => (path.includes('output_format=ulaw_8000') ? 8_000 : 16_000),
  // Sends two messages that split the audio inside a sample and the text inside a word, as ElevenLabs does.
  spoken: (spoken) => {
    const { contextId, words } = spoken;
    const bytes = bytesOf(spoken);
    const cut = Math.floor(bytes.length / 2) + 1;
    const chars = [...`${words.join(' ')} `];
    const each = (words.length * WORD_MS) / chars.length;
    const middle = Math.floor(chars.length / 2);
    const alignment = (from: number, to: number): object => ({
      chars: chars.slice(from, to),
      charStartTimesMs: chars.slice(from, to).map((_, index) => Math.round(index * each)),
      charDurationsMs: chars.slice(from, to).map(() => Math.round(each)),
    });
    return [
      { contextId, audio: bytes.subarray(0, cut).toString('base64'), alignment: alignment(0, middle) },
      {
        contextId,
        audio: bytes.subarray(cut).toString('base64'),
        alignment: alignment(middle, chars.length),
      },
    ];
  },
  done: (contextId) => ({ contextId, isFinal: true }),
  error: (contextId, name) => ({
    ...(contextId === null ? {} : { contextId }),
    error: name,
    message: 'scripted',
    code: 1008,
  }),
};

export const cartesiaDialect: SpeechDialect = {
  ask: (message) => ({
    contextId: textOf(message['context_id']),
    text: textOf(message['transcript']).trim() === '' ? null : textOf(message['transcript']).trim(),
    isFinish: message['continue'] === false,
    isCancel: message['cancel'] === true,
  }),
  sampleRateHz: (_path, message) => {
    const format = message['output_format'];
    const isTelephone = typeof format === 'object' && JSON.stringify(format).includes('pcm_mulaw');
    return isTelephone ? 8_000 : 16_000;
  },
  spoken: (spoken) => {
    const { contextId: context_id, words, startMs } = spoken;
    const bytes = bytesOf(spoken);
    const at = (index: number): number => (startMs + index * WORD_MS) / 1000;
    return [
      { type: 'chunk', context_id, data: bytes.subarray(0, 333).toString('base64'), status_code: 206 },
      { type: 'chunk', context_id, data: bytes.subarray(333).toString('base64'), status_code: 206 },
      {
        type: 'timestamps',
        context_id,
        word_timestamps: {
          words,
          start: words.map((_, index) => at(index)),
          end: words.map((_, index) => at(index + 1)),
        },
      },
      { type: 'flush_done', context_id, flush_done: true, flush_id: 1 },
    ];
  },
  done: (context_id) => ({ type: 'done', done: true, context_id }),
  error: (context_id, name) => ({
    type: 'error',
    ...(context_id === null ? {} : { context_id }),
    error: 'scripted',
    status_code: Number(name),
  }),
};
