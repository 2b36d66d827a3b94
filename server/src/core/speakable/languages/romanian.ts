import { toCardinal } from 'n2words/ro-RO';
import type { Noun, NumberWords, WordContext, WrittenDate } from './number-words.ts';
import { bare, currency, feminine, neuter, noun } from './tables.ts';

const DIGITS = ['zero', 'unu', 'doi', 'trei', 'patru', 'cinci', 'șase', 'șapte', 'opt', 'nouă'];
const MONTHS =
  'ianuarie februarie martie aprilie mai iunie iulie august septembrie octombrie noiembrie decembrie'.split(
    ' ',
  );
const MONTH_NAMES = Object.fromEntries([
  ...MONTHS.map((name, index) => [name, index + 1]),
  ...['ian', 'feb', 'mar', 'apr', 'mai', 'iun', 'iul', 'aug', 'sept', 'oct', 'nov', 'dec'].map(
    (name, index) => [name, index + 1],
  ),
]);
const MONTH =
  '(?<month>ianuarie|februarie|martie|aprilie|mai|iunie|iulie|august|septembrie|octombrie|noiembrie|decembrie|(?:ian|feb|mar|apr|iun|iul|aug|sept|oct|nov|dec)\\.)';

const BAN = noun('ban', 'bani');
const CENT = noun('cent', 'cenți');
const MILLION = neuter('milion', 'milioane');
const BILLION = neuter('miliard', 'miliarde');

const CODES =
  'codul?|PIN-ul|PIN|parola|comanda|comenzii|comandă|numărul comenzii|rezervarea|rezervării|rezervare|confirmare|referința|referință|biletul|bilet|tichetul|tichet|factura|facturii|factură|contul|contului|cont|client|clientului|dosarul|dosar|colet|coletului|AWB|seria|interior|polița|poliță|cardul|cardului|card|voucher|cod poștal|zborul|zbor|ID';

const FEMININE_ONE = /^\s+(?:\p{Ll}*(?:ă|ie|ea|oare|tate|une|noapte|parte|carte)|zi)(?!\p{L})/u;
/** Feminine and neuter plurals, which take `două`. */
const FEMININE_MANY =
  /^\s+(?:de\s+)?(?!de\s)(?:\p{Ll}*(?:e|uri|ări|eri|iri|ții|siuni|tăți|luni|săptămâni|nopți|seri|ori|mii|dimineți|părți|bucăți))(?!\p{L})/u;
const MASCULINE_MANY = /^\s+(?:de\s+)?(?:parteneri|ingineri|ofițeri|numeri)(?!\p{L})/u;
/** Neuter nouns, which take `unu`, the masculine form, after a number that ends in one: `douăzeci și unu de minute`. */
const NEUTER_MANY =
  /^\s+(?:de\s+)?(?:\p{Ll}*uri|minute|kilograme|grame|grade|scaune|apartamente|documente|produse|telefoane|numere|contracte|bilete|pachete|procente|puncte|etaje)(?!\p{L})/u;

const ENDS_IN_ONE = /(?<!1)1$/;

function masculine(whole: string | number): string {
  return toCardinal(whole).replace(/douăsprezece$/, 'doisprezece');
}

function feminineOf(whole: string | number): string {
  return toCardinal(whole, { gender: 'feminine' });
}

function neuterOf(whole: string | number): string {
  return ENDS_IN_ONE.test(String(whole)) ? masculine(whole) : feminineOf(whole);
}

function cardinal(whole: string, around?: WordContext): string {
  const after = around?.after ?? '';
  if (whole === '1') {
    if (
      !/^\s+\p{Ll}{2}/u.test(after) ||
      /^\s+(?:și|sau|este|din|dacă|pentru|la|de|în|pe|cu)(?!\p{L})/u.test(after)
    )
      return 'unu';
    return FEMININE_ONE.test(after) ? 'o' : 'un';
  }
  if (!FEMININE_MANY.test(after) || MASCULINE_MANY.test(after)) return masculine(whole);
  return NEUTER_MANY.test(after) ? neuterOf(whole) : feminineOf(whole);
}

/** From twenty on, a noun needs `de`. */
function takesDe(whole: string): boolean {
  const rest = Number(whole.slice(-2));
  return Number(whole) >= 20 && (rest === 0 || rest >= 20);
}

function count(whole: string, { one, many, gender, isBare }: Noun): string {
  if (isBare === true) return `${masculine(whole)} ${many}`;
  if (whole === '1') return `${gender === 'feminine' ? 'o' : 'un'} ${one}`;
  const words =
    gender === undefined ? masculine(whole) : gender === 'feminine' ? feminineOf(whole) : neuterOf(whole);
  return `${words} ${takesDe(whole) ? 'de ' : ''}${many}`;
}

function decimals(digits: string): string {
  const zeros = /^0*/.exec(digits)?.[0] ?? '';
  const rest = digits.slice(zeros.length);
  const isLong = rest.length > 2;
  const words = isLong
    ? [...rest].map((digit) => DIGITS[Number(digit)])
    : rest === ''
      ? []
      : [masculine(rest)];
  return [...[...zeros].map(() => 'zero'), ...words].join(' ');
}

