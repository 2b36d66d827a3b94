/** What is counted. */
export interface Noun {
  one: string;
  many: string;
  /** Masculine where it is not given. */
  gender?: 'feminine' | 'neuter';
  /** The number stays as it is without a noun: `unu la sută`. */
  isBare?: true;
}

export interface Currency {
  whole: Noun;
  /** Null: it has none, or nobody names them. */
  cent: Noun | null;
  /** How it is written beside an amount: signs and codes first, then words. */
  signs: readonly string[];
}

/** A day; the year is null where none is written. */
export interface WrittenDate {
  year: number | null;
  month: number;
  day: number;
}

/** The words around a number, which may decide how it is read. */
export interface Surroundings {
  before: string;
  after: string;
}

/**
 * How a language reads numbers aloud. One object per language; a language without one keeps its digits, which the voice reads as it can.
 * Patterns are for text before the number (they end with `$`) or after it (they begin with `^`).
 */
export interface NumberWords {
  decimalSign: '.' | ',';
  digits: readonly string[];
  /** @param whole digits */
  cardinal(whole: string, around?: Surroundings): string;
  /** @param whole digits; the number agrees with the noun, which follows */
  count(whole: string, noun: Noun): string;
  minus: string;
  point: string;
  /** The digits behind the decimal sign. */
  decimals(digits: string): string;
  ordinal(whole: string, around: Surroundings): string;
  /** Written ordinals: the number is the group `number`. */
  ordinalPattern: string;
  isOrdinal(around: Surroundings): boolean;
  year(year: number): string;
  /** What makes four digits a year. */
  beforeYear: RegExp;
  afterYear: RegExp;
  /** `nineteen dollars` and its cents; without a noun where the language has none for them. */
  withCents(money: { text: string; cents: string; cent: Noun | null }): string;
  currencies: readonly Currency[];
  /** What multiplies: `$2 million`, `5 Mio.`, as it is written. */
  scales: Readonly<Record<string, Noun>>;
  /** Joins `two million` and what is counted. */
  scaled(amount: string, many: string): string;
  units: Readonly<Record<string, Noun>>;
  /** `5 €/month` */
  per: string;
  months: readonly string[];
  /** As written, in lower case, by the month from 1. */
  monthNames: Readonly<Record<string, number>>;
  /** Dates with words: groups `day`, `month` (a name) and `year`. */
  datePatterns: readonly string[];
  /** Whether `11/12/2026` begins with the month. */
  isMonthFirst: boolean;
  /** Null: not a date without its year. */
  beforeYearlessDate: RegExp | null;
  date(date: WrittenDate, around: Surroundings): string;
  /** Groups `hour`, `sign` (between hour and minute), `minute` and `half` (am, pm, Uhr); all but the first may be missing. */
  timePattern: string;
  time(time: { hour: number; minute: number; half: string }, around: Surroundings): string;
  weekdays: Readonly<Record<string, string>>;
  fractions: Readonly<Record<string, string>>;
  /** `2½` */
  withFraction(whole: string, fraction: string): string;
  operators: Readonly<Record<string, string>>;
  /** `9–17` */
  to: string;
  /** `90 x 200` */
  by: string;
  /** Before a number: `#5`, `§ 5`. */
  numberSigns: Readonly<Record<string, string>>;
  /** As written, in lower case without the last stop → as read. */
  abbreviations: Readonly<Record<string, string>>;
  /** Decides those that mean different things; null: the table does. */
  abbreviation(word: string, around: Surroundings): string | null;
  /** A number behind these is a code and is read digit by digit. */
  beforeCode: RegExp;
  /** `482913 is your code` */
  afterCode: RegExp;
  /** A number before these is a quantity, whatever word precedes it. */
  afterCount: RegExp | null;
  /** `call 112` */
  beforeShortNumber: RegExp;
}
