import { PronunciationDictionary } from '../interfaces/pronunciation-dictionary.ts';
import type { SpeechOptions } from '../interfaces/tts-provider.ts';

/** Phonemes of several letters, a letter with its length or other modifiers, or a stress mark. */
const PHONEME = /tʃ|dʒ|ts|dz|aɪ|aʊ|eɪ|oʊ|ɔɪ|[ˈˌ]|\p{L}[\p{M}ːˑʰʲʷˠˤ˞]*/gu;

/**
 * Replaces words with their IPA. Source:
 * docs.cartesia.ai/build-with-cartesia/capability-guides/phonemes
 */
export function withPhonemes(text: string, phonemes: SpeechOptions['phonemes'] = []): string {
  const entries = phonemes.map(({ word, pronunciation }) => ({
    word,
    pronunciation: cartesiaIpa(pronunciation),
  }));
  return new PronunciationDictionary(entries.filter(({ pronunciation }) => pronunciation !== '')).replace(
    text,
  );
}

/** IPA in Cartesia's notation, `<<k|ɑ|ɹ>>` for each word; empty without any phoneme. */
export function cartesiaIpa(ipa: string): string {
  const plain = ipa.replace(/[\u0361\u035c.]/g, '').replace(/['’]/g, 'ˈ');
  const words = plain.split(/\s+/).map((word) => word.match(PHONEME) ?? []);
  return words
    .filter((word) => word.length > 0)
    .map((word) => `<<${word.join('|')}>>`)
    .join(' ');
}
