import parsePhoneNumber, { getExampleNumber, isSupportedCountry } from 'libphonenumber-js/max';
import examples from 'libphonenumber-js/mobile/examples';
import type { BoughtNumber, NumberOffer, TelephonyNumbers } from '../spec/telephony-numbers.ts';

export interface SandboxNumbersOptions {
  /** Which of these numbers (E.164) somebody in this installation has: the sandbox carrier's only memory. */
  taken(numbers: readonly string[]): Promise<ReadonlySet<string>>;
}

/** A carrier without a network: up to a thousand numbers in each country, free until an account has them. */
export function createSandboxNumbers({ taken }: SandboxNumbersOptions): TelephonyNumbers {
  return {
    name: 'sandbox',
    search: async ({ countryCode, contains, smsCapable, limit }) => {
      const fitting = inventoryOf(countryCode).filter(
        (offer) =>
          (contains === null || offer.phoneNumber.includes(contains)) &&
          (smsCapable === null || offer.smsCapable === smsCapable),
      );
      const gone = await taken(fitting.map((offer) => offer.phoneNumber));
      return fitting.filter((offer) => !gone.has(offer.phoneNumber)).slice(0, limit);
    },
    purchase: async ({ phoneNumber }): Promise<BoughtNumber | null> => {
      const country = parsePhoneNumber(phoneNumber)?.country;
      const offer = inventoryOf(country ?? '').find((one) => one.phoneNumber === phoneNumber);
      if (offer === undefined || (await taken([phoneNumber])).has(phoneNumber)) return null;
      return { ...offer, reference: phoneNumber };
    },
    // It remembers nothing of a purchase but the number that somebody here has then.
    findBought: async () => null,
    release: async () => undefined,
  };
}

const LAST_DIGITS = 3;
/** Every fourth number takes no messages, so that both kinds can be tried. */
const SILENT_EVERY = 4;

/** Numbers around the country's example in the public numbering plan: valid, and always the same ones. */
function inventoryOf(countryCode: string): NumberOffer[] {
  if (!isSupportedCountry(countryCode)) return [];
  const example = getExampleNumber(countryCode, examples)?.number.slice(0, -LAST_DIGITS);
  if (example === undefined) return [];
  const region = new Intl.DisplayNames('en', { type: 'region' }).of(countryCode) ?? countryCode;
  return Array.from({ length: 10 ** LAST_DIGITS }, (_, index) => ({
    phoneNumber: `${example}${String(index).padStart(LAST_DIGITS, '0')}`,
    countryCode,
    region,
    smsCapable: index % SILENT_EVERY !== SILENT_EVERY - 1,
  })).filter(({ phoneNumber }) => {
    const parsed = parsePhoneNumber(phoneNumber);
    return parsed?.isValid() === true && parsed.country === countryCode;
  });
}
