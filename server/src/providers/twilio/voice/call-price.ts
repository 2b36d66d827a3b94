import type { CallPrice } from '../../interfaces/call-carrier.ts';
import { textAt } from '../../kit/json-parts.ts';
import { getJson, type TwilioApi } from '../api.ts';

const MICROS_PER_UNIT = 1_000_000;
/** Above any call's cost: larger values count as malformed. */
const MAX_UNITS = 1_000_000;

/**
 * Twilio's charge for a call, available some time after its end:
 * https://www.twilio.com/docs/voice/api/call-resource. Throws a `ProviderError`.
 */
export async function callPrice(
  api: TwilioApi,
  carrierCallId: string,
  signal: AbortSignal,
): Promise<CallPrice | null> {
  const path = `/2010-04-01/Accounts/${api.accountSid}/Calls/${encodeURIComponent(carrierCallId)}.json`;
  return readPrice(await getJson(api, api.url('api', path), signal));
}

/** Charges are negative. */
function readPrice(call: Record<string, unknown>): CallPrice | null {
  const written = textAt(call['price']) ?? '';
  const units = Math.abs(Number(written));
  if (!/^-?\d+(\.\d+)?$/.test(written) || units > MAX_UNITS) return null;
  const currency = (textAt(call['price_unit']) ?? '').toUpperCase();
  return /^[A-Z]{3}$/.test(currency) ? { micros: Math.round(units * MICROS_PER_UNIT), currency } : null;
}
