import type { Noun, NumberWords, WordContext, WrittenDate } from './number-words.ts';
import {
  codePatterns,
  currency,
  DAY_HALF,
  fractions,
  groupedDecimals,
  monthNumbers,
  monthPattern,
  neuter,
  noun,
  numberSigns,
  operators,
  partOfDay,
  units,
  weekdays,
} from './tables.ts';

const BELOW_20 =
  'nul et to tre fire fem seks syv otte ni ti elleve tolv tretten fjorten femten seksten sytten atten nitten'.split(
    ' ',
  );
const TENS = 'tyve tredive fyrre halvtreds treds halvfjerds firs halvfems'.split(' ');
const ORDINALS_BELOW_20 =
  'nulte første anden tredje fjerde femte sjette syvende ottende niende tiende ellevte tolvte trettende fjortende femtende sekstende syttende attende nittende'.split(
    ' ',
  );
const ORDINAL_TENS =
  'tyvende tredivte fyrretyvende halvtredsindstyvende tresindstyvende halvfjerdsindstyvende firsindstyvende halvfemsindstyvende'.split(
    ' ',
  );
const MONTHS = 'januar februar marts april maj juni juli august september oktober november december'.split(
  ' ',
);
const SHORT_MONTHS = 'jan feb mar apr maj jun jul aug sep okt nov dec';
const MONTH = monthPattern(MONTHS, `${SHORT_MONTHS} sept`);
const ØRE = noun('øre', 'øre');
const CENT = noun('cent', 'cent');
const MILLION = noun('million', 'millioner');
const BILLION = noun('milliard', 'milliarder');

function below100(value: number, one: string): string {
  if (value === 1) return one;
  if (value < 20) return BELOW_20[value] ?? '';
  const tens = TENS[Math.floor(value / 10) - 2] ?? '';
  if (value % 10 === 0) return tens;
  return `${value % 10 === 1 ? 'en' : BELOW_20[value % 10]}og${tens}`;
}

/** @param one `en` before nouns of common gender, else `et` */
function spell(value: number, one = 'et'): string {
  if (value < 100) return below100(value, one);
  const [size, words] =
    value < 1000
      ? [100, (count: number) => `${spell(count)} hundrede`]
      : value < 1e6
        ? [1000, (count: number) => `${spell(count)} tusind`]
        : value < 1e9
          ? [1e6, (count: number) => `${spell(count, 'en')} ${count === 1 ? MILLION.one : MILLION.many}`]
          : [1e9, (count: number) => `${spell(count, 'en')} ${count === 1 ? BILLION.one : BILLION.many}`];
  const rest = value % size;
  const ending = rest === 0 ? '' : `${rest < 100 ? ' og' : ''} ${spell(rest, one)}`;
  return `${words(Math.floor(value / size))}${ending}`;
}

const NEUTER =
  /^\s+(?:(?:nyt|stort|lille|enkelt|ledigt)\s+)?(?:\p{Ll}*(?:år|barn|værelse|minut|bord|hus|glas|kilo|gram|sekund|døgn|stykke|beløb|møde|besøg|tilbud|nummer|ord|kort|sted|led|par|job|brev|spørgsmål|problem|produkt|rum|hotel|ophold|køb|svar|forsøg|pund|ton|foto|billede|gebyr|abonnement|måltid|dyr|lokale|sæt|punkt|hul|bad|telt|tog|fly|skib|blad|bind|kursus|hold|medlem|firma|projekt|skema|dokument|tidspunkt|system|program|bilag|link|opkald|mål|felt|trin|køkken|job|kvarter|kontor))(?!\p{L})/u;
const NOUN_AFTER =
  /^\s+(?!(?:for|og|eller|til|i|på|er|som|med|ved|fra|hvis|når|om|at|ud|men|så)(?!\p{L}))\p{Ll}{2}/u;

function cardinal(whole: string, around?: WordContext): string {
  const after = around?.after ?? '';
  return spell(Number(whole), NOUN_AFTER.test(after) && !NEUTER.test(after) ? 'en' : 'et');
}

function count(whole: string, { one, many, gender }: Noun): string {
  return `${spell(Number(whole), gender === 'neuter' ? 'et' : 'en')} ${whole === '1' ? one : many}`;
}

