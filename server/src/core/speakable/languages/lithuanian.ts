import type { Noun, NumberWords, WordContext, WrittenDate } from './number-words.ts';
import {
  afterAlternative,
  codePatterns,
  currency,
  DAY_HALF,
  feminine,
  fractions,
  groupedDecimals,
  monthNumbers,
  noun,
  numberSigns,
  operators,
  partOfDay,
  units,
  weekdays,
} from './tables.ts';

const CASES = ['nominative', 'genitive', 'accusative', 'dative', 'instrumental'] as const;
type Case = (typeof CASES)[number];
interface Form {
  is: Case;
  isFeminine: boolean;
}

/** One line per number from 1 to 9: masculine, then feminine, in the order of `CASES`. */
const ONES: readonly (readonly string[])[] = [
  'vienas vieno vieną vienam vienu viena vienos vieną vienai viena',
  'du dviejų du dviem dviem dvi dviejų dvi dviem dviem',
  'trys trijų tris trims trimis trys trijų tris trims trimis',
  'keturi keturių keturis keturiems keturiais keturios keturių keturias keturioms keturiomis',
  'penki penkių penkis penkiems penkiais penkios penkių penkias penkioms penkiomis',
  'šeši šešių šešis šešiems šešiais šešios šešių šešias šešioms šešiomis',
  'septyni septynių septynis septyniems septyniais septynios septynių septynias septynioms septyniomis',
  'aštuoni aštuonių aštuonis aštuoniems aštuoniais aštuonios aštuonių aštuonias aštuonioms aštuoniomis',
  'devyni devynių devynis devyniems devyniais devynios devynių devynias devynioms devyniomis',
].map((line) => line.split(' '));
const TEENS =
  'vienuolika dvylika trylika keturiolika penkiolika šešiolika septyniolika aštuoniolika devyniolika'.split(
    ' ',
  );
const TENS =
  'dešimt dvidešimt trisdešimt keturiasdešimt penkiasdešimt šešiasdešimt septyniasdešimt aštuoniasdešimt devyniasdešimt'.split(
    ' ',
  );
const ORDINAL_STEMS =
  'nulin pirm antr treči ketvirt penkt šešt septint aštunt devint dešimt vienuolikt dvylikt trylikt keturiolikt penkiolikt šešiolikt septyniolikt aštuoniolikt devyniolikt'.split(
    ' ',
  );
const MONTHS =
  'sausio vasario kovo balandžio gegužės birželio liepos rugpjūčio rugsėjo spalio lapkričio gruodžio'.split(
    ' ',
  );

/** Endings of nouns in singular and plural, in the order of `CASES`. */
const DECLENSIONS: Readonly<Record<string, readonly [singular: string, plural: string]>> = {
  as: ['as o ą ui u', 'ai ų us ams ais'],
  tis: ['tis čio tį čiui čiu', 'čiai čių čius čiams čiais'],
  is: ['is io į iui iu', 'iai ių ius iams iais'],
  uo: ['uo ens enį eniui eniu', 'enys enų enis enims enimis'],
  tė: ['tė tės tę tei te', 'tės čių tes tėms tėmis'],
  dė: ['dė dės dę dei de', 'dės džių des dėms dėmis'],
  a: ['a os ą ai a', 'os ų as oms omis'],
  ė: ['ė ės ę ei e', 'ės ių es ėms ėmis'],
};

/** Declines `kvadratinis metras`, not the words behind `per`. @param words nominative singular */
function decline(words: string, { is, isPlural }: { is: Case; isPlural: boolean }): string {
  const [head = '', ...rest] = words.split(/ (?=per |Celsijaus|Farenheito)/);
  const declined = head.split(' ').map((word) => {
    const ending = Object.keys(DECLENSIONS).find((known) => word.endsWith(known));
    const endings = ending === undefined ? undefined : DECLENSIONS[ending]?.[isPlural ? 1 : 0];
    if (ending === undefined || endings === undefined) return word;
    return word.slice(0, -ending.length) + (endings.split(' ')[CASES.indexOf(is)] ?? ending);
  });
  return [declined.join(' '), ...rest].join(' ');
}

