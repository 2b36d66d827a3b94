import { wordsOf } from './words.ts';

const GOODBYES = new Set(
  `bye byebye goodbye bye-bye good day night evening nice have a you too see later take care thanks thank so much very
  la revedere pa mulțumesc multumesc mersi zi bună buna o frumoasă frumoasa și dumneavoastră
  tschüss tschüs danke wiederhören wiedersehen auf schönen tag ihnen auch
  au revoir merci bonne journée adiós adios gracias hasta luego ciao arrivederci grazie adeus obrigado obrigada tchau
  ok okay yes da right great perfect`.split(/\s+/),
);

/** True if a text is only a goodbye: "thanks, bye" over our goodbye does not continue the call. */
export function isGoodbye(text: string): boolean {
  const words = wordsOf(text);
  return words.length > 0 && words.every((word) => GOODBYES.has(word));
}
