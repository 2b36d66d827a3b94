import type { SpeechWord } from '../../spec/streaming-synthesizer.ts';
import { wordsOf } from './spoken-text.ts';
import type { VoicedStretch } from './voiced-audio.ts';

/**
 * When the words of a piece of text sound, by what is known of its audio: the words share the time in which there is sound in
 * proportion to their syllables, and pauses are nobody's. An estimate: neighbours may be off by a syllable or two.
 * @param offsetMs where the piece begins in the whole speech
 */
export function estimateWords(
  text: string,
  stretches: readonly VoicedStretch[],
  offsetMs: number,
): SpeechWord[] {
  const words = wordsOf(text);
  const weights = words.map(syllables);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const voicedMs = stretches.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);
  if (total === 0 || voicedMs === 0) return [];
  let before = 0;
  return words.map((word, index) => {
    const start = before / total;
    before += weights[index] ?? 0;
    return {
      text: word,
      startMs: offsetMs + placeOf(start * voicedMs, stretches, 'start'),
      endMs: offsetMs + placeOf((before / total) * voicedMs, stretches, 'end'),
    };
  });
}

/** Where so much sound has been heard; at the edge of a pause, a beginning lies behind and an end before it. */
function placeOf(voicedMs: number, stretches: readonly VoicedStretch[], edge: 'start' | 'end'): number {
  let left = voicedMs;
  for (const { startMs, endMs } of stretches) {
    const length = endMs - startMs;
    if (left < length || (edge === 'end' && left <= length)) return Math.round(startMs + left);
    left -= length;
  }
  return stretches.at(-1)?.endMs ?? 0;
}

const VOWELS = /[aeiouyàáâãäåæèéêëìíîïòóôõöøùúûüýÿœāăąēėęěīįıōőœūůűųаеёиоуыэюяєіїαεηιουωάέήίόύώ]+/giu;

/** About as many as are said: groups of vowels, and a few for each digit; signs of other scripts count one each. */
function syllables(word: string): number {
  const letters = word.replace(/[^\p{L}\p{N}]/gu, '');
  if (letters === '') return 0;
  const digits = letters.match(/\p{N}/gu)?.length ?? 0;
  const vowels = letters.match(VOWELS)?.length ?? 0;
  const isAlphabet = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]/u.test(letters);
  const silent = /[^aeiouy]e$/i.test(letters) && vowels > 1 ? 1 : 0;
  if (isAlphabet) return Math.max(1, vowels - silent) + digits * 1.5;
  return digits * 1.5 + Math.max(1, letters.match(/\p{L}/gu)?.length ?? 0) * (digits === 0 ? 1 : 0);
}
