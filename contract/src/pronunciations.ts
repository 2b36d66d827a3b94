import { z } from 'zod';
import { text } from './fields.ts';

/** `spelling`: the voice reads the pronunciation instead of the word; `ipa`: only for voices that take phonemes. */
export const PRONUNCIATION_ALPHABETS = ['spelling', 'ipa'] as const;

export const pronunciation = z.object({
  word: text(64).describe(
    'A word or phrase. Acronyms such as "US" match only in capitals, other words in any case.',
  ),
  pronunciation: text(64),
  alphabet: z.enum(PRONUNCIATION_ALPHABETS),
});

export type Pronunciation = z.output<typeof pronunciation>;

/** Only the words, so that duplicates are found even when an entry has other errors. */
const words = z.array(z.object({ word: z.string() }));

export function pronunciations() {
  return z
    .array(pronunciation)
    .max(200)
    .refine((entries) => new Set(entries.map(({ word }) => pronunciationKey(word))).size === entries.length, {
      error: ':field must have distinct words.',
      when: ({ value }) => words.safeParse(value).success,
    });
}

export const savePronunciationsRequest = z.object({ data: pronunciations() });

export const pronunciationList = z.object({ data: z.array(pronunciation) });

/** Words with the same key match the same texts. */
export function pronunciationKey(word: string): string {
  const plain = word.trim().replace(/\s+/g, ' ');
  const isAcronym = /\p{Lu}.*\p{Lu}/u.test(plain) && plain === plain.toUpperCase();
  return isAcronym ? plain : plain.toLowerCase();
}
