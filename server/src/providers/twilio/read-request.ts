import {
  type CarrierReading,
  type CarrierReport,
  type CarrierRequest,
  type ConsentChange,
  type MediaItem,
  type MessageReference,
  UNREADABLE,
} from '../interfaces/messaging-carrier.ts';
import { boundedReports, unattributed } from '../kit/bounded-reports.ts';
import { readChannelUserId } from '../kit/channel-user-id.ts';
import { formText, readForm, referenceOf } from '../kit/message-reference.ts';
import { type Address, readAddress } from './address.ts';
import { deliveryStateOf } from './delivery-state.ts';
import { readSignedRequest } from './signed-request.ts';
import { REFERENCE_PARAMETER } from './status-url.ts';

/** Sends no message to the customer; replies are sent separately. */
const ANSWER = { contentType: 'text/xml; charset=utf-8', text: '<Response/>' };

export function readRequest(authToken: string, request: CarrierRequest): CarrierReading {
  const reading = readSignedRequest(authToken, request);
  if (reading.kind === 'refused') return reading;
  const reference = reading.url.searchParams.get(REFERENCE_PARAMETER);
  return { kind: 'reports', reports: boundedReports(readReports(reading.fields, reference)), ...ANSWER };
}

type Fields = ReadonlyMap<string, string>;

const MAX_MEDIA = 10;
const ID_NAMES = ['MessageSid', 'SmsSid', 'SmsMessageSid'] as const;

/** @param reference from the status URL; null if absent */
function readReports(fields: Fields, reference: string | null): CarrierReport[] {
  const id = ID_NAMES.map((name) => fields.get(name) ?? '').find((text) => text !== '');
  if (id === undefined) return [unattributedForm('a form without an id', fields)];
  const status = fields.get('MessageStatus') ?? fields.get('SmsStatus') ?? '';
  if (status === 'received' || status === 'receiving' || status === '') return [readMessage(fields, id)];
  return readStatus(fields, { id, status, reference });
}

function unattributedForm(what: string, fields: Fields): CarrierReport {
  return unattributed(what, Object.fromEntries(fields));
}

/** https://www.twilio.com/docs/messaging/guides/webhook-request */
function readMessage(fields: Fields, providerMessageId: string): CarrierReport {
  const from = fields.get('From') ?? '';
  const address = readAddress(from);
  const customer = address === null ? null : customerOf(fields, address, from);
  if (address === null || customer === null) return unattributedForm('a message without a customer', fields);
  const customerName = fields.get('ProfileName')?.trim() || null;
  const written = fields.get('To') ?? '';
  const to = readAddress(written)?.phoneNumber ?? written;
  if (fields.get('MessageType') === 'reaction')
    return readReaction(fields, { ...customer, to, customerName });
  const media = mediaOf(fields);
  return {
    kind: 'message',
    channel: address.channel,
    providerMessageId,
    ...customer,
    to,
    customerName,
    text: textOf(fields, media.length > 0),
    isTyped: media.length === 0 && CHOICES.every((name) => (fields.get(name) ?? '') === ''),
    about: referenceIn(fields),
    isQuestion: fields.get('MessageType') !== 'sticker',
    carrierWord: CONSENT_CHANGES.get(fields.get('OptOutType') ?? '') ?? null,
    media,
    sentAt: null,
  };
}

function referenceIn(fields: Fields): MessageReference | null {
  const at = (name: string): string | null => fields.get(name)?.trim() || null;
  const title = at('ButtonText') ?? at('ListTitle') ?? at('ButtonPayload') ?? at('ListId');
  const [headline, body, url] = [at('ReferralHeadline'), at('ReferralBody'), at('ReferralSourceUrl')];
  const payload = at('ButtonPayload') ?? at('ListId');
  const description = at('ListDescription');
  return referenceOf({
    quoted: at('OriginalRepliedMessageSid'),
    choice: title === null ? null : { title, payload, description },
    referral: headline === null && body === null && url === null ? null : { headline, body, url },
    product: null,
    form: readForm(at('FlowData') ?? at('InteractiveData')),
  });
}

