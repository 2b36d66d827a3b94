import { toOrdinal } from 'n2words/es-ES';
import type { Noun, NumberWords, WordContext, WrittenDate } from './number-words.ts';
import {
  afterAlternative,
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

const BELOW_30 =
  'cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve veinte veintiuno veintidós veintitrés veinticuatro veinticinco veintiséis veintisiete veintiocho veintinueve'.split(
    ' ',
  );
const TENS = 'veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa'.split(' ');
const HUNDREDS =
  'ciento doscientos trescientos cuatrocientos quinientos seiscientos setecientos ochocientos novecientos'.split(
    ' ',
  );
const MONTHS =
  'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'.split(' ');
const SHORT_MONTHS = 'ene feb mar abr may jun jul ago sept oct nov dic';
const MONTH = monthPattern([...MONTHS, 'setiembre'], `${SHORT_MONTHS} sep set`);
const CENTIMO = noun('céntimo', 'céntimos');
const CENTAVO = noun('centavo', 'centavos');
const MILLION = noun('millón', 'millones');
const THOUSAND = bare('mil');

/** `alone`: `veintiuno`; before a noun `veintiún` or `veintiuna`. */
type Form = 'alone' | 'masculine' | 'feminine';

function spell(value: number, form: Form): string {
  const split = (size: number): [number, string] => [
    Math.floor(value / size),
    value % size === 0 ? '' : ` ${spell(value % size, form)}`,
  ];
  if (value >= 1e12) {
    const [count, rest] = split(1e12);
    return `${count === 1 ? 'un billón' : `${spell(count, 'masculine')} billones`}${rest}`;
  }
  if (value >= 1e6) {
    const [count, rest] = split(1e6);
    return `${count === 1 ? 'un millón' : `${spell(count, 'masculine')} millones`}${rest}`;
  }
  if (value >= 1000) {
    const [count, rest] = split(1000);
    const isFeminine = form === 'feminine' && count >= 200;
    const thousands = spell(count, isFeminine ? 'feminine' : 'masculine').replace(/una$/, 'ún');
    return `${count === 1 ? '' : `${thousands} `}mil${rest}`;
  }
  if (value === 100) return 'cien';
  if (value > 100) {
    const [count, rest] = split(100);
    const hundreds = HUNDREDS[count - 1] ?? '';
    return `${form === 'feminine' ? hundreds.replace(/os$/, 'as') : hundreds}${rest}`;
  }
  if (value >= 30) {
    const rest = value % 10 === 0 ? '' : ` y ${spell(value % 10, form)}`;
    return `${TENS[Math.floor(value / 10) - 2]}${rest}`;
  }
  const word = BELOW_30[value] ?? '';
  if (form === 'alone') return word;
  if (form === 'feminine') return word.replace(/uno$/, 'una');
  return word === 'uno' ? 'un' : word.replace(/uno$/, 'ún');
}

const FUNCTION_WORDS =
  'de|del|en|y|e|o|u|a|al|con|sin|por|para|es|son|está|están|se|que|como|más|menos|si|no|ni|pero|hasta|desde|entre|sobre|según|cuando|donde|hay|fue|será|la|el|los|las|un|una|su|le|lo|te|me|nos|ya|también|puede|tiene|entonces';
const NOUN_AFTER = new RegExp(`^\\s+(?!(?:${FUNCTION_WORDS})(?!\\p{L}))\\p{Ll}{2,}`, 'u');
const FEMININE =
  /^\s+(?:(?:grandes?|últimas?|otras?)\s+)?(?!(?:días?|mapas?|problemas?|programas?|sistemas?|temas?|idiomas?|climas?|planetas?|pijamas?|sofás?|gramas?|poemas?|esquemas?|dilemas?|telegramas?|diplomas?|turistas?|artistas?|guardias?|kilómetros?)(?!\p{L}))(?:\p{Ll}*(?:a|as|ción|ciones|sión|siones|dad|dades|tad|tades|tud|tudes|umbre|umbres)|noches?|tardes?|ve[zc](?:es)?|manos?|clases?|llaves?|calles?|partes?|series?|bases?|frases?|imágenes|imagen|redes|red|sedes?|leyes|ley|flor(?:es)?|luz|luces|voz|voces|mujer(?:es)?|gentes?|fotos?|motos?|sesiones|naves?|torres?|fuentes?|razón|razones|pieles|piel|carnes?|leches?)(?!\p{L})/u;
const BEFORE_HOUR = /(?<!\p{L})(?:a|desde|hasta|sobre|de|entre|y|para) las?\s+$/iu;

function cardinal(whole: string, around?: WordContext): string {
  return spell(Number(whole), around === undefined ? 'alone' : formAmong(around));
}

function formAmong({ before, after: written }: WordContext): Form {
  const after = afterAlternative(written, 'o|y|a');
  if (BEFORE_HOUR.test(before) && !NOUN_AFTER.test(after)) return 'feminine';
  if (FEMININE.test(after) && NOUN_AFTER.test(after)) return 'feminine';
  return NOUN_AFTER.test(after) ? 'masculine' : 'alone';
}

function count(whole: string, { one, many, gender, isBare }: Noun): string {
  if (isBare === true)
    return whole === '1' && one === 'mil' ? one : `${spell(Number(whole), 'alone')} ${many}`;
  const words = spell(Number(whole), gender === 'feminine' ? 'feminine' : 'masculine');
  return `${words}${/0{6}$/.test(whole) ? ' de' : ''} ${whole === '1' ? one : many}`;
}

function date({ year, month, day }: WrittenDate): string {
  const ofYear = year === null ? '' : ` de ${spell(year, 'alone')}`;
  return `${day === 1 ? 'primero' : spell(day, 'alone')} de ${MONTHS[month - 1]}${ofYear}`;
}

function time(
  { hour, minute, half }: { hour: number; minute: number; half: string },
  { before }: WordContext,
): string {
  const hours = spell(hour, 'feminine');
  const part = partOfDay({ hour, half }, 'de la mañana, de la tarde, de la noche');
  if (minute > 0) return `${hours} y ${spell(minute, 'alone')}${part}`;
  const isNamed = part !== '' || /(?<!\p{L})(?:las?|de|a)\s+$/iu.test(before);
  return `${hours}${isNamed ? part : hour === 1 ? ' hora' : ' horas'}`;
}

/** `1.º`, `2ª`, `3er`; `20°` is a temperature. */
function ordinal(whole: string, { after }: WordContext, ending: string): string | null {
  const isBeforeNoun = NOUN_AFTER.test(after);
  if (ending.includes('°') && (Number(whole) > 20 || !isBeforeNoun)) return null;
  const isFeminine = /[ªa]s?$/.test(ending);
  const words = toOrdinal(whole, { gender: isFeminine ? 'feminine' : 'masculine' })
    .replace(/^décim([oa]) primer[oa]$/, 'undécim$1')
    .replace(/^décim([oa]) segund[oa]$/, 'duodécim$1');
  return ending.includes('er') || (isBeforeNoun && !isFeminine)
    ? words.replace(/(prime|terce)ro$/, '$1r')
    : words;
}

function abbreviation(word: string, { before }: WordContext): string | null {
  if (word === 'min') return /\d\s*$/.test(before) ? 'minutos' : 'mínimo';
  if (word === 'ej') return /(?<!\p{L})por\s+$/iu.test(before) ? 'ejemplo' : 'por ejemplo';
  return null;
}

const CODES =
  'código|códigos|código postal|contraseña|clave|PIN|pedido|reserva|confirmación|referencia|ref|billete|boleto|entrada|factura|cuenta|cliente|expediente|envío|seguimiento|serie|contrato|póliza|tarjeta|cupón|vuelo|identificador|ID|extensión|socio|incidencia|número de \\p{L}+';

export const SPANISH: NumberWords = {
  decimalSign: ',',
  digits: BELOW_30.slice(0, 10),
  cardinal,
  count,
  minus: 'menos',
  point: 'coma',
  decimals: (digits) => groupedDecimals(digits, { cardinal }),
  ordinal,
  ordinalPattern:
    '(?<number>\\d{1,3})(?:\\.?[ºª]|°|\\.?(?:er|r[oa]|d[oa]|t[oa]|m[oa]|v[oa]|n[oa])s?)(?![\\p{L}])',
  isOrdinal: () => true,
  year: (value) => spell(value, 'alone'),
  beforeYear: /(?<!\p{L})(?:en|desde|año|de)\s+$/iu,
  afterYear: /^\s*(?:$|[.,;:!?)–-])/,
  withCents: ({ text, cents, cent }) =>
    `${text} con ${cent === null ? spell(Number(cents), 'alone') : count(cents, cent)}`,
  currencies: [
    currency(noun('euro', 'euros'), CENTIMO, '€ EUR euros euro'),
    currency(noun('dólar', 'dólares'), CENTAVO, '$ US$ USD U$S dólares dólar'),
    currency(feminine('libra', 'libras'), null, '£ GBP libras'),
    currency(noun('franco suizo', 'francos suizos'), null, 'CHF'),
    currency(noun('yen', 'yenes'), null, '¥ JPY'),
    currency(noun('peso mexicano', 'pesos mexicanos'), CENTAVO, 'MXN MX$'),
    currency(noun('peso', 'pesos'), CENTAVO, 'ARS COP CLP pesos peso'),
    currency(noun('sol', 'soles'), CENTIMO, 'S/ PEN soles'),
    currency(noun('leu', 'leus'), null, 'RON'),
    currency(CENTIMO, null, 'céntimos céntimo cts cént.'),
  ],
  scales: {
    mil: THOUSAND,
    M: MILLION,
    millón: MILLION,
    millones: MILLION,
    'mill.': MILLION,
  },
  scaled: (amount, many) => `${amount}${amount.endsWith('mil') ? '' : ' de'} ${many}`,
  units: units(
    ['km', noun('kilómetro', 'kilómetros')],
    ['m', noun('metro', 'metros')],
    ['cm', noun('centímetro', 'centímetros')],
    ['mm', noun('milímetro', 'milímetros')],
    ['km/h', noun('kilómetro por hora', 'kilómetros por hora')],
    ['m/s', noun('metro por segundo', 'metros por segundo')],
    ['m² m2', noun('metro cuadrado', 'metros cuadrados')],
    ['km² km2', noun('kilómetro cuadrado', 'kilómetros cuadrados')],
    ['m³ m3', noun('metro cúbico', 'metros cúbicos')],
    ['ha', feminine('hectárea', 'hectáreas')],
    ['kg', noun('kilogramo', 'kilogramos')],
    ['g', noun('gramo', 'gramos')],
    ['mg', noun('miligramo', 'miligramos')],
    ['t', feminine('tonelada', 'toneladas')],
    ['l L', noun('litro', 'litros')],
    ['ml mL', noun('mililitro', 'mililitros')],
    ['cl', noun('centilitro', 'centilitros')],
    ['°C ºC', noun('grado Celsius', 'grados Celsius')],
    ['°F ºF', noun('grado Fahrenheit', 'grados Fahrenheit')],
    ['°', noun('grado', 'grados')],
    ['%', bare('por ciento')],
    ['‰', bare('por mil')],
    ['kWh', noun('kilovatio hora', 'kilovatios hora')],
    ['kW', noun('kilovatio', 'kilovatios')],
    ['W', noun('vatio', 'vatios')],
    ['V', noun('voltio', 'voltios')],
    ['Hz', noun('hercio', 'hercios')],
    ['kB KB', noun('kilobyte', 'kilobytes')],
    ['MB', noun('megabyte', 'megabytes')],
    ['GB', noun('gigabyte', 'gigabytes')],
    ['TB', noun('terabyte', 'terabytes')],
    ['Mbps Mbit/s Mb/s', noun('megabit por segundo', 'megabits por segundo')],
    ['ms', noun('milisegundo', 'milisegundos')],
    ['s seg seg.', noun('segundo', 'segundos')],
    ['min min.', noun('minuto', 'minutos')],
    ['h hs hrs', feminine('hora', 'horas')],
  ),
  per: 'por',
  monthNames: monthNumbers(
    MONTHS.join(' '),
    SHORT_MONTHS,
    '_ _ _ _ _ _ _ _ sep',
    '_ _ _ _ _ _ _ _ set',
    '_ _ _ _ _ _ _ _ setiembre',
  ),
  datePatterns: [
    `(?<day>\\d{1,2})(?:\\.?[º°])? (?:de )?${MONTH}(?:(?: de| del|,)? (?<year>(?:19|20)\\d{2}))?`,
  ],
  isMonthFirst: false,
  beforeYearlessDate: /(?<!\p{L})(?:el|del|al|día)\s+$/iu,
  date,
  timePattern: String.raw`(?<hour>\d{1,2})(?:(?<sign>[:.]| ?h ?)(?<minute>\d{2})(?! min)(?: ?(?:min|hs|hrs|horas|h)\.?(?!\p{L}))?)?(?<half> ?h(?!\p{L})|${DAY_HALF})?`,
  beforeTime: BEFORE_HOUR,
  time,
  weekdays: weekdays(
    'lun lu lunes lunes, mar ma martes martes, mié mi miércoles miércoles, jue ju jueves jueves, vie vi viernes viernes, sáb sá sábado sábado, dom do domingo domingo, L lunes, V viernes, S sábado, D domingo',
  ),
  fractions: fractions(
    'medio, un tercio, dos tercios, un cuarto, tres cuartos, veinticuatro horas los siete días, medio',
  ),
  fractionBefore: (fraction, after) =>
    FEMININE.test(after) ? fraction.replace(/medio$/, 'media') : fraction,
  withFraction: (whole, fraction) => `${whole} y ${fraction}`,
  operators: operators(
    'es mayor que, es menor que, igual a, más, por, dividido entre, es mayor o igual que, es menor o igual que, aproximadamente, más menos, menos',
  ),
  to: 'a',
  by: 'por',
  numberSigns: numberSigns('# nº n.º N.º Nº n° N° núm. Núm. №', ['número', 'sección']),
  abbreviations: {
    sr: 'señor',
    sra: 'señora',
    srta: 'señorita',
    sres: 'señores',
    dr: 'doctor',
    dra: 'doctora',
    d: 'don',
    dña: 'doña',
    prof: 'profesor',
    ing: 'ingeniero',
    lic: 'licenciado',
    ud: 'usted',
    uds: 'ustedes',
    vd: 'usted',
    av: 'avenida',
    avda: 'avenida',
    avd: 'avenida',
    ctra: 'carretera',
    pza: 'plaza',
    plza: 'plaza',
    pl: 'plaza',
    blvd: 'bulevar',
    dpto: 'departamento',
    depto: 'departamento',
    núm: 'número',
    no: 'número',
    nro: 'número',
    tel: 'teléfono',
    tfno: 'teléfono',
    teléf: 'teléfono',
    ext: 'extensión',
    pág: 'página',
    págs: 'páginas',
    'c/': 'calle',
    's/n': 'sin número',
    p: 'página',
    art: 'artículo',
    aprox: 'aproximadamente',
    'p.ej': 'por ejemplo',
    ej: '',
    'ee.uu': 'Estados Unidos',
    etc: 'etcétera',
    máx: 'máximo',
    mín: 'mínimo',
    incl: 'incluido',
    ref: 'referencia',
    sto: 'Santo',
    sta: 'Santa',
    dcha: 'derecha',
    izda: 'izquierda',
    izq: 'izquierda',
  },
  shortWords: ['C/', 'c/', 's/n', 'Sr', 'Sra', 'Srta', 'Dr', 'Dra', 'Dña', 'Avda'],
  beforeDigits: ['no', 'nro', 'pág', 'p', 'art', 'ext'],
  beforeNames: ['d', 'pl', 'ing', 'lic', 'sto', 'sta'],
  abbreviation,
  ...codePatterns({
    codes: `${CODES}|cód\\.`,
    between: 'número|nº|n\\.º|n°|núm\\.?|es|el|la|postal|de cliente',
    verbs: 'es|son|era',
    leads: 'termina(?:da|do)? en|acaba(?:da|do)? en|terminación|(?:dígitos|cifras) son\\s*:?',
  }),
  afterCount:
    /^\s+(?!(?:es|las|los|sus|nos|más|después|antes|entonces|tres|dos|seis|puedes|tienes)(?!\p{L}))\p{Ll}{3,}s(?!\p{L})/u,
  beforeShortNumber: /(?<!\p{L})(?:llame|llama|llamar|marque|marca|marcar)\s+(?:al\s+)?$/iu,
  phones: {
    countries: ['ES', 'MX'],
    before: /tel(?:éfono|éf)?(?!\p{L})|móvil|celular|número|whatsapp|contact|(?<!\p{L})ll[aá]m|marque/iu,
  },
};