const LAST_MASCULINE: Readonly<Record<string, string>> = {
  unu: 'unulea',
  doi: 'doilea',
  trei: 'treilea',
  patru: 'patrulea',
  cinci: 'cincilea',
  șase: 'șaselea',
  șapte: 'șaptelea',
  opt: 'optulea',
  nouă: 'nouălea',
  zece: 'zecelea',
  sută: 'sutălea',
  mie: 'miilea',
};
const LAST_FEMININE: Readonly<Record<string, string>> = {
  una: 'una',
  două: 'doua',
  trei: 'treia',
  patru: 'patra',
  cinci: 'cincea',
  șase: 'șasea',
  șapte: 'șaptea',
  opt: 'opta',
  nouă: 'noua',
  zece: 'zecea',
  sută: 'suta',
  mie: 'mia',
};

/** `al 5-lea` is `al cincilea`, `a 5-a` is `a cincea`. */
function ordinal(whole: string, { before }: WordContext): string {
  const isFeminine = /(?<!\p{L})a\s+$/iu.test(before);
  const words = (isFeminine ? feminineOf(whole) : masculine(whole)).split(' ');
  const last = words.at(-1) ?? '';
  const known = (isFeminine ? LAST_FEMININE : LAST_MASCULINE)[last];
  const ended = isFeminine ? last.replace(/[ei]$/, 'ea') : `${last}lea`;
  return [...words.slice(0, -1), known ?? ended].join(' ');
}

function date({ year, month, day }: WrittenDate): string {
  const days = day === 1 ? 'întâi' : masculine(day);
  return `${days} ${MONTHS[month - 1]}${year === null ? '' : ` ${toCardinal(year)}`}`;
}

function time({ hour, minute }: { hour: number; minute: number }, { before }: WordContext): string {
  const hours = neuterOf(hour);
  const isNamed = /(?<!\p{L})(?:ora|orele|ore|până la)\s+$/iu.test(before);
  if (minute === 0) return isNamed ? hours : `ora ${hours}`;
  return `${hours} și ${neuterOf(minute)}`;
}

function abbreviation(word: string, { before, after }: WordContext): string | null {
  if (word === 'min') return /\d\s*$/.test(before) ? 'minute' : 'minim';
  if (/^(?:bl|sc|et|ap|nr|com|max|ex)$/.test(word)) {
    if (!/^\s*[\d\p{Lu}]/u.test(after) && word !== 'ex') return null;
  }
  if (word === 'ex') return /\b(?:de)\s+$/i.test(before) ? 'exemplu' : null;
  return null;
}

