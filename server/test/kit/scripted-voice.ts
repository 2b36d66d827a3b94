import type {
  SttOptions,
  SttProvider,
  TranscriptEvent,
} from '../../src/providers/interfaces/stt-provider.ts';
import type { SpeechChunk, SpeechOptions, TtsProvider } from '../../src/providers/interfaces/tts-provider.ts';

/** Duration of a letter of the scripted voice, in milliseconds. */
const MS_PER_LETTER = 10;

/** What a scripted voice does at a segment of text. */
export type VoiceStep =
  | { type: 'fail'; error: unknown }
  /** Waits for the abort, then fails with it. */
  | { type: 'hang' }
  /** Waits forever and ignores the signal. */
  | { type: 'deaf' };

export interface ScriptedTts extends TtsProvider {
  /** All segments of all replies, in order. */
  pieces: string[];
  /** Options of each reply. */
  options: SpeechOptions[];
  /** Number of aborted replies. */
  aborted: number;
}

/**
 * A voice that speaks each letter for `MS_PER_LETTER`, one chunk per word.
 * @param steps behavior by text, which replaces the segment with that text
 */
export function scriptedTts({
  code = 'scripted',
  tellsWords = true,
  steps = {},
}: {
  code?: string;
  tellsWords?: boolean;
  steps?: Record<string, VoiceStep>;
} = {}): ScriptedTts {
  const voice: ScriptedTts = { code, pieces: [], options: [], aborted: 0, speak };
  async function* speak(
    pieces: AsyncIterable<string>,
    options: SpeechOptions,
    signal: AbortSignal,
  ): AsyncGenerator<SpeechChunk> {
    voice.options.push(options);
    signal.addEventListener('abort', () => (voice.aborted += isOver ? 0 : 1), { once: true });
    let isOver = false;
    let atMs = 0;
    for await (const piece of pieces) {
      voice.pieces.push(piece);
      const step = Object.entries(steps).find(([text]) => piece.includes(text))?.[1];
      if (step?.type === 'fail') throw step.error;
      if (step?.type === 'deaf') await new Promise(() => {});
      if (step?.type === 'hang') await abortOf(signal);
      for (const text of piece.split(' ')) {
        if (signal.aborted) throw signal.reason;
        const startMs = atMs;
        atMs += text.length * MS_PER_LETTER;
        const samples = new Int16Array(((atMs - startMs) * options.sampleRateHz) / 1000).fill(1);
        yield { samples, words: tellsWords ? [{ text, startMs, endMs: atMs }] : [] };
      }
    }
    isOver = true;
  }
  return voice;
}

function abortOf(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

export interface ScriptedStt extends SttProvider {
  /** Options of each opened session. */
  opened: SttOptions[];
  /** Calls to the last opened session. */
  calls: string[];
  /** Emits an event in the last opened session. */
  tell(event: TranscriptEvent): void;
}

/** An STT provider whose transcripts are controlled by the test. */
export function scriptedStt(code = 'scripted'): ScriptedStt {
  let listener: ((event: TranscriptEvent) => void) | null = null;
  const calls: string[] = [];
  const opened: SttOptions[] = [];
  return {
    code,
    opened,
    calls,
    tell: (event) => listener?.(event),
    open(options, hear) {
      opened.push(options);
      listener = hear;
      return {
        write: (samples) => void calls.push(`write ${samples.length}`),
        speechStarted: () => void calls.push('started'),
        speechStopped: () => void calls.push('stopped'),
        close: () => void calls.push('close'),
      };
    },
  };
}
