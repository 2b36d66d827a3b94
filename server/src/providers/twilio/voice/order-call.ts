import type { CallOrder, OutgoingCall } from '../../interfaces/call-carrier.ts';
import type { CarrierHttpResult, Submission } from '../../interfaces/messaging-carrier.ts';
import { objectAt, parseJsonObject, textAt } from '../../kit/json-parts.ts';
import { refusedSubmission, unansweredSubmission } from '../../kit/submission.ts';
import { postForm, type TwilioApi } from '../api.ts';
import { explainCallError, failureOfCode } from './call-errors.ts';

/** Twilio's limits; it rings up to five seconds longer. Our own ringing timeout normally ends the call first. */
const RINGING_SECONDS = { least: 5, most: 600 };
const EVENTS = ['initiated', 'ringing', 'answered', 'completed'];

/** https://www.twilio.com/docs/voice/api/call-resource#create-a-call-resource */
export async function orderCall(api: TwilioApi, call: OutgoingCall, signal: AbortSignal): Promise<CallOrder> {
  const url = api.url('api', `/2010-04-01/Accounts/${api.accountSid}/Calls.json`);
  return orderOf(await postForm(api, url, { form: formOf(call), signal }));
}

function formOf({ from, to, ringingTimeMs, answerUrl, statusUrl }: OutgoingCall): URLSearchParams {
  const seconds = Math.ceil(ringingTimeMs / 1000);
  const ringing = Math.min(RINGING_SECONDS.most, Math.max(RINGING_SECONDS.least, seconds));
  const form = new URLSearchParams({ To: to, From: from, Url: answerUrl, StatusCallback: statusUrl });
  // If the answering process dies, another one gets the request.
  form.set('FallbackUrl', answerUrl);
  for (const event of EVENTS) form.append('StatusCallbackEvent', event);
  form.set('Timeout', String(ringing));
  return form;
}

function orderOf(answer: CarrierHttpResult): CallOrder {
  if (answer.kind === 'failure') return notAccepted(unansweredSubmission(answer));
  const { status, headers } = answer;
  const fields = objectAt(parseJsonObject(answer.body.toString()));
  if (status >= 300) {
    const code = textAt(fields['code']);
    const reason = code === null ? null : (explainCallError(code) ?? textAt(fields['message']));
    return notAccepted(refusedSubmission({ status, headers, code, reason }));
  }
  const carrierCallId = textAt(fields['sid']);
  if (carrierCallId !== null) return { kind: 'accepted', carrierCallId };
  return { kind: 'unknown', reason: 'The carrier accepted the call, but its response could not be read.' };
}

function notAccepted(submission: Submission): CallOrder {
  switch (submission.kind) {
    case 'refused': {
      const { code, reason } = submission;
      return { kind: 'refused', failure: failureOfCode(code), code, reason };
    }
    case 'unavailable':
      return { kind: 'refused', failure: 'unavailable', code: null, reason: submission.reason };
    case 'accepted':
      return { kind: 'accepted', carrierCallId: submission.providerMessageId };
    case 'unknown':
      return { kind: 'unknown', reason: submission.reason };
  }
}
