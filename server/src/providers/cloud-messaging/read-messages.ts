import type { CarrierReport, MediaItem } from '../interfaces/messaging-carrier.ts';
import { unattributed } from '../kit/bounded-reports.ts';
import { readChannelUserId } from '../kit/channel-user-id.ts';
import { e164 } from '../kit/e164.ts';
import { objectAt, objectsAt, textAt } from '../kit/json-parts.ts';
import { textOfMessage } from './message-text.ts';

/** @param shown the sender's number as the vendor writes it */
export function readMessages(value: Record<string, unknown>, shown: string): CarrierReport[] {
  const contacts = objectsAt(value['contacts']);
  return objectsAt(value['messages']).flatMap((message) => readMessage(message, contacts, shown));
}

type Fields = Record<string, unknown>;

function readMessage(message: Fields, contacts: readonly Fields[], shown: string): CarrierReport[] {
  const providerMessageId = textAt(message['id']);
  const contact = contactOf(message, contacts);
  const identity = readIdentity(
    message['from'] ?? contact['wa_id'],
    message['from_user_id'] ?? contact['user_id'],
  );
  const text = textOfMessage(message);
  if (text === null) return reportWithoutContent(message);
  const isGroup = textAt(message['group_id']) !== null;
  if (isGroup) return [unattributed('a message in a group', { message, contact })];
  if (identity === null || providerMessageId === null) {
    return [unattributed('a message without an id or a customer', { message, contact })];
  }
  return [
    {
      kind: 'message',
      channel: 'msgapp',
      providerMessageId,
      ...identity,
      to: e164(shown) ?? shown,
      customerName: textAt(objectAt(contact['profile'])['name'])?.trim() || null,
      text,
      isTyped: textAt(message['type']) === 'text',
      carrierWord: null,
      media: mediaOf(message),
      sentAt: instantOf(textAt(message['timestamp'])),
    },
  ];
}

/** The vendor's own notes are kept unattributed; other messages without content are dropped. */
function reportWithoutContent(message: Fields): CarrierReport[] {
  if (textAt(message['type']) !== 'system') return [];
  const note = objectAt(message['system']);
  const before = readChannelUserId(textAt(note['previous_user_id'] ?? message['from_user_id']));
  const now = readChannelUserId(textAt(note['user_id']));
  const isRenamed = textAt(note['type']) === 'user_changed_user_id';
  if (!isRenamed || before === null || now === null) return [unattributed('a system message', message)];
  return [{ kind: 'identity', first: before, second: now }];
}

/** The contact of a message's sender: with a username, only the id is known. */
function contactOf(message: Fields, contacts: readonly Fields[]): Fields {
  const [from, userId] = [textAt(message['from']), textAt(message['from_user_id'])];
  const known = contacts.find(
    ({ wa_id: waId, user_id: id }) =>
      (from !== null && (textAt(waId) === from || textAt(id) === from)) ||
      (userId !== null && textAt(id) === userId),
  );
  // A message without a sender belongs to its only contact.
  return known ?? (from === null && userId === null && contacts.length === 1 ? (contacts[0] ?? {}) : {});
}

/**
 * A customer identified by a number, an id, or both; null without either.
 * https://developers.facebook.com/documentation/business-messaging/whatsapp/business-scoped-user-ids
 */
export function readIdentity(
  number: unknown,
  id: unknown,
): { from: string | null; channelUserId: string | null } | null {
  const written = textAt(number);
  const from = e164(written ?? '');
  const channelUserId = readChannelUserId(textAt(id)) ?? (from === null ? readChannelUserId(written) : null);
  return from === null && channelUserId === null ? null : { from, channelUserId };
}

const MEDIA_KINDS = ['image', 'video', 'audio', 'document', 'sticker'] as const;

function mediaOf(message: Record<string, unknown>): MediaItem[] {
  return MEDIA_KINDS.flatMap((kind): MediaItem[] => {
    const file = objectAt(message[kind]);
    const reference = textAt(file['id']);
    if (reference === null) return [];
    const contentType = textAt(file['mime_type']) ?? 'application/octet-stream';
    return [{ reference, contentType, fileName: textAt(file['filename']) }];
  });
}

/** Unix time in seconds; null if missing or out of the database's range. */
export function instantOf(seconds: string | null): Date | null {
  if (seconds === null || !/^\d{1,11}$/.test(seconds)) return null;
  return new Date(Number(seconds) * 1_000);
}