/** `one`: singular in the case of the sentence, `few`: plural, `many`: plural genitive. */
function kindOf(value: number): 'one' | 'few' | 'many' {
  const rest = value % 100;
  if (value % 10 === 0 || (rest > 10 && rest < 20)) return 'many';
  return value % 10 === 1 ? 'one' : 'few';
}

function nounAfter(value: number, words: string, is: Case): string {
  const kind = kindOf(value);
  return decline(words, { is: kind === 'many' ? 'genitive' : is, isPlural: kind !== 'one' });
}

function below100(value: number, { is, isFeminine }: Form): string {
  const isGenitive = is === 'genitive';
  if (value < 10) return ONES[value - 1]?.[CASES.indexOf(is) + (isFeminine ? CASES.length : 0)] ?? 'nulis';
  if (value > 10 && value < 20) {
    const word = TEENS[value - 11] ?? '';
    const endings = { nominative: 'a', genitive: 'os', accusative: 'ą', dative: 'ai', instrumental: 'a' };
    return word.slice(0, -1) + endings[is];
  }
  const tens = TENS[Math.floor(value / 10) - 1] ?? '';
  if (value % 10 === 0) return isGenitive ? `${tens}ies` : tens;
  return `${tens} ${below100(value % 10, { is, isFeminine })}`;
}

const SIZES: readonly (readonly [size: number, word: string])[] = [
  [1e9, 'milijardas'],
  [1e6, 'milijonas'],
  [1000, 'tūkstantis'],
  [100, 'šimtas'],
];

function spell(value: number, form: Form): string {
  const [size, word] = SIZES.find(([least]) => value >= least) ?? [];
  if (size === undefined || word === undefined) return below100(value, form);
  const times = Math.floor(value / size);
  const head = times === 1 ? '' : `${spell(times, { is: form.is, isFeminine: false })} `;
  const rest = value % size === 0 ? '' : ` ${spell(value % size, form)}`;
  return `${head}${nounAfter(times, word, form.is)}${rest}`;
}

const BEFORE_GENITIVE = /(?<!\p{L})(?:nuo|iki|iš|be|prie|virš|dėl|tarp|po|anksčiau)\s+$/iu;
/** Words before a number, and the case that they require. */
const LEADS: readonly (readonly [pattern: RegExp, is: Case])[] = [
  [BEFORE_GENITIVE, 'genitive'],
  [
    /(?<!\p{L})(?:per|už|apie|pas|prieš|į|kainuo(?:ja|s)|kainavo|(?:su|pri)?mokė\p{L}*|moka|trunka|truks|truko|užtruks|sveria|svėrė|tur(?:i|ite|ime|iu|ėjo)|gausite|gavo|rezervavo\p{L}*|užsak(?:ė\p{L}*|o\p{L}*|ysi\p{L}*|yti)|perk(?:a|u|ate|ame)|pirk(?:ti|o\p{L}*|si\p{L}*)|lauk(?:ia|ti|iame|ite|ė))\s+$/iu,
    'accusative',
  ],
  [/(?<!\p{L})(?:su|ties|sulig)\s+$/iu, 'instrumental'],
];

const FEMININE_IS =
  /^\s+(?:naktis|pirtis|dalis|pilis|žuvis|šalis|valtis|ugnis|sritis|mintis|šaknis)(?!\p{L})/u;
const MASCULINE_PLURAL =
  /^\s+(?:žmonės|asmenys|asmenims|asmenimis|akmenys|dantys|vandenys|mėnesiai)(?!\p{L})/u;
/** Endings that name case and gender; the first that matches decides. */
const ENDINGS: readonly (readonly [pattern: RegExp, is: Case | null, isFeminine: boolean])[] = [
  [/(?:ėms|oms)$/u, 'dative', true],
  [/(?:ams)$/u, 'dative', false],
  [/(?:omis|ėmis)$/u, 'instrumental', true],
  [/(?:ais|imis)$/u, 'instrumental', false],
  [/ims$/u, 'dative', true],
  [/(?:ai|iai|as|is|ys|uo)$/u, null, false],
  [/(?:us)$/u, 'accusative', false],
  [/į$/u, 'accusative', false],
  [/ę$/u, 'accusative', true],
  [/ą$/u, 'accusative', true],
  [/(?:es)$/u, 'accusative', true],
  [/(?:os|ės|a|ė)$/u, null, true],
  [/(?:o|io)$/u, 'genitive', false],
];

