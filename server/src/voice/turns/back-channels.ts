import { wordsOf } from './words.ts';

/** What a listener says to show that they listen, in the languages that assistants speak; not a word of it asks for the floor. */
const BACK_CHANNELS = new Set(
  `ah aha ahh eh hm hmm hmmm huh mhm mhmm mm mmhm mmm mm-hmm mhm-mhm oh ooh uh uh-huh uhm uhuh uh-hum um umm
  ok okay okey right sure yeah yea yep yes yup
  da bine așa asa exact sigur
  ja genau gut klar
  oui ouais si sí sì claro vale bien bom sim tak dobrze igen jo
  да ага угу так`.split(/\s+/),
);

/** More than these in a row say something. */
const MAX_WORDS = 3;

/** Whether a text is only a sign of listening ("uh-huh", "ok, da"); false for no text at all. */
export function isBackChannel(text: string): boolean {
  const words = wordsOf(text);
  return words.length > 0 && words.length <= MAX_WORDS && words.every((word) => BACK_CHANNELS.has(word));
}
