import { toCardinal, toOrdinal } from 'n2words/pt-PT';
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

const MONTHS =
  'janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro'.split(' ');
const SHORT_MONTHS = 'jan fev mar abr mai jun jul ago set out nov dez';
const MONTH = monthPattern(MONTHS, SHORT_MONTHS);
const CENTIMO = noun('cêntimo', 'cêntimos');
const CENTAVO = noun('centavo', 'centavos');
const MILLION = noun('milhão', 'milhões');
const BILLION = noun('bilhão', 'bilhões');

const FUNCTION_WORDS =
  'e|ou|a|o|as|os|de|da|do|das|dos|em|na|no|nas|nos|com|sem|por|para|pela|pelo|às|ao|à|é|são|está|que|como|mais|menos|se|não|nem|mas|até|entre|sobre|cada|ainda|uma|um|esta|essa|sua|seu|já|também|pode|tem|foi|será|agora|quando';
const NOUN_AFTER = new RegExp(`^\\s+(?!(?:${FUNCTION_WORDS})(?!\\p{L}))\\p{Ll}{2,}`, 'u');
const FEMININE =
  /^\s+(?:(?:grandes?|últimas?|outras?)\s+)?(?!(?:dias?|mapas?|problemas?|programas?|sistemas?|temas?|climas?|planetas?|idiomas?|cinemas?|pijamas?|gramas?|quilogramas?|miligramas?|telefonemas?|diplomas?|poemas?|artistas?|turistas?|sofás?|guarda-chuvas?)(?!\p{L}))(?:\p{Ll}*(?:a|as|ção|ções|são|sões|dade|dades|agem|agens|tude|tudes)|noites?|tardes?|vez|vezes|mãos?|classes?|partes?|chaves?|mulher(?:es)?|redes?|séries?|bases?|frases?|fontes?|torres?|peles?|carnes?|cores|cor|flor(?:es)?|luz(?:es)?|voz(?:es)?|fotos?|motos?|gentes?|sessões|leis?)(?!\p{L})/u;

/** European and Brazilian readers differ in `dezasseis`; Brazilian voices are the most common. */
function spell(whole: string | number, isFeminine = false): string {
  const value = Number(whole);
  if (value >= 1e9) {
    const billions = Math.floor(value / 1e9);
    const rest = value % 1e9 === 0 ? '' : ` ${spell(value % 1e9, isFeminine)}`;
    return `${spell(billions)} ${billions === 1 ? BILLION.one : BILLION.many}${rest}`;
  }
  const words = toCardinal(value)
    .replaceAll('deza', 'deze')
    .replace(/(milh(?:ão|ões)) (\S+ mil)$/, '$1 e $2');
  if (!isFeminine) return words;
  const rest = /^(.*milh(?:ão|ões))?(.*)$/s.exec(words);
  return `${rest?.[1] ?? ''}${(rest?.[2] ?? '')
    .replace(/entos(?!\p{L})/gu, 'entas')
    .replace(/(?<!\p{L})dois(?!\p{L})/gu, 'duas')
    .replace(/(?<!\p{L})um(?!\p{L})/gu, 'uma')}`;
}

const BEFORE_HOUR = /(?<!\p{L})(?:às?|as|das?|pelas?|até (?:às?|as)|entre as|e as)\s+$/iu;

function cardinal(whole: string | number, around?: WordContext): string {
  if (around === undefined) return spell(whole);
  const isHour = BEFORE_HOUR.test(around.before) && !NOUN_AFTER.test(around.after) && Number(whole) <= 24;
  const after = afterAlternative(around.after, 'ou|e|a');
  return spell(whole, isHour || (FEMININE.test(after) && NOUN_AFTER.test(after)));
}

function count(whole: string, { one, many, gender, isBare }: Noun): string {
  if (one === 'mil') return whole === '1' ? one : `${spell(whole)} ${one}`;
  if (isBare === true) return `${spell(whole)} ${many}`;
  const of = /0{6}$/.test(whole) ? ' de' : '';
  return `${spell(whole, gender === 'feminine')}${of} ${whole === '1' ? one : many}`;
}

