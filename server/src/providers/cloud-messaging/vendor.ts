import type {
  CarrierHttpResult,
  CarrierTemplate,
  MediaItem,
  MessagingVendor,
  OutgoingMessage,
  SenderCheck,
  Submission,
  TemplateStatus,
} from '../interfaces/messaging-carrier.ts';
import { ProviderError } from '../interfaces/provider-error.ts';
import { MAX_TEMPLATE_PAGES, MEDIA_BYTES, MEDIA_TIMEOUT_MS } from '../kit/carrier-limits.ts';
import { fetchFromCarrier, successful } from '../kit/carrier-request.ts';
import { e164 } from '../kit/e164.ts';
import { objectAt, objectsAt, parseJsonObject, textAt } from '../kit/json-parts.ts';
import { refusedSubmission, unansweredSubmission } from '../kit/submission.ts';
import { type CloudApi, type CloudOptions, cloudApi, getJson, postJson } from './api.ts';
import { asCloudCredentials, cloudCredentials } from './credentials.ts';
import { CLOUD_CREDENTIAL_CODES, CLOUD_STOP_CODES, explainCloudError } from './errors.ts';
import { readIdentity } from './read-messages.ts';
import { readRequest } from './read-request.ts';
import { readHealth, readNumber } from './sender-health.ts';
import { readParts, sentComponents } from './template-parts.ts';

/** Chat messages over the Cloud API: Graph API requests, and webhooks signed with the app secret. */
export function createCloudVendor(options: CloudOptions): MessagingVendor {
  return {
    name: 'cloud',
    channels: ['msgapp'],
    maxTextCharacters: MAX_TEXT_CHARACTERS,
    credentials: cloudCredentials,
    explain: explainCloudError,
    stopCodes: CLOUD_STOP_CODES,
    credentialCodes: CLOUD_CREDENTIAL_CODES,
    showsTyping: true,
    connect: (value) => {
      const credentials = asCloudCredentials(value);
      const api = cloudApi(options, credentials);
      return {
        check: (phoneNumber, signal) => checkAccount(api, phoneNumber, signal),
        send: (message, signal) => sendMessage(api, message, signal),
        showTyping: (providerMessageId, signal) => showTyping(api, providerMessageId, signal),
        listTemplates: (signal) => listTemplates(api, signal),
        readMedia: (media, signal) => readMedia(api, media, signal),
        readRequest: (request) => readRequest(credentials, request),
      };
    },
  };
}

async function checkAccount(api: CloudApi, phoneNumber: string, signal: AbortSignal): Promise<SenderCheck> {
  try {
    const number = await readNumber(api, signal);
    const shown = textAt(number['display_phone_number']) ?? '';
    if (e164(shown) !== phoneNumber) {
      const owner = shown === '' ? 'no number' : shown;
      return {
        kind: 'rejected',
        problem: `The phone number id belongs to ${owner}, not to ${phoneNumber}.`,
      };
    }
    // Templates belong to the business account, which has a separate id.
    await getJson(api, `/${api.businessAccountId}/message_templates?fields=id&limit=1`, signal);
    return { kind: 'accepted', health: readHealth(number) };
  } catch (error) {
    if (!(error instanceof ProviderError) || error.code !== 'rejected') throw error;
    const problem =
      'The carrier does not accept the access token for this phone number id and business account id.';
    return { kind: 'rejected', problem };
  }
}

/** The id resolves to a URL for some minutes, and the URL to the bytes; both need the token. */
async function readMedia(
  api: CloudApi,
  media: MediaItem,
  signal: AbortSignal,
): Promise<{ bytes: Buffer; contentType: string }> {
  if (!/^[\w-]+$/.test(media.reference)) {
    throw new ProviderError('rejected', 'This is not the id of an attachment.');
  }
  const path = `/${media.reference}?phone_number_id=${api.phoneNumberId}`;
  const described = await getJson(api, path, signal);
  const { body } = await fetchFromCarrier(api.http, {
    method: 'GET',
    url: secureUrl(api, textAt(described['url']) ?? ''),
    headers: api.headers,
    timeoutMs: MEDIA_TIMEOUT_MS,
    maxResponseBytes: MEDIA_BYTES,
    redirects: 3,
    signal,
  });
  return { bytes: body, contentType: textAt(described['mime_type']) ?? media.contentType };
}

