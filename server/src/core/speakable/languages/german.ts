import { toCardinal, toOrdinal } from 'n2words/de-DE';
import type { Noun, NumberWords, WordContext, WrittenDate } from './number-words.ts';
import { currency } from './tables.ts';

const DIGITS = ['null', 'eins', 'zwei', 'drei', 'vier', 'fünf', 'sechs', 'sieben', 'acht', 'neun'];
const MONTHS = 'Januar Februar März April Mai Juni Juli August September Oktober November Dezember'.split(
  ' ',
);
const MONTH_NAMES = Object.fromEntries([
  ...MONTHS.map((name, index) => [name.toLowerCase(), index + 1]),
  ...MONTHS.map((name, index) => [name.slice(0, 3).toLowerCase(), index + 1]),
  ...([
    ['jänner', 1],
    ['sept', 9],
  ] as const),
]);
const MONTH =
  '(?<month>Januar|Jänner|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember|(?:Jan|Feb|Apr|Jun|Jul|Aug|Sept?|Okt|Nov|Dez)\\.)';

const noun = (one: string, many = one): Noun => ({ one, many });
const feminine = (one: string, many = one): Noun => ({ one, many, gender: 'feminine' });
const CENT = noun('Cent');
const MILLION = feminine('Million', 'Millionen');
const BILLION = feminine('Milliarde', 'Milliarden');

const CODES =
  'Code|PIN|TAN|Passwort|Kennwort|Bestellnummer|Bestellung|Auftragsnummer|Auftrag|Buchungsnummer|Buchung|Buchungscode|Reservierungsnummer|Reservierung|Bestätigungscode|Referenz|Referenznummer|Ticketnummer|Ticket|Rechnungsnummer|Rechnung|Kontonummer|Kundennummer|Kunde|Sendungsnummer|Vorgangsnummer|Vorgang|Aktenzeichen|Seriennummer|Durchwahl|Mitgliedsnummer|Vertragsnummer|Kartennummer|Karte|Gutscheincode|PLZ|Postleitzahl|Flug|ID';

/** Feminine nouns, which take “eine”; German spelling does not show the gender. */
const FEMININE =
  /^\s+(?:Mio\.?|Mrd\.?|Nacht|Person|\p{Lu}\p{Ll}*(?:ung|heit|keit|ion|tät|schaft|nacht|person|e))(?!\p{L})/u;
const NOT_FEMININE =
  /^\s+(?:\p{L}*(?:kunde|kollege|name|ende|auge|gebäude|käse|gemüse|junge|neffe))(?!\p{L})/iu;

function cardinal(whole: string, around?: WordContext): string {
  if (whole !== '1' || around === undefined) return toCardinal(whole);
  if (FEMININE.test(around.after) && !NOT_FEMININE.test(around.after)) return 'eine';
  return /^\s+\p{Lu}\p{Ll}/u.test(around.after) ? 'ein' : 'eins';
}

function count(whole: string, { one, many, gender }: Noun): string {
  if (whole === '1') return `${gender === 'feminine' ? 'eine' : 'ein'} ${one}`;
  return `${toCardinal(whole)} ${many}`;
}

function year(value: number): string {
  if (value < 1100 || value >= 2000) return toCardinal(value);
  const rest = value % 100;
  return `${toCardinal(Math.floor(value / 100))}hundert${rest === 0 ? '' : toCardinal(rest)}`;
}

/** Ending of an ordinal: weak after most words (`am ersten`, `der erste`), strong if alone (`erster`). */
function ending(before: string): string {
  if (/\b(?:in|auf|mit|zu|von|bei|aus|an|vor|nach|seit|ab)\s+(?:der|dem|den)\s+$/i.test(before)) return 'n';
  if (
    /\b(?:am|vom|zum|im|beim|ins|ans|den|dem|des|zur|einen?|keinen?|jeden|jedem|diesen|diesem|nächsten)\s+$/i.test(
      before,
    )
  )
    return 'n';
  if (/\d\.\s+(?:und|oder|bis)\s+$/.test(before)) return 'n';
  return /\b(?:der|die|das|diese[rs]?|jede[rs]?|eine)\s+$/i.test(before) ? '' : 'r';
}

function date({ year: ofYear, month, day }: WrittenDate, { before }: WordContext): string {
  const rest = ofYear === null ? '' : ` ${year(ofYear)}`;
  const isSpan = /\b(?:bis|ab|seit|vor|nach)\s+$/i.test(before);
  return `${toOrdinal(day)}${isSpan ? 'n' : ending(before)} ${MONTHS[month - 1]}${rest}`;
}

/** `3.` is an ordinal after an article or a preposition, or before a noun that takes ordinals. */
function isOrdinal({ before, after }: WordContext): boolean {
  const isLed =
    /\b(?:der|die|das|den|dem|des|am|im|vom|zum|zur|beim|ins|jede[mnrs]?|diese[mnrs]?|eine?[mnrs]?|Ihr|Ihre[mnr]?|mein|meine[mnr]?|unser|unsere[mnr]?)\s+$/i.test(
      before,
    );
  const isCounted =
    /^\s+(?:Etage|Stock|Stockwerk|Obergeschoss|OG|Mal|Platz|Klasse|Tag|Woche|Monat|Quartal|Jahrhundert|Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember)\b/.test(
      after,
    );
  return isCounted || (isLed && /^\s+\p{L}/u.test(after));
}

