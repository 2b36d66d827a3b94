import type { VoiceSettings } from '../settings.ts';
import { wordsOf } from './words.ts';

export type FillerClass = 'positive' | 'negative' | 'question' | 'neutral';
export type FillerPhrases = NonNullable<VoiceSettings['fillers']>;

/** Latency after which a filler is played. */
export const FILLER_AFTER_MS = 400;

/** First words of questions, for transcripts without question marks. */
const QUESTION_WORDS = new Set(
  `what when where which who whose why how can could do does did is are will would should may
  ce cand când unde care cine cui cum cat cât câți de-ce pot puteți poți este sunt aveți
  was wann wo welche wer warum wie kann können ist gibt
  que quoi quand où quel quelle qui pourquoi comment combien est-ce
  qué cuándo cuando dónde donde cuál quién cómo cuánto puede
  cosa quando dove quale chi perché come quanto posso puoi`.split(/\s+/),
);
const POSITIVE_WORDS = new Set(
  `yes yeah yep sure great good fine perfect excellent thanks thank ok okay right correct agreed love like
  da bine perfect excelent mulțumesc multumesc sigur desigur super corect
  ja gut prima danke gerne richtig oui bien parfait merci sí si bueno gracias perfecto bene perfetto grazie`.split(
    /\s+/,
  ),
);
const NEGATIVE_WORDS = new Set(
  `no not never nope don't doesn't didn't can't cannot won't isn't wrong bad problem issue broken unhappy complaint
  terrible cancel sorry hate angry
  nu nici niciodată problemă problema greșit prost stricat reclamație anulez supărat
  nein nicht nie problem falsch kaputt non pas jamais problème mal nunca problema roto mai male`.split(/\s+/),
);

/** Classifies a turn. Questions take precedence over refusals: "no, is it open?" wants an answer. */
export function fillerClassOf(text: string): FillerClass {
  const words = wordsOf(text);
  if (/[?？]\s*$/.test(text) || QUESTION_WORDS.has(words[0] ?? '')) return 'question';
  if (words.some((word) => NEGATIVE_WORDS.has(word))) return 'negative';
  if (words.some((word) => POSITIVE_WORDS.has(word))) return 'positive';
  return 'neutral';
}

/** A phrase for the text, different from the last one; null if none is left. @param random 0 to 1, exclusive */
export function chooseFiller(
  phrases: FillerPhrases,
  spoken: { text: string; last: string | null },
  random: number,
): string | null {
  const own = phrases[fillerClassOf(spoken.text)];
  const candidates = (own.length > 0 ? own : phrases.neutral).filter((phrase) => phrase !== spoken.last);
  return candidates[Math.floor(random * candidates.length)] ?? null;
}
