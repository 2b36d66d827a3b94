import type { SpokenLanguage } from '../languages/spoken-language.ts';

/** Digits one by one, as `zero seven two two`; other characters stay. */
export function sayDigits(text: string, { numbers }: SpokenLanguage): string {
  return [...text]
    .map((sign) => (/\d/.test(sign) ? (numbers?.digits[Number(sign)] ?? sign) : sign))
    .join(' ');
}

/** Groups as people say them: by three, by four for 4, 8, 12 and 16 digits, the rest in the last group. */
export function digitGroups(digits: string): string[] {
  const { length } = digits;
  if (length <= 4) return [digits];
  if (length % 4 === 0) return digits.match(/\d{4}/g) ?? [];
  if (length % 3 === 1) return [...(digits.slice(0, -4).match(/\d{3}/g) ?? []), digits.slice(-4)];
  return digits.match(/\d{1,3}/g) ?? [];
}

/** Runs of letters and of digits: `A-4711-XB` → `A`, `4711`, `XB`. */
export function signGroups(code: string): string[] {
  const runs = code.match(/\d+|\p{L}+/gu) ?? [];
  return runs.flatMap((run) => (/\d/.test(run) ? digitGroups(run) : [run.toUpperCase()]));
}

/** Groups with a short pause between them. */
export function sayGroups(groups: readonly string[], language: SpokenLanguage): string {
  return groups.map((part) => sayDigits(part, language)).join(', ');
}

/** One part per written word, with a comma after each but the last. */
export function sayWords(text: string, language: SpokenLanguage): string[] {
  const words = text.split(' ');
  return words.map((word, index) => {
    const spoken = sayGroups(signGroups(word), language);
    return index === words.length - 1 || spoken === '' ? spoken : `${spoken},`;
  });
}
