import { wordsOf } from './words.ts';

/** Greetings that check whether someone is there, in the languages of the contract. */
const HELLOS = Object.values({
  en: 'hello, hallo, hullo, hi, hi there, hello there, hey, yes, yeah, yep, good morning, good afternoon, good evening, good day',
  ro: 'alo, da, bună, buna, bună ziua, buna ziua, bună dimineața, buna dimineata, bună seara, buna seara, salut',
  fr: 'allô, allo, oui, bonjour, bonsoir, oui allô, oui allo',
  es: 'hola, aló, sí, si, diga, dígame, digame, bueno, buenos días, buenos dias, buenas, buenas tardes, buenas noches',
  de: 'ja, guten tag, guten morgen, guten abend, grüß gott, gruess gott, servus, moin',
  lt: 'alio, labas, laba diena, labas rytas, labas vakaras, taip, sveiki, klausau',
  it: 'pronto, ciao, sì, buongiorno, buonasera, salve',
  ar: 'ألو, آلو, الو, نعم, مرحبا, مرحبًا, مرحباً, أهلا, أهلاً, اهلا, السلام عليكم',
  pt: 'olá, ola, alô, sim, oi, estou, estou sim, bom dia, boa tarde, boa noite',
  da: 'hej, goddag, godmorgen, godaften, god dag, god morgen, god aften',
}).flatMap((phrases) => phrases.split(', ').map((phrase) => phrase.split(' ')));

/** More words are real speech. */
const MAX_WORDS = 5;

/** True if a text is only "hello?" or "yes?", as when answering the phone; false for empty text. */
export function isHelloWords(text: string): boolean {
  const words = wordsOf(text);
  if (words.length > MAX_WORDS) return false;
  let at = 0;
  while (at < words.length) {
    const from = at;
    const fitting = HELLOS.filter((phrase) => phrase.every((word, index) => words[from + index] === word));
    at += Math.max(0, ...fitting.map(({ length }) => length));
    if (at === from) return false;
  }
  return words.length > 0;
}