function date({ year, month, day }: WrittenDate): string {
  const ofYear = year === null ? '' : ` de ${spell(year)}`;
  return `${day === 1 ? 'primeiro' : spell(day)} de ${MONTHS[month - 1]}${ofYear}`;
}

function time({ hour, minute, half }: { hour: number; minute: number; half: string }): string {
  const hours = spell(hour, true);
  const part = partOfDay({ hour, half }, 'da manhã, da tarde, da noite');
  if (minute > 0) return `${hours} e ${spell(minute)}${part}`;
  return part === '' ? `${hours} ${hour === 1 ? 'hora' : 'horas'}` : `${hours}${part}`;
}

/** `1.º`, `2ª`; `20°` is a temperature. */
function ordinal(whole: string, { after }: WordContext, ending: string): string | null {
  if (ending.includes('°') && (Number(whole) > 20 || !NOUN_AFTER.test(after))) return null;
  const isMany = ending.endsWith('s') ? 's' : '';
  const words = toOrdinal(whole);
  return `${/[ªa]s?$/.test(ending) ? words.replace(/o(?!\p{L})/gu, 'a') : words}${isMany}`;
}

function abbreviation(word: string, { before, after }: WordContext): string | null {
  if (word === 'min') return /\d\s*$/.test(before) ? 'minutos' : 'mínimo';
  if (word === 'ex') {
    if (/(?<!\p{L})por\s+$/iu.test(before)) return 'exemplo';
    return after.trim() === '' ? null : 'por exemplo';
  }
  // An initial: `J. R. Silva`.
  if (word === 'r' && /\p{L}\.?\s+$/u.test(before)) return 'R.';
  return null;
}

const CODES =
  'código|códigos|código postal|CEP|CPF|NIF|senha|palavra-passe|PIN|pedido|encomenda|reserva|confirmação|referência|ref|bilhete|ticket|fatura|factura|conta|cliente|processo|protocolo|envio|rastreio|série|contrato|apólice|cartão|cupom|cupão|voo|identificador|ID|ramal|extensão|sócio|número d[aeo] \\p{L}+';

