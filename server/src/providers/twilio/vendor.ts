import type {
  CarrierHttpResult,
  CarrierTemplate,
  MediaItem,
  MessagingVendor,
  OutgoingMessage,
  SenderCheck,
  SenderQuality,
  Submission,
  TemplateStatus,
} from '../interfaces/messaging-carrier.ts';
import { ProviderError } from '../interfaces/provider-error.ts';
import { MAX_TEMPLATE_PAGES, MEDIA_BYTES, MEDIA_TIMEOUT_MS } from '../kit/carrier-limits.ts';
import { fetchFromCarrier, successful } from '../kit/carrier-request.ts';
import { objectAt, objectsAt, parseJsonObject, textAt } from '../kit/json-parts.ts';
import { readMessagingLimit } from '../kit/messaging-limit.ts';
import { refusedSubmission, unansweredSubmission } from '../kit/submission.ts';
import { addressOf } from './address.ts';
import { getJson, postForm, type TwilioApi, type TwilioOptions, twilioApi } from './api.ts';
import { readContent } from './content.ts';
import { asTwilioCredentials, twilioCredentials } from './credentials.ts';
import { deliveryStateOf } from './delivery-state.ts';
import { explainTwilioError, TWILIO_CREDENTIAL_CODES, TWILIO_STOP_CODES } from './errors.ts';
import { readRequest } from './read-request.ts';
import { REFERENCE_PARAMETER } from './status-url.ts';

/** Chat messages and SMS over Twilio's REST API and its signed webhooks. */
export function createTwilioVendor(options: TwilioOptions): MessagingVendor {
  return {
    name: 'twilio',
    channels: ['msgapp', 'sms'],
    maxTextCharacters: MAX_TEXT_CHARACTERS,
    credentials: twilioCredentials,
    explain: explainTwilioError,
    stopCodes: TWILIO_STOP_CODES,
    credentialCodes: TWILIO_CREDENTIAL_CODES,
    showsTyping: true,
    connect: (value) => {
      const credentials = asTwilioCredentials(value);
      const api = twilioApi(options, credentials);
      return {
        check: (phoneNumber, signal) => checkAccount(api, phoneNumber, signal),
        send: (message, signal) => sendMessage(api, message, signal),
        showTyping: (providerMessageId, signal) => showTyping(api, providerMessageId, signal),
        listTemplates: (signal) => listTemplates(api, signal),
        readMedia: (media, signal) => readMedia(api, media, signal),
        readRequest: (request) => readRequest(credentials.auth_token, request),
      };
    },
  };
}

/** Twilio's shared number for testing the chat channel, which belongs to no account. */
const SHARED_NUMBER = '+14155238886';

async function checkAccount(api: TwilioApi, phoneNumber: string, signal: AbortSignal): Promise<SenderCheck> {
  try {
    const account = await getJson(api, api.url('api', `/2010-04-01/Accounts/${api.accountSid}.json`), signal);
    const status = textAt(account['status']);
    if (status !== 'active') {
      return rejected(`The account is ${status ?? 'unknown'} at the carrier: activate it first.`);
    }
    return await checkNumber(api, phoneNumber, signal);
  } catch (error) {
    return rejection(error);
  }
}

function rejected(problem: string): SenderCheck {
  return { kind: 'rejected', problem };
}

/** Numbers that are not registered as senders have no health. */
const UNKNOWN_HEALTH = { quality: null, messagingLimit: null, name: null, problem: null };

async function checkNumber(api: TwilioApi, phoneNumber: string, signal: AbortSignal): Promise<SenderCheck> {
  if (phoneNumber === SHARED_NUMBER) return { kind: 'accepted', health: UNKNOWN_HEALTH };
  const senders = await getJson(
    api,
    api.url('messaging', '/v2/Channels/Senders?Channel=whatsapp&PageSize=1000'),
    signal,
  );
  const address = addressOf('msgapp', phoneNumber);
  const sender = objectsAt(senders['senders']).find((one) => one['sender_id'] === address);
  if (sender !== undefined) return checkSender(sender, phoneNumber);
  const query = new URLSearchParams({ PhoneNumber: phoneNumber });
  const numbersPath = `/2010-04-01/Accounts/${api.accountSid}/IncomingPhoneNumbers.json?${query}`;
  const numbers = await getJson(api, api.url('api', numbersPath), signal);
  const isOwned = objectsAt(numbers['incoming_phone_numbers']).some(
    (number) => number['phone_number'] === phoneNumber,
  );
  return isOwned
    ? { kind: 'accepted', health: UNKNOWN_HEALTH }
    : rejected(`The account has no sender ${phoneNumber}: register it at the carrier first.`);
}

const QUALITIES: ReadonlyMap<string, SenderQuality> = new Map([
  ['HIGH', 'GREEN'],
  ['GREEN', 'GREEN'],
  ['MEDIUM', 'YELLOW'],
  ['YELLOW', 'YELLOW'],
  ['LOW', 'RED'],
  ['RED', 'RED'],
]);

