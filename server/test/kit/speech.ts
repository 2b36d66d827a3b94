import type { SpeechOptions, SpeechWord, TtsProvider } from '../../src/providers/interfaces/tts-provider.ts';

/** All output of a TTS request. */
export interface Speech {
  samples: Int16Array;
  sampleRateHz: number;
  words: SpeechWord[];
  /** Number of samples of each chunk. */
  chunks: number[];
}

/** Synthesizes all segments, without delays between them, and collects the output. */
export async function speech(
  tts: TtsProvider,
  pieces: string | readonly string[] | AsyncIterable<string>,
  { signal = AbortSignal.any([]), ...options }: Partial<SpeechOptions> & { signal?: AbortSignal } = {},
): Promise<Speech> {
  const style = speechOptions(options);
  const words: SpeechWord[] = [];
  const parts: Int16Array[] = [];
  const text = typeof pieces === 'object' && Symbol.asyncIterator in pieces ? pieces : piecesOf(pieces);
  for await (const chunk of tts.speak(text, style, signal)) {
    words.push(...chunk.words);
    parts.push(chunk.samples);
  }
  const samples = new Int16Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    samples.set(part, at);
    at += part.length;
  }
  return { samples, sampleRateHz: style.sampleRateHz, words, chunks: parts.map(({ length }) => length) };
}

export function speechOptions(options: Partial<SpeechOptions> = {}): SpeechOptions {
  return {
    voice: 'any',
    language: 'en',
    sampleRateHz: 16_000,
    speed: 1,
    stability: 0.7,
    similarity: 0.5,
    emotion: true,
    ...options,
  };
}

export async function* piecesOf(pieces: string | readonly string[]): AsyncGenerator<string> {
  yield* typeof pieces === 'string' ? [pieces] : pieces;
}

export function seconds({ samples, sampleRateHz }: Pick<Speech, 'samples' | 'sampleRateHz'>): number {
  return samples.length / sampleRateHz;
}

/** A tone that is clearly not silence. */
export function tone(durationMs: number, sampleRateHz: number, level = 8_000): Int16Array {
  return pureTone({ hz: 440, ms: durationMs, sampleRateHz, level });
}

/** A sine that starts at zero. */
export function pureTone(about: {
  hz: number;
  ms: number;
  sampleRateHz: number;
  level?: number;
}): Int16Array {
  const { hz, ms, sampleRateHz, level = 8_000 } = about;
  const samples = new Int16Array((ms * sampleRateHz) / 1000);
  return samples.map((_, index) => Math.round(level * Math.sin((2 * Math.PI * hz * index) / sampleRateHz)));
}
