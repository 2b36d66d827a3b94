import { wordsOf } from './words.ts';

/** Backchannel words in the languages of the assistants. They do not claim the turn. */
const BACK_CHANNELS = new Set(
  `ah aha ahh eh hm hmm hmmm huh mhm mhmm mm mmhm mmm mm-hmm mhm-mhm oh ooh uh uh-huh uhm uhuh uh-hum um umm
  ok okay okey right sure yeah yea yep yes yup
  da bine așa asa exact sigur
  ja genau gut klar
  oui ouais si sí sì claro vale bien bom sim tak dobrze igen jo
  да ага угу так`.split(/\s+/),
);

/** More words in a row are real speech. */
const MAX_WORDS = 3;

/** True if a text is only a backchannel ("uh-huh", "ok, da"); false for empty text. */
export function isBackChannel(text: string): boolean {
  const words = wordsOf(text);
  return words.length > 0 && words.length <= MAX_WORDS && words.every((word) => BACK_CHANNELS.has(word));
}
