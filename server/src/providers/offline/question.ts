import type { LanguageCode } from './languages.ts';
import { stripMarks } from './languages.ts';
import { expandTerms } from './synonyms.ts';
import { termsOf } from './words.ts';

/** What kind of thing answers: a sentence that holds one is preferred. */
export type AnswerKind =
  | 'time'
  | 'date'
  | 'price'
  | 'phone'
  | 'email'
  | 'address'
  | 'person'
  | 'number'
  | 'link'
  | 'reason';

export interface Question {
  /** Stems of the words that carry meaning, in order, each once. */
  terms: string[];
  /** For each term: stems that mean about the same. */
  synonyms: Map<string, Set<string>>;
  kinds: Set<AnswerKind>;
}

/** Asked about in the words of the ten languages, without marks. */
const ASKED: readonly (readonly [AnswerKind, RegExp])[] = [
  [
    'time',
    /\b(when|what time|hours?|open|opens|close|closes|closing|schedule|until|cand|ora|orar\w*|program\w*|deschis\w*|quand|horaires?|heures?|ouvert\w*|cuando|horario\w*|hora|abiert\w*|abre|wann|uhr|geoffnet|offnungszeiten|quando|orari\w*|aperto|aprono|aberto|kada|valand\w*|hvornar|abent|abningstid\w*)\b|متى|ساعات/,
  ],
  [
    'date',
    /\b(when|what date|what day|which days?|deadline|cand|data|quand|date|cuando|fecha|wann|datum|quando|kada|hvornar|dato)\b|متى/,
  ],
  [
    'price',
    /\b(how much|price[sd]?|pricing|costs?|fees?|charges?|expensive|rates?|tariffs?|cat costa|pret\w*|tarif\w*|combien|prix|coute\w*|cuanto|cuesta|precios?|was kostet|kosten|kostet|preise?|wie ?viel|quanto|costa|prezz\w*|custa|precos?|kiek kainuoja|kain\w*|koster|pris\w*)\b|سعر|كم/,
  ],
  [
    'phone',
    /\b(phone|telephone|call you|number to call|telefon\w*|numero|numar\w* de telefon|telefono|nummer)\b|هاتف/,
  ],
  ['email', /\b(e ?mail|mail|write to you|courriel|correo|adresa de mail)\b|بريد/],
  [
    'address',
    /\b(where|address|located|location|directions|unde|adres\w*|ou|donde|direccion|wo|dove|indirizz\w*|onde|endereco|kur|hvor)\b|أين|عنوان/,
  ],
  ['person', /\b(who|whom|whose|cine|qui|quien|wer|chi|quem|kas|hvem)\b|\bمن هو\b/],
  [
    'number',
    /\b(how many|how long|how old|how often|how far|how big|how fast|how soon|percentage|cate|cati|cat (?:timp|dureaza)|combien|cuant[oa]s|wie viele|wie lange|quant[ieo]s?|quantas|kiek|hvor mange|hvor lang)\b|كم/,
  ],
  ['link', /\b(website|web site|url|link|online|site)\b/],
  ['reason', /\b(why|de ce|pourquoi|por que|warum|perche|kodel|hvorfor)\b|لماذا/],
];

/** What a sentence holds. */
const HELD: Record<AnswerKind, RegExp> = {
  time: /\b\d{1,2}[:.h]\d{2}\b|\b\d{1,2}\s?(?:am|pm|a\.m\.|p\.m\.|uhr|h)\b|\b(?:noon|midnight|24\/7|24 hours)\b/i,
  date: /\b\d{1,2}[./-]\d{1,2}[./-]\d{2,4}\b|\b\d{4}\b|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|ian|iul|mon|tues?|wednes|thurs?|fri|satur|sun)[a-z]*\b/i,
  price:
    /[€$£¥]\s?\d|\d\s?(?:[€$£¥%]|eur|euros?|usd|dollars?|pounds?|ron|lei|gbp|dkk|kr\.?|cents?)(?!\p{L})|\b(?:free of charge|for free|is free|are free|gratuit|gratis|kostenlos)\b/iu,
  phone:
    /(?:\+|\b00)\d[\d\s().-]{6,}\d|\b0\d{2,4}[\s./-]?\d{3}[\s./-]?\d{3,4}\b|\(\d{3}\)\s?\d{3}-\d{4}|\b\d{3}-\d{3,4}(?:-\d{4})?\b/,
  email: /[\w.+-]+@[\w-]+\.[\w.-]+/,
  address:
    /\b(?:street|st\.|avenue|ave\.?|road|rd\.|square|boulevard|blvd|lane|floor|building|strada|str\.|bd\.|calea|rue|calle|plaza|via|piazza|rua|praca|platz|stra(?:ss|ß)e|gade|gatve|postal|zip)\b|\p{Ll}(?:straße|strasse|gade|vej)\b|\b(?:located|near|next to|opposite|between)\b/iu,
  person:
    /(?<!^)(?<![.!?]\s)\b\p{Lu}\p{Ll}+\s+(?:\p{Lu}\.\s+)?\p{Lu}\p{Ll}+|\b(?:Dr|Mr|Mrs|Ms|Prof)\.?\s+\p{Lu}/u,
  number:
    /\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|thirty|once|twice|daily|weekly|monthly)\b/i,
  link: /https?:\/\/|\bwww\.|\b[\w-]+\.(?:com|org|net|eu|io|ro|de|fr|es|it|pt|dk|lt)\b/i,
  reason:
    /\b(?:because|since|due to|so that|in order to|therefore|deoarece|pentru ca|car|parce que|porque|weil|denn|perche|fordi)\b/i,
};

/** Reads a question for the search of its answer. */
export function readQuestion(text: string, language: LanguageCode): Question {
  const terms = [...new Set(termsOf(text, language))];
  const plain = stripMarks(text.toLowerCase());
  const kinds = new Set(ASKED.filter(([, pattern]) => pattern.test(plain)).map(([kind]) => kind));
  return { terms, synonyms: expandTerms(terms, language), kinds };
}

/** Whether the text holds what such a question asks for. */
export function holds(text: string, kind: AnswerKind): boolean {
  return HELD[kind].test(text);
}
