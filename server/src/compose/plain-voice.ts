import { speakable } from '../core/speakable/speakable-text.ts';
import { speakWhole } from '../providers/interfaces/speak-whole.ts';
import type { StreamingSynthesizer } from '../providers/interfaces/streaming-synthesizer.ts';
import type { SampleRateHz } from '../voice/legs/media-leg.ts';

const STYLE = {
  language: 'en',
  speed: 1,
  stability: 0.7,
  similarity: 0.5,
  emotion: true,
  fallback: 'never',
} as const;

/** Speaks a text as a whole, in the tone that the voice has by itself. */
export function speakPlainly(
  synthesizer: StreamingSynthesizer,
  what: { text: string; voice: string; sampleRateHz: SampleRateHz },
  signal: AbortSignal,
): Promise<Int16Array> {
  const text = speakable(what.text, STYLE.language);
  return speakWhole(synthesizer, { ...what, ...STYLE, text }, signal);
}
