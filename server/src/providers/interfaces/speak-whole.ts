import { joinSamples } from '../../core/join-samples.ts';
import type { SpeechOptions, TtsProvider } from './tts-provider.ts';

/** Synthesizes a whole text. Throws like `TtsProvider.speak`. */
export async function speakWhole(
  tts: TtsProvider,
  { text, ...options }: SpeechOptions & { text: string },
  signal: AbortSignal,
): Promise<Int16Array> {
  const segments = (async function* () {
    yield text;
  })();
  const parts: Int16Array[] = [];
  for await (const { samples } of tts.speak(segments, options, signal)) parts.push(samples);
  return joinSamples(parts);
}
