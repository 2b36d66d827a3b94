import parsePhoneNumber from 'libphonenumber-js/max';
import { countryName } from '../../core/country-name.ts';
import type { BoughtNumber, NumberOffer, TelephonyNumbers } from '../interfaces/telephony-numbers.ts';
import { inventoryOf } from './sandbox-inventory.ts';

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
