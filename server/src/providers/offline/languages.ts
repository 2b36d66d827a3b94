/** Languages of the offline model; others are answered in English. */
export type LanguageCode = 'en' | 'ro' | 'fr' | 'es' | 'de' | 'it' | 'pt' | 'lt' | 'ar' | 'da';

interface LanguageFacts {
  /** Words without meaning for a search, which also identify the language. */
  stopWords: string;
  /** Words that are unique to this language: one of them identifies it. */
  unique: string;
}

const LANGUAGES: Record<LanguageCode, LanguageFacts> = {
  en: {
    stopWords:
      "a about again all also am an and any are as at be because been being but by can could did do does doing done for from get give got had has have having he her here hers him his how i if in into is it its just know let like may me might mine more most much must my need no not of on one or our ours out please shall she should so some such tell than that the their theirs them then there these they this those to too up us very want was we were what when where which who whom whose why will with would you your yours there's i'm i'd i've it's what's where's who's how's don't doesn't can't hello hi hey okay ok happen happens mean means say says said go going come anything something everything anyone someone somebody still already ever own same way kind thing things explain show possible exactly currently actually really else find per today now",
    unique: 'hello hi hey thanks thank goodbye the what where when how',
  },
  ro: {
    stopWords:
      'a ai al ale am are aș aţi ați au avea aveți aveţi ca că care când cand ce cel cea cele cine cu cum cât cat câte cate dacă daca de din după este e eu ei el ea fi fie foarte îmi imi în in îți iti la le lui mai mea mele meu mi ne noi nu o ori pe pentru poate pot puteți puteti prin să sa sau se și si sunt sînt te tu un una unde unei unor vă va voi vreau vă acest această aceasta spune spuneți aveti unui mult multe',
    unique:
      'bună buna ziua mulțumesc multumesc mersi ești esti sunteți sunteti aveți aveti vreau când unde cât cat puteți puteti care',
  },
  fr: {
    stopWords:
      "à a ai as au aux avec avez ce ces cette c'est combien comment d dans de des du elle en est et être eu il ils j je l la le les leur lui m ma mais me mes moi mon n ne nos notre nous on ou où par pas peut peux plus pour pouvez qu quand que quel quelle quelles quels qui quoi s sa sans se ses si son sont sur ta te tes toi ton tu un une vos votre vous y est-ce suis êtes",
    unique: 'bonjour bonsoir merci combien quand où êtes avez vous est-ce puis-je pouvez quelle quels',
  },
  es: {
    stopWords:
      'a al algo como cómo con cual cuál cuales cuando cuándo cuanto cuánto cuánta cuesta de del desde donde dónde el ella ellos en entre era es esa ese eso esta está están este esto estos hay la las le les lo los me mi mis muy más ni no nos o para pero por porque puede puedo que qué quien quién se si sí sin sobre son soy su sus también te tiene tienen tengo tu un una unas uno unos usted ustedes y ya yo',
    unique: 'hola gracias buenos buenas adiós cuánto cuánta cuándo dónde cuál usted puede tienen',
  },
  de: {
    stopWords:
      'ab aber als am an auch auf aus bei bin bis bist da das dass dein dem den der des die dir du ein eine einem einen einer eines er es euch für gibt haben hat habe ich ihr ihre ihren im in ist ja kann kein keine können man mein mich mir mit nach nicht noch nur oder ohne sein sich sie sind so über um und uns unser vom von vor war warum was welche welcher welches wann wer wie wieviel viel wir wird wo wohin zu zum zur bitte möchte',
    unique: 'hallo danke guten wann wie wieviel wo können haben möchte ich bitte tschüss was',
  },
  it: {
    stopWords:
      'a ad ai al alla alle anche avete che chi ci come con cosa cui da dal dalla dei del della delle di dove e è ed gli ha hai hanno ho i il in io la le lei li lo loro ma mi mio nel nella no noi non nostro o per perché più posso può quale quali quando quanto quanta qual se sei si sono su sua sul sulla suo ti tu un una uno vi voi vorrei siete',
    unique: 'ciao buongiorno buonasera grazie quanto dove quando vorrei arrivederci siete avete',
  },
  pt: {
    stopWords:
      'a à ao aos as às até com como da das de dela dele do dos e é ela ele em entre era essa esse está estão eu há isso isto já lhe mais mas me meu minha muito na não nas nem no nos nós o onde os ou para pela pelo pode posso por porque quais qual quando quanto quanta custa que quem são se sem ser seu sua são só também tem têm tenho um uma você vocês',
    unique: 'olá obrigado obrigada bom quanto onde você vocês tchau são não',
  },
  lt: {
    stopWords:
      'ar apie aš bei bet būti čia dėl gal galiu galima į iki ir iš ją jį jo jos jų jūs jūsų kad kada kaip kas kiek kokia kokie koks kuri kuris kur man mano mes mūsų ne nėra nuo o per po prie su tai tas ta tiek to tu už yra',
    unique: 'labas sveiki laba ačiū aciu kiek kada kur ar viso',
  },
  ar: {
    stopWords:
      'في من على إلى عن ما ماذا متى أين كيف كم هل هو هي هذا هذه ذلك التي الذي أن إن لا نعم و أو مع كان يكون لدي لديكم لكم أنا أنت نحن',
    unique: 'مرحبا شكرا',
  },
  da: {
    stopWords:
      'af alle at blev da de dem den der deres det dig din du eller en end er et for fra få ham han har have hun hvad hvem hver hvilke hvilken hvis hvor hvordan hvornår i ikke ind jeg jer kan man mange med meget men mig min mit må ned nogle nu når og også om op os over på sig sin skal som til ud under var vi vil være koster meget',
    unique: 'goddag hej hvad hvor hvornår koster farvel tak jeg',
  },
};

/** Customers omit diacritics, documents have them. */
export function stripMarks(word: string): string {
  return word.normalize('NFD').replaceAll(/\p{M}/gu, '');
}

const wordSets = (key: keyof LanguageFacts): ReadonlyMap<string, ReadonlySet<string>> =>
  new Map(Object.entries(LANGUAGES).map(([code, facts]) => [code, new Set(facts[key].split(' '))]));

const STOP_WORDS = new Map(
  [...wordSets('stopWords')].map(
    ([code, words]) => [code, new Set([...words].flatMap((word) => [word, stripMarks(word)]))] as const,
  ),
);
const UNIQUE_WORDS = wordSets('unique');

export function stopWordsOf(language: LanguageCode): ReadonlySet<string> {
  return STOP_WORDS.get(language) ?? new Set();
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
