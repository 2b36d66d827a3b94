import type { SpeechWord } from '../../interfaces/streaming-synthesizer.ts';
import { COMMA_MS, pauseAfterMs, wordsOf } from './spoken-text.ts';
import type { VoicedStretch } from './voiced-audio.ts';

interface Weighed {
  text: string;
  syllables: number;
}

/** Words, and the sound that they share. */
interface Phrase {
  words: readonly Weighed[];
  stretches: readonly VoicedStretch[];
}

/** A pause further than this from where its sign is expected belongs to something else; or a quarter of the phrase. */
const MAX_DISTANCE_MS = 400;

/**
 * When the words of a piece of text sound, by what is known of its audio: signs that one pauses at are looked for among the
 * pauses, and between two of them the words share the sound in proportion to their syllables. An estimate: neighbours may be
 * off by a syllable or two.
 * @param offsetMs where the piece begins in the whole speech
 */
export function estimateWords(
  text: string,
  stretches: readonly VoicedStretch[],
  offsetMs: number,
): SpeechWord[] {
  const words = wordsOf(text).map((word) => ({ text: word, syllables: syllables(word) }));
  if (syllablesOf(words) === 0 || voicedMs(stretches) === 0) return [];
  return timesOf({ words, stretches }).map(({ text: word, startMs, endMs }) => ({
    text: word,
    startMs: offsetMs + startMs,
    endMs: offsetMs + endMs,
  }));
}

function timesOf(phrase: Phrase): SpeechWord[] {
  const cut = bestCut(phrase);
  if (cut === null) return shared(phrase);
  const { words, stretches } = phrase;
  return [
    ...timesOf({ words: words.slice(0, cut.words), stretches: stretches.slice(0, cut.stretches) }),
    ...timesOf({ words: words.slice(cut.words), stretches: stretches.slice(cut.stretches) }),
  ];
}

/** The sign and the pause that fit best: the pause is long, and lies where the syllables before the sign end. */
function bestCut({ words, stretches }: Phrase): { words: number; stretches: number } | null {
  const total = syllablesOf(words);
  const soundMs = voicedMs(stretches);
  const toleranceMs = Math.max(MAX_DISTANCE_MS, soundMs / 4);
  let best: { words: number; stretches: number; score: number } | null = null;
  for (const [index, { text }] of words.slice(0, -1).entries()) {
    const strength = pauseAfterMs(text);
    if (strength < COMMA_MS) continue;
    const before = words.slice(0, index + 1);
    const expectedMs = (syllablesOf(before) / total) * soundMs;
    for (let at = 1; at < stretches.length; at += 1) {
      const distanceMs = Math.abs(voicedMs(stretches.slice(0, at)) - expectedMs);
      const pauseMs = (stretches[at]?.startMs ?? 0) - (stretches[at - 1]?.endMs ?? 0);
      const score = Math.min(pauseMs, strength) + strength / 2 - distanceMs;
      const isBetter = distanceMs <= toleranceMs && score > (best?.score ?? Number.NEGATIVE_INFINITY);
      if (isBetter) best = { words: index + 1, stretches: at, score };
    }
  }
  return best;
}

/** Words by their syllables, one after the other. */
function shared({ words, stretches }: Phrase): SpeechWord[] {
  const total = syllablesOf(words) || 1;
  const soundMs = voicedMs(stretches);
  let before = 0;
  return words.map((word) => {
    const startMs = placeOf((before / total) * soundMs, stretches, 'start');
    before += word.syllables;
    return { text: word.text, startMs, endMs: placeOf((before / total) * soundMs, stretches, 'end') };
  });
}

function syllablesOf(words: readonly Weighed[]): number {
  return words.reduce((sum, word) => sum + word.syllables, 0);
}

function voicedMs(stretches: readonly VoicedStretch[]): number {
  return stretches.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);
}

/** Where so much sound has been heard; at the edge of a pause, a beginning lies behind and an end before it. */
function placeOf(soundMs: number, stretches: readonly VoicedStretch[], edge: 'start' | 'end'): number {
  let left = soundMs;
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
