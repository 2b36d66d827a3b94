import { joinSamples } from '../../core/join-samples.ts';
import type { SpeechOptions, StreamingSynthesizer } from './streaming-synthesizer.ts';

/** Speaks a text to its end, for whoever has no use for a part of it. Throws as `StreamingSynthesizer.speak`. */
export async function speakWhole(
  synthesizer: StreamingSynthesizer,
  { text, ...options }: SpeechOptions & { text: string },
  signal: AbortSignal,
): Promise<Int16Array> {
  const pieces = (async function* () {
    yield text;
  })();
  const parts: Int16Array[] = [];
  for await (const { samples } of synthesizer.speak(pieces, options, signal)) parts.push(samples);
  return joinSamples(parts);
}
