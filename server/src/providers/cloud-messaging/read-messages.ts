import { e164 } from '../kit/e164.ts';
import { objectAt, objectsAt, textAt } from '../kit/json-parts.ts';
import type { CarrierReport, MediaItem } from '../spec/messaging-carrier.ts';
import { textOfMessage } from './message-text.ts';

/** @param shown the sender's number as the vendor writes it */
export function readMessages(value: Record<string, unknown>, shown: string): CarrierReport[] {
  const names = new Map(
    objectsAt(value['contacts']).map((contact) => [
      textAt(contact['wa_id']),
      textAt(objectAt(contact['profile'])['name']),
    ]),
  );
  return objectsAt(value['messages']).flatMap((message): CarrierReport[] => {
    const providerMessageId = textAt(message['id']);
    const sender = textAt(message['from']);
    const from = e164(sender ?? '');
    const text = textOfMessage(message);
    if (providerMessageId === null || from === null || text === null) return [];
    const report = {
      kind: 'message' as const,
      channel: 'msgapp' as const,
      providerMessageId,
      from,
      to: e164(shown) ?? shown,
      customerName: names.get(sender)?.trim() || null,
      text,
      media: mediaOf(message),
      sentAt: instantOf(textAt(message['timestamp'])),
    };
    return [report];
  });
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

/** Seconds since 1970; null: not told, or no instant that a database could hold. */
function instantOf(seconds: string | null): Date | null {
  if (seconds === null || !/^\d{1,11}$/.test(seconds)) return null;
  return new Date(Number(seconds) * 1_000);
}
