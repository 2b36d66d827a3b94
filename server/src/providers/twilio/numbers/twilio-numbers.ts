import type { CarrierHttp } from '../../interfaces/messaging-carrier.ts';
import { ProviderError } from '../../interfaces/provider-error.ts';
import type { TelephonyNumbers } from '../../interfaces/telephony-numbers.ts';
import { CARRIER_ANSWER_BYTES, CARRIER_TIMEOUT_MS } from '../../kit/carrier-limits.ts';
import { fetchFromCarrier } from '../../kit/carrier-request.ts';
import { type TwilioApi, type TwilioOptions, twilioApi } from '../api.ts';
import { asTwilioCredentials } from '../credentials.ts';
import { findBought, purchaseNumber } from './purchase-number.ts';
import { searchNumbers } from './search-numbers.ts';

export interface TwilioNumbersOptions extends TwilioOptions {
  /** Account SID and auth token; anything else throws a `ProviderError`. */
  credentials: unknown;
  /** Two letters; `ZZ` for numbers without a country. Twilio omits the country of owned numbers. */
  countryOf(phoneNumber: string): string;
  /** Webhook for inbound messages of a bought number; null if absent. */
  inboundUrl: string | null;
  /** Webhook for calls of a bought number; null if absent. */
  callsUrl: string | null;
}

const TWILIO = 'twilio';

export function createTwilioNumbers(options: TwilioNumbersOptions): TelephonyNumbers {
  const { countryOf, inboundUrl, callsUrl } = options;
  const api = twilioApi(options, asTwilioCredentials(options.credentials));
  return {
    name: TWILIO,
    search: (query, signal) => searchNumbers(api, query, signal),
    purchase: (order, signal) => {
      const countryCode = countryOf(order.phoneNumber);
      return purchaseNumber(api, { ...order, countryCode, inboundUrl, callsUrl }, signal);
    },
    findBought: (order, signal) =>
      findBought(api, { ...order, countryCode: countryOf(order.phoneNumber) }, signal),
    release: (reference, signal) => releaseNumber(api, reference, signal),
  };
}

async function releaseNumber(api: TwilioApi, reference: string, signal: AbortSignal): Promise<void> {
  let isGone = false;
  const http: CarrierHttp = async (request) => {
    const answer = await api.http(request);
    isGone = answer.kind === 'response' && answer.status === 404;
    return answer;
  };
  const path = `/2010-04-01/Accounts/${api.accountSid}/IncomingPhoneNumbers/${encodeURIComponent(reference)}.json`;
  try {
    await fetchFromCarrier(http, {
      method: 'DELETE',
      url: api.url('api', path),
      headers: api.headers,
      timeoutMs: CARRIER_TIMEOUT_MS,
      maxResponseBytes: CARRIER_ANSWER_BYTES,
      signal,
    });
  } catch (error) {
    if (!(isGone && error instanceof ProviderError)) throw error;
  }
}
