import type { RichKind } from './customer-scenarios.ts';

/** A customer as a carrier names them. */
export interface Writer {
  /** E.164 */
  phone: string | null;
  channelId: string | null;
}

/** Files that the fake carriers have. */
export const FILES = [
  { id: 'day-voice', contentType: 'audio/mpeg', base64: Buffer.from('ID3 hello').toString('base64') },
  { id: 'day-picture', contentType: 'image/png', base64: 'iVBORw0KGgo=' },
  {
    id: 'day-document',
    contentType: 'text/plain',
    base64: Buffer.from('Menu of the day').toString('base64'),
  },
  {
    id: 'day-card',
    contentType: 'text/vcard',
    base64: Buffer.from('BEGIN:VCARD\nFN:Ana\nEND:VCARD').toString('base64'),
  },
  { id: 'day-sticker', contentType: 'image/webp', base64: 'UklGRg==' },
];

type Fields = Record<string, unknown>;

/** The value of a Cloud API webhook with one message. */
export function cloudValue({ phone, channelId }: Writer, message: Fields): Fields {
  const from = phone?.slice(1);
  const contact = { profile: { name: 'Sheena' }, wa_id: from, user_id: channelId ?? undefined };
  return {
    contacts: [contact],
    messages: [{ from, from_user_id: channelId ?? undefined, ...message }],
  };
}

/** The fields of a Cloud API message. @param quoted id of an earlier message */
export function cloudRich(what: RichKind, title: string, quoted: string): Fields {
  switch (what) {
    case 'tap':
      return { type: 'button', button: { text: title, payload: 'PAYLOAD_1' } };
    case 'list':
      return { type: 'interactive', interactive: { type: 'list_reply', list_reply: { id: 'row-1', title } } };
    case 'quote':
      return { type: 'text', text: { body: `This one: ${title}` }, context: { id: quoted } };
    case 'voice':
      return { type: 'audio', audio: { id: 'day-voice', mime_type: 'audio/mpeg', voice: true } };
    case 'picture':
      return { type: 'image', image: { id: 'day-picture', mime_type: 'image/png', caption: title } };
    case 'document':
      return {
        type: 'document',
        document: { id: 'day-document', mime_type: 'text/plain', filename: 'menu.txt' },
      };
    case 'contacts':
      return {
        type: 'contacts',
        contacts: [{ name: { formatted_name: 'Ana' }, phones: [{ phone: '+40 721' }] }],
      };
    case 'location':
      return { type: 'location', location: { latitude: 44.4, longitude: 26.1, name: 'Home' } };
    case 'order':
      return { type: 'order', order: { product_items: [{ product_retailer_id: 'shoe', quantity: 2 }] } };
    case 'sticker':
      return { type: 'sticker', sticker: { id: 'day-sticker', mime_type: 'image/webp' } };
    case 'unknown':
      return { type: 'hologram', hologram: { depth: 3 } };
  }
}

/** The form of a Twilio webhook with one message. @param to the sender's address */
export function twilioForm({ phone, channelId }: Writer, to: string, fields: Fields): Fields {
  return {
    SmsStatus: 'received',
    From: `whatsapp:${phone ?? channelId}`,
    To: to,
    Body: '',
    NumMedia: '0',
    ...(channelId === null ? {} : { ExternalUserId: channelId }),
    ...fields,
  };
}

/** The fields of a Twilio message. @param base URL of the message's files, without the file's id */
export function twilioRich(
  what: RichKind,
  title: string,
  { quoted, base }: { quoted: string; base: string },
): Fields {
  const file = (id: string, type: string): Fields => ({
    NumMedia: '1',
    MediaUrl0: `${base}${id}`,
    MediaContentType0: type,
  });
  switch (what) {
    case 'tap':
      return { Body: title, ButtonText: title, ButtonPayload: 'PAYLOAD_1' };
    case 'list':
      return { Body: title, ListTitle: title, ListId: 'row-1' };
    case 'quote':
      return { Body: `This one: ${title}`, OriginalRepliedMessageSid: quoted };
    case 'voice':
      return file('day-voice', 'audio/mpeg');
    case 'picture':
      return { Body: title, ...file('day-picture', 'image/png') };
    case 'document':
      return file('day-document', 'text/plain');
    case 'contacts':
      return file('day-card', 'text/vcard');
    case 'location':
      return { Latitude: '44.4', Longitude: '26.1', Label: 'Home' };
    case 'sticker':
      return { MessageType: 'sticker', ...file('day-sticker', 'image/webp') };
    case 'order':
      return { ErrorCode: '63005' };
    case 'unknown':
      return {};
  }
}

/** Reports that match nothing; each has this marker. */
export function cloudGarbage(marker: string, draw: number): { field: string; said: Fields } {
  const messages = 'messages';
  switch (draw % 5) {
    case 0:
      return { field: 'hologram_updates', said: { marker } };
    case 1:
      return { field: messages, said: { messages: [{ marker, type: 'text', text: { body: 'Who am I?' } }] } };
    case 2:
      return { field: messages, said: { statuses: [{ id: marker, status: 'teleported' }] } };
    case 3:
      return {
        field: messages,
        said: { contacts: [{ marker }], messages: [null, 7, { marker, from: {}, id: [], type: 'edit' }] },
      };
    default:
      return { field: messages, said: { errors: [{ code: 1, title: marker }] } };
  }
}

export function twilioGarbage(marker: string, draw: number): Fields {
  return draw % 2 === 0 ? { Body: marker } : { MessageSid: marker, MessageStatus: 'teleported' };
}
