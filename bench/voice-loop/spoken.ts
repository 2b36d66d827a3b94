import type { TtsProvider } from '../../server/src/providers/interfaces/tts-provider.ts';

/** A text spoken by flite, mono PCM at 8 kHz. */
export async function spoken(flite: TtsProvider, text: string): Promise<Int16Array> {
  const pieces = (async function* () {
    yield text;
  })();
  const options = {
    voice: 'slt',
    language: 'en',
    sampleRateHz: 8000 as const,
    speed: 1,
    stability: 0.7,
    similarity: 0.5,
    emotion: true,
  };
  const chunks: number[] = [];
  for await (const { samples } of flite.speak(pieces, options, new AbortController().signal)) {
    chunks.push(...samples);
  }
  return Int16Array.from(chunks);
}

/** Removes leading and trailing silence, which would distort the measurement. */
export function trimmed(samples: Int16Array): Int16Array {
  const isLoud = (sample: number): boolean => Math.abs(sample) > 300;
  return samples.subarray(samples.findIndex(isLoud), samples.findLastIndex(isLoud) + 1);
}
