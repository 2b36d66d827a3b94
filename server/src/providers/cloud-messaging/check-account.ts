import { ProviderError } from '../interfaces/provider-error.ts';
import { e164 } from '../kit/e164.ts';
import { textAt } from '../kit/json-parts.ts';
import { type CloudApi, getJson } from './api.ts';

/** Checks the account. @returns null if it is valid, else what to fix */
export async function checkAccount(
  api: CloudApi,
  phoneNumber: string,
  signal: AbortSignal,
): Promise<string | null> {
  try {
    const number = await getJson(
      api,
      `/${api.phoneNumberId}?fields=display_phone_number,verified_name`,
      signal,
    );
    const shown = textAt(number['display_phone_number']) ?? '';
    if (e164(shown) !== phoneNumber) {
      return `The phone number id belongs to ${shown === '' ? 'no number' : shown}, not to ${phoneNumber}.`;
    }
    // Templates belong to the business account, which has a separate id.
    await getJson(api, `/${api.businessAccountId}/message_templates?fields=id&limit=1`, signal);
    return null;
  } catch (error) {
    if (!(error instanceof ProviderError) || error.code !== 'rejected') throw error;
    return 'The carrier does not accept the access token for this phone number id and business account id.';
  }
}