/** The form that the words around a number require. */
function formAmong({ before, after: written }: WordContext, value: number): Form {
  const after = afterAlternative(written, 'ar|ir|arba');
  const is = LEADS.find(([pattern]) => pattern.test(before))?.[1] ?? 'nominative';
  const word = /^\s+(\p{Ll}{3,})/u.exec(after)?.[1];
  if (word === undefined || /^(?:ir|ar|iš|per|nuo|iki|yra|bus|bet|kad|kai|tai)$/u.test(word))
    return { is, isFeminine: false };
  // `5 žmonių grupė`: the number cannot be the reason for this plural.
  if (kindOf(value) !== 'many' && word.endsWith('ų')) return { is: 'genitive', isFeminine: false };
  if (MASCULINE_PLURAL.test(after)) return { is: /ims$/.test(word) ? 'dative' : is, isFeminine: false };
  if (FEMININE_IS.test(after)) return { is, isFeminine: true };
  const isPlural = kindOf(value) === 'few';
  // `dienas` after two and more, `namas` after one.
  if (isPlural && word.endsWith('as')) return { is: 'accusative', isFeminine: true };
  if (isPlural && word.endsWith('ys')) return { is, isFeminine: true };
  if (!isPlural && /(?:os|ės)$/u.test(word)) return { is: 'genitive', isFeminine: true };
  if (
    /^(?:eurą|centą|litrą|metrą|kilogramą|procentą|vaiką|žmogų|kambarį|kartą|numerį|\p{Ll}+metrą|mėnesį|bilietą|vyrą|stalą|telefoną|dolerį)$/u.test(
      word,
    )
  )
    return { is: 'accusative', isFeminine: false };
  // `1 pardavimams`: not a noun of this number.
  if (kindOf(value) === 'one' && /(?:[aoėi]ms|ais|[oėi]mis)$/u.test(word)) return { is, isFeminine: false };
  const known = ENDINGS.find(([pattern]) => pattern.test(word));
  return known === undefined ? { is, isFeminine: false } : { is: known[1] ?? is, isFeminine: known[2] };
}

const YEAR_STEMS = ' viener dvej trej ketver penker šešer septyner aštuoner devyner'.split(' ');

/** `penkeri metai`: numbers before the word for years have special forms. */
function years(value: number, ending: string): string {
  const stem = YEAR_STEMS[value % 10] ?? '';
  const soft = value % 10 === 2 || value % 10 === 3 ? '' : 'i';
  const forms: Readonly<Record<string, string>> = { ai: 'i', us: `${soft}us`, ų: `${soft}ų` };
  const tens =
    value % 100 > 10 || value >= 100
      ? `${spell(value - (value % 10), { is: 'nominative', isFeminine: false })} `
      : '';
  return `${tens}${stem}${forms[ending] ?? 'i'}`;
}

function cardinal(whole: string, around?: WordContext): string {
  const value = Number(whole);
  const after = around?.after ?? '';
  const ofYears = /^\s+met(ai|us|ų)(?!\p{L})/u.exec(after)?.[1];
  if (ofYears !== undefined && kindOf(value) !== 'many') return years(value, ofYears);
  if (/^\s+aukšte(?!\p{L})/u.test(after)) return ordinalOf(value, 'ame');
  return spell(
    value,
    around === undefined ? { is: 'nominative', isFeminine: false } : formAmong(around, value),
  );
}

function count(whole: string, { one, gender }: Noun, around?: WordContext): string {
  const value = Number(whole);
  const is = around === undefined ? 'nominative' : caseOfUnit(around, value);
  return `${spell(value, { is, isFeminine: gender === 'feminine' })} ${nounAfter(value, one, is)}`;
}

/** `5 eurų` is often written for `5 eurai`, unless a noun follows: `5 eurų nuolaida`. */
function caseOfUnit({ before, after }: WordContext, value: number): Case {
  const isLoose = /^\s+\p{Ll}+ų(?!\s+\p{Ll}{4})(?!\p{L})/u.test(after);
  return formAmong({ before, after: isLoose ? '' : after }, value).is;
}

