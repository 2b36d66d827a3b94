import { toCardinal, toOrdinal } from 'n2words/fr-FR';
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

const MONTHS = 'janvier février mars avril mai juin juillet août septembre octobre novembre décembre'.split(
  ' ',
);
const MONTH = monthPattern(MONTHS, 'janv févr fév avr juil sept oct nov déc');
const CENTIME = noun('centime', 'centimes');
const CENT = noun('cent', 'cents');
const MILLION = noun('million', 'millions');
const BILLION = noun('milliard', 'milliards');
const THOUSAND = noun('mille', 'mille');

/** Feminine nouns, with an adjective before them. */
const FEMININE =
  /^\s+(?:(?:seule|autre|petite|grande|bonne|belle|nouvelle|même|demi)[\s-])?(?!(?:musée|lycée|comité|côté|été|incendie|génie|parapluie|magazine|domaine|million|milliard|congé|café|thé|supermarché|marché|employé|invité|associé|délégué|numéro|kilo\p{Ll}*)s?(?!\p{L}))(?:\p{Ll}+(?:tion|sion|té|ée|ette|ance|ence|ure|elle|esse|ille|aine|euse|trice|ise|ade|ude|ine|ière|onne|erie|pie|ogie|omie)|nuit|fois|heure|minute|seconde|chambre|table|place|pièce|page|ligne|carte|clé|clef|facture|commande|livre sterling|part|porte|rue|route|ville|voiture|boîte|tasse|tonne|tranche|date|demande|question|erreur|couleur|fleur|sœur|main|voix|croix|fin|faim|nuitée|couronne|livre|offre|offres|étape|équipe|adresse|agence|annonce|banque|bière|branche|chaise|chose|classe|dame|femme|fille|mère|dose|douche|douzaine|école|église|enveloppe|étoile|étude|fenêtre|fête|feuille|ferme|fiche|gare|guerre|histoire|jambe|liste|machine|malle|marque|messe|montre|note|œuvre|option|palette|peine|pizza|plage|plante|plaque|photo|vidéo|moto|auto|poche|pomme|poire|pompe|preuve|prise|promesse|réponse|remise|roue|salade|salle|bouteille|série|somme|sorte|source|suite|tâche|taxe|tente|tête|tomate|tour de cou|tombe|valise|vente|veste|victime|vie|vis|visite|vue|zone)s?(?!\p{L})/u;

function inFeminine(words: string): string {
  return words.replace(/(?<![\p{L}])un$/u, 'une');
}

function cardinal(whole: string | number, around?: WordContext): string {
  const words = toCardinal(whole);
  const after = afterAlternative(around?.after ?? '', 'ou|et|à');
  return FEMININE.test(after) ? inFeminine(words) : words;
}

function count(whole: string, { one, many, gender, isBare }: Noun): string {
  if (one === 'mille') return whole === '1' ? one : `${toCardinal(whole)} ${one}`;
  const words = gender === 'feminine' ? inFeminine(toCardinal(whole)) : toCardinal(whole);
  const of = /0{6}$/.test(whole) && isBare !== true ? ofWhat : (text: string): string => text;
  return `${words} ${of(Number(whole) < 2 ? one : many)}`;
}

function ofWhat(many: string): string {
  return /^[aeiouyéèêh]/.test(many) ? `d'${many}` : `de ${many}`;
}

function date({ year, month, day }: WrittenDate): string {
  const ofYear = year === null ? '' : ` ${toCardinal(year)}`;
  return `${day === 1 ? 'premier' : toCardinal(day)} ${MONTHS[month - 1]}${ofYear}`;
}

const HOUR = feminine('heure', 'heures');

function time({ hour, minute, half }: { hour: number; minute: number; half: string }): string {
  const minutes = minute === 0 ? '' : ` ${inFeminine(toCardinal(minute))}`;
  return `${count(String(hour), HOUR)}${minutes}${partOfDay({ hour, half }, "du matin, de l'après-midi, du soir")}`;
}

/** `1re`, `2nd`, `5e` */
function ordinal(whole: string, _around: WordContext, ending: string): string {
  const isMany = ending.endsWith('s') ? 's' : '';
  if (whole === '1') return `${/^i?[èe]?re/.test(ending) ? 'première' : 'premier'}${isMany}`;
  if (ending.startsWith('nd')) return `${ending.startsWith('nde') ? 'seconde' : 'second'}${isMany}`;
  return `${toOrdinal(whole)}${isMany}`;
}

function abbreviation(word: string, { before, after }: WordContext): string | null {
  if (word === 'm') return /^\s+(?:le\s|et\s+M|\p{Lu})/u.test(after) ? 'Monsieur' : null;
  if (word === 'min') return /\d\s*$/.test(before) ? 'minutes' : 'minimum';
  if (word === 'ex') {
    if (/(?<!\p{L})par\s+$/iu.test(before)) return 'exemple';
    return after.trim() === '' ? null : 'par exemple';
  }
  return null;
}

