import parsePhoneNumber from 'libphonenumber-js/min';
import type { SpokenLanguage } from '../languages/spoken-language.ts';
import { at, END, group, type Rule, type TextContext } from './rule.ts';

/** A phone number with country code; national groups if it is written in groups. */
const INTERNATIONAL: Rule<TextContext> = {
  pattern: at(String.raw`\+(?<number>\d[\d ().\-/–]{4,22}\d)${END}`),
  speak: (match, { language }) => {
    const written = group(match, 'number');
    const digits = written.replace(/\D/g, '');
    if (digits.length < 7 || digits.length > 15) return null;
    const isOneWord = digits === written;
    const known = isOneWord ? parsePhoneNumber(match[0])?.formatInternational().slice(1) : written;
    const groups = (known ?? '').match(/\d+/g) ?? digitGroups(digits);
    const words = match[0].split(' ');
    if (words.length === 1) return `${language.signs.plus} ${sayPhone(groups, language)}`;
    return sayWords(written.replace(/\((\d)/g, '$1'), language, sayPhoneGroup).map((part, index) =>
      index === 0 ? `${language.signs.plus} ${part}` : part,
    );
  },
};

/** `0722 123 456`, `030/1234567`, `(555) 123-4567`, `1-800-555-1234`, `555-1234`. */
const NATIONAL: Rule<TextContext> = {
  pattern: at(
    String.raw`(?:\(?0\d{1,5}\)?(?: ?[\-/–.] ?| )\d[\d ]*(?:[.\-–/]\d+(?: \d+)*)*|(?:1[ \-.])?\(\d{3}\) ?\d{3}[ \-–.]\d{4}|` +
      String.raw`(?:1[ \-.])?\d{3}[\-.–]\d{3}[\-.–]\d{4}|\d{3} \d{3} \d{4}|\d{3}[\-–]\d{4}|\d{3} \d{3} \d{3}|0\d{5,14})${END}`,
  ),
  speak: ([text], { language }) => {
    const digits = text.replace(/\D/g, '');
    if (digits.length < 6 || digits.length > 15) return null;
    // In most languages spaces separate thousands.
    if (/^\d{3} \d{3} \d{3}$/.test(text) && !text.startsWith('0') && language.numbers?.decimalSign !== '.')
      return null;
    const words = text.split(' ');
    if (words.length > 1) return sayWords(text, language, sayPhoneGroup);
    const groups = digits === text ? ownGroups(digits, language) : (text.match(/\d+/g) ?? []);
    return sayPhone(groups, language);
  },
};

/** `612 34 56 78`, `20 30 40 50`, `(11) 91234-5678`: groups that are a valid number in a country of the language. */
const GROUPED: Rule<TextContext> = {
  pattern: at(String.raw`(?:\(\d[\d ]{1,3}\) ?)?\d{1,5}(?:[ \-]\d{2,7}){1,5}${END}`),
  speak: ([text], { language, before }) => {
    if (/^(?:1[1-9]|20)\d{2}-(?:1[1-9]|20)\d{2}$/.test(text)) return null;
    const isLikeQuantity = /^\d{1,3}(?: \d{3})+$/.test(text);
    if (isLikeQuantity && language.numbers?.phones?.before.test(before) !== true) return null;
    const digits = text.replace(/\D/g, '');
    return nationalGroups(digits, language) === null ? null : sayWords(text, language, sayPhoneGroup);
  },
};

/** Groups of a number that is valid in a country of the language. */
function nationalGroups(digits: string, { numbers }: SpokenLanguage): string[] | null {
  if (digits.length < 7 || digits.length > 12) return null;
  for (const country of numbers?.phones?.countries ?? []) {
    const phone = parsePhoneNumber(digits, country);
    if (phone?.isValid() === true) return phone.formatNational().match(/\d+/g);
  }
  return null;
}

/** Mobile numbers without a country code are read as four, three and three digits. */
function ownGroups(digits: string, language: SpokenLanguage): string[] {
  const national = nationalGroups(digits, language);
  if (national !== null && national.join('') === digits) return national;
  if (digits.length === 10) return [digits.slice(0, 4), digits.slice(4, 7), digits.slice(7)];
  return digitGroups(digits);
}

function sayPhone(groups: readonly string[], language: SpokenLanguage): string {
  return groups
    .flatMap((part) => (part.length > 4 ? digitGroups(part) : [part]))
    .map((part) => sayPhoneGroup(part, language))
    .join(pauseOf(language));
}

/** `06` and `12` as `zéro six` and `douze`, in a language that reads phone numbers in pairs. */
function sayPhoneGroup(digits: string, language: SpokenLanguage): string {
  const { numbers } = language;
  const isPair = numbers?.phones?.areInPairs === true && /^[1-9]\d$/.test(digits);
  return isPair ? numbers.cardinal(digits) : sayDigits(digits, language);
}

/** Payment card numbers, grouped or not. */
const CARD: Rule<TextContext> = {
  pattern: at(String.raw`(?:\d{4}(?:[ \-]\d{4}){3}(?:[ \-]\d{1,3})?|\d{4}[ \-]\d{6}[ \-]\d{5})${END}`),
  speak: ([text], { language }) =>
    text.includes(' ') ? sayWords(text, language) : sayGroups(text.match(/\d+/g) ?? [], language),
};

const IBAN: Rule<TextContext> = {
  pattern: at(String.raw`[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?${END}`),
  speak: ([text], { language }) => {
    // A number with so few digits is an order number.
    if (text.length < 15) return null;
    if (text.includes(' '))
      return text
        .split(' ')
        .map((part, index, all) =>
          index === all.length - 1
            ? sayDigits(part, language)
            : sayDigits(part, language) + pauseOf(language).trim(),
        );
    return sayGroups(text.match(/.{1,4}/g) ?? [], language);
  },
};

/** `A-4711-XB`, `1Z999AA10123456784`: capitals and at least three digits. */
const MIXED_CODE: Rule<TextContext> = {
  pattern: at(String.raw`(?=[A-Z\-–/.]*\d)(?=[\d\-–/.]*[A-Z])[A-Z0-9]+(?:[\-–/.][A-Z0-9]+)*${END}`),
  speak: ([text], { language, before, after }) => {
    const digits = text.replace(/\D/g, '').length;
    const isShort = digits < 3 || text.length < 5;
    if (isShort && !isCode(before, after, language)) return null;
    return sayGroups(signGroups(text), language);
  },
};

/** Digits that the surrounding words call a code. */
const NAMED_CODE: Rule<TextContext> = {
  pattern: at(String.raw`#?(?=[A-Za-z\-/]*\d)[A-Za-z0-9]+(?:[\-–/][A-Za-z0-9]+)*${END}`),
  speak: ([text], { language, before, after }) => {
    const digits = text.replace(/\D/g, '').length;
    if (digits < 3 || /^\d+(?:st|nd|rd|th)$/.test(text) || !isCode(before, after, language)) return null;
    return sayGroups(signGroups(text), language);
  },
};

/** Card numbers and codes of several groups: `PIN 48 29 13`. */
const NAMED_GROUPS: Rule<TextContext> = {
  pattern: at(String.raw`\d{2,4}(?: \d{2,4})+${END}`),
  speak: ([text], { language, before }) => {
    const { numbers } = language;
    if (numbers === null || !numbers.beforeCode.test(before)) return null;
    return sayWords(text, language);
  },
};

function isCode(before: string, after: string, { numbers }: SpokenLanguage): boolean {
  if (numbers === null || numbers.afterCount?.test(after) === true) return false;
  return numbers.beforeCode.test(before) || numbers.afterCode.test(after);
}

/** Long digit runs, except round quantities: `2000000` is two million. */
const LONG_NUMBER: Rule<TextContext> = {
  pattern: at(String.raw`(?!\d{1,3}0{6}${END})(?:\d{7,20}|0\d+)${END}`),
  speak: ([text], { language, before }) => {
    const isPhone = language.numbers?.phones?.before.test(before) === true;
    return isPhone ? sayPhone(ownGroups(text, language), language) : sayGroups(digitGroups(text), language);
  },
};

const SHORT_NUMBER: Rule<TextContext> = {
  pattern: at(String.raw`(?:11[0-9]|911|999|116\d{3})${END}`),
  speak: ([text], { language, before }) =>
    language.numbers?.beforeShortNumber.test(before) === true ? sayDigits(text, language) : null,
};

/** Rules for every language; without number words, digits are read one by one. */
export const IDENTIFIERS: readonly Rule<TextContext>[] = [
  CARD,
  IBAN,
  INTERNATIONAL,
  NAMED_GROUPS,
  NATIONAL,
  GROUPED,
  MIXED_CODE,
  SHORT_NUMBER,
  LONG_NUMBER,
];

/** Codes recognized only by the surrounding words; applied after money and dates. */
export const NAMED_CODES: readonly Rule<TextContext>[] = [NAMED_CODE];

/** Digits one by one, as `zero seven two two`; other characters stay. */
function sayDigits(text: string, { numbers }: SpokenLanguage): string {
  return [...text]
    .map((sign) => (/\d/.test(sign) ? (numbers?.digits[Number(sign)] ?? sign) : sign))
    .join(' ');
}

/** Groups as people say them: by three, by four for 4, 8, 12 and 16 digits, the rest in the last group. */
function digitGroups(digits: string): string[] {
  const { length } = digits;
  if (length <= 4) return [digits];
  if (length % 4 === 0) return digits.match(/\d{4}/g) ?? [];
  if (length % 3 === 1) return [...(digits.slice(0, -4).match(/\d{3}/g) ?? []), digits.slice(-4)];
  return digits.match(/\d{1,3}/g) ?? [];
}

/** Runs of letters and of digits: `A-4711-XB` → `A`, `4711`, `XB`. */
function signGroups(code: string): string[] {
  const runs = code.match(/\d+|\p{L}+/gu) ?? [];
  return runs.flatMap((run) => (/\d/.test(run) ? digitGroups(run) : [run.toUpperCase()]));
}

function pauseOf({ numbers }: SpokenLanguage): string {
  return `${numbers?.comma ?? ','} `;
}

/** Groups with a short pause between them. */
function sayGroups(groups: readonly string[], language: SpokenLanguage): string {
  return groups.map((part) => sayDigits(part, language)).join(pauseOf(language));
}

/** One part per written word, with a comma after each but the last. */
function sayWords(text: string, language: SpokenLanguage, sayGroup = sayDigits): string[] {
  const words = text.split(' ');
  return words.map((word, index) => {
    const spoken = signGroups(word)
      .map((part) => sayGroup(part, language))
      .join(pauseOf(language));
    return index === words.length - 1 || spoken === '' ? spoken : spoken + pauseOf(language).trim();
  });
}
