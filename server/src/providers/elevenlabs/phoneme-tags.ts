import { PronunciationDictionary } from '../interfaces/pronunciation-dictionary.ts';
import type { SpeechOptions } from '../interfaces/tts-provider.ts';

/** English models that take phoneme tags; the others skip the words. Source: ElevenLabs' help center, "SSML phoneme tags". */
const TAKES_TAGS = /^eleven_(monolingual_v1|(flash|turbo)_v2)$/;

export function takesPhonemeTags(model: string): boolean {
  return TAKES_TAGS.test(model);
}

/** Marks words with their IPA, as SSML. A tag covers one word, so phrases get one for each word. */
export function withPhonemeTags(text: string, phonemes: NonNullable<SpeechOptions['phonemes']>): string {
  const entries = phonemes.map(({ word, pronunciation }) => ({
    word,
    pronunciation: tagsOf(word, pronunciation),
  }));
  return new PronunciationDictionary(entries).replace(escaped(text));
}

function tagsOf(phrase: string, ipa: string): string {
  const words = phrase.trim().split(/\s+/);
  const sounds = ipa.trim().split(/\s+/);
  if (words.length !== sounds.length) return tagOf(phrase, sounds.join(''));
  return words.map((word, index) => tagOf(word, sounds[index] ?? '')).join(' ');
}

function tagOf(word: string, ipa: string): string {
  return `<phoneme alphabet="ipa" ph="${escaped(ipa)}">${escaped(word)}</phoneme>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