/** A reaction has the emoji as its text; without text it was removed. */
function readReaction(
  fields: Fields,
  said: { from: string | null; channelUserId: string | null; to: string; customerName: string | null },
): CarrierReport {
  const target = fields.get('OriginalRepliedMessageSid') ?? '';
  if (target === '') return unattributedForm('a reaction to an unknown message', fields);
  const emoji = fields.get('Body')?.trim() || null;
  const change = { kind: 'reaction', emoji } as const;
  return { kind: 'change', author: 'customer', target, ...said, change, at: null };
}

/** Classification by the carrier's own opt-out handling. */
const CONSENT_CHANGES: ReadonlyMap<string, ConsentChange> = new Map([
  ['STOP', 'stop'],
  ['START', 'start'],
]);

/** Parameters that are present if the customer tapped or filled in something instead of typing. */
const CHOICES = [
  'ButtonText',
  'ButtonPayload',
  'ListId',
  'ListTitle',
  'InteractiveData',
  'FlowData',
] as const;

/** On the chat channel a username hides the number; an SMS may come from a name or a short code. */
function customerOf(
  fields: Fields,
  { channel, phoneNumber, channelUserId }: Address,
  written: string,
): { from: string | null; channelUserId: string | null } | null {
  if (channel === 'sms') {
    const from = phoneNumber ?? (written.trim() || null);
    return from === null ? null : { from, channelUserId: null };
  }
  const id = readChannelUserId(fields.get('ExternalUserId') ?? null) ?? channelUserId;
  return phoneNumber === null && id === null ? null : { from: phoneNumber, channelUserId: id };
}

const WORDS = ['Body', 'ButtonText', 'ListTitle', 'InteractiveData', 'FlowData'] as const;

/** Orders come without their content (error 63005). An unreadable message still counts: the session window opens. */
function textOf(fields: Fields, hasMedia: boolean): string {
  const words = WORDS.map((name) => fields.get(name) ?? '').find((text) => text !== '') ?? '';
  const form = readForm(words === '' ? null : words);
  const body = form !== null && words !== fields.get('Body') ? formText(form) : words;
  const [latitude, longitude] = [fields.get('Latitude'), fields.get('Longitude')];
  if (latitude === undefined || longitude === undefined) {
    return body === '' && !hasMedia && readAddress(fields.get('From') ?? '')?.channel === 'msgapp'
      ? UNREADABLE
      : body;
  }
  const place = [fields.get('Label'), fields.get('Address')].filter(
    (part) => part !== undefined && part !== '',
  );
  const location = `Location: ${[...place, `${latitude}, ${longitude}`].join(', ')}`;
  return body === '' ? location : `${body}\n${location}`;
}

function mediaOf(fields: Fields): MediaItem[] {
  const count = Math.min(Number(fields.get('NumMedia') ?? 0) || 0, MAX_MEDIA);
  return Array.from({ length: Math.max(0, Math.floor(count)) }, (_, index) => ({
    reference: fields.get(`MediaUrl${index}`) ?? '',
    contentType: fields.get(`MediaContentType${index}`) ?? 'application/octet-stream',
    fileName: null,
  })).filter(({ reference }) => reference !== '');
}

/** https://www.twilio.com/docs/messaging/guides/track-outbound-message-status */
function readStatus(
  fields: Fields,
  { id, status, reference }: { id: string; status: string; reference: string | null },
): CarrierReport[] {
  const state = deliveryStateOf(status);
  if (state === null) return [unattributedForm('a state', fields)];
  const code = fields.get('ErrorCode') ?? '';
  const hasFailed = state === 'failed' || state === 'undelivered';
  const text = fields.get('ErrorMessage') ?? fields.get('ChannelStatusMessage') ?? null;
  const error = hasFailed && code !== '' && code !== '0' ? { code, text } : null;
  return [...identityOf(fields), { kind: 'status', providerMessageId: id, reference, state, error }];
}

/** The carrier sends both if it knows both. */
function identityOf(fields: Fields): CarrierReport[] {
  const recipient = readAddress(fields.get('To') ?? '');
  const channelUserId = readChannelUserId(fields.get('ExternalUserId') ?? null);
  if (recipient?.channel !== 'msgapp' || recipient.phoneNumber === null || channelUserId === null) return [];
  return [{ kind: 'identity', first: recipient.phoneNumber, second: channelUserId }];
}