/** Years before 2000 are read in hundreds. */
function year(value: number): string {
  if (value < 1100 || value >= 2000) return spell(value);
  const rest = value % 100;
  return `${spell(Math.floor(value / 100))} hundrede${rest === 0 ? '' : ` og ${spell(rest)}`}`;
}

function ordinalOf(value: number): string {
  if (value < 20) return ORDINALS_BELOW_20[value] ?? '';
  if (value < 100) {
    const tens = ORDINAL_TENS[Math.floor(value / 10) - 2] ?? '';
    return value % 10 === 0 ? tens : `${value % 10 === 1 ? 'en' : BELOW_20[value % 10]}og${tens}`;
  }
  const rest = value % 100;
  const hundreds = value < 200 ? 'hundrede' : `${spell(Math.floor(value / 100))} hundrede`;
  return rest === 0 ? hundreds : `${hundreds} og ${ordinalOf(rest)}`;
}

function ordinal(whole: string, { before, after }: WordContext): string {
  const isNeuter = NEUTER.test(after) || /(?<!\p{L})(?:det|et)\s+$/iu.test(before);
  const words = whole === '2' && isNeuter ? 'andet' : ordinalOf(Number(whole));
  return /^\s+\p{Lu}/u.test(after) ? `${words}.` : words;
}

/** Before a word in lower case, which begins no sentence. */
function isOrdinal({ before, after }: WordContext): boolean {
  return /^\s+\p{Ll}/u.test(after) || (/^\s*(?:$|\p{Lu})/u.test(after) && /(?<!\p{L})den\s+$/iu.test(before));
}

function date({ year: ofYear, month, day }: WrittenDate): string {
  return `${ordinalOf(day)} ${MONTHS[month - 1]}${ofYear === null ? '' : ` ${year(ofYear)}`}`;
}

function time(
  { hour, minute, half }: { hour: number; minute: number; half: string },
  { before }: WordContext,
): string {
  const part = partOfDay({ hour, half }, 'om morgenen, om eftermiddagen, om aftenen');
  if (minute > 0) return `${spell(hour)} ${minute < 10 ? 'nul ' : ''}${spell(minute)}${part}`;
  const isNamed = /(?<!\p{L})(?:kl\.?|klokken|til)\s+$/iu.test(before);
  return `${isNamed ? '' : 'klokken '}${spell(hour)}${part}`;
}

function abbreviation(word: string, { before, after }: WordContext): string | null {
  const isNumbered = /\d\s*$/.test(before);
  if (word === 'min') return isNumbered ? 'minutter' : 'minimum';
  if ((word === 'mio' || word === 'mia') && /(?<!\d)1\s+$/.test(before))
    return word === 'mio' ? 'million' : 'milliard';
  if (word === 'd') return /^\s*\d/.test(after) ? 'den' : null;
  if (word === 's') return /^\s*\d/.test(after) ? 'side' : null;
  if (word.length > 3 && word.endsWith('nr')) return `${word.slice(0, -2)}nummer`;
  if (word === 'fr' || word === 'hr')
    return /^\s+(?:og\s+fr\.|\p{Lu})/u.test(after) ? (word === 'fr' ? 'fru' : 'herr') : null;
  if (word === 'tv' || word === 'th')
    return /\d\.?\s+(?:sal\s+)?$/.test(before) ? (word === 'tv' ? 'til venstre' : 'til højre') : null;
  return null;
}

