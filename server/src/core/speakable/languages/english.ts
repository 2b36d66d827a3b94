import { toCardinal, toOrdinal } from 'n2words/en-US';
import type { Noun, NumberWords, WrittenDate } from './number-words.ts';
import { currency } from './tables.ts';

const DIGITS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];
const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);
const MONTH_NAMES = Object.fromEntries([
  ...MONTHS.map((name, index) => [name.toLowerCase(), index + 1]),
  ...MONTHS.map((name, index) => [name.slice(0, 3).toLowerCase(), index + 1]),
  ['sept', 9],
]);
const MONTH =
  '(?<month>January|February|March|April|May|June|July|August|September|October|November|December|(?:Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\\.?)';
const YEAR = '(?:,? (?<year>(?:19|20)\\d{2}))?';

const noun = (one: string, many = `${one}s`): Noun => ({ one, many });
const CENT = noun('cent');
const THOUSAND = noun('thousand', 'thousand');
const MILLION = noun('million', 'million');
const BILLION = noun('billion', 'billion');

const CODES =
  'code|codes|PIN|OTP|passcode|password|order|booking|reservation|confirmation|reference|ref|ticket|invoice|account|customer|tracking|case|serial|ID|extension|ext|policy|membership|ZIP|postcode|postal code|card|voucher|coupon|flight';

function count(whole: string, { one, many }: Noun): string {
  return whole === '1' ? `one ${one}` : `${toCardinal(whole)} ${many}`;
}

function year(value: number): string {
  const century = Math.floor(value / 100);
  const rest = value % 100;
  if (value >= 2000 && value < 2010) return toCardinal(value);
  if (rest === 0) return value % 1000 === 0 ? toCardinal(value) : `${toCardinal(century)} hundred`;
  return `${toCardinal(century)} ${rest < 10 ? `oh ${DIGITS[rest]}` : toCardinal(rest)}`;
}

function date({ year: ofYear, month, day }: WrittenDate, { before }: { before: string }): string {
  const ending = ofYear === null ? '' : `, ${year(ofYear)}`;
  const isSecondWord = /\bthe\s+$/i.test(before);
  if (isSecondWord) return `${toOrdinal(day)} of ${MONTHS[month - 1]}${ending}`;
  return `${MONTHS[month - 1]} ${toOrdinal(day)}${ending}`;
}

function time({ hour, minute, half }: { hour: number; minute: number; half: string }): string {
  const dayHalf = half === '' ? '' : half.toLowerCase().startsWith('a') ? ' a.m.' : ' p.m.';
  if (minute > 0) {
    const minutes = minute < 10 ? `oh ${toCardinal(minute)}` : toCardinal(minute);
    return `${toCardinal(hour)} ${minutes}${dayHalf}`;
  }
  if (dayHalf !== '') return `${toCardinal(hour)}${dayHalf}`;
  if (hour === 0 || hour === 24) return 'midnight';
  return hour > 12 ? `${toCardinal(hour)} hundred` : `${toCardinal(hour)} o'clock`;
}

