import parsePhoneNumber, { getExampleNumber, isSupportedCountry } from 'libphonenumber-js/max';
import examples from 'libphonenumber-js/mobile/examples';
import { countryName } from '../../core/country-name.ts';
import type { BoughtNumber, NumberOffer, TelephonyNumbers } from '../interfaces/telephony-numbers.ts';

export interface SandboxNumbersOptions {
  /** @returns the numbers (E.164) that already belong to an account */
  taken(numbers: readonly string[]): Promise<ReadonlySet<string>>;
}

/** A simulated carrier: up to a thousand numbers per country, available until an account buys them. */
export function createSandboxNumbers({ taken }: SandboxNumbersOptions): TelephonyNumbers {
  return {
    name: 'sandbox',
    search: async ({ countryCode, contains, smsCapable, limit }) => {
      const fitting = offersOf(countryCode).filter(
        (offer) =>
          (contains === null || offer.phoneNumber.includes(contains)) &&
          (smsCapable === null || offer.smsCapable === smsCapable),
      );
      const unavailable = await taken(fitting.map((offer) => offer.phoneNumber));
      const free = fitting.filter((offer) => !unavailable.has(offer.phoneNumber)).slice(0, limit);
      return free.map((offer) => ({ ...offer, monthlyPrice: { amount: 0, currency: 'USD' } }));
    },
    purchase: async ({ phoneNumber }): Promise<BoughtNumber | null> => {
      const country = parsePhoneNumber(phoneNumber)?.country;
      const offer = offersOf(country ?? '').find((one) => one.phoneNumber === phoneNumber);
      if (offer === undefined || (await taken([phoneNumber])).has(phoneNumber)) return null;
      return { ...offer, reference: phoneNumber };
    },
    // The account's number is the only record of a purchase, so no other can be found.
    findBought: async () => null,
    release: async () => undefined,
  };
}

/** Every fourth number has no SMS, so that both kinds can be tested. */
const SILENT_EVERY = 4;

function offersOf(countryCode: string): NumberOffer[] {
  const numbers = inventoryOf(countryCode);
  if (numbers.length === 0) return [];
  const region = countryName(countryCode);
  return numbers.map((phoneNumber) => ({
    phoneNumber,
    countryCode,
    region,
    smsCapable: Number(phoneNumber.slice(-2)) % SILENT_EVERY !== SILENT_EVERY - 1,
  }));
}

const LAST_DIGITS = 3;

/** Validating a thousand numbers blocks the event loop for tens of milliseconds, so it happens once per country. */
const inventories = new Map<string, readonly string[]>();

/** Valid numbers (E.164) near the country's example number in the public numbering plan, always the same. */
export function inventoryOf(countryCode: string): readonly string[] {
  if (!isSupportedCountry(countryCode)) return [];
  const known = inventories.get(countryCode);
  if (known !== undefined) return known;
  const example = getExampleNumber(countryCode, examples)?.number.slice(0, -LAST_DIGITS);
  const tails = Array.from({ length: example === undefined ? 0 : 10 ** LAST_DIGITS }, (_, index) =>
    String(index).padStart(LAST_DIGITS, '0'),
  );
  const numbers = tails
    .map((tail) => `${example}${tail}`)
    .filter((number) => {
      const parsed = parsePhoneNumber(number);
      return parsed?.isValid() === true && parsed.country === countryCode;
    });
  inventories.set(countryCode, numbers);
  return numbers;
}
