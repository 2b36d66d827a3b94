import type { CarrierReport, MediaItem } from '../spec/messaging-carrier.ts';
import { readAddress } from './address.ts';
import { deliveryStateOf } from './delivery-state.ts';

type Said = ReadonlyMap<string, string>;

const MAX_MEDIA = 10;
const ID_NAMES = ['MessageSid', 'SmsSid', 'SmsMessageSid'] as const;

/** @param reference what the status address was given to carry; null: nothing */
export function readReports(said: Said, reference: string | null): CarrierReport[] {
  const id = ID_NAMES.map((name) => said.get(name) ?? '').find((text) => text !== '');
  if (id === undefined) return [];
  const status = said.get('MessageStatus') ?? said.get('SmsStatus') ?? '';
  if (status === 'received' || status === 'receiving' || status === '') return readMessage(said, id);
  return readStatus(said, { id, status, reference });
}

/** https://www.twilio.com/docs/messaging/guides/webhook-request */
function readMessage(said: Said, providerMessageId: string): CarrierReport[] {
  const from = readAddress(said.get('From') ?? '');
  const to = said.get('To') ?? '';
  if (from === null) return [];
  return [
    {
      kind: 'message',
      channel: from.channel,
      providerMessageId,
      from: from.phoneNumber,
      to: readAddress(to)?.phoneNumber ?? to,
      customerName: said.get('ProfileName')?.trim() || null,
      text: textOf(said),
      media: mediaOf(said),
      sentAt: null,
    },
  ];
}

function textOf(said: Said): string {
  const body = said.get('Body') || said.get('ButtonText') || '';
  const [latitude, longitude] = [said.get('Latitude'), said.get('Longitude')];
  if (latitude === undefined || longitude === undefined) return body;
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
  if (state === null) return [];
  const code = said.get('ErrorCode') ?? '';
  const hasFailed = state === 'failed' || state === 'undelivered';
  const text = said.get('ErrorMessage') ?? said.get('ChannelStatusMessage') ?? null;
  const error = hasFailed && code !== '' && code !== '0' ? { code, text } : null;
  return [{ kind: 'status', providerMessageId: id, reference, state, error }];
}
