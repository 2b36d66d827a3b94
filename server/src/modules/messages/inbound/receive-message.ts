import { toE164 } from '#contract/phone-numbers.ts';
import type { NamedRequest } from '../../../core/named-request.ts';
import { storableText } from '../../../core/storable.ts';
import type { Executor } from '../../../db/client.ts';
import type { CarrierReport, MediaItem } from '../../../providers/interfaces/messaging-carrier.ts';
import { enqueue } from '../../../work/define-job.ts';
import { contentOf } from '../../conversations/messages/file-placeholders.ts';
import { optWord } from '../customers/opt-out-words.ts';
import { countsFrom } from '../customers/session-window.ts';
import type { MessageDependencies } from '../dependencies.ts';
import { confirmOptOutJob, fetchAttachmentJob } from '../jobs.ts';
import { insertAttachment } from './attachment-store.ts';
import { type StoredInbound, storeInbound } from './inbound-store.ts';

export type MessageReport = Extract<CarrierReport, { kind: 'message' }>;

/** More attachments than any carrier sends with one message. */
const MAX_MEDIA = 20;
const MAX_NAME_LENGTH = 255;

/** Stores a customer's message and its consequences in one transaction. Idempotent. */
export async function receiveMessage(
  { database, clock, blacklist }: MessageDependencies,
  { sender, named }: { sender: { id: number; userId: number }; named: NamedRequest | null },
  report: MessageReport,
): Promise<StoredInbound> {
  const text = storableText(report.text).trim();
  const media = storableMedia(report.media);
  // Taps on buttons and captions of media are not opt-out words.
  const typed = report.isTyped ? optWord(text) : null;
  const wish = report.carrierWord ?? typed?.wish ?? null;
  const inbound = {
    userId: sender.userId,
    senderId: sender.id,
    ...writerOf(report),
    customerName: nameOf(report.customerName),
    content: contentOf(text, media),
    providerMessageId: storableText(report.providerMessageId),
    writtenAt: countsFrom(report.sentAt, clock.now()),
    wish,
    mayBeAnswer: report.carrierWord === null && typed?.mayBeAnswer === true,
    isQuestion: report.isQuestion,
    about: report.about,
    named,
  };
  return database.transaction(async (transaction) => {
    const stored = await storeInbound(transaction, blacklist, inbound);
    if (stored.isRepeat) return stored;
    await storeMedia(transaction, { sender, messageId: stored.messageId, media });
    await confirmConsent(transaction, { ...stored, userId: sender.userId, word: typed });
    return stored;
  });
}

/** Confirms an opt-out or opt-in in the language of its word. */
export async function confirmConsent(
  transaction: Executor,
  {
    userId,
    conversationId,
    messageId,
    changedConsent,
    word,
  }: Pick<StoredInbound, 'conversationId' | 'messageId' | 'changedConsent'> & {
    userId: number;
    word: ReturnType<typeof optWord>;
  },
): Promise<void> {
  if (changedConsent === null) return;
  const languages = [...(word?.languages ?? [])];
  const payload = { userId, conversationId, messageId, wish: changedConsent, languages };
  await enqueue(transaction, confirmOptOutJob, { payload });
}

/** The customer who wrote. Throws for a report without one, which adapters never produce. */
export function writerOf({ from, channelUserId }: Pick<MessageReport, 'from' | 'channelUserId'>): {
  customerPhone: string | null;
  channelUserId: string | null;
  address: string;
} {
  const address = from ?? channelUserId;
  if (address === null) throw new Error('A reported message has no sender.');
  const customerPhone = from === null ? null : (toE164(from) ?? storableText(from));
  return { customerPhone, channelUserId, address: storableText(address) };
}

function nameOf(name: string | null): string | null {
  const storable = [...storableText(name ?? '').trim()].slice(0, MAX_NAME_LENGTH).join('');
  return storable === '' ? null : storable;
}

export function storableMedia(media: readonly MediaItem[]): MediaItem[] {
  return media.slice(0, MAX_MEDIA).map((item) => ({
    reference: storableText(item.reference),
    contentType: storableText(item.contentType),
    fileName: item.fileName === null ? null : storableText(item.fileName),
  }));
}

/**
 * Stores the attachments without their bytes. A job fetches them, because the carrier's webhook must be answered
 * quickly.
 */
export async function storeMedia(
  transaction: Executor,
  about: { sender: { id: number; userId: number }; messageId: number; media: readonly MediaItem[] },
): Promise<void> {
  for (const item of about.media) {
    const attachmentId = await insertAttachment(transaction, { ...about, item });
    await enqueue(transaction, fetchAttachmentJob, { payload: { attachmentId } });
  }
}