/** https://www.twilio.com/docs/whatsapp/api/senders */
function checkSender(sender: Record<string, unknown>, phoneNumber: string): SenderCheck {
  const status = textAt(sender['status']) ?? '';
  if (!status.startsWith('ONLINE')) {
    const reasons = objectsAt(sender['offline_reasons']).map((reason) => textAt(reason['message']));
    const state = `The sender ${phoneNumber} is ${status} at the carrier, not online.`;
    return rejected([state, ...reasons.filter((reason) => reason !== null)].join(' '));
  }
  const properties = objectAt(sender['properties']);
  const health = {
    quality: QUALITIES.get(textAt(properties['quality_rating'])?.toUpperCase() ?? '') ?? null,
    messagingLimit: readMessagingLimit(textAt(properties['messaging_limit'])),
    name: textAt(objectAt(sender['profile'])['name'])?.trim() ?? null,
    problem: null,
  };
  return { kind: 'accepted', health };
}

/** Rethrows everything except a rejection by the carrier. */
function rejection(error: unknown): SenderCheck {
  if (!(error instanceof ProviderError) || error.code !== 'rejected') throw error;
  return rejected('The carrier does not accept the account SID with this auth token.');
}

/** Follows redirects to the file host, which gets no credentials and has signed URLs. */
const REDIRECTS = 3;

async function readMedia(
  api: TwilioApi,
  media: MediaItem,
  signal: AbortSignal,
): Promise<{ bytes: Buffer; contentType: string }> {
  const { headers, body } = await fetchFromCarrier(api.http, {
    method: 'GET',
    url: api.url('api', mediaPath(api, media.reference)),
    headers: { authorization: api.headers['authorization'] ?? '' },
    timeoutMs: MEDIA_TIMEOUT_MS,
    maxResponseBytes: MEDIA_BYTES,
    redirects: REDIRECTS,
    signal,
  });
  return { bytes: body, contentType: headers['content-type'] ?? media.contentType };
}

/** Sends the credentials only to Twilio's own host, even if a message contains another URL. */
function mediaPath(api: TwilioApi, reference: string): string {
  const path = URL.parse(reference)?.pathname ?? '';
  if (path.startsWith(`/2010-04-01/Accounts/${api.accountSid}/Messages/`)) return path;
  throw new ProviderError('rejected', 'This is not the URL of an attachment in this account.');
}

const FIRST_PAGE = '/v1/ContentAndApprovals?PageSize=100';

/** https://www.twilio.com/docs/content/content-api-resources#fetch-content-and-approval-status */
async function listTemplates(api: TwilioApi, signal: AbortSignal): Promise<CarrierTemplate[]> {
  const templates: CarrierTemplate[] = [];
  let path: string | null = FIRST_PAGE;
  for (let page = 0; path !== null && page < MAX_TEMPLATE_PAGES; page += 1) {
    const answer = await getJson(api, api.url('content', path), signal);
    if (!Array.isArray(answer['contents'])) {
      throw new ProviderError('malformed', "The carrier's list of templates could not be read.");
    }
    for (const content of objectsAt(answer['contents'])) templates.push(...readTemplate(content));
    path = nextPath(objectAt(answer['meta']));
  }
  return templates;
}

/** Path and query only, so that the next page is also fetched through a proxy. */
function nextPath(meta: Record<string, unknown>): string | null {
  const next = URL.parse(textAt(meta['next_page_url']) ?? '');
  return next === null ? null : `${next.pathname}${next.search}`;
}

function readTemplate(content: Record<string, unknown>): CarrierTemplate[] {
  const reference = textAt(content['sid']);
  if (reference === null) return [];
  const approval = objectAt(content['approval_requests']);
  const template = {
    reference,
    name: textAt(approval['name']) ?? textAt(content['friendly_name']) ?? reference,
    language: textAt(content['language']) ?? 'en',
    category: (textAt(approval['category']) ?? 'utility').toLowerCase(),
    status: statusOf(textAt(approval['status'])),
    ...readContent(content),
  };
  return [template];
}

/** A template that was not submitted for approval cannot be sent yet. */
function statusOf(status: string | null): TemplateStatus {
  switch (status?.toLowerCase()) {
    case 'approved':
      return 'approved';
    case 'rejected':
      return 'rejected';
    case 'paused':
      return 'paused';
    case 'disabled':
      return 'disabled';
    default:
      return 'pending';
  }
}

/** Limit of one message's text on both channels. */
const MAX_TEXT_CHARACTERS = 1_600;
/** Twilio's code for a longer text. */
const TOO_LONG = '21617';

/** https://www.twilio.com/docs/messaging/api/message-resource#create-a-message-resource */
async function sendMessage(
  api: TwilioApi,
  message: OutgoingMessage,
  signal: AbortSignal,
): Promise<Submission> {
  const body = textOf(message);
  if (body !== null && [...body].length > MAX_TEXT_CHARACTERS) {
    return { kind: 'refused', code: TOO_LONG, reason: explainTwilioError(TOO_LONG) ?? '' };
  }
  const url = api.url('api', `/2010-04-01/Accounts/${api.accountSid}/Messages.json`);
  return submissionOf(await postForm(api, url, { form: formOf(message, body), signal }));
}

/** https://www.twilio.com/docs/whatsapp/api/typing-indicators-resource */
async function showTyping(api: TwilioApi, messageId: string, signal: AbortSignal): Promise<void> {
  const form = new URLSearchParams({ messageId, channel: 'whatsapp' });
  successful(await postForm(api, api.url('messaging', '/v2/Indicators/Typing.json'), { form, signal }));
}

/** Null for a template: the carrier fills it in and rejects an additional text. */
function textOf({ channel, content }: OutgoingMessage): string | null {
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
