import { objectAt, objectsAt, textAt } from '../kit/json-parts.ts';

type Message = Record<string, unknown>;

/** The text of a message of any kind; null without content from the customer. */
export function textOfMessage(message: Message): string | null {
  const kind = textAt(message['type']) ?? '';
  const read = Object.hasOwn(READERS, kind) ? READERS[kind] : undefined;
  return read === undefined ? UNREADABLE : read(message);
}

/** Still counts as a message: the session window opens, and someone may ask what was meant. */
const UNREADABLE = '[A message of a kind that cannot be shown here]';

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
  reaction: (message) => reactionText(objectAt(message['reaction'])),
  order: (message) => orderText(objectAt(message['order'])),
  // The new text of an edited message.
  edit: (message) => textOfMessage(objectAt(objectAt(message['edit'])['message'])),
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
  const filled = textAt(form['response_json']);
  const text = textAt(reply['title']) ?? textAt(reply['id']) ?? filled ?? textAt(form['body']);
  return text ?? UNREADABLE;
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
    const name = textAt(objectAt(contact['name'])['formatted_name']);
    return [name, ...phones].filter((part) => part !== null).join(' ');
  });
  return `Contact: ${lines.join('; ')}`;
}

/** A removed reaction has no text. */
function reactionText(reaction: Message): string | null {
  const emoji = textAt(reaction['emoji']);
  return emoji === null ? null : `Reaction: ${emoji}`;
}

function orderText(order: Message): string {
  const items = objectsAt(order['product_items']).map((item) => {
    const quantity = textAt(item['quantity']) ?? '1';
    return `${quantity} × ${textAt(item['product_retailer_id']) ?? 'item'}`;
  });
  const words = textAt(order['text']);
  return [words, `Order: ${items.join(', ')}`].filter((part) => part !== null).join('\n');
}
