import { speakable } from '../core/speakable/speakable-text.ts';
import { speakWhole } from '../providers/interfaces/speak-whole.ts';
import type { TtsProvider } from '../providers/interfaces/tts-provider.ts';
import type { SampleRateHz } from '../voice/legs/media-leg.ts';

const STYLE = {
  language: 'en',
  speed: 1,
  stability: 0.7,
  similarity: 0.5,
  emotion: true,
  fallback: 'never',
} as const;

/** Synthesizes a whole text with the voice's default style. */
export function speakPlainly(
  tts: TtsProvider,
  what: { text: string; voice: string; sampleRateHz: SampleRateHz },
  signal: AbortSignal,
): Promise<Int16Array> {
  const text = speakable(what.text, STYLE.language);
  return speakWhole(tts, { ...what, ...STYLE, text }, signal);
}
