import type { CountryCode } from 'libphonenumber-js/min';

/** A counted noun. */
export interface Noun {
  one: string;
  many: string;
  /** Two of them, in a language with a dual. */
  two?: string;
  /** Default: masculine. */
  gender?: 'feminine' | 'neuter';
  /** The number before this noun keeps its plain form: `unu la sută`. */
  isBare?: true;
}

export interface Currency {
  whole: Noun;
  /** Null if the currency has no smaller unit, or if it is not spoken. */
  cent: Noun | null;
  /** Signs and codes first, then words. */
  signs: readonly string[];
}

/** `year` is null if it is not written. */
export interface WrittenDate {
  year: number | null;
  month: number;
  day: number;
}

/** The words around a number, which may decide its reading. */
export interface WordContext {
  before: string;
  after: string;
}

/**
 * How a language reads numbers aloud. A language without such an object keeps its digits, and the voice reads them.
 * Patterns match the text before the number (ending in `$`) or after it (starting with `^`).
 */
export interface NumberWords {
  decimalSign: '.' | ',';
  digits: readonly string[];
  /** The pause between groups of digits; default: a comma. */
  comma?: string;
  /** @param whole digits */
  cardinal(whole: string, around?: WordContext): string;
  /**
   * @param whole digits
   * @param around the text after the number starts with the noun as written
   * @returns the number in the form that the noun takes, and the noun
   */
  count(whole: string, noun: Noun, around?: WordContext): string;
  /** The form of the noun after a decimal number; default: `many`. */
  afterDecimals?(noun: Noun, whole: string): string;
  minus: string;
  point: string;
  /** The digits after the decimal sign. */
  decimals(digits: string): string;
  /** @param ending the letters or sign after the number @returns null if it is no ordinal */
  ordinal(whole: string, around: WordContext, ending: string): string | null;
  /** Written ordinals; the number is the group `number`. */
  ordinalPattern: string;
  isOrdinal(around: WordContext): boolean;
  year(year: number): string;
  /** Context that makes four digits a year. */
  beforeYear: RegExp;
  afterYear: RegExp;
  /** `nineteen dollars` and its cents; without a noun if the language omits it. */
  withCents(money: { text: string; cents: string; cent: Noun | null; around: WordContext }): string;
  currencies: readonly Currency[];
  /** Multipliers as written: `$2 million`, `5 Mio.`. */
  scales: Readonly<Record<string, Noun>>;
  /** Joins `two million` and the counted noun. */
  scaled(amount: string, many: string): string;
  units: Readonly<Record<string, Noun>>;
  /** `5 €/month` */
  per: string;
  /** The words for `/kg`; default: `per` and the unit. */
  perUnit?(unit: string): string;
  /** Written names in lower case, with the number of the month from 1. */
  monthNames: Readonly<Record<string, number>>;
  /** Dates with words; groups `day`, `month` (a name) and `year`. */
  datePatterns: readonly string[];
  /** True if `11/12/2026` starts with the month. */
  isMonthFirst: boolean;
  /** Null if a day without a year is not a date. */
  beforeYearlessDate: RegExp | null;
  date(date: WrittenDate, around: WordContext): string;
  /**
   * Groups `hour`, `sign` (between hour and minute), `minute` and `half` (am, pm, Uhr); all except the first are
   * optional.
   */
  timePattern: string;
  /** Words that make `14.30` a time. */
  beforeTime?: RegExp;
  time(time: { hour: number; minute: number; half: string }, around: WordContext): string;
  weekdays: Readonly<Record<string, string>>;
  fractions: Readonly<Record<string, string>>;
  /** The fraction in the form that the noun after it takes. */
  fractionBefore?(fraction: string, after: string): string;
  /** The unit of a fraction: `1/2 kg`; default: `one`. */
  afterFraction?(unit: Noun): string;
  /** `2½` */
  withFraction(whole: string, fraction: string): string;
  operators: Readonly<Record<string, string>>;
  /** The word before the first number of a range, in a language that needs one. */
  from?: string;
  /** `9–17` */
  to: string;
  /** The noun after a range, and its form there. */
  afterRange?: { pattern: string; form(noun: string): string };
  /** `90 x 200` */
  by: string;
  /** Before a number: `#5`, `§ 5`. */
  numberSigns: Readonly<Record<string, string>>;
  /** As written, in lower case without the final period → as spoken. */
  abbreviations: Readonly<Record<string, string>>;
  /** Abbreviations that are also written without a period. */
  shortWords?: readonly string[];
  /** Abbreviations that are other words unless a number follows. */
  beforeDigits?: readonly string[];
  /** Abbreviations that are other words unless a name follows. */
  beforeNames?: readonly string[];
  /** Resolves ambiguous abbreviations; null if the table applies. */
  abbreviation(word: string, around: WordContext): string | null;
  /** Words that make the number after them a code, read digit by digit. */
  beforeCode: RegExp;
  /** `482913 is your code` */
  afterCode: RegExp;
  /** Words that make the number before them a quantity, regardless of the preceding word. */
  afterCount: RegExp | null;
  /** `call 112` */
  beforeShortNumber: RegExp;
  phones?: {
    /** ISO 3166-1; numbers that are valid in one of these countries are read in its groups. */
    countries: readonly CountryCode[];
    /** Words in the text before a phone number that looks like a quantity: `612 345 678`. */
    before: RegExp;
    /** Groups of two digits are read as one number. */
    areInPairs?: true;
  };
  /** Letters written together with the number: `l'8`, `ب50`. Sticky. */
  prefix?: RegExp;
}
