import parsePhoneNumber from 'libphonenumber-js/min';
import type { SpokenLanguage } from '../languages/spoken-language.ts';
import { digitGroups, sayDigits, sayGroups, sayWords, signGroups } from './digits.ts';
import { at, END, group, type Place, type Rule } from './rule.ts';

/** A telephone number with its country: in the groups of that country where it is written in one. */
const INTERNATIONAL: Rule<Place> = {
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
    return sayWords(written.replace(/\((\d)/g, '$1'), language).map((part, index) =>
      index === 0 ? `${language.signs.plus} ${part}` : part,
    );
  },
};

/** `0722 123 456`, `030/1234567`, `(555) 123-4567`, `1-800-555-1234`, `555-1234`. */
const NATIONAL: Rule<Place> = {
  pattern: at(
    String.raw`(?:\(?0\d{1,5}\)?(?: ?[\-/–.] ?| )\d[\d ]*(?:[ .\-–/]\d{1,})*|(?:1[ \-.])?\(\d{3}\) ?\d{3}[ \-–.]\d{4}|` +
      String.raw`(?:1[ \-.])?\d{3}[\-.–]\d{3}[\-.–]\d{4}|\d{3} \d{3} \d{4}|\d{3}[\-–]\d{4}|\d{3} \d{3} \d{3}|0\d{5,14})${END}`,
  ),
  speak: ([text], { language }) => {
    const digits = text.replace(/\D/g, '');
    if (digits.length < 6 || digits.length > 15) return null;
    // In most languages blanks part thousands.
    if (/^\d{3} \d{3} \d{3}$/.test(text) && !text.startsWith('0') && language.numbers?.decimalSign !== '.')
      return null;
    const words = text.split(' ');
    if (words.length > 1) return sayWords(text, language);
    const groups = digits === text ? ownGroups(digits) : (text.match(/\d+/g) ?? []);
    return sayPhone(groups, language);
  },
};

/** Mobile numbers without a country are read by four, three and three. */
function ownGroups(digits: string): string[] {
  if (digits.length === 10) return [digits.slice(0, 4), digits.slice(4, 7), digits.slice(7)];
  return digitGroups(digits);
}

function sayPhone(groups: readonly string[], language: SpokenLanguage): string {
  return sayGroups(
    groups.flatMap((part) => (part.length > 4 ? digitGroups(part) : [part])),
    language,
  );
}

/** Numbers of payment cards, in groups or in one word. */
const CARD: Rule<Place> = {
  pattern: at(String.raw`(?:\d{4}(?:[ \-]\d{4}){3}(?:[ \-]\d{1,3})?|\d{4}[ \-]\d{6}[ \-]\d{5})${END}`),
  speak: ([text], { language }) =>
    text.includes(' ') ? sayWords(text, language) : sayGroups(text.match(/\d+/g) ?? [], language),
};

const IBAN: Rule<Place> = {
  pattern: at(String.raw`[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?${END}`),
  speak: ([text], { language }) => {
    // Nothing of it but an order number has so few digits.
    if (text.length < 15) return null;
    if (text.includes(' '))
      return text
        .split(' ')
        .map((part, index, all) => `${sayDigits(part, language)}${index < all.length - 1 ? ',' : ''}`);
    return sayGroups(text.match(/.{1,4}/g) ?? [], language);
  },
};

/** `A-4711-XB`, `1Z999AA10123456784`: letters and at least three digits, in capitals. */
const MIXED_CODE: Rule<Place> = {
  pattern: at(String.raw`(?=[A-Z\-–/.]*\d)(?=[\d\-–/.]*[A-Z])[A-Z0-9]+(?:[\-–/.][A-Z0-9]+)*${END}`),
  speak: ([text], { language, before, after }) => {
    const digits = text.replace(/\D/g, '').length;
    const isShort = digits < 3 || text.length < 5;
    if (isShort && !isCode(before, after, language)) return null;
    return sayGroups(signGroups(text), language);
  },
};

/** Digits that the words around them call a code. */
const NAMED_CODE: Rule<Place> = {
  pattern: at(String.raw`#?(?=[A-Za-z\-/]*\d)[A-Za-z0-9]+(?:[\-–/][A-Za-z0-9]+)*${END}`),
  speak: ([text], { language, before, after }) => {
    const digits = text.replace(/\D/g, '').length;
    if (digits < 3 || /^\d+(?:st|nd|rd|th)$/.test(text) || !isCode(before, after, language)) return null;
    return sayGroups(signGroups(text), language);
  },
};

/** Card numbers and codes in several words: `PIN 48 29 13`. */
const NAMED_GROUPS: Rule<Place> = {
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

/** Not a round quantity: `2000000` is two million. */
const LONG_NUMBER: Rule<Place> = {
  pattern: at(String.raw`(?!\d{1,3}0{6}${END})(?:\d{7,20}|0\d+)${END}`),
  speak: ([text], { language }) => sayGroups(digitGroups(text), language),
};

const SHORT_NUMBER: Rule<Place> = {
  pattern: at(String.raw`(?:11[0-9]|911|999|116\d{3})${END}`),
  speak: ([text], { language, before }) =>
    language.numbers?.beforeShortNumber.test(before) === true ? sayDigits(text, language) : null,
};

/** Of every language; without number words digits stay digits, one by one. */
export const IDENTIFIERS: readonly Rule<Place>[] = [
  ...[CARD, IBAN, INTERNATIONAL, NAMED_GROUPS, NATIONAL, MIXED_CODE, SHORT_NUMBER, LONG_NUMBER],
];

/** What is a code only because of the words around it; asked after money and dates. */
export const NAMED_CODES: readonly Rule<Place>[] = [NAMED_CODE];
