import type { CarrierHttpResult, OutgoingMessage, Submission } from '../interfaces/messaging-carrier.ts';
import { objectAt, objectsAt, parseJsonObject, textAt } from '../kit/json-parts.ts';
import { refusedSubmission, unansweredSubmission } from '../kit/submission.ts';
import { type CloudApi, postJson } from './api.ts';
import { explainCloudError } from './errors.ts';
import { readIdentity } from './read-messages.ts';

export const MAX_TEXT_CHARACTERS = 4_096;
/** The vendor's code for an invalid parameter. */
const INVALID_PARAMETER = '100';

/** Codes of limits and outages that have status 400 or 500 although the message was not processed. */
const NOT_ACCEPTED = new Set(['2', '4', '80007', '130429', '131016', '131056', '131057', '133004', '133016']);

/** Codes of failures that may have happened after the message was accepted. */
const UNKNOWN_OUTCOME = new Set(['1', '131000']);

export async function sendMessage(
  api: CloudApi,
  message: OutgoingMessage,
  signal: AbortSignal,
): Promise<Submission> {
  if (message.channel !== 'msgapp') {
    return { kind: 'refused', code: 'sms', reason: 'This carrier does not send SMS.' };
  }
  const { content } = message;
  if (content.kind === 'text' && [...content.text].length > MAX_TEXT_CHARACTERS) {
    const reason = 'The message is longer than 4,096 characters, the carrier’s limit.';
    return { kind: 'refused', code: INVALID_PARAMETER, reason };
  }
  const value = {
    messaging_product: 'whatsapp',
    recipient_type: 'individual',
    // The vendor silently ignores an id in the number field.
    ...(message.to.startsWith('+') ? { to: message.to } : { recipient: message.to }),
    ...contentOf(message),
    biz_opaque_callback_data: message.reference,
  };
  const answer = await postJson(api, `/${api.phoneNumberId}/messages`, { value, signal });
  return submissionOf(answer, message.to);
}

function contentOf({ content }: OutgoingMessage): object {
  if (content.kind === 'text') return { type: 'text', text: { preview_url: false, body: content.text } };
  const { template, values } = content;
  const parameters = template.variables.map((name, index) => ({
    type: 'text',
    // Numbered placeholders take their values in order, named ones by name.
    ...(/^\d+$/.test(name) ? {} : { parameter_name: name }),
    text: values[index] ?? '',
  }));
  const components = parameters.length === 0 ? {} : { components: [{ type: 'body', parameters }] };
  const language = { code: template.language };
  return { type: 'template', template: { name: template.name, language, ...components } };
}

function submissionOf(answer: CarrierHttpResult, to: string): Submission {
  if (answer.kind === 'failure') return unansweredSubmission(answer);
  const fields = objectAt(parseJsonObject(answer.body.toString()));
  if (answer.status >= 300) return refusal(answer, objectAt(fields['error']));
  const providerMessageId = textAt(objectsAt(fields['messages'])[0]?.['id']);
  if (providerMessageId === null) {
    return {
      kind: 'unknown',
      reason: 'The carrier accepted the message, but its response could not be read.',
    };
  }
  const alsoKnownAs = namesOf(fields).filter((name) => name !== to);
  const accepted = { kind: 'accepted', providerMessageId, state: 'queued' } as const;
  return alsoKnownAs.length === 0 ? accepted : { ...accepted, alsoKnownAs };
}

/** The number in the vendor's format, and the owner's user id. */
function namesOf(fields: Record<string, unknown>): string[] {
  const [contact = {}, ...others] = objectsAt(fields['contacts']);
  const identity = others.length === 0 ? readIdentity(contact['wa_id'], contact['user_id']) : null;
  return [identity?.from, identity?.channelUserId].filter((name) => typeof name === 'string');
}

/**
 * The code is more specific than the status:
 * https://developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes
 */
function refusal(
  { status, headers }: { status: number; headers: Readonly<Record<string, string>> },
  error: Record<string, unknown>,
): Submission {
  const code = textAt(error['code']);
  const details = textAt(objectAt(error['error_data'])['details']) ?? textAt(error['message']);
  const reason = code === null ? null : (explainCloudError(code) ?? details);
  return refusedSubmission({ status: decidedStatus(code, status), headers, code, reason });
}

/** A known code is a definite decision, even with a 5xx status. 503 means that the request was not processed. */
function decidedStatus(code: string | null, status: number): number {
  if (code === null || UNKNOWN_OUTCOME.has(code)) return status;
  if (NOT_ACCEPTED.has(code) || status === 503) return 503;
  return status >= 500 && explainCloudError(code) !== null ? 400 : status;
}
