import { type LanguageCode, stripMarks } from './languages.ts';
import { expandTerms } from './synonyms.ts';
import { termsOf, wordsOf } from './words.ts';

/** Kind of information that a question asks for: sentences that contain it are preferred. */
export type AnswerKind = 'time' | 'price' | 'phone' | 'email' | 'address' | 'number';

export interface Question {
  /** Stems of the meaningful words, in order, without duplicates. */
  terms: string[];
  /** For each term: stems with about the same meaning. */
  synonyms: Map<string, Set<string>>;
  /** Requested kinds, each with the terms that name it ("price"). */
  kinds: Map<AnswerKind, Set<string>>;
}

/** Question words of the ten languages, without diacritics. */
const QUESTION_PATTERNS: readonly (readonly [AnswerKind, RegExp])[] = [
  [
    'time',
    /\b(when|what time|hours?|open|opens|opening|close|closes|closed|closing|schedule|until|cand|ora|orar\w*|program|programul|deschis\w*|quand|horaires?|heures?|ouvert\w*|cuando|horarios?|hora|abiert\w*|abren?|abrimos|wann|uhr|geoffnet|offnungszeiten|quando|orari\w*|aperto|aprono|aberto|kada|valand\w*|darbo laik\w*|dirb\w*|hvornar|abent|abningstid\w*)\b|متى|ساعات/g,
  ],
  [
    'price',
    /\b(how much|price[sd]?|pricing|costs?|fees?|charges?|expensive|rates?|tariffs?|cat costa|costa|pret\w*|tarif\w*|combien|prix|cout\w*|cuanto|cuestan?|valen?|precios?|was kostet|kosten|kostet|preise?|wie ?viel|quanto|costano|prezz\w*|custam?|precos?|kainuoja|kain\w*|koster|pris\w*)\b|سعر|تكلفة|كم/g,
  ],
  ['phone', /\b(phone|telephone|call you|number to call|telefon\w*|numero|telefono|nummer)\b|هاتف/g],
  ['email', /\b(e ?mail|courriel|correo)\b|بريد/g],
  [
    'address',
    /\b(where|(?<!mail )address|located|location|directions|unde|adres\w*|ou|donde|direccion|wo|dove|indirizz\w*|onde|endereco|kur|hvor)\b|أين|عنوان/g,
  ],
  [
    'number',
    /\b(how (?:many|long|old|far|big|fast|soon|heavy|high|warm|hot|loud|wide|deep|large|tall|late|early)|percentage|cate|cati|cat timp|combien|cuant[oa]s|wie (?:viele|lange|weit)|quant[ieo]s?|quantas|kiek|hvor (?:mange|lang))\b|كم/g,
  ],
];

/** Patterns of the information in sentences. */
const ANSWER_PATTERNS: Record<AnswerKind, RegExp> = {
  time: /\b\d{1,2}[:.h]\d{2}\b|\b(?:[01]?\d|2[0-4])\s?(?:[-–]|to|till?|until|bis|a|às|à|alle|la|iki|إلى|حتى)\s?(?:[01]?\d|2[0-4])\b(?!\s?(?:[€$£%]|kg|km|eur|lei|kr))|\b\d{1,2}\s?(?:am|pm|a\.m\.|p\.m\.|uhr|h)\b|\b(?:noon|midnight|24\/7|24 hours|around the clock)\b/i,
  price:
    /[€$£¥]\s?\d|\d\s?(?:[€$£¥%]|eur|euros?|usd|dollars?|pounds?|ron|(?:de )?lei|eurų|gbp|dkk|kr\.?|cents?|درهم|دينار|ريال|جنيه)(?!\p{L})|\d[.,]\d{2}\b|\b(?:free of charge|for free|is free|are free|pays? nothing|no (?:charge|fee)|gratuit|gratis|kostenlos)/iu,
  phone:
    /(?:\+|\b00)\d[\d\s().-]{6,}\d|\b0\d{2,4}[\s./-]?\d{3}[\s./-]?\d{3,4}\b|\(\d{3}\)\s?\d{3}-\d{4}|\b\d{3}-\d{3,4}(?:-\d{4})?\b/,
  email: /[\w.+-]+@[\w-]+\.[\w.-]+/,
  address:
    /\b\d{1,4}[a-z]?,? (?:\p{Lu}\p{L}+ )+(?:Street|St|Avenue|Ave|Road|Rd|Square|Boulevard|Lane)\b|\b(?:Street|Avenue|Road|Square|Boulevard|Lane) \d|\b(?:[Ss]trada|[Ss]tr\.|[Bb]d\.|[Cc]alea|[Bb]ulevardul|[Rr]ue|[Cc]alle|[Pp]laza|[Vv]ia|[Pp]iazza|[Rr]ua|[Gg]atve)(?: \p{L}+){0,3},?(?: nr\.?)? \d|\p{Ll}(?:straße|strasse|gade|vej|platz) \d/u,
  number:
    /\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|hundred|once|twice|daily|weekly|monthly|yearly|every)\b/i,
};

/** Parses a question for the search. */
export function readQuestion(text: string, language: LanguageCode): Question {
  const terms = [...new Set(termsOf(text, language))];
  const plain = stripMarks(wordsOf(text).join(' '));
  const kinds = new Map<AnswerKind, Set<string>>();
  for (const [kind, pattern] of QUESTION_PATTERNS) {
    const words = [...plain.matchAll(pattern)].map((match) => match[0]);
    if (words.length > 0) kinds.set(kind, new Set(words.flatMap((word) => termsOf(word, language))));
  }
  // "Where are you?" has only function words.
  if (terms.length === 0 && kinds.has('address')) {
    terms.push('address');
    kinds.set('address', new Set(terms));
  }
  return { terms, synonyms: expandTerms(terms, language), kinds };
}

/** True if the text contains this kind of information. */
export function containsKind(text: string, kind: AnswerKind): boolean {
  return ANSWER_PATTERNS[kind].test(text);
}
