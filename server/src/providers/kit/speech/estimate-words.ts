import type { SpeechWord } from '../../interfaces/tts-provider.ts';
import { COMMA_MS, pauseAfterMs, wordsOf } from './spoken-text.ts';
import type { VoicedStretch } from './voiced-audio.ts';

interface CountedWord {
  text: string;
  syllables: number;
}

/** A group of words and the stretches of audio that they share. */
interface Phrase {
  words: readonly CountedWord[];
  stretches: readonly VoicedStretch[];
}

/**
 * Pauses further than this from the expected position of the punctuation (or than a quarter of the phrase) belong to
 * something else.
 */
const MAX_DISTANCE_MS = 400;

/**
 * Estimates the word timings of a text segment from its audio: punctuation is aligned with pauses, and between two of
 * them words share the audio in proportion to their syllables. Neighbors may be off by a syllable or two.
 * @param offsetMs start of the segment in the whole utterance
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

/** The best match of a punctuation mark and a pause: a long pause near the end of the syllables before the mark. */
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

/** Distributes the audio over the words in order, in proportion to their syllables. */
function shared({ words, stretches }: Phrase): SpeechWord[] {
  const total = syllablesOf(words) || 1;
  const soundMs = voicedMs(stretches);
  let before = 0;
  return words.map((word) => {
    const startMs = positionOf((before / total) * soundMs, stretches, 'start');
    before += word.syllables;
    return { text: word.text, startMs, endMs: positionOf((before / total) * soundMs, stretches, 'end') };
  });
}

function syllablesOf(words: readonly CountedWord[]): number {
  return words.reduce((sum, word) => sum + word.syllables, 0);
}

function voicedMs(stretches: readonly VoicedStretch[]): number {
  return stretches.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);
}

/** Position at which this much sound has been played; next to a pause, a start is after it and an end before it. */
function positionOf(soundMs: number, stretches: readonly VoicedStretch[], edge: 'start' | 'end'): number {
  let left = soundMs;
  for (const { startMs, endMs } of stretches) {
    const length = endMs - startMs;
    if (left < length || (edge === 'end' && left <= length)) return Math.round(startMs + left);
    left -= length;
  }
  return stretches.at(-1)?.endMs ?? 0;
}

const VOWELS = /[aeiouyàáâãäåæèéêëìíîïòóôõöøùúûüýÿœāăąēėęěīįıōőœūůűųаеёиоуыэюяєіїαεηιουωάέήίόύώ]+/giu;

/**
 * Approximate number of spoken syllables: vowel groups, and a few for each digit; characters of other scripts count as
 * one.
 */
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
