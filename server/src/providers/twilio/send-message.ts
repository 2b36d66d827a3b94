import type { CarrierHttpResult, OutgoingMessage, Submission } from '../interfaces/messaging-carrier.ts';
import { objectAt, parseJsonObject, textAt } from '../kit/json-parts.ts';
import { refusedSubmission, unansweredSubmission } from '../kit/submission.ts';
import { addressOf } from './address.ts';
import { postForm, type TwilioApi } from './api.ts';
import { deliveryStateOf } from './delivery-state.ts';
import { explainTwilioError } from './errors.ts';
import { REFERENCE_PARAMETER } from './status-url.ts';

/** Limit of one message's text on both channels. */
export const MAX_TEXT_CHARACTERS = 1_600;
/** Twilio's code for a longer text. */
const TOO_LONG = '21617';

/** https://www.twilio.com/docs/messaging/api/message-resource#create-a-message-resource */
export async function sendMessage(
  api: TwilioApi,
  message: OutgoingMessage,
  signal: AbortSignal,
): Promise<Submission> {
  const body = bodyOf(message);
  if (body !== null && [...body].length > MAX_TEXT_CHARACTERS) {
    return { kind: 'refused', code: TOO_LONG, reason: explainTwilioError(TOO_LONG) ?? '' };
  }
  const url = api.url('api', `/2010-04-01/Accounts/${api.accountSid}/Messages.json`);
  return submissionOf(await postForm(api, url, { form: formOf(message, body), signal }));
}

/** Null for a template: the carrier fills it in and rejects an additional text. */
function bodyOf({ channel, content }: OutgoingMessage): string | null {
  return content.kind === 'template' && channel === 'msgapp' ? null : content.text;
}

function formOf(message: OutgoingMessage, body: string | null): URLSearchParams {
  const { channel, content } = message;
  const form = new URLSearchParams({
    To: addressOf(channel, message.to),
    From: addressOf(channel, message.from),
    StatusCallback: statusCallback(message),
  });
  if (body !== null) form.set('Body', body);
  else if (content.kind === 'template') {
    form.set('ContentSid', content.template.reference);
    const values = content.template.variables.map((name, index) => [name, content.values[index] ?? '']);
    if (values.length > 0) form.set('ContentVariables', JSON.stringify(Object.fromEntries(values)));
  }
  return form;
}

/** Twilio returns no reference, but calls the given URL unchanged. */
function statusCallback({ statusUrl, reference }: OutgoingMessage): string {
  const url = new URL(statusUrl);
  url.searchParams.set(REFERENCE_PARAMETER, reference);
  return url.href;
}

function submissionOf(answer: CarrierHttpResult): Submission {
  if (answer.kind === 'failure') return unansweredSubmission(answer);
  const { status, headers } = answer;
  const fields = objectAt(parseJsonObject(answer.body.toString()));
  if (status >= 300) {
    const code = textAt(fields['code']);
    const reason = code === null ? null : (explainTwilioError(code) ?? textAt(fields['message']));
    return refusedSubmission({ status, headers, code, reason });
  }
  const providerMessageId = textAt(fields['sid']);
  if (providerMessageId === null) {
    return {
      kind: 'unknown',
      reason: 'The carrier accepted the message, but its response could not be read.',
    };
  }
  const state = deliveryStateOf(textAt(fields['status'])) ?? 'queued';
  const code = state === 'failed' || state === 'undelivered' ? textAt(fields['error_code']) : null;
  if (code === null) return { kind: 'accepted', providerMessageId, state };
  const reason =
    explainTwilioError(code) ??
    textAt(fields['error_message']) ??
    `The carrier rejected it with code ${code}.`;
  return { kind: 'refused', code, reason };
}
