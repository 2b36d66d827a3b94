import { toCardinal, toOrdinal } from 'n2words/it-IT';
import type { Noun, NumberWords, WordContext, WrittenDate } from './number-words.ts';
import {
  bare,
  codePatterns,
  currency,
  DAY_HALF,
  feminine,
  fractions,
  groupedDecimals,
  monthNumbers,
  monthPattern,
  noun,
  numberSigns,
  operators,
  partOfDay,
  units,
  weekdays,
} from './tables.ts';

const MONTHS =
  'gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre'.split(' ');
const SHORT_MONTHS = 'gen feb mar apr mag giu lug ago set ott nov dic';
const MONTH = monthPattern(MONTHS, `${SHORT_MONTHS} genn sett`);
const CENT = noun('centesimo', 'centesimi');
const DOLLAR_CENT = noun('centesimo', 'centesimi');
const MILLION = noun('milione', 'milioni');
const BILLION = noun('miliardo', 'miliardi');

const NOUN_AFTER =
  /^\s+(?!(?:e|o|a|di|da|in|su|con|per|tra|fra|il|lo|la|i|gli|le|un|una|uno|è|sono|del|della|dei|delle|dello|dal|dalla|dalle|al|alla|alle|ai|nel|nella|sul|sulla|che|non|ma|se|più|meno|anche|come|già|ogni|ha|hanno|può|oppure|poi|circa|quando|dove|solo|su|si|ci|vi|mi|ti)(?!\p{L}))\p{Ll}{2,}/u;
const FEMININE =
  /^\s+(?:(?:singola|sola|altra|nuova|grande)\s+)?(?!(?:problema|programma|sistema|tema|clima|pigiama|cinema|diploma|pianeta|artista|turista|grammo|kilogramma|sofà)(?!\p{L}))(?:\p{Ll}*(?:a|zione|sione|gione|tà|tù|trice|ice)|notte|chiave|parte|classe|mano|foto|moto|auto|serie|fine|volta|stazione|ragione|frase|base|rete|legge|luce|voce|croce|torre|fonte|pelle|carne|gente|neve|nave|lezione|analisi|crisi|oasi)(?!\p{L})/u;

/** `un`, `uno` before `s` and a consonant, `una`, `un'`. */
function one(word: string, isFeminine: boolean): string {
  if (isFeminine) return /^[aeiouh]/.test(word) ? "un'" : 'una ';
  return /^(?:s[^aeiou]|z|gn|ps|pn|x|y)/.test(word) ? 'uno ' : 'un ';
}