/** The token is only sent over HTTPS, or to the configured base URL. */
function secureUrl(api: CloudApi, address: string): string {
  const url = URL.parse(address);
  if (url?.protocol === 'https:' || url?.origin === new URL(api.baseUrl).origin) return url.href;
  throw new ProviderError('malformed', 'The carrier returned no usable URL for the attachment.');
}

const FIELDS = 'id,name,language,category,status,components';

/** All templates of the business account. */
async function listTemplates(api: CloudApi, signal: AbortSignal): Promise<CarrierTemplate[]> {
  const templates: CarrierTemplate[] = [];
  let after: string | null = '';
  for (let page = 0; after !== null && page < MAX_TEMPLATE_PAGES; page += 1) {
    const query = new URLSearchParams({ fields: FIELDS, limit: '100', ...(after === '' ? {} : { after }) });
    const answer = await getJson(api, `/${api.businessAccountId}/message_templates?${query}`, signal);
    if (!Array.isArray(answer['data'])) {
      throw new ProviderError('malformed', "The carrier's list of templates could not be read.");
    }
    for (const template of objectsAt(answer['data'])) templates.push(...readTemplate(template));
    after = nextCursor(objectAt(answer['paging']));
  }
  return templates;
}

/** Uses the cursor instead of the URL of the next page, which would bypass a proxy. */
function nextCursor(paging: Record<string, unknown>): string | null {
  return textAt(paging['next']) === null ? null : textAt(objectAt(paging['cursors'])['after']);
}

function readTemplate(template: Record<string, unknown>): CarrierTemplate[] {
  const [reference, name, language] = [template['id'], template['name'], template['language']].map(textAt);
  const isReadable =
    typeof reference === 'string' && typeof name === 'string' && typeof language === 'string';
  if (!isReadable) return [];
  const read = {
    reference,
    name,
    language,
    category: (textAt(template['category']) ?? 'utility').toLowerCase(),
    status: statusOf(textAt(template['status'])),
    ...readParts(template),
  };
  return [read];
}

function statusOf(status: string | null): TemplateStatus {
  switch (status?.toUpperCase()) {
    case 'APPROVED':
      return 'approved';
    case 'REJECTED':
      return 'rejected';
    case 'PAUSED':
      return 'paused';
    case 'DISABLED':
    case 'DELETED':
    case 'PENDING_DELETION':
    case 'ARCHIVED':
    case 'LIMIT_EXCEEDED':
      return 'disabled';
    default:
      return 'pending';
  }
}

const MAX_TEXT_CHARACTERS = 4_096;
/** The vendor's code for an invalid parameter. */
const INVALID_PARAMETER = '100';

/** Codes of limits and outages that have status 400 or 500 although the message was not processed. */
const NOT_ACCEPTED = new Set(['2', '4', '80007', '130429', '131016', '131056', '131057', '133004', '133016']);

/** Codes of failures that may have happened after the message was accepted. */
const UNKNOWN_OUTCOME = new Set(['1', '131000']);

async function sendMessage(
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

/** https://developers.facebook.com/documentation/business-messaging/whatsapp/typing-indicators/ */
async function showTyping(api: CloudApi, messageId: string, signal: AbortSignal): Promise<void> {
  const value = {
    messaging_product: 'whatsapp',
    status: 'read',
    message_id: messageId,
    typing_indicator: { type: 'text' },
  };
  successful(await postJson(api, `/${api.phoneNumberId}/messages`, { value, signal }));
}

function contentOf({ content, reference }: OutgoingMessage): object {
  if (content.kind === 'text') return { type: 'text', text: { preview_url: false, body: content.text } };
  const { template, values } = content;
  const components = sentComponents(template, values, reference);
  const language = { code: template.language };
  const filled = components.length === 0 ? {} : { components };
  return { type: 'template', template: { name: template.name, language, ...filled } };
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
