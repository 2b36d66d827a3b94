import { storableText } from '../../core/storable.ts';
import { textAt } from '../kit/json-parts.ts';
import { getJson, type TwilioOptions, twilioApi } from './api.ts';
import { asTwilioCredentials } from './credentials.ts';

/**
 * Reads the account that the credentials belong to; throws a `ProviderError`.
 * https://www.twilio.com/docs/iam/api/account#fetch-an-account-resource
 */
export async function readTwilioAccount(
  options: TwilioOptions,
  credentials: unknown,
  signal: AbortSignal,
): Promise<{ name: string; status: string }> {
  const api = twilioApi(options, asTwilioCredentials(credentials));
  const answer = await getJson(api, api.url('api', `/2010-04-01/Accounts/${api.accountSid}.json`), signal);
  return {
    name: storableText(textAt(answer['friendly_name']) ?? api.accountSid).slice(0, 100),
    status: storableText(textAt(answer['status']) ?? 'unknown').slice(0, 30),
  };
}
