import type { Noun, NumberWords, WordContext, WrittenDate } from './number-words.ts';
import {
  bare,
  codePatterns,
  currency,
  fractions,
  groupedDecimals,
  monthNumbers,
  numberSigns,
  operators,
  units,
} from './tables.ts';

/** Counting words, which also count masculine nouns. */
const MASCULINE = 'صفر واحد اثنان ثلاثة أربعة خمسة ستة سبعة ثمانية تسعة عشرة'.split(' ');
const FEMININE = 'صفر واحدة اثنتان ثلاث أربع خمس ست سبع ثماني تسع عشر'.split(' ');
const TENS = 'عشرون ثلاثون أربعون خمسون ستون سبعون ثمانون تسعون'.split(' ');
const HUNDREDS = 'مائة مئتان ثلاثمائة أربعمائة خمسمائة ستمائة سبعمائة ثمانمائة تسعمائة'.split(' ');
const ORDINALS = 'الأول الثاني الثالث الرابع الخامس السادس السابع الثامن التاسع العاشر'.split(' ');
const MONTHS = 'يناير فبراير مارس أبريل مايو يونيو يوليو أغسطس سبتمبر أكتوبر نوفمبر ديسمبر'.split(' ');

interface Form {
  isFeminine: boolean;
  /** After a preposition: `عشرين`, not `عشرون`. */
  isOblique: boolean;
}

const PLAIN: Form = { isFeminine: false, isOblique: false };

/** Duals and tens end in `ين` after a preposition. */
function inCase(words: string, isOblique: boolean): string {
  if (!isOblique) return words;
  return words
    .replace(/(?<!\p{L})(و?)اثنا عشر/gu, '$1اثني عشر')
    .replace(/(?<!\p{L})(و?)اثنتا عشرة/gu, '$1اثنتي عشرة')
    .replace(/(?<!\p{L})(و?(?:اثن|اثنت|مئت|ألف|مليون|مليار|\p{L}{3,}))ان(?!\p{L})/gu, '$1ين')
    .replace(/(?<!\p{L})(و?\p{L}{2,})ون(?!\p{L})(?<!مليون)/gu, '$1ين');
}

function below100(value: number, isFeminine: boolean): string {
  const ones = isFeminine ? FEMININE : MASCULINE;
  if (value <= 10) return ones[value] ?? '';
  if (value < 20) {
    const ten = isFeminine ? 'عشرة' : 'عشر';
    if (value === 11) return `${isFeminine ? 'إحدى' : 'أحد'} ${ten}`;
    if (value === 12) return `${isFeminine ? 'اثنتا' : 'اثنا'} ${ten}`;
    return `${ones[value - 10]} ${ten}`;
  }
  const tens = TENS[Math.floor(value / 10) - 2] ?? '';
  const one = value % 10 === 1 ? (isFeminine ? 'إحدى' : 'واحد') : ones[value % 10];
  return value % 10 === 0 ? tens : `${one} و${tens}`;
}

const SIZES: readonly (readonly [size: number, noun: Noun])[] = [
  [1e9, { one: 'مليار', two: 'ملياران', many: 'مليارات' }],
  [1e6, { one: 'مليون', two: 'مليونان', many: 'ملايين' }],
  [1000, { one: 'ألف', two: 'ألفان', many: 'آلاف' }],
];

function spell(value: number, form: Form): string {
  const sized = SIZES.find(([size]) => value >= size);
  if (sized !== undefined) {
    const [size, unit] = sized;
    const times = Math.floor(value / size);
    const head = times === 1 ? unit.one : counted(times, unit, PLAIN);
    return inCase(`${head}${value % size === 0 ? '' : ` و${spell(value % size, form)}`}`, form.isOblique);
  }
  if (value < 100) return inCase(below100(value, form.isFeminine), form.isOblique);
  const hundreds = HUNDREDS[Math.floor(value / 100) - 1] ?? '';
  const rest = value % 100 === 0 ? '' : ` و${below100(value % 100, form.isFeminine)}`;
  return inCase(`${hundreds}${rest}`, form.isOblique);
}

