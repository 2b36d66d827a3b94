import { ProviderError } from '../../interfaces/provider-error.ts';
import type { MonthlyPrice } from '../../interfaces/telephony-numbers.ts';
import { objectsAt, textAt } from '../../kit/json-parts.ts';
import { getJson, type TwilioApi } from '../api.ts';

/**
 * Monthly prices of a country's numbers for this account, by kind (`local`, `mobile`). Empty if Twilio does not
 * respond, because search works without prices. https://www.twilio.com/docs/phone-numbers/pricing
 */
export async function monthlyPrices(
  api: TwilioApi,
  countryCode: string,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, MonthlyPrice>> {
  try {
    const answer = await getJson(
      api,
      api.url('pricing', `/v1/PhoneNumbers/Countries/${countryCode}`),
      signal,
    );
    return readPrices(answer);
  } catch (error) {
    if (error instanceof ProviderError) return new Map();
    throw error;
  }
}

function readPrices(answer: Record<string, unknown>): Map<string, MonthlyPrice> {
  const currency = textAt(answer['price_unit'])?.toUpperCase() ?? '';
  if (!/^[A-Z]{3}$/.test(currency)) return new Map();
  return new Map(
    objectsAt(answer['phone_number_prices']).flatMap((fields) => {
      const kind = textAt(fields['number_type'])?.toLowerCase() ?? null;
      // The current price is the one that this account pays.
      const amount = Number(textAt(fields['current_price']) ?? textAt(fields['base_price']) ?? Number.NaN);
      return kind === null || !(amount >= 0) ? [] : [[kind, { amount, currency }] as const];
    }),
  );
}
