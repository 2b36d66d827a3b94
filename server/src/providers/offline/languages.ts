import { MORE_STOP_WORDS, STOP_WORDS } from '../../core/stop-words.ts';

/** Languages of the offline model; others are answered in English. */
export type LanguageCode = 'en' | 'ro' | 'fr' | 'es' | 'de' | 'it' | 'pt' | 'lt' | 'ar' | 'da';

interface LanguageFacts {
  /** Words without meaning for a search, which also identify the language. */
  stopWords: string;
  /** Words that are unique to this language: one of them identifies it. */
  unique: string;
}

/** English words of chats that say nothing about a topic. */
const CHAT_WORDS =
  "again also done give know let like may might mine much must need one ours shall tell theirs us want there's i'm i'd i've it's what's where's who's how's don't doesn't can't hello hi hey okay ok happen happens mean means say says said go going come anything something everything anyone someone somebody still already ever own same way kind thing things explain show possible exactly currently actually really else find per today now";

/** Words of requests in the other languages that say nothing about a topic: "do you have", "I would like to know". */
const REQUEST_WORDS = {
  ro: 'cât cat care aveți aveti sunteți sunteti vreau vreți vreti doresc știu stiu știți spuneți spuneti rog puteți puteti există exista mulțumesc',
  fr: 'savoir voudrais voulez aimerais pouvez plaît plait merci bonjour êtes sommes avons combien',
  es: 'tienen tienes quiero quisiera saber gustaría puede pueden favor cuánto cuánta cuántos gracias hola son hacen',
  de: 'habt hätte hätten gerne gern wissen möchte würde bitte sagen gibt wieviel danke euch eure eurem',
  it: 'avete siete vorrei sapere può potete favore quanti quanta quali grazie ciao fate',
  pt: 'têm quero queria gostaria saber pode podem favor quanto quanta quais obrigado vocês',
  lt: 'kiek kada koks kokia kokie kokios turite norėčiau noriu žinoti galite jūsų prašom galima',
  ar: 'هنالك يوجد عندكم أريد اريد معرفة فضلك يمكن لو سمحت',
  da: 'har gerne vide vil kunne må jeres venligst tak hvornår hvilke findes',
};

const LANGUAGES: Record<LanguageCode, LanguageFacts> = {
  en: {
    stopWords: `${STOP_WORDS.english} ${CHAT_WORDS}`,
    unique: 'hello hi hey thanks thank goodbye the what where when how',
  },
  ro: {
    stopWords: `${STOP_WORDS.romanian} ${REQUEST_WORDS.ro}`,
    unique:
      'bună buna ziua mulțumesc multumesc mersi ești esti sunteți sunteti aveți aveti vreau când unde cât cat puteți puteti care',
  },
  fr: {
    stopWords: `${STOP_WORDS.french} ${REQUEST_WORDS.fr}`,
    unique: 'bonjour bonsoir merci combien quand où êtes avez vous est-ce puis-je pouvez quelle quels',
  },
  es: {
    stopWords: `${STOP_WORDS.spanish} ${REQUEST_WORDS.es}`,
    unique: 'hola gracias buenos buenas adiós cuánto cuánta cuándo dónde cuál usted puede tienen',
  },
  de: {
    stopWords: `${STOP_WORDS.german} ${REQUEST_WORDS.de}`,
    unique: 'hallo danke guten wann wie wieviel wo können haben möchte ich bitte tschüss was',
  },
  it: {
    stopWords: `${STOP_WORDS.italian} ${REQUEST_WORDS.it}`,
    unique: 'ciao buongiorno buonasera grazie quanto dove quando vorrei arrivederci siete avete',
  },
  pt: {
    stopWords: `${STOP_WORDS.portuguese} ${REQUEST_WORDS.pt}`,
    unique: 'olá obrigado obrigada bom quanto onde você vocês tchau são não',
  },
  lt: {
    stopWords: `${MORE_STOP_WORDS.lt} ${REQUEST_WORDS.lt}`,
    unique: 'labas sveiki laba ačiū aciu kiek kada kur ar viso',
  },
  ar: {
    stopWords: `${REQUEST_WORDS.ar} في من على إلى عن ما ماذا متى أين كيف كم هل هو هي هذا هذه ذلك التي الذي أن إن لا نعم و أو مع كان يكون لدي لديكم لكم أنا أنت نحن`,
    unique: 'مرحبا شكرا',
  },
  da: {
    stopWords: `${STOP_WORDS.danish} ${REQUEST_WORDS.da}`,
    unique: 'goddag hej hvad hvor hvornår koster farvel tak jeg',
  },
};

/** Customers omit diacritics, documents have them. */
export function stripMarks(word: string): string {
  return word.normalize('NFD').replaceAll(/\p{M}/gu, '');
}

const wordSets = (key: keyof LanguageFacts): ReadonlyMap<string, ReadonlySet<string>> =>
  new Map(Object.entries(LANGUAGES).map(([code, facts]) => [code, new Set(facts[key].split(' '))]));

const STOP_WORD_SETS = new Map(
  [...wordSets('stopWords')].map(
    ([code, words]) => [code, new Set([...words].flatMap((word) => [word, stripMarks(word)]))] as const,
  ),
);
const UNIQUE_WORDS = wordSets('unique');

export function stopWordsOf(language: LanguageCode): ReadonlySet<string> {
  return STOP_WORD_SETS.get(language) ?? new Set();
}

function isLanguageCode(code: string): code is LanguageCode {
  return Object.hasOwn(LANGUAGES, code);
}

/** The language of most function words in a text; `fallback` if they are too few. `words`: lower case. */
export function guessLanguage(textWords: readonly string[], fallback: LanguageCode): LanguageCode {
  if (textWords.some((word) => /\p{Script=Arabic}/u.test(word))) return 'ar';
  let best = fallback;
  let bestHits = countHits(textWords, fallback);
  for (const code of Object.keys(LANGUAGES)) {
    if (!isLanguageCode(code)) continue;
    const hits = countHits(textWords, code);
    // A single additional hit may be chance: "a", "me" or "in" belong to many languages.
    if (hits > bestHits + (best === fallback ? 1 : 0)) [best, bestHits] = [code, hits];
  }
  return best;
}

function countHits(textWords: readonly string[], language: LanguageCode): number {
  const stopWords = stopWordsOf(language);
  const unique = UNIQUE_WORDS.get(language);
  return textWords.reduce(
    (hits, word) => hits + (unique?.has(word) === true ? 2 : stopWords.has(word) ? 1 : 0),
    0,
  );
}

const englishNames = new Intl.DisplayNames('en', { type: 'language' });

/** `ro` → `Romanian`, as the agent names it in the prompt. */
export function englishNameOf(language: LanguageCode): string {
  return englishNames.of(language) ?? language;
}

/** `Romanian` → `ro`; English for unsupported languages. */
export function languageByName(englishName: string): LanguageCode {
  const wanted = englishName.toLowerCase();
  const codes = Object.keys(LANGUAGES).filter(isLanguageCode);
  return codes.find((code) => englishNameOf(code).toLowerCase() === wanted) ?? 'en';
}