/** `im 3. Stock`; feminine and neuter nouns without an article: `3. Etage`, `3. Mal`. */
function ordinal(whole: string, { before, after }: WordContext): string {
  const found = ending(before);
  if (found !== 'r') return `${toOrdinal(whole)}${found}`;
  if (/^\s+(?:Etage|Klasse|Woche)\b/.test(after)) return toOrdinal(whole);
  return `${toOrdinal(whole)}${/^\s+(?:Stockwerk|Obergeschoss|OG|Mal|Quartal|Jahrhundert)\b/.test(after) ? 's' : 'r'}`;
}

function time({ hour, minute }: { hour: number; minute: number }): string {
  const hours = hour === 1 ? 'ein' : toCardinal(hour);
  return minute === 0 ? `${hours} Uhr` : `${hours} Uhr ${toCardinal(minute)}`;
}

function abbreviation(word: string, { before, after }: WordContext): string | null {
  const isBeforeNumber = /^\s*\d/.test(after);
  if (word === 'nr') return isBeforeNumber || /\p{L}\s+$/u.test(before) ? 'Nummer' : null;
  if (word === 'str') return 'Straße';
  if (word.endsWith('str')) return `${word.charAt(0).toUpperCase()}${word.slice(1, -3)}straße`;
  if (word === 'fr' || word === 'hr' || word === 'hrn') {
    if (!/^\s+(?:Dr\.|Prof\.|\p{Lu})/u.test(after)) return null;
    return word === 'fr' ? 'Frau' : word === 'hr' ? 'Herr' : 'Herrn';
  }
  if (word === 'st') return /^\s+\p{Lu}/u.test(after) ? 'Sankt' : null;
  if (word === 'mio' && /(?<!\d)1\s+$/.test(before)) return 'Million';
  if (word === 'mrd' && /(?<!\d)1\s+$/.test(before)) return 'Milliarde';
  if (word === 'min') return /\d\s*$/.test(before) ? 'Minuten' : 'mindestens';
  return null;
}