const CODES =
  'code|codes|code postal|mot de passe|PIN|commande|réservation|confirmation|référence|réf|billet|ticket|facture|compte|client|cliente|dossier|colis|suivi|série|contrat|police|carte|bon|vol|identifiant|ID|poste|adhérent|numéro de \\p{L}+';

export const FRENCH: NumberWords = {
  decimalSign: ',',
  digits: 'zéro un deux trois quatre cinq six sept huit neuf'.split(' '),
  cardinal,
  count,
  afterDecimals: ({ one, many }, whole) => (Number(whole) < 2 ? one : many),
  minus: 'moins',
  point: 'virgule',
  decimals: (digits) => groupedDecimals(digits, { cardinal }),
  ordinal,
  ordinalPattern: '(?<number>\\d{1,3})(?:i?[èe]?res?|ers?|ndes?|nds?|i?[èe]mes?|es?|ᵉʳ|ᵉ)(?!\\p{L})',
  isOrdinal: () => true,
  year: (value) => toCardinal(value),
  beforeYear: /(?<!\p{L})(?:en|depuis|année|années|l['’]an)\s+$/iu,
  afterYear: /^/,
  withCents: ({ text, cents, cent }) =>
    cent === null ? `${text} ${toCardinal(cents)}` : `${text} et ${count(cents, cent)}`,
  currencies: [
    currency(noun('euro', 'euros'), CENTIME, '€ EUR euros euro'),
    currency(noun('dollar', 'dollars'), CENT, '$ US$ USD $US dollars dollar'),
    currency(noun('dollar canadien', 'dollars canadiens'), CENT, 'CA$ CAD $CA'),
    currency(feminine('livre', 'livres'), null, '£ GBP livres'),
    currency(noun('franc suisse', 'francs suisses'), CENTIME, 'CHF'),
    currency(noun('franc', 'francs'), CENTIME, 'francs franc'),
    currency(noun('yen', 'yens'), null, '¥ JPY'),
    currency(noun('dirham', 'dirhams'), CENTIME, 'MAD'),
    currency(noun('leu', 'lei'), noun('ban', 'bani'), 'RON lei'),
    currency(feminine('couronne danoise', 'couronnes danoises'), null, 'DKK'),
    currency(CENTIME, null, 'centimes centime cts ct'),
  ],
  scales: {
    k: THOUSAND,
    K: THOUSAND,
    M: MILLION,
    million: MILLION,
    millions: MILLION,
    Md: BILLION,
    Mds: BILLION,
    milliard: BILLION,
    milliards: BILLION,
  },
  scaled: (amount, many) => `${amount} ${amount.endsWith('mille') ? many : ofWhat(many)}`,
  units: units(
    ['km', noun('kilomètre', 'kilomètres')],
    ['m', noun('mètre', 'mètres')],
    ['cm', noun('centimètre', 'centimètres')],
    ['mm', noun('millimètre', 'millimètres')],
    ['km/h', noun('kilomètre par heure', 'kilomètres par heure')],
    ['m/s', noun('mètre par seconde', 'mètres par seconde')],
    ['m² m2', noun('mètre carré', 'mètres carrés')],
    ['km² km2', noun('kilomètre carré', 'kilomètres carrés')],
    ['cm² cm2', noun('centimètre carré', 'centimètres carrés')],
    ['m³ m3', noun('mètre cube', 'mètres cubes')],
    ['ha', noun('hectare', 'hectares')],
    ['kg', noun('kilogramme', 'kilogrammes')],
    ['g', noun('gramme', 'grammes')],
    ['mg', noun('milligramme', 'milligrammes')],
    ['t', feminine('tonne', 'tonnes')],
    ['l L', noun('litre', 'litres')],
    ['ml mL', noun('millilitre', 'millilitres')],
    ['cl cL', noun('centilitre', 'centilitres')],
    ['°C', noun('degré Celsius', 'degrés Celsius')],
    ['°F', noun('degré Fahrenheit', 'degrés Fahrenheit')],
    ['°', noun('degré', 'degrés')],
    ['%', bare('pour cent')],
    ['‰', bare('pour mille')],
    ['kWh', noun('kilowattheure', 'kilowattheures')],
    ['kW', noun('kilowatt', 'kilowatts')],
    ['W', noun('watt', 'watts')],
    ['V', noun('volt', 'volts')],
    ['Hz', noun('hertz', 'hertz')],
    ['ko Ko kB', noun('kilooctet', 'kilooctets')],
    ['Mo MB', noun('mégaoctet', 'mégaoctets')],
    ['Go GB', noun('gigaoctet', 'gigaoctets')],
    ['To TB', noun('téraoctet', 'téraoctets')],
    ['Mbit/s Mb/s', noun('mégabit par seconde', 'mégabits par seconde')],
    ['ms', feminine('milliseconde', 'millisecondes')],
    ['s sec', feminine('seconde', 'secondes')],
    ['min mn min.', feminine('minute', 'minutes')],
    ['h', HOUR],
    ['j', noun('jour', 'jours')],
  ),
  per: 'par',
  monthNames: monthNumbers(
    MONTHS.join(' '),
    'janv févr mars avr mai juin juil août sept oct nov déc',
    '_ fév',
  ),
  datePatterns: [`(?<day>\\d{1,2})(?:er|ᵉʳ)? ${MONTH}(?: (?<year>(?:19|20)\\d{2}))?`],
  isMonthFirst: false,
  beforeYearlessDate: /(?<!\p{L})(?:le|du|au|dès le)\s+$/iu,
  date,
  timePattern: String.raw`(?<hour>\d{1,2})(?:(?<sign>:| ?[hH] ?)(?<minute>\d{2})(?: ?(?:min|mn))?)?(?<half> ?[hH](?:eures?)?(?!\p{L})|${DAY_HALF})?`,
  time,
  weekdays: weekdays(
    'lun lu lundi lundi, mar ma mardi mardi, mer me mercredi mercredi, jeu je jeudi jeudi, ven ve vendredi vendredi, sam sa samedi samedi, dim di dimanche dimanche',
  ),
  fractions: {
    ...fractions(
      'un demi, un tiers, deux tiers, un quart, trois quarts, vingt-quatre heures sur vingt-quatre et sept jours sur sept, un demi',
    ),
    '24h/24': 'vingt-quatre heures sur vingt-quatre',
    '24/24': 'vingt-quatre heures sur vingt-quatre',
    '7j/7': 'sept jours sur sept',
    '7/7': 'sept jours sur sept',
  },
  fractionBefore: (fraction, after) =>
    FEMININE.test(after) ? fraction.replace(/^un demi$/, 'une demi') : fraction,
  withFraction: (whole, fraction) => `${whole} et ${fraction.replace(/^une? demi/, 'demi')}`,
  operators: operators(
    'est supérieur à, est inférieur à, égale, plus, fois, divisé par, est supérieur ou égal à, est inférieur ou égal à, environ, plus ou moins, moins',
  ),
  to: 'à',
  by: 'sur',
  numberSigns: numberSigns('# n° nº N° Nº №', ['numéro', 'paragraphe']),
  abbreviations: {
    mm: 'Messieurs',
    mme: 'Madame',
    mmes: 'Mesdames',
    mlle: 'Mademoiselle',
    mlles: 'Mesdemoiselles',
    dr: 'docteur',
    pr: 'professeur',
    prof: 'professeur',
    st: 'Saint',
    ste: 'Sainte',
    av: 'avenue',
    ave: 'avenue',
    bd: 'boulevard',
    bld: 'boulevard',
    boul: 'boulevard',
    blvd: 'boulevard',
    pl: 'place',
    rte: 'route',
    imp: 'impasse',
    apt: 'appartement',
    appt: 'appartement',
    bât: 'bâtiment',
    env: 'environ',
    'p.ex': 'par exemple',
    'c.-à-d': "c'est-à-dire",
    'c.à.d': "c'est-à-dire",
    'c-à-d': "c'est-à-dire",
    cad: "c'est-à-dire",
    etc: 'et cetera',
    tél: 'téléphone',
    tel: 'téléphone',
    no: 'numéro',
    num: 'numéro',
    réf: 'référence',
    max: 'maximum',
    's.v.p': "s'il vous plaît",
    svp: "s'il vous plaît",
    rdv: 'rendez-vous',
    'r.d.v': 'rendez-vous',
    p: 'page',
    art: 'article',
    hab: 'habitants',
    pers: 'personnes',
    incl: 'inclus',
    rdc: 'rez-de-chaussée',
  },
  shortWords: [
    'Mme',
    'Mmes',
    'Mlle',
    'Mlles',
    'Dr',
    'Pr',
    'Bd',
    'bd',
    'RDV',
    'rdv',
    'Rdv',
    'svp',
    'SVP',
    'RDC',
    'St',
    'Ste',
  ],
  beforeDigits: ['no', 'p', 'art', 'apt', 'appt'],
  beforeNames: ['st', 'ste', 'pl', 'pr', 'imp'],
  abbreviation,
  ...codePatterns({
    codes: CODES,
    between: 'numéro|n°|nº|est|le|la|postal|client|code',
    verbs: 'est|sont|était|porte le numéro',
    leads: 'se termin(?:e|ant) par|terminée? par|finit par|finissant par|chiffres sont\\s*:?',
  }),
  afterCount:
    /^\s+(?!(?:dans|sans|sous|vers|plus|mais|depuis|alors|puis|est|suis|vous|nous|ils|elles|pas|après|très|chez|dès)(?!\p{L}))\p{Ll}{3,}[sx](?!\p{L})/u,
  beforeShortNumber: /(?<!\p{L})(?:appelez|appeler|composez|composer|le|au|faites)\s+(?:le\s+)?$/iu,
  phones: {
    countries: ['FR', 'BE', 'CH'],
    before: /tél(?:éphone)?(?!\p{L})|portable|mobile|numéro|appel|joindre|whatsapp|contact/iu,
    areInPairs: true,
  },
  prefix: /\p{L}{1,6}['’](?=[-−\d$€£])/uy,
};