/** `St.` and `Dr.` depend on the neighboring words. */
function abbreviation(word: string, { before, after }: { before: string; after: string }): string | null {
  const isNamed = /(?:\p{Lu}[\p{L}']+|\d(?:st|nd|rd|th))\s+$/u.test(before);
  const namesNext = /^\s+\p{Lu}/u.test(after);
  if (word === 'st') return isNamed ? 'Street' : namesNext ? 'Saint' : null;
  if (word === 'dr') return isNamed && !namesNext ? 'Drive' : 'Doctor';
  if (word === 'no' || word === 'nos') return /^\s*\d/.test(after) ? 'number' : null;
  if (word === 'min') return /\d\s*$/.test(before) ? 'minutes' : 'minimum';
  if (/^(?:jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)$/.test(word)) {
    return MONTHS[(MONTH_NAMES[word] ?? 1) - 1] ?? null;
  }
  return null;
}

export const ENGLISH: NumberWords = {
  decimalSign: '.',
  digits: DIGITS,
  cardinal: (whole) => toCardinal(whole),
  count,
  minus: 'minus',
  point: 'point',
  decimals: (digits) => [...digits].map((digit) => DIGITS[Number(digit)]).join(' '),
  ordinal: (whole) => toOrdinal(whole),
  ordinalPattern: '(?<number>\\d{1,3}(?:,\\d{3})*)(?:st|nd|rd|th)',
  isOrdinal: () => true,
  year,
  beforeYear:
    /\b(?:in|since|year|during|until|till|before|after|by|from|January|February|March|April|May|June|July|August|September|October|November|December)\s+$/i,
  afterYear:
    /^\s*(?:$|[.,;:!?)–-]|(?:and|or|to|the|we|I|you|they|a|with|is|was|it|when|for|on|at|as|until)\b)/i,
  withCents: ({ text, cents, cent }) =>
    cent === null ? `${text} ${toCardinal(cents)}` : `${text} and ${count(cents, cent)}`,
  currencies: [
    currency(noun('dollar'), CENT, '$ US$ USD dollars dollar'),
    currency(noun('euro'), CENT, '€ EUR euros euro'),
    currency(noun('pound'), noun('penny', 'pence'), '£ GBP pounds'),
    currency(noun('Swiss franc'), null, 'CHF'),
    currency(noun('yen', 'yen'), null, '¥ JPY'),
    currency(noun('leu', 'lei'), noun('ban', 'bani'), 'RON lei leu'),
    currency(CENT, null, '¢'),
  ],
  scales: {
    k: THOUSAND,
    K: THOUSAND,
    thousand: THOUSAND,
    M: MILLION,
    m: MILLION,
    million: MILLION,
    bn: BILLION,
    B: BILLION,
    billion: BILLION,
    trillion: noun('trillion', 'trillion'),
  },
  scaled: (amount, many) => `${amount} ${many}`,
  units: {
    km: noun('kilometer'),
    m: noun('meter'),
    cm: noun('centimeter'),
    mm: noun('millimeter'),
    'km/h': noun('kilometer per hour', 'kilometers per hour'),
    mph: noun('mile per hour', 'miles per hour'),
    'm/s': noun('meter per second', 'meters per second'),
    mi: noun('mile'),
    ft: noun('foot', 'feet'),
    'm²': noun('square meter'),
    m2: noun('square meter'),
    'km²': noun('square kilometer'),
    'm³': noun('cubic meter'),
    m3: noun('cubic meter'),
    sqm: noun('square meter'),
    'sq ft': noun('square foot', 'square feet'),
    'sq. ft.': noun('square foot', 'square feet'),
    kg: noun('kilogram'),
    g: noun('gram'),
    mg: noun('milligram'),
    lb: noun('pound'),
    lbs: noun('pound'),
    oz: noun('ounce'),
    l: noun('liter'),
    L: noun('liter'),
    ml: noun('milliliter'),
    mL: noun('milliliter'),
    '°C': noun('degree Celsius', 'degrees Celsius'),
    '°F': noun('degree Fahrenheit', 'degrees Fahrenheit'),
    '°': noun('degree'),
    '%': noun('percent', 'percent'),
    '‰': noun('per mille', 'per mille'),
    kWh: noun('kilowatt hour'),
    kW: noun('kilowatt'),
    W: noun('watt'),
    V: noun('volt'),
    Hz: noun('hertz', 'hertz'),
    kB: noun('kilobyte'),
    MB: noun('megabyte'),
    GB: noun('gigabyte'),
    TB: noun('terabyte'),
    'Mbit/s': noun('megabit per second', 'megabits per second'),
    Mbps: noun('megabit per second', 'megabits per second'),
    ms: noun('millisecond'),
    sec: noun('second'),
    min: noun('minute'),
    'min.': noun('minute'),
    h: noun('hour'),
    hr: noun('hour'),
    hrs: noun('hour'),
    px: noun('pixel'),
  },
  per: 'per',
  monthNames: MONTH_NAMES,
  datePatterns: [
    `${MONTH} (?<day>\\d{1,2})(?:st|nd|rd|th)?(?![\\d:.,/]\\d)${YEAR}`,
    `(?<day>\\d{1,2})(?:st|nd|rd|th)? (?:of )?${MONTH}${YEAR}`,
  ],
  isMonthFirst: true,
  beforeYearlessDate: null,
  date,
  timePattern: String.raw`(?<hour>\d{1,2})(?:(?<sign>:)(?<minute>\d{2}))?(?<half>\s?(?:[ap]\.m\.|[AP]\.M\.|[ap]m\b|[AP]M\b))?`,
  time,
  weekdays: {
    Mon: 'Monday',
    Tue: 'Tuesday',
    Tues: 'Tuesday',
    Wed: 'Wednesday',
    Thu: 'Thursday',
    Thur: 'Thursday',
    Thurs: 'Thursday',
    Fri: 'Friday',
    Sat: 'Saturday',
    Sun: 'Sunday',
  },
  fractions: {
    '1/2': 'one half',
    '1/3': 'one third',
    '2/3': 'two thirds',
    '1/4': 'one quarter',
    '3/4': 'three quarters',
    '24/7': 'twenty-four seven',
    '½': 'a half',
    '¼': 'a quarter',
    '¾': 'three quarters',
    '⅓': 'a third',
    '⅔': 'two thirds',
  },
  withFraction: (whole, fraction) => `${whole} and ${fraction}`,
  operators: {
    '>': 'is greater than',
    '<': 'is less than',
    '=': 'equals',
    '+': 'plus',
    '×': 'times',
    '÷': 'divided by',
    '≥': 'is at least',
    '≤': 'is at most',
    '≈': 'is about',
    '±': 'plus or minus',
    '*': 'times',
    '−': 'minus',
  },
  to: 'to',
  by: 'by',
  numberSigns: { '#': 'number', '§': 'section' },
  abbreviations: {
    mr: 'Mister',
    mrs: 'Missus',
    prof: 'Professor',
    ave: 'Avenue',
    blvd: 'Boulevard',
    rd: 'Road',
    apt: 'apartment',
    approx: 'approximately',
    'e.g': 'for example',
    'i.e': 'that is',
    etc: 'et cetera',
    vs: 'versus',
    tel: 'telephone',
    ext: 'extension',
    max: 'maximum',
    dept: 'department',
    jr: 'Junior',
    sr: 'Senior',
    st: '',
    dr: '',
    no: '',
    nos: '',
    min: '',
    jan: '',
    feb: '',
    mar: '',
    apr: '',
    jun: '',
    jul: '',
    aug: '',
    sep: '',
    sept: '',
    oct: '',
    nov: '',
    dec: '',
  },
  abbreviation,
  beforeCode: new RegExp(
    `(?:\\b(?:${CODES})\\.?(?:\\s+(?:number|no\\.?|code|id|pin|is|was|are|now|again|ending|in))*[\\s:#="'“(–-]*|` +
      `\\b(?:${CODES})\\b[^.!?\\d]{0,40}\\b(?:is|are|was|in)[\\s:"'“]*|\\bend(?:s|ing)?\\s+(?:in|with)\\s+|\\b(?:digits|number)\\s+(?:are|is)\\s*:?\\s*)$`,
    'i',
  ),
  afterCode: new RegExp(`^\\s+is\\s+(?:the|your|my|our)\\s+(?:\\p{L}+\\s+){0,2}?(?:${CODES})\\b`, 'iu'),
  afterCount: /^\s+(?!is\b|was\b|has\b)(?:more\s+)?\p{Ll}{2,}s\b/u,
  beforeShortNumber: /\b(?:call|dial|text|ring|phone)\s+$/i,
};