/** The singular as the object of a number from 11 to 99. */
function accusative(words: string): string {
  const [first = '', ...rest] = words.split(' ');
  const adjectives = rest.map((word) => (/^(?:مربع|مكعب|سويسري|إسترليني)$/u.test(word) ? `${word}اً` : word));
  return [/[اىوة]$/u.test(first) ? first : `${first}اً`, ...adjectives].join(' ');
}

/** `ريال واحد`, `ريالان`, `ثلاثة ريالات`, `أحد عشر ريالاً`, `مائة ريال` */
function counted(
  value: number,
  { one, two, many, gender }: Noun,
  { isOblique }: Pick<Form, 'isOblique'>,
): string {
  const isFeminine = gender === 'feminine';
  const rest = value % 100;
  if (value === 1) return `${one} ${isFeminine ? 'واحدة' : 'واحد'}`;
  if (value === 2) return inCase(two ?? `${one}ان`, isOblique);
  const words = spell(value, { isFeminine, isOblique });
  if (value !== 0 && rest === 0)
    return `${words.replace(/(مئت|ألف|مليون|مليار)(?:ان|ين)$/u, isOblique ? '$1ي' : '$1ا')} ${one}`;
  if (rest >= 3 && rest <= 10) return `${words} ${many}`;
  return `${words} ${rest > 10 ? accusative(one) : one}`;
}

const BEFORE_OBLIQUE =
  /(?<!\p{L})(?:[وف]?(?:في|من|إلى|الى|على|عن|حتى|منذ|خلال|بعد|قبل|حوالي|نحو|لمدة|بسعر|بمبلغ|بقيمة|عام|سنة|بين|كل|مع|يوم|بتاريخ|يكلف|تكلف|يبلغ من|لـ|بـ)|[وف]?[بلك]ـ?)\s+$(?<!\.\p{L}\s+)/u;
const FEMININE_NOUN =
  /^\s+(?!(?:[وف]?ال|لل|بال))(?:\p{L}*ة(?!\p{L})|(?!(?:جنيهات|ريالات|دولارات|كيلوغرامات|كيلومترات|لترات|طلبات|اتصالات|مليارات|يوروهات|مترات|غرامات|اجتماعات|أوقات|بيانات|حيوانات|إعلانات|خيارات|مقاسات)(?!\p{L}))\p{L}+ات(?!\p{L})|(?:غرف|ليال|ليالٍ|ليالي|دقائق|ثوان|ثوانٍ|نسخ|قطع|وجبات|حبات|سنين|مرات|نساء|فتيات|سيدات|ليلة)(?!\p{L}))/u;

function formAmong({ before, after }: WordContext): Form {
  return { isFeminine: FEMININE_NOUN.test(after), isOblique: BEFORE_OBLIQUE.test(before) };
}

const BEFORE_HOUR = /(?<!\p{L})(?:و|ب)?الساعة\s+$/u;

function cardinal(whole: string, around?: WordContext): string {
  if (around === undefined) return spell(Number(whole), PLAIN);
  const isHour = BEFORE_HOUR.test(around.before) || /^\s+(?:صباح|مساء|ظهر)/u.test(around.after);
  if (isHour && Number(whole) <= 24) return hourOf(Number(whole));
  const form = formAmong(around);
  const words = spell(Number(whole), form);
  const isCounting = /^\s+\p{Script=Arabic}{2}/u.test(around.after);
  // `ثماني غرف`, but `ثمانٍ` alone.
  return isCounting
    ? words.replace(/(مئت|ألف|مليون|مليار)(?:ان|ين)$/u, form.isOblique ? '$1ي' : '$1ا')
    : words;
}

function count(whole: string, counts: Noun, around?: WordContext): string {
  const isOblique = around !== undefined && BEFORE_OBLIQUE.test(around.before);
  if (counts.isBare === true)
    return `${spell(Number(whole), { isFeminine: false, isOblique })} ${counts.many}`;
  return counted(Number(whole), counts, { isOblique });
}

