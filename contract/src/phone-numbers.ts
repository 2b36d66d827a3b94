import parsePhoneNumber from 'libphonenumber-js/max';
import { z } from 'zod';

/** A number in international format, as people write it; `toE164` gives the stored form. */
export function e164() {
  return z
    .string()
    .max(32)
    .refine((value) => toE164(value) !== null, {
      error: ':field must be a valid phone number in international format.',
    });
}

/** `+40 721 234 567` → `+40721234567`; null when it is no possible number of its country. */
export function toE164(value: string): string | null {
  const parsed = parsePhoneNumber(value);
  return parsed?.isPossible() === true ? parsed.number : null;
}
