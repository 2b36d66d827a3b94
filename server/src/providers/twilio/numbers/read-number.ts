import { countryName } from '../../../core/country-name.ts';
import type { BoughtNumber, NumberOffer } from '../../interfaces/telephony-numbers.ts';
import { e164 } from '../../kit/e164.ts';
import { objectAt, textAt } from '../../kit/json-parts.ts';

/** A number on offer; null where the vendor names no phone number. */
export function readOffer(said: Record<string, unknown>, fallbackCountry: string): NumberOffer | null {
  const phoneNumber = e164(textAt(said['phone_number']) ?? '');
  if (phoneNumber === null) return null;
  const countryCode = (textAt(said['iso_country']) ?? fallbackCountry).toUpperCase();
  return { phoneNumber, countryCode, region: regionOf(said, countryCode), smsCapable: takesSms(said) };
}

/** A number of the account; null where it cannot be told which. */
export function readBought(said: Record<string, unknown>, countryCode: string): BoughtNumber | null {
  const reference = textAt(said['sid']);
  const offer = readOffer(said, countryCode);
  return reference === null || offer === null ? null : { ...offer, reference };
}

/** Offers write `SMS`, numbers of the account `sms`. */
function takesSms(said: Record<string, unknown>): boolean {
  const capabilities = objectAt(said['capabilities']);
  return capabilities['sms'] === true || capabilities['SMS'] === true;
}

function regionOf(said: Record<string, unknown>, countryCode: string): string {
  const parts = [textAt(said['locality']), textAt(said['region'])].filter((part) => part !== null);
  return parts.length > 0 ? parts.join(', ') : countryName(countryCode);
}