function ordinalOf(value: number, isFeminine: boolean): string {
  if (value === 1 && isFeminine) return 'الأولى';
  if (value <= 10) return `${ORDINALS[value - 1] ?? ''}${isFeminine ? 'ة' : ''}`;
  const one = value % 10 === 1 ? (isFeminine ? 'الحادية' : 'الحادي') : ordinalOf(value % 10, isFeminine);
  if (value < 20) return `${one} ${isFeminine ? 'عشرة' : 'عشر'}`;
  if (value < 100) {
    const tens = `ال${TENS[Math.floor(value / 10) - 2]}`;
    return value % 10 === 0 ? tens : `${one} و${tens}`;
  }
  return spell(value, { isFeminine, isOblique: false });
}

function hourOf(hour: number): string {
  if (hour === 0 || hour === 24) return 'الثانية عشرة منتصف الليل';
  return hour === 1 ? 'الواحدة' : ordinalOf(hour, true);
}

const MINUTE: Noun = { one: 'دقيقة', two: 'دقيقتان', many: 'دقائق', gender: 'feminine' };

function time(
  { hour, minute, half }: { hour: number; minute: number; half: string },
  { before }: WordContext,
): string {
  const minutes =
    minute === 0
      ? ''
      : minute === 15
        ? ' والربع'
        : minute === 30
          ? ' والنصف'
          : ` و${counted(minute, MINUTE, { isOblique: false })}`;
  const part = half === '' ? '' : /^(?:ص|a)/i.test(half) ? ' صباحاً' : ' مساءً';
  const isNamed = BEFORE_HOUR.test(before) || /(?<!\p{L})(?:إلى|حتى)\s+$/u.test(before);
  return `${isNamed ? '' : 'الساعة '}${hourOf(hour)}${minutes}${part}`;
}

/** `الثامن والعشرون من نوفمبر عام ألفين وستة وعشرين` */
function date({ year, month, day }: WrittenDate, { before }: WordContext): string {
  const days = inCase(ordinalOf(day, false), BEFORE_OBLIQUE.test(before));
  const ofYear = year === null ? '' : ` عام ${spell(year, { isFeminine: false, isOblique: true })}`;
  return `${days} من ${MONTHS[month - 1]}${ofYear}`;
}

const masculine = (one: string, many: string, two = `${one}ان`): Noun => ({ one, two, many });
const feminine = (one: string, many: string, two = one.replace(/ة$/, 'تان')): Noun => ({
  one,
  two,
  many,
  gender: 'feminine',
});
const HALALA = feminine('هللة', 'هللات');
const CENT = masculine('سنت', 'سنتات');
const FILS = masculine('فلس', 'فلوس');
const PIASTRE = masculine('قرش', 'قروش');
const MILLION = masculine('مليون', 'ملايين');
const BILLION = masculine('مليار', 'مليارات');

