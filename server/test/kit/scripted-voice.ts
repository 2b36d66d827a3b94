import type {
  SpeechChunk,
  SpeechOptions,
  StreamingSynthesizer,
} from '../../src/providers/interfaces/streaming-synthesizer.ts';
import type {
  Transcriber,
  TranscriberOptions,
  TranscriptEvent,
} from '../../src/providers/interfaces/transcriber.ts';

/** A letter of the scripted voice lasts so long. */
const MS_PER_LETTER = 10;

/** What a scripted voice does at a piece of text. */
export type VoiceStep =
  | { type: 'fail'; error: unknown }
  /** Waits until it is aborted, then fails as voices do. */
  | { type: 'hang' }
  /** Waits for ever, whatever the signal says. */
  | { type: 'deaf' };

export interface ScriptedSynthesizer extends StreamingSynthesizer {
  /** Every piece of every reply, in order. */
  pieces: string[];
  /** Of every reply. */
  options: SpeechOptions[];
  /** Replies that were aborted before their end. */
  aborted: number;
}

/**
 * A voice that speaks every letter for `MS_PER_LETTER`, a chunk a word.
 * @param steps what happens in place of the piece that contains the text
 */
export function scriptedSynthesizer({
  code = 'scripted',
  tellsWords = true,
  steps = {},
}: {
  code?: string;
  tellsWords?: boolean;
  steps?: Record<string, VoiceStep>;
} = {}): ScriptedSynthesizer {
  const voice: ScriptedSynthesizer = { code, pieces: [], options: [], aborted: 0, speak };
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

export interface ScriptedTranscriber extends Transcriber {
  /** What each call asked for. */
  opened: TranscriberOptions[];
  /** What reached the session that was opened last. */
  calls: string[];
  /** Tells the session that was opened last something. */
  tell(event: TranscriptEvent): void;
}

/** A transcriber that understands what the test tells it. */
export function scriptedTranscriber(code = 'scripted'): ScriptedTranscriber {
  let listener: ((event: TranscriptEvent) => void) | null = null;
  const calls: string[] = [];
  const opened: TranscriberOptions[] = [];
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
