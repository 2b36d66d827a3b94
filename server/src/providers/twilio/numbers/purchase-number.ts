import type { CarrierHttpResult } from '../../interfaces/messaging-carrier.ts';
import { ProviderError } from '../../interfaces/provider-error.ts';
import type { BoughtNumber, NumberOrder } from '../../interfaces/telephony-numbers.ts';
import { objectAt, objectsAt, parseJsonObject, textAt } from '../../kit/json-parts.ts';
import { postForm, type TwilioApi } from '../api.ts';
import { findJson } from './find-json.ts';
import { readBought } from './read-number.ts';

/** Error codes for an unknown number, an unavailable number, and an area without numbers. */
const NOT_AVAILABLE = new Set(['21421', '21422', '21452', '20404']);

const OUTCOME_UNKNOWN =
  'It is unknown whether the number was bought. If it was, it will be added to the account automatically.';

export interface Purchase extends NumberOrder {
  countryCode: string;
  /** Webhook for the number's inbound messages; null if absent. */
  inboundUrl: string | null;
  /** Webhook for the number's calls; null if absent. */
  callsUrl: string | null;
}

/**
 * Buys a number; null if it is not available. Without a clear response, Twilio's list shows whether it was bought.
 * https://www.twilio.com/docs/phone-numbers/api/incomingphonenumber-resource
 */
export async function purchaseNumber(
  api: TwilioApi,
  purchase: Purchase,
  signal: AbortSignal,
): Promise<BoughtNumber | null> {
  const form = new URLSearchParams({ PhoneNumber: purchase.phoneNumber, FriendlyName: purchase.order });
  if (purchase.inboundUrl !== null) {
    form.set('SmsUrl', purchase.inboundUrl);
    form.set('SmsMethod', 'POST');
  }
  if (purchase.callsUrl !== null) {
    form.set('VoiceUrl', purchase.callsUrl);
    form.set('VoiceMethod', 'POST');
    form.set('VoiceFallbackUrl', purchase.callsUrl);
    form.set('VoiceFallbackMethod', 'POST');
    // Callers who hang up before the answer are only reported here.
    form.set('StatusCallback', purchase.callsUrl);
    form.set('StatusCallbackMethod', 'POST');
  }
  const answer = await postForm(api, api.url('api', listPath(api)), { form, signal });
  const outcome = readAnswer(answer, purchase.countryCode);
  if (outcome !== 'unknown') return outcome;
  const found = await findBought(api, purchase, signal).catch((error: unknown) => {
    throw new ProviderError('timeout', OUTCOME_UNKNOWN, error);
  });
  if (found !== null) return found;
  throw new ProviderError('timeout', OUTCOME_UNKNOWN);
}

/**
 * Null if the number is not available; `unknown` if it may have been bought. Throws a `ProviderError` if it certainly
 * was not.
 */
function readAnswer(answer: CarrierHttpResult, countryCode: string): BoughtNumber | null | 'unknown' {
  if (answer.kind === 'failure') {
    if (answer.mayHaveArrived) return 'unknown';
    throw new ProviderError(answer.cause === 'timeout' ? 'timeout' : 'unavailable', answer.reason);
  }
  const { status } = answer;
  const fields = objectAt(parseJsonObject(answer.body.toString()));
  if (status < 300) return readBought(fields, countryCode) ?? 'unknown';
  const words = textAt(fields['message']) ?? `status ${status}`;
  if (status === 429 || status === 503) throw new ProviderError('rate-limited', words);
  if (status >= 500 || status === 408 || status < 400) return 'unknown';
  if (NOT_AVAILABLE.has(textAt(fields['code']) ?? '')) return null;
  throw new ProviderError('rejected', `The provider rejected the purchase: ${words}`);
}

/** The bought number, which has the order's name in Twilio's list; null if it is not there. */
export async function findBought(
  api: TwilioApi,
  { phoneNumber, order, countryCode }: NumberOrder & { countryCode: string },
  signal: AbortSignal,
): Promise<BoughtNumber | null> {
  const search = new URLSearchParams({ PhoneNumber: phoneNumber, FriendlyName: order, PageSize: '20' });
  const answer = await findJson(api, `${listPath(api)}?${search}`, signal);
  const ours = objectsAt(answer?.['incoming_phone_numbers']).find(
    (fields) => fields['phone_number'] === phoneNumber && fields['friendly_name'] === order,
  );
  return ours === undefined ? null : readBought(ours, countryCode);
}

function listPath(api: TwilioApi): string {
  return `/2010-04-01/Accounts/${api.accountSid}/IncomingPhoneNumbers.json`;
}
