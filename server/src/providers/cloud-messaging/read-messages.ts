import {
  type CarrierReport,
  type MediaItem,
  type MessageChange,
  type MessageReference,
  UNREADABLE,
} from '../interfaces/messaging-carrier.ts';
import { unattributed } from '../kit/bounded-reports.ts';
import { readChannelUserId } from '../kit/channel-user-id.ts';
import { e164 } from '../kit/e164.ts';
import { objectAt, objectsAt, textAt } from '../kit/json-parts.ts';
import { formText, readForm, referenceOf } from '../kit/message-reference.ts';

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
  const isGroup = textAt(message['group_id']) !== null;
  if (isGroup) return [unattributed('a message in a group', { message, contact })];
  const text = textOfMessage(message);
  if (text === null) return reportWithoutContent(message, contact);
  if (identity === null || providerMessageId === null) {
    return [unattributed('a message without an id or a customer', { message, contact })];
  }
  const customerName = textAt(objectAt(contact['profile'])['name'])?.trim() || null;
  const at = instantOf(textAt(message['timestamp']));
  const to = e164(shown) ?? shown;
  if (CHANGES.has(textAt(message['type']) ?? '')) {
    const changed = readChange(message);
    if (changed === null) return [unattributed('a change of an unknown message', message)];
    return [{ kind: 'change', author: 'customer', ...identity, to, customerName, ...changed, at }];
  }
  return [
    {
      kind: 'message',
      channel: 'msgapp',
      providerMessageId,
      ...identity,
      to,
      customerName,
      text,
      isTyped: textAt(message['type']) === 'text',
      isQuestion: isQuestion(message),
      about: referenceIn(message),
      carrierWord: null,
      media: mediaOf(message),
      sentAt: at,
    },
  ];
}

/**
 * Messages and changes by the account in the vendor's app. `to` is the customer.
 * https://developers.facebook.com/documentation/business-messaging/whatsapp/webhooks/reference/smb_message_echoes
 */
export function readEchoes(value: Record<string, unknown>, shown: string): CarrierReport[] {
  const contacts = objectsAt(value['contacts']);
  return objectsAt(value['message_echoes']).map((message): CarrierReport => {
    const contact = contacts.length === 1 ? (contacts[0] ?? {}) : {};
    const identity = readIdentity(
      message['to'] ?? contact['wa_id'],
      message['to_user_id'] ?? contact['user_id'],
    );
    const providerMessageId = textAt(message['id']);
    const text = textOfMessage(message);
    const kind = textAt(message['type']) ?? '';
    if (identity === null || providerMessageId === null || text === null || kind === 'reaction') {
      return unattributed('a message of the account', message);
    }
    if (!CHANGES.has(kind)) {
      return { kind: 'echo', providerMessageId, ...identity, text, media: mediaOf(message) };
    }
    const changed = readChange(message);
    if (changed === null) return unattributed('a change of an unknown message', message);
    const at = instantOf(textAt(message['timestamp']));
    const to = e164(shown) ?? shown;
    return { kind: 'change', author: 'account', ...identity, to, customerName: null, ...changed, at };
  });
}

const CHANGES = new Set(['edit', 'revoke', 'reaction']);

/** Null without the id of the changed message. */
function readChange(message: Fields): { target: string; change: MessageChange } | null {
  const kind = textAt(message['type']) ?? '';
  const about = objectAt(message[kind]);
  const target = textAt(about['original_message_id'] ?? about['message_id']);
  if (target === null) return null;
  switch (kind) {
    case 'edit': {
      const edited = objectAt(about['message']);
      const isTyped = textAt(edited['type']) === 'text';
      return { target, change: { kind: 'edited', text: textOfMessage(edited) ?? '', isTyped } };
    }
    case 'reaction':
      return { target, change: { kind: 'reaction', emoji: textAt(about['emoji']) } };
    default:
      return { target, change: { kind: 'deleted' } };
  }
}

/** Kinds of messages that the vendor does not pass on, and that are no questions. */
const QUIET = new Set([...CHANGES, 'pin', 'pin_message', 'poll_update', 'keep_in_chat']);

function isQuestion(message: Fields): boolean {
  const kind = textAt(message['type']);
  if (kind === 'sticker') return false;
  return kind !== 'unsupported' || !QUIET.has(textAt(objectAt(message['unsupported'])['type']) ?? '');
}

/** The vendor's notes about new numbers and ids; other notes are kept unattributed. The customer wrote nothing. */
function reportWithoutContent(message: Fields, contact: Fields): CarrierReport[] {
  if (textAt(message['type']) !== 'system') return [];
  const note = objectAt(message['system']);
  const kind = textAt(note['type']) ?? '';
  if (!MOVES.has(kind)) return [unattributed('a system message', message)];
  const before = readIdentity(message['from'], note['previous_user_id'] ?? message['from_user_id']);
  const after = readIdentity(note['wa_id'] ?? note['new_wa_id'], note['user_id'] ?? contact['user_id']);
  const moves = movesBetween(before, after, kind !== 'user_changed_user_id');
  if (moves.length === 0) return [unattributed('a system message', message)];
  const at = instantOf(textAt(message['timestamp']));
  const reports: CarrierReport[] = moves.map((move) => ({ kind: 'moved', ...move, at }));
  // A new number may come with an id that was not known before.
  const [first, second] = [after?.from ?? null, after?.channelUserId ?? null];
  return first === null || second === null ? reports : [...reports, { kind: 'identity', first, second }];
}