export const DANISH: NumberWords = {
  decimalSign: ',',
  digits: BELOW_20.slice(0, 10),
  cardinal,
  count,
  minus: 'minus',
  point: 'komma',
  decimals: (digits) => groupedDecimals(digits, { cardinal }),
  ordinal,
  ordinalPattern: '(?<number>\\d{1,3})\\.(?= |$)',
  isOrdinal,
  year,
  beforeYear: /(?<!\p{L})(?:i|siden|år|året|årene|fra|til|inden)\s+$/iu,
  afterYear: /^\s*(?:$|[.,;:!?)–-]|(?:og|eller|til|har|var|er|blev|at|på|med|den|vi|jeg|for)(?!\p{L}))/iu,
  withCents: ({ text, cents, cent }) =>
    `${text} og ${cent === null ? spell(Number(cents)) : count(cents, cent)}`,
  currencies: [
    currency(noun('krone', 'kroner'), ØRE, 'kr. DKK ,- ,– kr Kr. Kr kroner krone'),
    currency(noun('euro', 'euro'), CENT, '€ EUR euro'),
    currency(noun('dollar', 'dollar'), CENT, '$ US$ USD dollars dollar'),
    currency(neuter('pund', 'pund'), null, '£ GBP pund'),
    currency(noun('schweizerfranc', 'schweizerfranc'), null, 'CHF'),
    currency(noun('svensk krone', 'svenske kroner'), ØRE, 'SEK'),
    currency(noun('norsk krone', 'norske kroner'), ØRE, 'NOK'),
    currency(noun('yen', 'yen'), null, '¥ JPY'),
    currency(noun('leu', 'lei'), null, 'RON'),
    currency(ØRE, null, 'øre'),
  ],
  scales: {
    'mio.': MILLION,
    mio: MILLION,
    million: MILLION,
    millioner: MILLION,
    'mia.': BILLION,
    mia: BILLION,
    milliard: BILLION,
    milliarder: BILLION,
  },
  scaled: (amount, many) => `${amount} ${many}`,
  units: units(
    ['km', noun('kilometer', 'kilometer')],
    ['m', noun('meter', 'meter')],
    ['cm', noun('centimeter', 'centimeter')],
    ['mm', noun('millimeter', 'millimeter')],
    ['km/t km/h', noun('kilometer i timen', 'kilometer i timen')],
    ['m/s', noun('meter i sekundet', 'meter i sekundet')],
    ['m² m2 kvm kvm.', noun('kvadratmeter', 'kvadratmeter')],
    ['km² km2', noun('kvadratkilometer', 'kvadratkilometer')],
    ['m³ m3', noun('kubikmeter', 'kubikmeter')],
    ['ha', noun('hektar', 'hektar')],
    ['kg', neuter('kilogram', 'kilogram')],
    ['g', neuter('gram', 'gram')],
    ['mg', neuter('milligram', 'milligram')],
    ['l L', noun('liter', 'liter')],
    ['dl', noun('deciliter', 'deciliter')],
    ['cl', noun('centiliter', 'centiliter')],
    ['ml mL', noun('milliliter', 'milliliter')],
    ['°C', noun('grad celsius', 'grader celsius')],
    ['°F', noun('grad fahrenheit', 'grader fahrenheit')],
    ['°', noun('grad', 'grader')],
    ['% pct. pct', noun('procent', 'procent')],
    ['‰', noun('promille', 'promille')],
    ['kWh', noun('kilowatttime', 'kilowatttimer')],
    ['kW', noun('kilowatt', 'kilowatt')],
    ['W', noun('watt', 'watt')],
    ['V', noun('volt', 'volt')],
    ['Hz', noun('hertz', 'hertz')],
    ['kB KB', noun('kilobyte', 'kilobyte')],
    ['MB', noun('megabyte', 'megabyte')],
    ['GB', noun('gigabyte', 'gigabyte')],
    ['TB', noun('terabyte', 'terabyte')],
    ['Mbit/s Mbps', noun('megabit i sekundet', 'megabit i sekundet')],
    ['ms', neuter('millisekund', 'millisekunder')],
    ['s sek. sek', neuter('sekund', 'sekunder')],
    ['min min.', neuter('minut', 'minutter')],
    ['h t t.', noun('time', 'timer')],
    ['stk. stk', neuter('styk', 'styk')],
    ['mdr. mdr md. md', noun('måned', 'måneder')],
  ),
  per: 'per',
  monthNames: monthNumbers(MONTHS.join(' '), SHORT_MONTHS, '_ _ _ _ _ _ _ _ sept'),
  datePatterns: [`(?<day>\\d{1,2})\\.? ?${MONTH}(?:,? (?<year>(?:19|20)\\d{2}))?`],
  isMonthFirst: false,
  beforeYearlessDate:
    /(?<!\p{L})(?:den|d\.|dato:?|senest|mandag|tirsdag|onsdag|torsdag|fredag|lørdag|søndag)\s+$/iu,
  date,
  timePattern: String.raw`(?<hour>\d{1,2})(?:(?<sign>[:.])(?<minute>\d{2}))?(?<half>${DAY_HALF})?`,
  beforeTime: /(?<!\p{L})(?:kl\.?|klokken)(?:\s+\d{1,2}[.:]\d{2}\s+(?:til|og|eller))?\s+$/iu,
  time,
  weekdays: weekdays(
    'man mandag mandag, tir tirs tirsdag tirsdag, ons onsdag onsdag, tor tors torsdag torsdag, fre fredag fredag, lør lørdag lørdag, søn søndag søndag',
  ),
  fractions: fractions(
    'en halv, en tredjedel, to tredjedele, en kvart, tre fjerdedele, døgnet rundt, en halv',
  ),
  fractionBefore: (fraction, after) =>
    NEUTER.test(after) ? fraction.replace(/^en halv$/, 'et halvt') : fraction,
  withFraction: (whole, fraction) =>
    whole === 'en' || whole === 'et'
      ? fraction.includes('halv')
        ? 'halvanden'
        : `${whole} og ${fraction}`
      : `${whole} og ${fraction}`,
  operators: operators(
    'er større end, er mindre end, er lig med, plus, gange, divideret med, er mindst, er højst, cirka, plus minus, minus',
  ),
  to: 'til',
  by: 'gange',
  numberSigns: numberSigns('# № nr. Nr.', ['nummer', 'paragraf']),
  abbreviations: {
    hr: '',
    fr: '',
    dr: 'doktor',
    prof: 'professor',
    'f.eks': 'for eksempel',
    feks: 'for eksempel',
    fx: 'for eksempel',
    'bl.a': 'blandt andet',
    ca: 'cirka',
    dvs: 'det vil sige',
    'd.v.s': 'det vil sige',
    nr: 'nummer',
    tlf: 'telefon',
    mob: 'mobil',
    kl: 'klokken',
    evt: 'eventuelt',
    inkl: 'inklusive',
    ekskl: 'eksklusive',
    maks: 'maksimum',
    max: 'maksimum',
    mio: 'millioner',
    mia: 'milliarder',
    osv: 'og så videre',
    'o.s.v': 'og så videre',
    'm.m': 'med mere',
    'm.v': 'med videre',
    mv: 'med videre',
    'o.l': 'og lignende',
    pga: 'på grund af',
    'p.g.a': 'på grund af',
    mht: 'med hensyn til',
    'm.h.t': 'med hensyn til',
    ift: 'i forhold til',
    jf: 'jævnfør',
    pr: 'per',
    kr: 'kroner',
    pct: 'procent',
    ref: 'reference',
    afd: 'afdeling',
    adr: 'adresse',
    alm: 'almindelig',
    mdr: 'måneder',
    md: 'måned',
    stk: 'styk',
    etc: 'et cetera',
    vedr: 'vedrørende',
    ang: 'angående',
    'i.e': 'det vil sige',
  },
  shortWords: [
    'fx',
    'kl',
    'ca',
    'nr',
    'tlf',
    'pga',
    'mht',
    'ift',
    'osv',
    'dvs',
    'evt',
    'inkl',
    'ekskl',
    'hr',
    'fr',
    'Hr',
    'Fr',
  ],
  abbreviation,
  ...codePatterns({
    codes:
      '\\p{L}*koden?|\\p{L}*nummer(?:et)?|\\p{L}*nr\\.?|PIN|adgangskode|ordren?|bestilling(?:en)?|booking(?:en)?|reservation(?:en)?|bekræftelse|reference|ref|billet(?:ten)?|faktura(?:en)?|konto(?:en)?|kunde|sag(?:en)?|pakke(?:n)?|serie|kontrakt|police|\\p{L}*kort(?:et)?|fly|ID|CPR|CVR|medlem',
    between: 'nummer|nr\\.?|er|på',
    verbs: 'er|var|lyder',
    leads: 'ender på|slutter på|slutter med|ender med|cifre er\\s*:?',
  }),
  afterCount:
    /^\s+(?!(?:er|eller|efter|under|over|ikke|der|hvor|denne|dette|være|bruge|lige|siger|gælder|hører|kan|skal|sammen)(?!\p{L}))\p{Ll}{3,}(?:er|e|r)(?!\p{L})/u,
  beforeShortNumber: /(?<!\p{L})(?:ring|ringe|tast|kald)\s+(?:til\s+)?$/iu,
  phones: {
    countries: ['DK'],
    before: /tlf|telefon|mobil|nummer|(?<!\p{L})ring|kontakt|whatsapp/iu,
    areInPairs: true,
  },
};
