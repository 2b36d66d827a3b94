import type { Language } from '../../../../core/stop-words.ts';

/**
 * Words that an answer need not repeat: "how long" is answered by "thirty months". They are kept apart from stop words,
 * because a passage that has them may still be the better one.
 */
const QUESTION_WORDS: Partial<Record<Language, string>> = {
  english:
    'long many much often far soon big large high old exactly mean means meaning happen happens know tell say says explain find need want use possible allowed there one kind sort',
  german:
    'lange lang viel viele vielen oft weit hoch groß schnell genau bedeutet bedeuten heißt passiert wissen sagen erklären finden brauche brauchen möchte will darf soll gilt welche welcher welches',
  french:
    'longtemps combien souvent loin haut grand exactement signifie veut dire arrive savoir dites expliquer trouver besoin faut puis-je peut quelles',
  spanish:
    'cuánto cuánta cuántos cuántas cuanto cuanta tiempo lejos alto grande exactamente significa pasa saber decir explicar encontrar necesito quiero puede cuáles',
  italian:
    'quanti quante quanta tempo spesso lontano alto grande esattamente significa succede sapere dire spiegare trovare serve voglio può quali',
  portuguese:
    'quanto quanta quantos quantas tempo longe alto grande exatamente significa acontece saber dizer explicar encontrar preciso quero pode quais',
  dutch:
    'lang veel vaak ver hoog groot snel precies betekent gebeurt weten zeggen uitleggen vinden nodig wil mag welke',
  romanian:
    'cât câtă câți câte cat cata cati cate mult multă mulți multe timp des departe mare exact înseamnă inseamna întâmplă știu spune explica găsesc trebuie vreau poate',
};

const WORDS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(QUESTION_WORDS).map(([language, words]) => [language, new Set(words.split(' '))]),
);

export function isQuestionWord(word: string, languages: readonly Language[]): boolean {
  return languages.some((language) => WORDS.get(language)?.has(word) === true);
}