export const ROMANIAN: NumberWords = {
  decimalSign: ',',
  digits: DIGITS,
  cardinal,
  count,
  minus: 'minus',
  point: 'virgulă',
  decimals,
  ordinal,
  ordinalPattern: '(?<number>\\d{1,3})-(?:lea|a)(?!\\p{L})',
  isOrdinal: ({ before }) => /(?<!\p{L})(?:al|a)\s+$/iu.test(before),
  year: (value) => toCardinal(value),
  beforeYear: /(?<!\p{L})(?:anul|anului|din|în)\s+$/iu,
  afterYear: /^/,
  withCents: ({ text, cents, cent }) => `${text} și ${cent === null ? masculine(cents) : count(cents, cent)}`,
  currencies: [
    currency(noun('leu', 'lei'), BAN, 'RON lei leu Lei'),
    currency(noun('euro', 'euro'), CENT, '€ EUR euro'),
    currency(noun('dolar', 'dolari'), CENT, '$ US$ USD dolari'),
    currency(feminine('liră', 'lire'), null, '£ GBP lire'),
    currency(noun('franc elvețian', 'franci elvețieni'), null, 'CHF franci'),
    currency(noun('yen', 'yeni'), null, '¥ JPY'),
    currency(BAN, null, 'bani'),
  ],
  scales: {
    'mil.': MILLION,
    milioane: MILLION,
    milion: MILLION,
    miliarde: BILLION,
    miliard: BILLION,
    'mld.': BILLION,
    mii: feminine('mie', 'mii'),
  },
  scaled: (amount, many) => `${amount} de ${many}`,
  units: {
    km: noun('kilometru', 'kilometri'),
    m: noun('metru', 'metri'),
    cm: noun('centimetru', 'centimetri'),
    mm: noun('milimetru', 'milimetri'),
    'km/h': noun('kilometru pe oră', 'kilometri pe oră'),
    'm/s': noun('metru pe secundă', 'metri pe secundă'),
    'm²': noun('metru pătrat', 'metri pătrați'),
    m2: noun('metru pătrat', 'metri pătrați'),
    mp: noun('metru pătrat', 'metri pătrați'),
    'km²': noun('kilometru pătrat', 'kilometri pătrați'),
    'm³': noun('metru cub', 'metri cubi'),
    m3: noun('metru cub', 'metri cubi'),
    kg: neuter('kilogram', 'kilograme'),
    g: neuter('gram', 'grame'),
    mg: neuter('miligram', 'miligrame'),
    l: noun('litru', 'litri'),
    L: noun('litru', 'litri'),
    ml: noun('mililitru', 'mililitri'),
    '°C': neuter('grad Celsius', 'grade Celsius'),
    '°F': neuter('grad Fahrenheit', 'grade Fahrenheit'),
    '°': neuter('grad', 'grade'),
    '%': bare('la sută'),
    '‰': bare('la mie'),
    kWh: noun('kilowatt-oră', 'kilowați-oră'),
    kW: noun('kilowatt', 'kilowați'),
    W: noun('watt', 'wați'),
    V: noun('volt', 'volți'),
    MB: noun('megabait', 'megabaiți'),
    GB: noun('gigabait', 'gigabaiți'),
    ms: feminine('milisecundă', 'milisecunde'),
    s: feminine('secundă', 'secunde'),
    sec: feminine('secundă', 'secunde'),
    min: neuter('minut', 'minute'),
    'min.': neuter('minut', 'minute'),
    h: feminine('oră', 'ore'),
  },
  per: 'pe',
  monthNames: MONTH_NAMES,
  datePatterns: [`(?<day>\\d{1,2}) ${MONTH}(?: (?<year>(?:19|20)\\d{2}))?(?!\\p{L})`],
  isMonthFirst: false,
  beforeYearlessDate: /\b(?:data de|pe|din|până pe|între)\s+$/i,
  date,
  timePattern: String.raw`(?<hour>\d{1,2})(?<sign>:)(?<minute>\d{2})`,
  time,
  weekdays: {
    lun: 'luni',
    mar: 'marți',
    mie: 'miercuri',
    joi: 'joi',
    vin: 'vineri',
    sâm: 'sâmbătă',
    dum: 'duminică',
    Lun: 'luni',
    Mar: 'marți',
    Mie: 'miercuri',
    Joi: 'joi',
    Vin: 'vineri',
    Sâm: 'sâmbătă',
    Dum: 'duminică',
    L: 'luni',
    V: 'vineri',
    S: 'sâmbătă',
    D: 'duminică',
    Lu: 'luni',
    Ma: 'marți',
    Mi: 'miercuri',
    Vi: 'vineri',
  },
  fractions: {
    '1/2': 'o jumătate',
    '1/3': 'o treime',
    '2/3': 'două treimi',
    '1/4': 'un sfert',
    '3/4': 'trei sferturi',
    '24/7': 'douăzeci și patru din șapte',
    '½': 'jumătate',
    '¼': 'un sfert',
    '¾': 'trei sferturi',
    '⅓': 'o treime',
    '⅔': 'două treimi',
  },
  afterFraction: ({ one }) => `de ${one}`,
  withFraction: (whole, fraction) => `${whole} și ${fraction}`,
  operators: {
    '>': 'este mai mare decât',
    '<': 'este mai mic decât',
    '=': 'egal',
    '+': 'plus',
    '×': 'ori',
    '÷': 'împărțit la',
    '≥': 'este cel puțin',
    '≤': 'este cel mult',
    '≈': 'aproximativ',
    '±': 'plus minus',
    '*': 'ori',
    '−': 'minus',
  },
  to: 'până la',
  by: 'pe',
  numberSigns: { '#': 'numărul', '§': 'paragraful' },
  abbreviations: {
    str: 'strada',
    bd: 'bulevardul',
    bld: 'bulevardul',
    bl: 'blocul',
    sc: 'scara',
    et: 'etajul',
    ap: 'apartamentul',
    nr: 'numărul',
    dl: 'domnul',
    dna: 'doamna',
    'd-na': 'doamna',
    'd-l': 'domnul',
    dvs: 'dumneavoastră',
    dr: 'doctor',
    prof: 'profesor',
    ing: 'inginer',
    'p.ex': 'de exemplu',
    ex: '',
    'ș.a': 'și altele',
    etc: 'et cetera',
    aprox: 'aproximativ',
    tel: 'telefon',
    jud: 'județul',
    mun: 'municipiul',
    com: 'comuna',
    max: 'maxim',
    min: '',
    sf: 'sfântul',
  },
  abbreviation,
  beforeCode: new RegExp(
    `(?:(?<!\\p{L})(?:${CODES})(?:\\s+(?:numărul|nr\\.?|este|e|cu|cu numărul|dumneavoastră))*[\\s:#="'„(–-]*|` +
      `(?<!\\p{L})(?:${CODES})[^.!?\\d]{0,40}\\s(?:este|e|sunt|numărul)[\\s:"'„]*|se\\s+termină\\s+(?:în|cu)\\s+|cifrele\\s+sunt\\s*:?\\s*)$`,
    'iu',
  ),
  afterCode: new RegExp(`^\\s+(?:este|e)\\s+(?:\\p{L}+\\s+){0,2}?(?:${CODES})(?!\\p{L})`, 'iu'),
  afterCount: /^\s+(?:de\s+)?(?!este|are)\p{Ll}{3,}(?:e|i)(?!\p{L})/u,
  beforeShortNumber: /\b(?:sunați|suni|sună|apelați|apelează|formați)\s+(?:la\s+)?$/i,
};
