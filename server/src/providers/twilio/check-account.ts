import { ProviderError } from '../interfaces/provider-error.ts';
import { objectsAt, textAt } from '../kit/json-parts.ts';
import { addressOf } from './address.ts';
import { getJson, type TwilioApi } from './api.ts';

/** Twilio's shared number for testing the chat channel, which belongs to no account. */
const SHARED_NUMBER = '+14155238886';

/** Checks the account and its number. @returns null if both are valid, else what to fix */
export async function checkAccount(
  api: TwilioApi,
  phoneNumber: string,
  signal: AbortSignal,
): Promise<string | null> {
  try {
    const account = await getJson(api, api.url('api', `/2010-04-01/Accounts/${api.accountSid}.json`), signal);
    const status = textAt(account['status']);
    if (status !== 'active')
      return `The account is ${status ?? 'unknown'} at the carrier: activate it first.`;
    return await checkNumber(api, phoneNumber, signal);
  } catch (error) {
    return rejection(error);
  }
}

async function checkNumber(api: TwilioApi, phoneNumber: string, signal: AbortSignal): Promise<string | null> {
  if (phoneNumber === SHARED_NUMBER) return null;
  const senders = await getJson(
    api,
    api.url('messaging', '/v2/Channels/Senders?Channel=whatsapp&PageSize=1000'),
    signal,
  );
  const address = addressOf('msgapp', phoneNumber);
  const sender = objectsAt(senders['senders']).find((one) => one['sender_id'] === address);
  const status = textAt(sender?.['status']) ?? '';
  if (sender !== undefined) {
    return status.startsWith('ONLINE')
      ? null
      : `The sender ${phoneNumber} is ${status} at the carrier, not online.`;
  }
  const query = new URLSearchParams({ PhoneNumber: phoneNumber });
  const numbersPath = `/2010-04-01/Accounts/${api.accountSid}/IncomingPhoneNumbers.json?${query}`;
  const numbers = await getJson(api, api.url('api', numbersPath), signal);
  const isOwned = objectsAt(numbers['incoming_phone_numbers']).some(
    (number) => number['phone_number'] === phoneNumber,
  );
  return isOwned ? null : `The account has no sender ${phoneNumber}: register it at the carrier first.`;
}

/** Rethrows everything except a rejection by the carrier. */
function rejection(error: unknown): string {
  if (!(error instanceof ProviderError) || error.code !== 'rejected') throw error;
  return 'The carrier does not accept the account SID with this auth token.';
}
