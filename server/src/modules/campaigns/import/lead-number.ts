import { countryOf, toCallable } from '#contract/phone-numbers.ts';
import { countryName } from '../../../core/country-name.ts';

export interface NumberRules {
  /** Country whose national numbers are accepted; null for international numbers only. */
  countryCode: string | null;
  /** Numbers without a plus sign or country are international ones that lost their plus sign. */
  assumeInternational: boolean;
}

export type ReadNumbers =
  /** One or more numbers in E.164. */
  | { ok: true; numbers: string[] }
  /** `lacksPlusOf`: the country if only a plus sign is missing, else null. */
  | { ok: false; message: string; lacksPlusOf: string | null };

/** Invisible characters such as direction marks, which are pasted along with numbers. */
const UNSEEN = /\p{Cf}/gu;
/** Separators of several numbers in a cell. A slash may also be part of one number. */
const SEPARATORS = /\s*(?::::|[;,/|\n])\s*/;
/** Such as `4.0721001002E+10`. */
const SCIENTIFIC = /^\+?(\d)(?:[.,](\d+))?E\+?(\d+)$/i;

/** Removes invisible characters and white space. */
export function visible(cell: string): string {
  return cell.replaceAll(UNSEEN, '').trim();
}

/** Reads the numbers of a cell that is not empty. */
export function readNumbers(written: string, rules: NumberRules): ReadNumbers {
  const text = plain(written);
  const whole = readNumber(text, rules);
  if (whole !== null) return { ok: true, numbers: [whole] };
  const several = readSeveral(text, rules);
  if (several !== null) return { ok: true, numbers: several };
  const lacking = withPlus(text);
  const lacksPlusOf = lacking === null ? null : countryOf(lacking);
  return { ok: false, message: problem(text, lacking, rules), lacksPlusOf };
}

/** Without the prefixes and formats of links, channels and spreadsheets. */
function plain(written: string): string {
  return exactDigits(
    written
      .replace(/^(?:tel|whatsapp|sms|callto):(?:\/\/)?\s*/i, '')
      .replace(/^'/, '')
      .replace(/^\(\+(\d+)\)/, '+$1 ')
      .replace(/^00(?=[1-9])/, '+'),
  );
}

/** A number that a spreadsheet wrote with an exponent or with decimals; the text itself if digits are missing. */
function exactDigits(text: string): string {
  const [, first = '', rest = '', exponent = ''] = SCIENTIFIC.exec(text) ?? [];
  if (first !== '') return rest.length === Number(exponent) ? `${first}${rest}` : text;
  return /^\+?\d+[.,]0{1,2}$/.test(text) ? text.replace(/[.,]0+$/, '') : text;
}

function readNumber(text: string, { countryCode, assumeInternational }: NumberRules): string | null {
  if (text.length > 32) return null;
  if (text.startsWith('+')) return toCallable(text);
  const national = countryCode === null ? null : toCallable(text, countryCode);
  return national ?? (assumeInternational ? withPlus(text) : null);
}

function withPlus(text: string): string | null {
  return /^[1-9][\d\s().-]{6,30}$/.test(text) ? toCallable(`+${text}`) : null;
}

/** Further numbers may be national numbers of the first one's country. */
function readSeveral(text: string, rules: NumberRules): string[] | null {
  const [first = '', ...others] = text.split(SEPARATORS).filter((part) => part !== '');
  const main = readNumber(plain(first), rules);
  if (main === null || others.length === 0) return null;
  const read = others.map((part) => readNumber(plain(part), { ...rules, countryCode: countryOf(main) }));
  return read.some((number) => number === null) ? null : [main, ...read.filter((number) => number !== null)];
}

function problem(text: string, lacking: string | null, { countryCode }: NumberRules): string {
  if (SCIENTIFIC.test(text)) return 'A spreadsheet rounded this number: format its column as text.';
  if (lacking !== null) {
    return `The plus sign is missing. With "Add missing plus signs" (assume_international), this is ${lacking} (${countryName(countryOf(lacking))}).`;
  }
  if (countryCode === null) return 'This is not a valid phone number in international format.';
  return `This is not a valid phone number in the national format of ${countryName(countryCode)} or in international format.`;
}