function afterDecimals({ one }: Noun): string {
  return decline(one, { is: 'genitive', isPlural: false });
}

/** An ordinal: all words but the last stay cardinals. @param ending such as `as`, `oji`, `ų` */
function ordinalOf(value: number, ending: string): string {
  const rest = value % 100;
  const last = rest === 0 ? 0 : rest < 20 ? rest : rest % 10 === 0 ? rest : rest % 10;
  const head = value === last ? '' : value - last;
  const lead =
    head === '' || rest === 0 ? '' : `${spell(value - last, { is: 'nominative', isFeminine: false })} `;
  if (rest === 0) {
    const words = spell(value, { is: 'nominative', isFeminine: false }).split(' ');
    const stem = (words.at(-1) ?? '').replace(/(?:as|ai|ų|is)$/, '');
    return [...words.slice(0, -1), `${stem}${ending}`].join(' ');
  }
  const stem = last < 20 ? (ORDINAL_STEMS[last] ?? '') : (TENS[last / 10 - 1] ?? '');
  const ended = stem.endsWith('i') && ending.startsWith('i') ? ending.slice(1) : ending;
  return `${lead}${stem}${ended}`;
}

/** Endings of the ordinal before the word for years. */
const YEARS: Readonly<Record<string, readonly [ending: string, noun: string]>> = {
  metai: ['i', 'metai'],
  metų: ['ų', 'metų'],
  metais: ['ais', 'metais'],
  metus: ['us', 'metus'],
};

/** `2-as`, `5-oji`; `2026 m.`, `2026 metais` */
function ordinal(whole: string, { before, after }: WordContext, ending: string): string {
  if (ending.startsWith(' met')) {
    const [year, noun] = YEARS[ending.trim()] ?? ['ais', 'metais'];
    return `${ordinalOf(Number(whole), year)} ${noun}`;
  }
  if (!ending.includes('m.')) return ordinalOf(Number(whole), ending.replace(/^[-–]/, ''));
  const isGenitive =
    /(?<!\p{L})(?:nuo|iki|iš|po)\s+$/iu.test(before) ||
    /^\s+(?:\p{Ll}+[ėioų]s?)\s+(?:\d|mėn|pradž|pabaig)/u.test(after);
  return isGenitive || after.trim() === ''
    ? `${ordinalOf(Number(whole), 'ų')} metų`
    : `${ordinalOf(Number(whole), 'ais')} metais`;
}

const DAY: Readonly<Record<Case, string>> = {
  nominative: 'a diena',
  genitive: 'os dienos',
  accusative: 'ą dieną',
  dative: 'ai dienai',
  instrumental: 'a diena',
};

/** `du tūkstančiai dvidešimt šeštų metų lapkričio dvidešimt aštuntą dieną` */
function date({ year, month, day }: WrittenDate, { before }: WordContext): string {
  const isNamed = /(?:^|[:–-]|(?<!\p{L})(?:šiandien|yra|data|bus))\s*$/iu.test(before);
  const isGenitive = BEFORE_GENITIVE.test(before);
  const [ending, name] = DAY[isGenitive ? 'genitive' : isNamed ? 'nominative' : 'accusative'].split(' ');
  const ofYear = year === null ? '' : `${ordinalOf(year, 'ų')} metų `;
  return `${ofYear}${MONTHS[month - 1]} ${ordinalOf(day, ending ?? '')} ${name}`;
}

const HOUR = feminine('valanda', 'valandos');
const MINUTE = feminine('minutė', 'minutės');

function time(
  { hour, minute, half }: { hour: number; minute: number; half: string },
  { before }: WordContext,
): string {
  const is = BEFORE_GENITIVE.test(before) ? 'genitive' : 'nominative';
  const say = (value: number, unit: Noun): string =>
    `${spell(value, { is, isFeminine: true })} ${nounAfter(value, unit.one, is)}`;
  const part = partOfDay({ hour, half }, 'ryto, dienos, vakaro');
  return `${say(hour, HOUR)}${minute === 0 ? '' : ` ${say(minute, MINUTE)}`}${part}`;
}

