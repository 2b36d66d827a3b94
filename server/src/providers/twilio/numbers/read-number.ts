import { countryName } from '../../../core/country-name.ts';
import type { BoughtNumber, NumberOffer } from '../../interfaces/telephony-numbers.ts';
import { e164 } from '../../kit/e164.ts';
import { objectAt, textAt } from '../../kit/json-parts.ts';

/** An available number; null without a phone number. */
export function readOffer(fields: Record<string, unknown>, fallbackCountry: string): NumberOffer | null {
  const phoneNumber = e164(textAt(fields['phone_number']) ?? '');
  if (phoneNumber === null) return null;
  const countryCode = (textAt(fields['iso_country']) ?? fallbackCountry).toUpperCase();
  return { phoneNumber, countryCode, region: regionOf(fields, countryCode), smsCapable: hasSms(fields) };
}

/** A number of the account; null without its id. */
export function readBought(fields: Record<string, unknown>, countryCode: string): BoughtNumber | null {
  const reference = textAt(fields['sid']);
  const offer = readOffer(fields, countryCode);
  return reference === null || offer === null ? null : { ...offer, reference };
}

/** Available numbers have `SMS`, numbers of the account `sms`. */
function hasSms(fields: Record<string, unknown>): boolean {
  const capabilities = objectAt(fields['capabilities']);
  return capabilities['sms'] === true || capabilities['SMS'] === true;
}

function regionOf(fields: Record<string, unknown>, countryCode: string): string {
  const parts = [textAt(fields['locality']), textAt(fields['region'])].filter((part) => part !== null);
  return parts.length > 0 ? parts.join(', ') : countryName(countryCode);
}