export const GERMAN: NumberWords = {
  decimalSign: ',',
  digits: DIGITS,
  cardinal,
  count,
  minus: 'minus',
  point: 'Komma',
  decimals: (digits) => [...digits].map((digit) => DIGITS[Number(digit)]).join(' '),
  ordinal,
  ordinalPattern: '(?<number>\\d{1,2})\\.(?= )',
  isOrdinal,
  year,
  beforeYear: new RegExp(`\\b(?:Jahr|Jahre|Jahres|seit|Baujahr|${MONTHS.join('|')})\\s+$`, 'i'),
  afterYear: /^\s*(?:$|[.,;:!?)–-]|\p{Ll})/u,
  withCents: ({ text, cents }) =>
    Number(cents) < 10 ? `${text} und ${count(cents, CENT)}` : `${text} ${toCardinal(cents)}`,
  currencies: [
    currency(noun('Euro'), CENT, '€ EUR Euro'),
    currency(noun('Dollar'), CENT, '$ US$ USD Dollar'),
    currency(noun('Pfund'), null, '£ GBP Pfund'),
    currency(noun('Franken'), null, 'CHF Franken'),
    currency(noun('Yen'), null, '¥ JPY'),
    currency(noun('Leu', 'Lei'), null, 'RON Lei'),
    currency(CENT, null, 'ct Cent'),
  ],
  scales: {
    'Mio.': MILLION,
    Mio: MILLION,
    Millionen: MILLION,
    Million: MILLION,
    'Tsd.': noun('tausend'),
    'Mrd.': BILLION,
    Mrd: BILLION,
    Milliarden: BILLION,
    Milliarde: BILLION,
  },
  scaled: (amount, many) => `${amount} ${many}`,
  units: {
    km: noun('Kilometer'),
    m: noun('Meter'),
    cm: noun('Zentimeter'),
    mm: noun('Millimeter'),
    'km/h': noun('Kilometer pro Stunde'),
    'm/s': noun('Meter pro Sekunde'),
    'm²': noun('Quadratmeter'),
    m2: noun('Quadratmeter'),
    qm: noun('Quadratmeter'),
    'km²': noun('Quadratkilometer'),
    'm³': noun('Kubikmeter'),
    m3: noun('Kubikmeter'),
    kg: noun('Kilogramm'),
    g: noun('Gramm'),
    mg: noun('Milligramm'),
    t: feminine('Tonne', 'Tonnen'),
    l: noun('Liter'),
    L: noun('Liter'),
    ml: noun('Milliliter'),
    '°C': noun('Grad Celsius'),
    '°F': noun('Grad Fahrenheit'),
    '°': noun('Grad'),
    '%': noun('Prozent'),
    '‰': noun('Promille'),
    kWh: feminine('Kilowattstunde', 'Kilowattstunden'),
    kW: noun('Kilowatt'),
    W: noun('Watt'),
    V: noun('Volt'),
    Hz: noun('Hertz'),
    kB: noun('Kilobyte'),
    MB: noun('Megabyte'),
    GB: noun('Gigabyte'),
    TB: noun('Terabyte'),
    'Mbit/s': noun('Megabit pro Sekunde'),
    ms: feminine('Millisekunde', 'Millisekunden'),
    s: feminine('Sekunde', 'Sekunden'),
    min: feminine('Minute', 'Minuten'),
    'Min.': feminine('Minute', 'Minuten'),
    h: feminine('Stunde', 'Stunden'),
    Std: feminine('Stunde', 'Stunden'),
    'Std.': feminine('Stunde', 'Stunden'),
    PS: noun('P S'),
  },
  per: 'pro',
  monthNames: MONTH_NAMES,
  datePatterns: [
    `(?<day>\\d{1,2})\\. ${MONTH}(?: (?<year>(?:19|20)\\d{2}))?`,
    String.raw`(?<day>\d{1,2})\.(?<month>\d{1,2})\.`,
  ],
  isMonthFirst: false,
  beforeYearlessDate: null,
  date,
  timePattern: String.raw`(?<hour>\d{1,2})(?:(?<sign>[:.])(?<minute>\d{2}))?(?<half> ?(?:Uhr|h)\b)?`,
  time,
  weekdays: {
    Mo: 'Montag',
    Di: 'Dienstag',
    Mi: 'Mittwoch',
    Do: 'Donnerstag',
    Fr: 'Freitag',
    Sa: 'Samstag',
    So: 'Sonntag',
  },
  fractions: {
    '1/2': 'ein halb',
    '1/3': 'ein Drittel',
    '2/3': 'zwei Drittel',
    '1/4': 'ein Viertel',
    '3/4': 'drei Viertel',
    '24/7': 'vierundzwanzig sieben',
    '½': 'einhalb',
    '¼': 'ein Viertel',
    '¾': 'drei Viertel',
    '⅓': 'ein Drittel',
    '⅔': 'zwei Drittel',
  },
  withFraction: (whole, fraction) => (fraction === 'einhalb' ? `${whole}einhalb` : `${whole} ${fraction}`),
  operators: {
    '>': 'ist größer als',
    '<': 'ist kleiner als',
    '=': 'gleich',
    '+': 'plus',
    '×': 'mal',
    '÷': 'geteilt durch',
    '≥': 'ist mindestens',
    '≤': 'ist höchstens',
    '≈': 'ungefähr',
    '±': 'plus minus',
    '*': 'mal',
    '−': 'minus',
  },
  to: 'bis',
  by: 'mal',
  numberSigns: { '#': 'Nummer', '§': 'Paragraf' },
  abbreviations: {
    'z.b': 'zum Beispiel',
    'd.h': 'das heißt',
    'u.a': 'unter anderem',
    'o.ä': 'oder Ähnliches',
    usw: 'und so weiter',
    bzw: 'beziehungsweise',
    ca: 'circa',
    dr: 'Doktor',
    prof: 'Professor',
    inkl: 'inklusive',
    exkl: 'exklusive',
    zzgl: 'zuzüglich',
    evtl: 'eventuell',
    ggf: 'gegebenenfalls',
    tel: 'Telefon',
    mind: 'mindestens',
    max: 'maximal',
    std: 'Stunden',
    mio: 'Millionen',
    mrd: 'Milliarden',
    mwst: 'Mehrwertsteuer',
    abs: 'Absatz',
    etc: 'et cetera',
    nr: '',
    str: '',
    fr: '',
    hr: '',
    hrn: '',
    st: '',
    min: '',
  },
  abbreviation,
  beforeCode: new RegExp(
    `(?:(?:str\\.|straße|weg|platz|allee|gasse|ring)\\s+\\d+\\s?[a-z]?,\\s+|(?:${CODES})(?:\\s+(?:Nummer|Nr\\.?|lautet|ist|war))*[\\s:#="'„(–-]*|` +
      `(?:${CODES})[^.!?\\d]{0,40}\\b(?:ist|lautet|sind)[\\s:"'„]*|\\b(?:endet|endend|endende)\\s+(?:auf|mit)\\s+|\\b(?:Ziffern|Nummer)\\s+(?:sind|ist|lautet)\\s*:?\\s*)$`,
    'i',
  ),
  afterCode: new RegExp(
    `^\\s+ist\\s+(?:der|die|das|Ihr|Ihre|dein|deine)\\s+(?:\\p{L}+\\s+){0,2}?(?:${CODES})\\b`,
    'iu',
  ),
  afterCount: null,
  beforeShortNumber: /\b(?:wählen Sie|rufen Sie|ruf|wähle|unter|Notruf|die|der)\s+(?:die\s+)?$/i,
};
