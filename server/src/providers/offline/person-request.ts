import { plainWords } from './small-talk.ts';

/** "I want to talk to a person", in the languages of the model; without diacritics. */
const PERSON: readonly RegExp[] = [
  /\b(?:human|real person|live person|live agent|live chat|representative|operator|support agent|customer service agent|member of staff)\b/,
  /\b(?:talk|speak|chat|connect|transfer|write|put|pass|hand)\b.{0,30}\b(?:person|someone|agent|colleague|staff|team|manager|employee)\b/,
  /\b(?:want|need|get|give)\b.{0,15}\b(?:a person|an agent)\b/,
  /\b(?:vorbesc|vorbi|legatura|discut)\b.{0,30}\b(?:om|persoana|cineva|coleg|operator|agent)\b/,
  /\b(?:parler|discuter|joindre|contact)\b.{0,30}\b(?:humain|personne|quelqu'un|conseiller|agent|collegue)\b/,
  /\b(?:hablar|comunicar)\b.{0,30}\b(?:humano|persona|alguien|agente|operador)\b/,
  /\b(?:mit|zu)\b.{0,25}\b(?:menschen|mensch|mitarbeiter|mitarbeiterin|person|kollegen|kollegin|berater|jemandem)\b/,
  /\b(?:parlare|chattare)\b.{0,30}\b(?:umano|persona|qualcuno|operatore|addetto)\b/,
  /\b(?:falar|conversar)\b.{0,30}\b(?:humano|pessoa|alguem|atendente|agente)\b/,
  /(?:kalbeti|pasikalbeti|susisiekti).{0,30}(?:zmogumi|darbuotoju|konsultantu|operatoriumi)/,
  /(?:اتحدث|التحدث|اكلم).{0,30}(?:شخص|موظف|انسان|مندوب)/u,
  /\b(?:tale|snakke|skrive)\b.{0,30}\b(?:menneske|person|medarbejder|nogen|kollega)\b/,
];

const REFUSED =
  /\b(?:don't|do not|never|not|no need)\b.{0,20}\b(?:human|person|agent|operator|representative)\b/;

/** True if the customer asks for a person instead of the assistant. */
export function asksForPerson(message: string): boolean {
  const words = plainWords(message);
  return !REFUSED.test(words) && PERSON.some((pattern) => pattern.test(words));
}
