import { storableText } from '../../../core/storable.ts';
import type { Executor } from '../../../db/client.ts';
import type { CarrierReport } from '../../../providers/interfaces/messaging-carrier.ts';
import { lockBalance } from '../../accounts/balance/charge.ts';
import { contentOf } from '../../conversations/messages/file-placeholders.ts';
import { type OptWord, optWord } from '../customers/opt-out-words.ts';
import { countsFrom } from '../customers/session-window.ts';
import type { MessageDependencies } from '../dependencies.ts';
import type { ReportingSender } from '../outgoing/report-store.ts';
import { keepUnattributed } from '../senders/unattributed-reports.ts';
import {
  type ChangedMessage,
  deleteMessage,
  editMessage,
  findChanged,
  mediaOf,
  reactToMessage,
  renewTurn,
} from './change-store.ts';
import { applyConsentChange, consentChange, whyUnanswered } from './inbound-store.ts';
import { receiveEcho } from './receive-echo.ts';
import { confirmConsent, receiveMessage, writerOf } from './receive-message.ts';

type ChangeReport = Extract<CarrierReport, { kind: 'change' }>;

/** Replaces the content of a deleted message, for the model too. */
const DELETED = '[Deleted message]';

/**
 * Applies an edit, a deletion or a reaction. Repeated and older changes do nothing.
 * @returns the conversation whose turn may have changed; otherwise null
 */
export async function receiveChange(
  dependencies: MessageDependencies,
  sender: ReportingSender,
  report: ChangeReport,
): Promise<number | null> {
  const { userId, id: senderId } = sender;
  const about = { userId, senderId, providerMessageId: report.target };
  const known = await dependencies.database.transaction(async (transaction) => {
    if (wordOf(report.change) !== null) await lockBalance(transaction, userId);
    const message = await findChanged(transaction, about);
    if (message === null) return null;
    return { message, isChanged: await applyChange(dependencies, transaction, { userId, message, report }) };
  });
  if (known !== null) return known.isChanged ? known.message.conversation_id : null;
  // Messages that the account deletes in the carrier's app may be older than the connection.
  const isDeletedEcho = report.author === 'account' && report.change.kind === 'deleted';
  if (report.change.kind === 'reaction' || isDeletedEcho) {
    const content = JSON.stringify(report);
    const what = `a change (${report.change.kind}) of an unknown message`;
    await keepUnattributed(dependencies, sender, { what, content });
    return null;
  }
  await storeMissing(dependencies, sender, report);
  return receiveChange(dependencies, sender, report);
}

/** Stores the message of a change that arrives first. The message itself is a repetition when it arrives. */
async function storeMissing(
  dependencies: MessageDependencies,
  sender: ReportingSender,
  { author, target, from, channelUserId, to, customerName, change, at }: ChangeReport,
): Promise<void> {
  const isEdited = change.kind === 'edited';
  const text = isEdited ? change.text : DELETED;
  if (author === 'account') {
    const echo = { providerMessageId: target, from, channelUserId, text, media: [] };
    return receiveEcho(dependencies, sender, { kind: 'echo', ...echo });
  }
  await receiveMessage(
    dependencies,
    { sender, named: null },
    {
      kind: 'message',
      channel: 'msgapp',
      providerMessageId: target,
      from,
      channelUserId,
      to,
      customerName,
      text,
      isTyped: isEdited && change.isTyped,
      isQuestion: isEdited,
      about: null,
      carrierWord: null,
      media: [],
      sentAt: at,
    },
  );
}

/** The opt-out or opt-in that a message was changed to; null if it was not. */
function wordOf(change: ChangeReport['change']): OptWord | null {
  return change.kind === 'edited' && change.isTyped ? optWord(storableText(change.text).trim()) : null;
}

/** @returns whether the turn may have changed */
async function applyChange(
  { blacklist, clock }: MessageDependencies,
  transaction: Executor,
  { userId, message, report }: { userId: number; message: ChangedMessage; report: ChangeReport },
): Promise<boolean> {
  const { change } = report;
  // As reported, even if the carrier's clock is ahead: a repeated change is recognized by its time.
  const at = report.at ?? clock.now();
  const { id, conversation_id: conversationId } = message;
  if (change.kind === 'reaction') {
    await reactToMessage(transaction, { userId, id, emoji: change.emoji, at });
    return false;
  }
  if ((message.author === 'customer') !== (report.author === 'customer')) return false;
  if (change.kind === 'deleted') {
    return deleteMessage(transaction, { userId, id, conversationId, content: DELETED, at });
  }
  const text = storableText(change.text).trim();
  const content = contentOf(text, await mediaOf(transaction, { userId, id }));
  const isChanged = await editMessage(transaction, { userId, id, conversationId, content, at });
  if (!isChanged || report.author === 'account') return false;
  const word = wordOf(change);
  const consent = await applyConsentChange(transaction, blacklist, {
    userId,
    address: writerOf(report).address,
    wish: word?.wish ?? null,
    writtenAt: countsFrom(report.at, clock.now()),
    mayBeAnswer: word?.mayBeAnswer === true,
  });
  const changedConsent = consentChange(consent);
  await confirmConsent(transaction, { userId, conversationId, messageId: id, changedConsent, word });
  const reason = whyUnanswered(message, consent, { isQuestion: true });
  await renewTurn(transaction, { userId, id, conversationId, reason });
  return true;
}