export const ARABIC: NumberWords = {
  decimalSign: '.',
  digits: MASCULINE.slice(0, 10),
  comma: '،',
  cardinal,
  count,
  afterDecimals: ({ one }) => one,
  minus: 'ناقص',
  point: 'فاصلة',
  decimals: (digits) => groupedDecimals(digits, { cardinal }),
  ordinal: (whole) => ordinalOf(Number(whole), false),
  ordinalPattern: '(?!)(?<number>)',
  isOrdinal: () => false,
  year: (value) => spell(value, { isFeminine: false, isOblique: true }),
  beforeYear: /(?<!\p{L})(?:[وفبل]?(?:عام|سنة|العام|السنة|منذ|في))\s+$/u,
  afterYear: /^\s*(?:$|[.,،;:!?؟)–-])/,
  withCents: ({ text, cents, cent, around }) =>
    `${text} و${cent === null ? cardinal(cents) : count(cents, cent, around)}`,
  currencies: [
    currency(masculine('ريال', 'ريالات'), HALALA, 'SAR ر.س ر.س. ﷼ ريال ريالات ريالاً ريالا'),
    currency(masculine('يورو', 'يورو', 'يورو'), CENT, '€ EUR يورو'),
    currency(masculine('دولار', 'دولارات'), CENT, '$ US$ USD دولار دولارات دولاراً دولارا'),
    currency(masculine('درهم', 'دراهم'), FILS, 'AED د.إ د.إ. MAD درهم دراهم درهماً درهما'),
    currency(masculine('دينار', 'دنانير'), FILS, 'KWD BHD JOD د.ك دينار دنانير ديناراً دينارا'),
    currency(masculine('جنيه', 'جنيهات'), PIASTRE, 'EGP ج.م ج.م. جنيه جنيهات جنيهاً جنيها'),
    currency(masculine('جنيه إسترليني', 'جنيهات إسترلينية', 'جنيهان إسترلينيان'), null, '£ GBP'),
    currency(masculine('فرنك سويسري', 'فرنكات سويسرية', 'فرنكان سويسريان'), null, 'CHF'),
    currency(masculine('ين', 'ينات'), null, '¥ JPY'),
    currency(HALALA, null, 'هللة'),
  ],
  scales: {
    مليون: MILLION,
    ملايين: MILLION,
    مليار: BILLION,
    مليارات: BILLION,
    ألف: masculine('ألف', 'آلاف'),
    آلاف: masculine('ألف', 'آلاف'),
  },
  scaled: (amount, many) =>
    `${amount.replace(/(مليون|مليار|ألف)ان$/u, '$1ا')} ${many
      .replace(/^دولارات$/, 'دولار')
      .replace(/^ريالات$/, 'ريال')
      .replace(/^جنيهات$/, 'جنيه')
      .replace(/^دراهم$/, 'درهم')
      .replace(/^دنانير$/, 'دينار')}`,
  units: units(
    ['كم km', masculine('كيلومتر', 'كيلومترات')],
    ['م m', masculine('متر', 'أمتار')],
    ['سم cm', masculine('سنتيمتر', 'سنتيمترات')],
    ['مم mm', masculine('مليمتر', 'مليمترات')],
    ['كم/س كم/ساعة km/h', masculine('كيلومتر في الساعة', 'كيلومترات في الساعة', 'كيلومتران في الساعة')],
    ['م² م2 m² m2', masculine('متر مربع', 'أمتار مربعة', 'متران مربعان')],
    ['كم² كم2 km²', masculine('كيلومتر مربع', 'كيلومترات مربعة', 'كيلومتران مربعان')],
    ['م³ م3 m³', masculine('متر مكعب', 'أمتار مكعبة', 'متران مكعبان')],
    ['كجم كغم كغ كج kg', masculine('كيلوغرام', 'كيلوغرامات')],
    ['غ جم غم g', masculine('غرام', 'غرامات')],
    ['ملغ مجم mg', masculine('مليغرام', 'مليغرامات')],
    ['طن', masculine('طن', 'أطنان')],
    ['ل l L', masculine('لتر', 'لترات')],
    ['مل ml', masculine('مليلتر', 'مليلترات')],
    ['°C °م ℃', feminine('درجة مئوية', 'درجات مئوية', 'درجتان مئويتان')],
    ['°F', feminine('درجة فهرنهايت', 'درجات فهرنهايت', 'درجتان فهرنهايت')],
    ['°', feminine('درجة', 'درجات')],
    ['%', bare('بالمائة')],
    ['‰', bare('بالألف')],
    ['kWh', masculine('كيلوواط ساعة', 'كيلوواط ساعة', 'كيلوواط ساعة')],
    ['kW', masculine('كيلوواط', 'كيلوواط')],
    ['W', masculine('واط', 'واط')],
    ['V', masculine('فولت', 'فولت')],
    ['MB', masculine('ميغابايت', 'ميغابايت')],
    ['GB', masculine('غيغابايت', 'غيغابايت')],
    ['ms', masculine('ملي ثانية', 'ملي ثانية')],
    ['ث s ثانية ثوان ثوانٍ ثواني', feminine('ثانية', 'ثوانٍ')],
    ['د min دقيقة دقائق', MINUTE],
    ['h ساعة ساعات', feminine('ساعة', 'ساعات')],
    ['يوم يوما يوماً أيام', masculine('يوم', 'أيام')],
    ['ليلة ليال ليالٍ ليالي', feminine('ليلة', 'ليالٍ')],
    ['أسبوع أسبوعا أسبوعاً أسابيع', masculine('أسبوع', 'أسابيع')],
    ['شهر شهرا شهراً أشهر شهور', masculine('شهر', 'أشهر')],
    ['سنة سنوات سنين', feminine('سنة', 'سنوات')],
    ['شخص شخصا شخصاً أشخاص', masculine('شخص', 'أشخاص')],
    ['غرفة غرف', feminine('غرفة', 'غرف')],
    ['طاولة طاولات', feminine('طاولة', 'طاولات')],
  ),
  per: 'لكل',
  perUnit: (unit) => (/^(?:شهر|يوم|ليلة|ساعة|سنة|أسبوع|عام)/u.test(unit) ? `في ال${unit}` : `لكل ${unit}`),
  monthNames: monthNumbers(
    MONTHS.join(' '),
    'يناير فبراير مارس إبريل مايو يونيه يوليه أغسطس سبتمبر أكتوبر نوفمبر ديسمبر',
    'جانفي فيفري _ أفريل ماي جوان جويلية أوت _ اكتوبر',
  ),
  datePatterns: [
    `(?<day>\\d{1,2}) (?:من )?(?<month>${MONTHS.join('|')}|إبريل|يونيه|يوليه|اكتوبر)(?:،? (?:عام |سنة )?(?<year>(?:19|20)\\d{2}))?`,
  ],
  isMonthFirst: false,
  beforeYearlessDate: /(?<!\p{L})(?:[وفبل]?(?:يوم|تاريخ|بتاريخ))\s+$/u,
  date,
  timePattern: String.raw`(?<hour>\d{1,2})(?<sign>[:.])(?<minute>\d{2})(?<half> ?(?:صباحا?ً?|مساءً?|ص|م|[apAP]\.?[mM]\.?)(?![\p{L}]))?`,
  beforeTime: BEFORE_HOUR,
  time,
  weekdays: {},
  fractions: fractions('نصف, ثلث, ثلثا, ربع, ثلاثة أرباع, على مدار الساعة, نصف'),
  fractionBefore: (fraction, after) =>
    fraction === 'ثلثا' && !/^\s+\p{Script=Arabic}{2}/u.test(after) ? 'ثلثان' : fraction,
  withFraction: (whole, fraction) => `${whole} و${fraction}`,
  operators: operators(
    'أكبر من, أصغر من, يساوي, زائد, ضرب, على, أكبر من أو يساوي, أصغر من أو يساوي, حوالي, زائد أو ناقص, ناقص',
  ),
  to: 'إلى',
  by: 'في',
  numberSigns: numberSigns('# №', ['رقم', 'فقرة']),
  abbreviations: {
    د: 'الدكتور',
    أ: 'الأستاذ',
    م: 'المهندس',
    ش: 'شارع',
    'أ.د': 'الأستاذ الدكتور',
    'ص.ب': 'صندوق بريد',
    إلخ: 'إلى آخره',
    'ق.م': 'قبل الميلاد',
  },
  beforeNames: ['د', 'أ', 'م', 'ش', 'أ.د'],
  abbreviation: (word, { before }) => (word === 'د' && /\d\s*$/.test(before) ? 'دقيقة' : null),
  ...codePatterns({
    codes:
      '(?:و|ب|ل|وب|ول)?(?:ال|لل)?(?:رمز|كود|رقم|رقمك|رمزك|كودك|طلب|طلبك|حجز|حجزك|بطاقة|بطاقتك|فاتورة|حساب|تذكرة|رحلة|شحنة|مرجع|غرفة رقم|PIN|OTP)',
    between:
      'رقم|هو|هي|السري|التحقق|التأكيد|الطلب|الحجز|الفاتورة|الحساب|العميل|البطاقة|التذكرة|الرحلة|الشحنة|المرجع|الخاص بك|البريدي',
    verbs: 'هو|هي|كان',
    leads: 'تنتهي ب|ينتهي ب|تنتهي بـ|ينتهي بـ|تنتهي بالأرقام|الأرقام',
  }),
  afterCount: null,
  beforeShortNumber: /(?<!\p{L})(?:اتصل|اتصلوا|الاتصال|اطلب)\s+(?:على\s+|ب\s*|بـ\s*|بالرقم\s+)?$/u,
  phones: {
    countries: ['SA', 'AE', 'EG'],
    before: /هاتف|جوال|موبايل|اتصل|الاتصال|واتساب|رقم/u,
  },
  prefix: /و?(?:ال|بال|لل|[بلكف])?ـ?(?=[-−\d$€£])/uy,
};