/** Abbreviations after a name: `Vilniaus g.`. */
const PLACES: Readonly<Record<string, string>> = {
  g: 'gatvė',
  pr: 'prospektas',
  pl: 'plentas',
  al: 'alėja',
  a: 'aikštė',
  k: 'kaimas',
  r: 'rajonas',
  sav: 'savivaldybė',
};

function abbreviation(word: string, { before, after }: WordContext): string | null {
  const isNumbered = /\d\s*$/.test(before);
  const isNamed = /\p{Lu}\p{L}+\s+$/u.test(before);
  if (word === 'min') return isNumbered ? 'minučių' : 'mažiausiai';
  if (word === 'm') return isNumbered ? 'metų' : /^\s+\p{Lu}/u.test(after) ? 'miesto' : null;
  if (word === 'a' && /(?<!\p{L})[IVX]+\s+$/u.test(before)) return 'amžius';
  if (isNamed && Object.hasOwn(PLACES, word)) return PLACES[word] ?? null;
  if (word === 'p') return /^\s+\p{Lu}/u.test(after) ? 'ponas' : /^\s*\d/.test(after) ? 'puslapis' : null;
  if (word === 'd') return isNumbered ? 'dienos' : null;
  return null;
}

export const LITHUANIAN: NumberWords = {
  decimalSign: ',',
  digits: ['nulis', ...ONES.map(([word = '']) => word)],
  cardinal,
  count,
  afterDecimals,
  minus: 'minus',
  point: 'kablelis',
  decimals: (digits) => groupedDecimals(digits, { cardinal }),
  ordinal,
  ordinalPattern:
    '(?<number>\\d{1,4})(?: ?m\\.|(?<=(?<!\\d)(?:1[1-9]|20)\\d{2}) met(?:ais|ų|us|ai)(?!\\p{L})|-?(?:ias|as|asis|iasis|oji|ioji|oje|ioje|ojoje|iojoje|ojo|iojo|osios|iosios|ąją|iąją|ąjį|iąjį|ame|iame|ajame|iajame|ąsias|uosius|ieji|ųjų|iųjų|uoju|ą|os|ų)(?!\\p{L}))',
  isOrdinal: () => true,
  year: (value) => spell(value, { is: 'nominative', isFeminine: false }),
  beforeYear: /$^/,
  afterYear: /^/,
  withCents: ({ text, cents, cent, around }) =>
    `${text} ${cent === null ? cardinal(cents) : count(cents, cent, around)}`,
  currencies: [
    currency(
      noun('euras', 'eurai'),
      noun('centas', 'centai'),
      '€ EUR Eur eurų eurai eurus euras eurą euro eur.',
    ),
    currency(
      noun('doleris', 'doleriai'),
      noun('centas', 'centai'),
      '$ US$ USD dolerių doleriai dolerius doleris dolerį',
    ),
    currency(noun('svaras', 'svarai'), null, '£ GBP svarų svarai svarus'),
    currency(noun('frankas', 'frankai'), null, 'CHF'),
    currency(noun('jena', 'jenos'), null, '¥ JPY'),
    currency(noun('zlotas', 'zlotai'), noun('grašis', 'grašiai'), 'PLN zł'),
    currency(noun('lėja', 'lėjos'), null, 'RON'),
    currency(noun('centas', 'centai'), null, 'ct ct. centų centai centus centas'),
  ],
  scales: {
    'tūkst.': noun('tūkstantis', 'tūkstančiai'),
    mln: noun('milijonas', 'milijonai'),
    'mln.': noun('milijonas', 'milijonai'),
    'mlrd.': noun('milijardas', 'milijardai'),
    mlrd: noun('milijardas', 'milijardai'),
  },
  scaled: (amount, many) =>
    `${amount} ${decline(many.replace(/ai$/, 'as').replace(/ias$/, 'is').replace(/os$/, 'a'), { is: 'genitive', isPlural: true })}`,
  units: {
    'kv. m': noun('kvadratinis metras', 'kvadratiniai metrai'),
    ...units(
      ['km', noun('kilometras', 'kilometrai')],
      ['m', noun('metras', 'metrai')],
      ['cm', noun('centimetras', 'centimetrai')],
      ['mm', noun('milimetras', 'milimetrai')],
      ['km/h km/val km/val.', noun('kilometras per valandą', 'kilometrai per valandą')],
      ['m/s', noun('metras per sekundę', 'metrai per sekundę')],
      ['m² m2 kv.m', noun('kvadratinis metras', 'kvadratiniai metrai')],
      ['km² km2', noun('kvadratinis kilometras', 'kvadratiniai kilometrai')],
      ['m³ m3', noun('kubinis metras', 'kubiniai metrai')],
      ['ha', noun('hektaras', 'hektarai')],
      ['kg', noun('kilogramas', 'kilogramai')],
      ['g', noun('gramas', 'gramai')],
      ['mg', noun('miligramas', 'miligramai')],
      ['t', feminine('tona', 'tonos')],
      ['l L', noun('litras', 'litrai')],
      ['ml', noun('mililitras', 'mililitrai')],
      ['°C', noun('laipsnis Celsijaus', 'laipsniai Celsijaus')],
      ['°F', noun('laipsnis Farenheito', 'laipsniai Farenheito')],
      ['°', noun('laipsnis', 'laipsniai')],
      ['% proc. proc', noun('procentas', 'procentai')],
      ['tūkst.', noun('tūkstantis', 'tūkstančiai')],
      ['mln. mln', noun('milijonas', 'milijonai')],
      ['mlrd. mlrd', noun('milijardas', 'milijardai')],
      ['‰', feminine('promilė', 'promilės')],
      ['kWh', feminine('kilovatvalandė', 'kilovatvalandės')],
      ['kW', noun('kilovatas', 'kilovatai')],
      ['W', noun('vatas', 'vatai')],
      ['V', noun('voltas', 'voltai')],
      ['Hz', noun('hercas', 'hercai')],
      ['KB kB', noun('kilobaitas', 'kilobaitai')],
      ['MB', noun('megabaitas', 'megabaitai')],
      ['GB', noun('gigabaitas', 'gigabaitai')],
      ['TB', noun('terabaitas', 'terabaitai')],
      ['Mb/s Mbit/s', noun('megabitas per sekundę', 'megabitai per sekundę')],
      ['ms', feminine('milisekundė', 'milisekundės')],
      ['s sek. sek', feminine('sekundė', 'sekundės')],
      ['min. min', MINUTE],
      ['val. val h', HOUR],
      ['d. d', feminine('diena', 'dienos')],
      ['sav.', feminine('savaitė', 'savaitės')],
      ['mėn. mėn', noun('mėnesis', 'mėnesiai')],
      ['vnt. vnt', noun('vienetas', 'vienetai')],
      ['asm.', noun('asmuo', 'asmenys')],
    ),
  },
  per: 'už',
  perUnit: (unit) =>
    `${/^(?:valanda|diena|savaitė|mėnesis|minutė|sekundė)$/u.test(unit) ? 'per' : 'už'} ${decline(unit, { is: 'accusative', isPlural: false })}`,
  monthNames: monthNumbers(MONTHS.join(' ')),
  datePatterns: [
    `(?:(?<year>(?:19|20)\\d{2})(?: ?m\\.| metų)? )?(?<month>${MONTHS.join('|')})(?: mėn\\.)? (?<day>\\d{1,2})(?: ?d\\.?(?!\\p{L})| dien(?:ą|a|os)(?!\\p{L})|-(?:ąją|ąja|oji|osios|ąją dieną))?`,
  ],
  isMonthFirst: false,
  beforeYearlessDate: null,
  date,
  timePattern: String.raw`(?<hour>\d{1,2})(?:(?<sign>[:.])(?<minute>\d{2})(?: ?(?:val\.?|h)(?!\p{L}))?)?(?<half>${DAY_HALF})?`,
  beforeTime: /(?<!\p{L})(?:laikas:?|nuo|iki|valandos)\s+$/iu,
  time,
  weekdays: weekdays(
    'pr pirmadienio pirmadienio, pirm pirmadienio, an antradienio, antr antradienio, tr trečiadienio, treč trečiadienio, kt ketvirtadienio, ketv ketvirtadienio, pn penktadienio, penkt penktadienio, št šeštadienio, šešt šeštadienio, sk sekmadienio, sekm sekmadienio, I pirmadienio, V penktadienio, VI šeštadienio, VII sekmadienio',
  ),
  fractions: fractions(
    'pusė, trečdalis, du trečdaliai, ketvirtis, trys ketvirčiai, visą parą septynias dienas per savaitę, pusė',
  ),
  afterFraction: afterDecimals,
  withFraction: (whole, fraction) => `${whole} su ${fraction === 'pusė' ? 'puse' : fraction}`,
  operators: operators(
    'daugiau už, mažiau už, lygu, plius, kart, padalyti iš, ne mažiau kaip, ne daugiau kaip, maždaug, plius minus, minus',
  ),
  from: 'nuo',
  to: 'iki',
  afterRange: {
    pattern: String.raw`\p{Ll}{2,}(?:os|ai|ės|as|us|es)`,
    form: (noun) =>
      noun
        .replace(/t[ėe]s$/u, 'čių')
        .replace(/d[ėe]s$/u, 'džių')
        .replace(/[ėe]s$/u, 'ių')
        .replace(/(?:os|ai|as|us)$/u, 'ų'),
  },
  by: 'ant',
  numberSigns: numberSigns('# Nr. nr. №', ['numeris', 'paragrafas']),
  abbreviations: {
    pvz: 'pavyzdžiui',
    't.y': 'tai yra',
    'ir kt': 'ir kita',
    kt: 'kita',
    't.t': 'taip toliau',
    dr: 'daktaras',
    prof: 'profesorius',
    mėn: 'mėnesio',
    val: 'valandų',
    min: '',
    sek: 'sekundžių',
    tel: 'telefonas',
    mob: 'mobilusis',
    m: '',
    nr: 'numeris',
    el: 'elektroninis',
    'a.k': 'asmens kodas',
    'į.k': 'įmonės kodas',
    p: '',
    pan: 'panašiai',
    tūkst: 'tūkstančių',
    mln: 'milijonų',
    mlrd: 'milijardų',
    maks: 'daugiausia',
    max: 'daugiausia',
    gyv: 'gyventojų',
    psl: 'puslapis',
    šv: 'šventojo',
    vnt: 'vienetų',
    egz: 'egzempliorių',
    asm: 'asmenų',
    apyt: 'apytiksliai',
    'a.a': 'amžiną atilsį',
    d: '',
    bt: 'butas',
    sąsk: 'sąskaita',
  },
  abbreviation,
  ...codePatterns({
    codes:
      'kod(?:as|o|ą|ai|us)|PIN(?: kodas)?|slaptažod(?:is|į|žio)|užsakym(?:as|o|ą)|rezervacij(?:a|os|ą)|patvirtinimo|nuorod(?:a|os)|biliet(?:as|o|ą)|sąskait(?:a|os|ą)|faktūr(?:a|os|ą)|klient(?:as|o)|siunt(?:a|os|ą)|sutart(?:is|ies|į)|kortel(?:ė|ės|ę)|kupon(?:as|o|ą)|skryd(?:is|žio)|polis|serij(?:a|os)|ID|\\p{Ll}+ numer(?:is|į|io)',
    between: 'numeris|numerį|nr\\.|yra|kodas|kodą',
    verbs: 'yra|buvo',
    leads: 'baigiasi|pasibaigia|skaitmenys(?: yra)?\\s*:?',
  }),
  afterCount: /^\s+(?!(?:yra|jums|kurį|mūsų)(?!\p{L}))\p{Ll}{3,}(?:ų|ai|os|us|as|ės)(?!\p{L})/u,
  beforeShortNumber: /(?<!\p{L})(?:skambinkite|paskambinkite|skambinti|rinkite)\s+(?:numeriu\s+)?$/iu,
  phones: {
    countries: ['LT'],
    before: /(?<!\p{L})tel(?:\.|efon\p{L}*)|skambin|numer|mob(?:\.|il\p{L}*)|susisiek/iu,
  },
};
