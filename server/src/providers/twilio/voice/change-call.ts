import type { CallInstruction } from '../../interfaces/call-carrier.ts';
import { ProviderError } from '../../interfaces/provider-error.ts';
import { objectAt, parseJsonObject, textAt } from '../../kit/json-parts.ts';
import { postForm, type TwilioApi } from '../api.ts';
import { explainCallError } from './call-errors.ts';
import { twiml } from './twiml.ts';

/** Error codes of a call that has ended or never existed, so that there is nothing to end. */
const ENDED_CODES: ReadonlySet<string> = new Set(['20404', '21220']);

/** https://www.twilio.com/docs/voice/api/call-resource#update-a-call-resource. Throws a `ProviderError`. */
export async function redirectCall(
  api: TwilioApi,
  { carrierCallId, instruction }: { carrierCallId: string; instruction: CallInstruction },
  signal: AbortSignal,
): Promise<void> {
  const refusal = await change(api, carrierCallId, { change: { Twiml: twiml(instruction) }, signal });
  if (refusal !== null) throw refusal.error;
}

/** Ends a call in any state; throws a `ProviderError`. */
export async function endCall(api: TwilioApi, carrierCallId: string, signal: AbortSignal): Promise<void> {
  const refusal = await change(api, carrierCallId, { change: { Status: 'completed' }, signal });
  if (refusal !== null && !ENDED_CODES.has(refusal.code ?? '')) throw refusal.error;
}

/** @returns Twilio's error code and the error; null on success */
async function change(
  api: TwilioApi,
  carrierCallId: string,
  { change: wanted, signal }: { change: Record<string, string>; signal: AbortSignal },
): Promise<{ code: string | null; error: ProviderError } | null> {
  const path = `/2010-04-01/Accounts/${api.accountSid}/Calls/${encodeURIComponent(carrierCallId)}.json`;
  const form = new URLSearchParams(wanted);
  const answer = await postForm(api, api.url('api', path), { form, signal });
  if (answer.kind === 'failure') {
    return { code: null, error: new ProviderError('unavailable', answer.reason) };
  }
  if (answer.status < 300) return null;
  const fields = objectAt(parseJsonObject(answer.body.toString()));
  const code = textAt(fields['code']);
  const words = code === null ? null : (explainCallError(code) ?? textAt(fields['message']));
  const message = words ?? `The carrier responded with status ${answer.status}.`;
  return { code, error: new ProviderError(answer.status >= 500 ? 'unavailable' : 'rejected', message) };
}
