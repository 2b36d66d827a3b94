import type { CarrierReport, ConsentChange, MediaItem } from '../interfaces/messaging-carrier.ts';
import { unattributed } from '../kit/bounded-reports.ts';
import { readChannelUserId } from '../kit/channel-user-id.ts';
import { type Address, readAddress } from './address.ts';
import { deliveryStateOf } from './delivery-state.ts';

type Said = ReadonlyMap<string, string>;

const MAX_MEDIA = 10;
const ID_NAMES = ['MessageSid', 'SmsSid', 'SmsMessageSid'] as const;

/** @param reference from the status URL; null if absent */
export function readReports(said: Said, reference: string | null): CarrierReport[] {
  const id = ID_NAMES.map((name) => said.get(name) ?? '').find((text) => text !== '');
  if (id === undefined) return [unattributedForm('a form without an id', said)];
  const status = said.get('MessageStatus') ?? said.get('SmsStatus') ?? '';
  if (status === 'received' || status === 'receiving' || status === '') return [readMessage(said, id)];
  return readStatus(said, { id, status, reference });
}

function unattributedForm(what: string, said: Said): CarrierReport {
  return unattributed(what, Object.fromEntries(said));
}

/** https://www.twilio.com/docs/messaging/guides/webhook-request */
function readMessage(said: Said, providerMessageId: string): CarrierReport {
  const from = said.get('From') ?? '';
  const address = readAddress(from);
  const customer = address === null ? null : customerOf(said, address, from);
  if (address === null || customer === null) return unattributedForm('a message without a customer', said);
  const to = said.get('To') ?? '';
  const media = mediaOf(said);
  return {
    kind: 'message',
    channel: address.channel,
    providerMessageId,
    ...customer,
    to: readAddress(to)?.phoneNumber ?? to,
    customerName: said.get('ProfileName')?.trim() || null,
    text: textOf(said, media.length > 0),
    isTyped: media.length === 0 && CHOICES.every((name) => (said.get(name) ?? '') === ''),
    carrierWord: CONSENT_CHANGES.get(said.get('OptOutType') ?? '') ?? null,
    media,
    sentAt: null,
  };
}

/** Classification by the carrier's own opt-out handling. */
const CONSENT_CHANGES: ReadonlyMap<string, ConsentChange> = new Map([
  ['STOP', 'stop'],
  ['START', 'start'],
]);

/** Present if the customer tapped or filled in something instead of typing. */
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
  said: Said,
  { channel, phoneNumber, channelUserId }: Address,
  written: string,
): { from: string | null; channelUserId: string | null } | null {
  if (channel === 'sms') {
    const from = phoneNumber ?? (written.trim() || null);
    return from === null ? null : { from, channelUserId: null };
  }
  const id = readChannelUserId(said.get('ExternalUserId') ?? null) ?? channelUserId;
  return phoneNumber === null && id === null ? null : { from: phoneNumber, channelUserId: id };
}

const WORDS = ['Body', 'ButtonText', 'ListTitle', 'InteractiveData', 'FlowData'] as const;
/** Still counts as a message: the session window opens, and someone may ask what was meant. */
const UNREADABLE = '[A message of a kind that cannot be shown here]';

function textOf(said: Said, hasMedia: boolean): string {
  const body = WORDS.map((name) => said.get(name) ?? '').find((text) => text !== '') ?? '';
  const [latitude, longitude] = [said.get('Latitude'), said.get('Longitude')];
  if (latitude === undefined || longitude === undefined) {
    return body === '' && !hasMedia && readAddress(said.get('From') ?? '')?.channel === 'msgapp'
      ? UNREADABLE
      : body;
  }
  const place = [said.get('Label'), said.get('Address')].filter((part) => part !== undefined && part !== '');
  const location = `Location: ${[...place, `${latitude}, ${longitude}`].join(', ')}`;
  return body === '' ? location : `${body}\n${location}`;
}

function mediaOf(said: Said): MediaItem[] {
  const count = Math.min(Number(said.get('NumMedia') ?? 0) || 0, MAX_MEDIA);
  return Array.from({ length: Math.max(0, Math.floor(count)) }, (_, index) => ({
    reference: said.get(`MediaUrl${index}`) ?? '',
    contentType: said.get(`MediaContentType${index}`) ?? 'application/octet-stream',
    fileName: null,
  })).filter(({ reference }) => reference !== '');
}

/** https://www.twilio.com/docs/messaging/guides/track-outbound-message-status */
function readStatus(
  said: Said,
  { id, status, reference }: { id: string; status: string; reference: string | null },
): CarrierReport[] {
  const state = deliveryStateOf(status);
  if (state === null) return [unattributedForm('a state', said)];
  const code = said.get('ErrorCode') ?? '';
  const hasFailed = state === 'failed' || state === 'undelivered';
  const text = said.get('ErrorMessage') ?? said.get('ChannelStatusMessage') ?? null;
  const error = hasFailed && code !== '' && code !== '0' ? { code, text } : null;
  return [...identityOf(said), { kind: 'status', providerMessageId: id, reference, state, error }];
}

/** The carrier sends both if it knows both. */
function identityOf(said: Said): CarrierReport[] {
  const recipient = readAddress(said.get('To') ?? '');
  const channelUserId = readChannelUserId(said.get('ExternalUserId') ?? null);
  if (recipient?.channel !== 'msgapp' || recipient.phoneNumber === null || channelUserId === null) return [];
  return [{ kind: 'identity', first: recipient.phoneNumber, second: channelUserId }];
}