export const PORTUGUESE: NumberWords = {
  decimalSign: ',',
  digits: 'zero um dois três quatro cinco seis sete oito nove'.split(' '),
  cardinal,
  count,
  minus: 'menos',
  point: 'vírgula',
  decimals: (digits) => groupedDecimals(digits, { cardinal }),
  afterDecimals: ({ one, many }, whole) => (Number(whole) < 2 ? one : many),
  ordinal,
  ordinalPattern: '(?<number>\\d{1,3})(?:\\.?[ºª]s?|°|\\.?[oa](?= \\p{Ll}{3}))(?![\\p{L}-])',
  isOrdinal: () => true,
  year: (value) => spell(value),
  beforeYear: /(?<!\p{L})(?:em|desde|ano|de)\s+$/iu,
  afterYear: /^\s*(?:$|[.,;:!?)–-])/,
  withCents: ({ text, cents, cent }) => `${text} e ${cent === null ? spell(cents) : count(cents, cent)}`,
  currencies: [
    currency(noun('euro', 'euros'), CENTIMO, '€ EUR euros euro'),
    currency(noun('real', 'reais'), CENTAVO, 'R$ BRL reais real'),
    currency(noun('dólar', 'dólares'), noun('cêntimo', 'cêntimos'), '$ US$ USD dólares dólar'),
    currency(feminine('libra', 'libras'), null, '£ GBP libras'),
    currency(noun('franco suíço', 'francos suíços'), null, 'CHF'),
    currency(noun('iene', 'ienes'), null, '¥ JPY'),
    currency(noun('leu', 'leus'), null, 'RON'),
    currency(CENTIMO, null, 'cêntimos cêntimo'),
    currency(CENTAVO, null, 'centavos centavo'),
  ],
  scales: {
    mil: bare('mil'),
    M: MILLION,
    mi: MILLION,
    milhão: MILLION,
    milhões: MILLION,
    bi: BILLION,
    bilhão: BILLION,
    bilhões: BILLION,
  },
  scaled: (amount, many) => `${amount}${amount.endsWith('mil') ? '' : ' de'} ${many}`,
  units: units(
    ['km', noun('quilômetro', 'quilômetros')],
    ['m', noun('metro', 'metros')],
    ['cm', noun('centímetro', 'centímetros')],
    ['mm', noun('milímetro', 'milímetros')],
    ['km/h', noun('quilômetro por hora', 'quilômetros por hora')],
    ['m/s', noun('metro por segundo', 'metros por segundo')],
    ['m² m2', noun('metro quadrado', 'metros quadrados')],
    ['km² km2', noun('quilômetro quadrado', 'quilômetros quadrados')],
    ['m³ m3', noun('metro cúbico', 'metros cúbicos')],
    ['ha', noun('hectare', 'hectares')],
    ['kg', noun('quilograma', 'quilogramas')],
    ['g', noun('grama', 'gramas')],
    ['mg', noun('miligrama', 'miligramas')],
    ['t', feminine('tonelada', 'toneladas')],
    ['l L', noun('litro', 'litros')],
    ['ml mL', noun('mililitro', 'mililitros')],
    ['cl', noun('centilitro', 'centilitros')],
    ['°C ºC', noun('grau Celsius', 'graus Celsius')],
    ['°F ºF', noun('grau Fahrenheit', 'graus Fahrenheit')],
    ['°', noun('grau', 'graus')],
    ['%', bare('por cento')],
    ['‰', bare('por mil')],
    ['kWh', noun('quilowatt-hora', 'quilowatts-hora')],
    ['kW', noun('quilowatt', 'quilowatts')],
    ['W', noun('watt', 'watts')],
    ['V', noun('volt', 'volts')],
    ['Hz', noun('hertz', 'hertz')],
    ['kB KB', noun('quilobyte', 'quilobytes')],
    ['MB', noun('megabyte', 'megabytes')],
    ['GB', noun('gigabyte', 'gigabytes')],
    ['TB', noun('terabyte', 'terabytes')],
    ['Mbps Mbit/s Mb/s', noun('megabit por segundo', 'megabits por segundo')],
    ['ms', noun('milissegundo', 'milissegundos')],
    ['s seg seg.', noun('segundo', 'segundos')],
    ['min min.', noun('minuto', 'minutos')],
    ['h hs', feminine('hora', 'horas')],
  ),
  per: 'por',
  monthNames: monthNumbers(MONTHS.join(' '), SHORT_MONTHS),
  datePatterns: [`(?<day>\\d{1,2})(?:\\.?[º°])? (?:de )?${MONTH}(?:(?: de|,)? (?<year>(?:19|20)\\d{2}))?`],
  isMonthFirst: false,
  beforeYearlessDate: /(?<!\p{L})(?:dia|no dia|em|para|até|de|desde)\s+$/iu,
  date,
  timePattern: String.raw`(?<hour>\d{1,2})(?:(?<sign>[:.]| ?[hH] ?)(?<minute>\d{2})(?! min)(?: ?(?:min|hs|h|horas)(?!\p{L}))?)?(?<half> ?[hH](?!\p{L})|${DAY_HALF})?`,
  beforeTime: BEFORE_HOUR,
  time,
  weekdays: weekdays(
    'seg segunda-feira, ter terça-feira, qua quarta-feira, qui quinta-feira, sex sexta-feira, sáb sábado, sab sábado, dom domingo, segunda segunda, sexta sexta, 2ª segunda-feira, 6ª sexta-feira',
  ),
  fractions: fractions(
    'meio, um terço, dois terços, um quarto, três quartos, vinte e quatro horas por dia sete dias por semana, meio',
  ),
  fractionBefore: (fraction, after) => (FEMININE.test(after) ? fraction.replace(/^meio$/, 'meia') : fraction),
  withFraction: (whole, fraction) => `${whole} e ${fraction}`,
  operators: operators(
    'é maior que, é menor que, igual a, mais, vezes, dividido por, é maior ou igual a, é menor ou igual a, aproximadamente, mais ou menos, menos',
  ),
  to: 'a',
  by: 'por',
  numberSigns: numberSigns('# nº n.º Nº N.º n° N° №', ['número', 'parágrafo']),
  abbreviations: {
    sr: 'senhor',
    sra: 'senhora',
    srs: 'senhores',
    'sr.ª': 'senhora',
    srta: 'senhorita',
    dr: 'doutor',
    dra: 'doutora',
    'dr.ª': 'doutora',
    d: 'dona',
    eng: 'engenheiro',
    prof: 'professor',
    profa: 'professora',
    'prof.ª': 'professora',
    profª: 'professora',
    '2ª-feira': 'segunda-feira',
    '3ª-feira': 'terça-feira',
    '4ª-feira': 'quarta-feira',
    '5ª-feira': 'quinta-feira',
    '6ª-feira': 'sexta-feira',
    srª: 'senhora',
    drª: 'doutora',
    exmo: 'excelentíssimo',
    exma: 'excelentíssima',
    av: 'avenida',
    r: 'rua',
    pç: 'praça',
    pça: 'praça',
    lgo: 'largo',
    rod: 'rodovia',
    estr: 'estrada',
    apto: 'apartamento',
    apt: 'apartamento',
    ap: 'apartamento',
    bl: 'bloco',
    núm: 'número',
    n: 'número',
    tel: 'telefone',
    telef: 'telefone',
    telem: 'telemóvel',
    cel: 'celular',
    pág: 'página',
    p: 'página',
    art: 'artigo',
    aprox: 'aproximadamente',
    ex: '',
    'p.ex': 'por exemplo',
    'i.e': 'isto é',
    etc: 'et cetera',
    máx: 'máximo',
    mín: 'mínimo',
    incl: 'incluído',
    ref: 'referência',
    sto: 'Santo',
    sta: 'Santa',
    'v.exa': 'Vossa Excelência',
    lda: 'limitada',
    ltda: 'limitada',
    esq: 'esquerdo',
    dto: 'direito',
    hab: 'habitantes',
  },
  shortWords: [
    '2ª-feira',
    '3ª-feira',
    '4ª-feira',
    '5ª-feira',
    '6ª-feira',
    'Sr',
    'Sra',
    'Dr',
    'Dra',
    'Av',
    'Profª',
    'Srª',
    'Drª',
  ],
  beforeDigits: ['n', 'p', 'pág', 'art', 'ap', 'bl'],
  beforeNames: ['d', 'r', 'eng', 'lgo', 'sto', 'sta'],
  abbreviation,
  ...codePatterns({
    codes: CODES,
    between: 'número|nº|n\\.º|n°|é|postal|de cliente',
    verbs: 'é|são|era',
    leads: 'termina(?:do|da)? em|que termina em|final|(?:dígitos|algarismos) são\\s*:?',
  }),
  afterCount:
    /^\s+(?!(?:é|as|os|nas|nos|das|dos|mais|depois|antes|pois|nós|três|dois|seis|mas|às|após)(?!\p{L}))\p{Ll}{3,}s(?!\p{L})/u,
  beforeShortNumber: /(?<!\p{L})(?:ligue|ligar|marque|disque|liga)\s+(?:para\s+)?(?:o\s+)?$/iu,
  phones: {
    countries: ['PT', 'BR'],
    before:
      /tel(?:efone|emóvel)?(?!\p{L})|celular|número|(?<!\p{L})lig(?:ue|ar|a)(?!\p{L})|whatsapp|contat|contact/iu,
  },
};