function cardinal(whole: string | number, around?: WordContext): string {
  if (String(whole) !== '1' || around === undefined) return toCardinal(whole);
  if (/(?<!\p{L})(?:all|dall|l|nell|per l)['’]\s*$/iu.test(around.before)) return 'una';
  if (!NOUN_AFTER.test(around.after)) return 'uno';
  const word = around.after.trimStart();
  return FEMININE.test(around.after) ? 'una' : one(word, false).trim();
}

function count(whole: string, { one: single, many, gender, isBare }: Noun): string {
  if (isBare === true) return `${toCardinal(whole)} ${many}`;
  if (whole === '1') return `${one(single, gender === 'feminine')}${single}`;
  return `${toCardinal(whole)} ${/0{6}$/.test(whole) ? 'di ' : ''}${many}`;
}

function date({ year, month, day }: WrittenDate, { before }: WordContext): string {
  const ofYear = year === null ? '' : ` ${toCardinal(year)}`;
  // `l'uno gennaio`, but `il primo gennaio`.
  const isFirst = day === 1 && !/\p{L}['’]\s*$/u.test(before);
  return `${isFirst ? 'primo' : toCardinal(day)} ${MONTHS[month - 1]}${ofYear}`;
}

function time(
  { hour, minute, half }: { hour: number; minute: number; half: string },
  { before }: WordContext,
): string {
  const hours = hour === 1 ? 'una' : toCardinal(hour);
  const part = partOfDay({ hour, half }, 'di mattina, del pomeriggio, di sera');
  if (minute > 0) return `${hours} e ${toCardinal(minute)}${part}`;
  const isNamed =
    part !== '' || /(?<!\p{L})(?:(?:a|da)?lle|le|ore|ora|tra le|a|(?:a|da)?ll['’]|l['’])\s+$/iu.test(before);
  return isNamed ? `${hours}${part}` : `ore ${hours}`;
}

const STORIES = 'piano|posto|giorno|anno|secolo|livello|turno|mese|binario|premio|compleanno|anniversario';
const TAKES_ORDINAL = new RegExp(`^\\s+(?:${STORIES})(?!\\p{L})`, 'u');

/** `1º`, `2ª`, `3°`; `20°` is a temperature, `12a` a house number. */
function ordinal(whole: string, { before, after }: WordContext, ending: string): string | null {
  const isNamed =
    (NOUN_AFTER.test(after) && Number(whole) <= 20) ||
    /(?<!\p{L})(?:il|la|[dn]?al|[dn]?alla|del|della|nel|nella)\s+$/iu.test(before);
  if (!/[ºª]/.test(ending) && !isNamed && !TAKES_ORDINAL.test(after)) return null;
  const words = toOrdinal(whole);
  return /[ªa]$/.test(ending) ? words.replace(/o$/, 'a') : words;
}

function abbreviation(word: string, { before }: WordContext): string | null {
  if (word === 'min') return /\d\s*$/.test(before) ? 'minuti' : 'minimo';
  if (word === 'es') return /(?<!\p{L})(?:per|ad)\s+$/iu.test(before) ? 'esempio' : 'per esempio';
  return null;
}

const CODES =
  'codice|codici|cod\\.|password|PIN|CAP|ordine|prenotazione|conferma|riferimento|rif|biglietto|ticket|fattura|conto|cliente|pratica|spedizione|tracciamento|serie|contratto|polizza|carta|tessera|buono|volo|identificativo|ID|interno|matricola|numero di \\p{L}+';

export const ITALIAN: NumberWords = {
  decimalSign: ',',
  digits: 'zero uno due tre quattro cinque sei sette otto nove'.split(' '),
  cardinal,
  count,
  minus: 'meno',
  point: 'virgola',
  decimals: (digits) => groupedDecimals(digits, { cardinal }),
  ordinal,
  ordinalPattern: '(?<number>\\d{1,3})(?:[ºª°]|\\^?[ao])(?![\\p{L}])',
  isOrdinal: () => true,
  year: (value) => toCardinal(value),
  beforeYear: /(?<!\p{L})(?:nel|dal|al|del|anno|il)\s+$/iu,
  afterYear: /^\s*(?:$|[.,;:!?)–-])/,
  withCents: ({ text, cents, cent }) => `${text} e ${cent === null ? toCardinal(cents) : count(cents, cent)}`,
  currencies: [
    currency(noun('euro', 'euro'), CENT, '€ EUR euro'),
    currency(noun('dollaro', 'dollari'), DOLLAR_CENT, '$ US$ USD dollari dollaro'),
    currency(feminine('sterlina', 'sterline'), null, '£ GBP sterline'),
    currency(noun('franco svizzero', 'franchi svizzeri'), CENT, 'CHF franchi'),
    currency(noun('yen', 'yen'), null, '¥ JPY'),
    currency(noun('leu', 'lei'), null, 'RON lei'),
    currency(CENT, null, 'centesimi centesimo cent ct'),
  ],
  scales: {
    mila: bare('mila'),
    M: MILLION,
    mln: MILLION,
    'mln.': MILLION,
    milione: MILLION,
    milioni: MILLION,
    mld: BILLION,
    miliardo: BILLION,
    miliardi: BILLION,
  },
  scaled: (amount, many) =>
    amount.endsWith(' mila') ? `${amount.replace(' mila', 'mila')} ${many}` : `${amount} di ${many}`,
  units: units(
    ['km', noun('chilometro', 'chilometri')],
    ['m', noun('metro', 'metri')],
    ['cm', noun('centimetro', 'centimetri')],
    ['mm', noun('millimetro', 'millimetri')],
    ['km/h', noun('chilometro orario', 'chilometri orari')],
    ['m/s', noun('metro al secondo', 'metri al secondo')],
    ['m² m2 mq', noun('metro quadrato', 'metri quadrati')],
    ['km² km2', noun('chilometro quadrato', 'chilometri quadrati')],
    ['m³ m3 mc', noun('metro cubo', 'metri cubi')],
    ['ha', noun('ettaro', 'ettari')],
    ['kg Kg', noun('chilogrammo', 'chilogrammi')],
    ['g gr', noun('grammo', 'grammi')],
    ['mg', noun('milligrammo', 'milligrammi')],
    ['hg', noun('ettogrammo', 'ettogrammi')],
    ['t', feminine('tonnellata', 'tonnellate')],
    ['l L lt', noun('litro', 'litri')],
    ['ml mL', noun('millilitro', 'millilitri')],
    ['cl', noun('centilitro', 'centilitri')],
    ['°C', noun('grado Celsius', 'gradi Celsius')],
    ['°F', noun('grado Fahrenheit', 'gradi Fahrenheit')],
    ['°', noun('grado', 'gradi')],
    ['%', bare('per cento')],
    ['‰', bare('per mille')],
    ['kWh', noun('chilowattora', 'chilowattora')],
    ['kW', noun('chilowatt', 'chilowatt')],
    ['W', noun('watt', 'watt')],
    ['V', noun('volt', 'volt')],
    ['Hz', noun('hertz', 'hertz')],
    ['kB KB', noun('kilobyte', 'kilobyte')],
    ['MB', noun('megabyte', 'megabyte')],
    ['GB', noun('gigabyte', 'gigabyte')],
    ['TB', noun('terabyte', 'terabyte')],
    ['Mbps Mbit/s Mb/s', noun('megabit al secondo', 'megabit al secondo')],
    ['ms', noun('millisecondo', 'millisecondi')],
    ['s sec sec.', noun('secondo', 'secondi')],
    ['min min.', noun('minuto', 'minuti')],
    ['h ora ore', feminine('ora', 'ore')],
    ['gg', noun('giorno', 'giorni')],
    ['mila', bare('mila')],
  ),
  per: 'al',
  perUnit: (unit) =>
    FEMININE.test(` ${unit}`) && !/^[aeiou]/.test(unit)
      ? `a ${unit}`
      : /^[aeiou]/.test(unit)
        ? `all'${unit}`
        : `al ${unit}`,
  monthNames: monthNumbers(MONTHS.join(' '), SHORT_MONTHS, 'genn _ _ _ _ _ _ _ sett'),
  datePatterns: [`(?<day>\\d{1,2})[º°]? ${MONTH}(?: (?:del )?(?<year>(?:19|20)\\d{2}))?`],
  isMonthFirst: false,
  beforeYearlessDate: /(?<!\p{L})(?:il|del|dal|al|entro il|giorno)\s+$/iu,
  date,
  timePattern: String.raw`(?<hour>\d{1,2})(?:(?<sign>[:.])(?<minute>\d{2}))?(?<half>${DAY_HALF})?`,
  beforeTime:
    /(?<!\p{L})(?:(?:a|da)lle(?: ore)?|ore|ora|orario:?|(?:tra|fra|entro|verso|per|e) le|(?:a|da)ll['’]|h)\s+$/iu,
  time,
  weekdays: weekdays(
    'lun lu lunedì lunedì, mar ma martedì martedì, mer me mercoledì mercoledì, gio gi giovedì giovedì, ven ve venerdì venerdì, sab sa sabato sabato, dom do domenica domenica',
  ),
  fractions: fractions(
    'mezzo, un terzo, due terzi, un quarto, tre quarti, ventiquattro ore su ventiquattro e sette giorni su sette, mezzo',
  ),
  fractionBefore: (fraction, after) =>
    FEMININE.test(after) && !/^\s+\p{L}+e\s/u.test(after) ? fraction.replace(/^mezzo$/, 'mezza') : fraction,
  withFraction: (whole, fraction) => `${whole} e ${fraction}`,
  operators: operators(
    'è maggiore di, è minore di, uguale, più, per, diviso, è maggiore o uguale a, è minore o uguale a, circa, più o meno, meno',
  ),
  to: 'a',
  by: 'per',
  numberSigns: numberSigns('# n° nº N° Nº n. №', ['numero', 'paragrafo']),
  abbreviations: {
    sig: 'signor',
    'sig.ra': 'signora',
    'sig.na': 'signorina',
    sigg: 'signori',
    'sig.ri': 'signori',
    dott: 'dottor',
    'dott.ssa': 'dottoressa',
    dr: 'dottor',
    'dr.ssa': 'dottoressa',
    prof: 'professor',
    'prof.ssa': 'professoressa',
    avv: 'avvocato',
    ing: 'ingegner',
    arch: 'architetto',
    geom: 'geometra',
    rag: 'ragionier',
    on: 'onorevole',
    spett: 'spettabile',
    'spett.le': 'spettabile',
    gent: 'gentile',
    'gent.ma': 'gentilissima',
    'gent.mo': 'gentilissimo',
    egr: 'egregio',
    'p.zza': 'piazza',
    'p.za': 'piazza',
    pzza: 'piazza',
    'v.le': 'viale',
    'c.so': 'corso',
    'l.go': 'largo',
    'f.lli': 'fratelli',
    n: 'numero',
    nr: 'numero',
    num: 'numero',
    tel: 'telefono',
    cell: 'cellulare',
    'p.es': 'per esempio',
    ecc: 'eccetera',
    etc: 'eccetera',
    pag: 'pagina',
    pagg: 'pagine',
    p: 'pagina',
    art: 'articolo',
    ca: 'circa',
    max: 'massimo',
    int: 'interno',
    sc: 'scala',
    incl: 'incluso',
    escl: 'escluso',
    rif: 'riferimento',
    cod: 'codice',
    prov: 'provincia',
    'a.c': 'avanti Cristo',
    'd.c': 'dopo Cristo',
  },
  shortWords: ['Sig', 'Dott', 'Dr'],
  beforeDigits: ['nr', 'num', 'p', 'pag', 'pagg', 'art', 'int'],
  beforeNames: ['on', 'ing', 'arch', 'rag', 'geom', 'avv', 'gent', 'egr', 'sc'],
  abbreviation,
  ...codePatterns({
    codes: CODES,
    between: 'numero|n\\.|n°|nº|è|postale|cliente|di',
    verbs: 'è|sono|era',
    leads: 'termina con|che termina con|finisce con|(?:cifre) sono\\s*:?',
  }),
  afterCount:
    /^\s+(?!(?:che|come|dove|anche|prima|della|alla|nella|dalla|per favore|entro)(?!\p{L}))\p{Ll}{4,}[iea](?!\p{L})/u,
  beforeShortNumber: /(?<!\p{L})(?:chiami|chiama|chiamare|componga|componi|comporre)\s+(?:il\s+)?$/iu,
  phones: {
    countries: ['IT'],
    before: /tel(?:efono)?(?!\p{L})|cell(?:ulare)?(?!\p{L})|numero|chiam|whatsapp|contatt/iu,
  },
  prefix: /\p{L}{1,6}['’](?=[-−\d$€£])/uy,
};