const MOVES = new Set(['user_changed_number', 'customer_changed_number', 'user_changed_user_id']);

type Identity = NonNullable<ReturnType<typeof readIdentity>>;

/** @param leavesNumber the old number is no longer the customer's, even if the new one is hidden */
function movesBetween(
  before: Identity | null,
  after: Identity | null,
  leavesNumber: boolean,
): { before: string; after: string }[] {
  const phone = after?.from ?? (leavesNumber ? after?.channelUserId : null);
  const pairs = [
    { before: before?.from, after: phone },
    { before: before?.channelUserId, after: after?.channelUserId },
  ];
  return pairs.flatMap(({ before: old, after: now }) =>
    old == null || now == null || old === now ? [] : [{ before: old, after: now }],
  );
}

/** https://developers.facebook.com/documentation/business-messaging/whatsapp/webhooks/reference/messages */
function referenceIn(message: Fields): MessageReference | null {
  const context = objectAt(message['context']);
  const product = objectAt(context['referred_product']);
  const productId = textAt(product['product_retailer_id']);
  const referral = objectAt(message['referral']);
  const interactive = objectAt(message['interactive']);
  const reply = objectAt(interactive['button_reply'] ?? interactive['list_reply'] ?? message['button']);
  const title = textAt(reply['title'] ?? reply['text'] ?? reply['id']);
  return referenceOf({
    quoted: textAt(context['id']),
    choice:
      title === null
        ? null
        : {
            title,
            payload: textAt(reply['payload'] ?? reply['id']),
            description: textAt(reply['description']),
          },
    referral:
      Object.keys(referral).length === 0
        ? null
        : {
            headline: textAt(referral['headline']),
            body: textAt(referral['body']),
            url: textAt(referral['source_url']),
          },
    product: productId === null ? null : { id: productId, catalog_id: textAt(product['catalog_id']) },
    form: readForm(textAt(objectAt(interactive['nfm_reply'])['response_json'])),
  });
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

type Message = Record<string, unknown>;

/**
 * The text of a message of any kind; null without content from the customer. An unreadable message still counts: the
 * session window opens, and someone may ask what was meant.
 */
function textOfMessage(message: Message): string | null {
  const kind = textAt(message['type']) ?? '';
  const read = Object.hasOwn(READERS, kind) ? READERS[kind] : undefined;
  return read === undefined ? UNREADABLE : read(message);
}

const READERS: Readonly<Record<string, (message: Message) => string | null>> = {
  text: (message) => textAt(objectAt(message['text'])['body']) ?? '',
  button: (message) => textAt(objectAt(message['button'])['text']) ?? '',
  interactive: (message) => interactiveText(objectAt(message['interactive'])),
  image: (message) => captionOf(message['image']),
  video: (message) => captionOf(message['video']),
  document: (message) => captionOf(message['document']),
  audio: () => '',
  sticker: () => '',
  location: (message) => locationText(objectAt(message['location'])),
  contacts: (message) => contactsText(objectsAt(message['contacts'])),
  order: (message) => orderText(objectAt(message['order'])),
  // The vendor's own notes, for example about a customer's new number.
  system: () => null,
  // The customer opened the chat without writing.
  request_welcome: () => null,
};

function captionOf(file: unknown): string {
  return textAt(objectAt(file)['caption']) ?? '';
}

/** Buttons and lists return a title, forms the entered values. */
function interactiveText(interactive: Message): string {
  const reply = objectAt(interactive['button_reply'] ?? interactive['list_reply']);
  const form = objectAt(interactive['nfm_reply']);
  const filled = readForm(textAt(form['response_json']));
  const text = textAt(reply['title']) ?? textAt(reply['id']) ?? textAt(form['body']) ?? UNREADABLE;
  return filled === null ? text : formText(filled);
}

function locationText(location: Message): string {
  const point = [location['latitude'], location['longitude']].map(textAt);
  const coordinates = point.includes(null) ? null : point.join(', ');
  const parts = [textAt(location['name']), textAt(location['address']), coordinates];
  return `Location: ${parts.filter((part) => part !== null).join(', ')}`;
}

function contactsText(contacts: Message[]): string {
  const lines = contacts.map((contact) => {
    const phones = objectsAt(contact['phones']).map(
      (phone) => textAt(phone['phone']) ?? textAt(phone['wa_id']),
    );
    const emails = objectsAt(contact['emails']).map((email) => textAt(email['email']));
    const name = textAt(objectAt(contact['name'])['formatted_name']);
    return [name, ...phones, ...emails].filter((part) => part !== null).join(' ');
  });
  return `Contact: ${lines.join('; ')}`;
}

function orderText(order: Message): string {
  const items = objectsAt(order['product_items']).map((item) => {
    const quantity = textAt(item['quantity']) ?? '1';
    const price = textAt(item['item_price']);
    const words = `${quantity} × ${textAt(item['product_retailer_id']) ?? 'item'}`;
    return price === null ? words : `${words} at ${price} ${textAt(item['currency']) ?? ''}`.trimEnd();
  });
  const words = textAt(order['text']);
  return [words, `Order: ${items.join(', ')}`].filter((part) => part !== null).join('\n');
}
