import { ProviderError } from '../../../providers/interfaces/provider-error.ts';
import { enqueue } from '../../../work/define-job.ts';
import { insertModelCalls } from '../../conversations/messages/ledger.ts';
import { type Composition, composeAnswer } from '../../conversations/reply/channel-turn.ts';
import type { MessageDependencies } from '../dependencies.ts';
import type { UnansweredReason } from '../inbound/inbound-store.ts';
import { answerCustomerJob } from '../jobs.ts';
import { NotStored, NotTaken, sendOverChannel } from '../outgoing/send-message.ts';
import { isCredentialCode } from '../outgoing/submit-message.ts';
import { channelText } from './channel-text.ts';
import {
  awaitsFile,
  claimAnswer,
  dropAnswer,
  markUnanswered,
  type PendingAnswer,
  readClaimed,
  releaseAnswer,
  reopenAnswer,
  type WaitingConversation,
} from './pending-answers.ts';
import { showTyping } from './show-typing.ts';

/**
 * How often an answer is composed again because the customer has written again. After that, the messages so far are
 * answered.
 */
const MAX_RESTARTS = 3;
/** Message length limit if the carrier is no longer configured. */
const MAX_CHARACTERS = 4096;

/**
 * Answers the waiting customer of a conversation: one reply to all messages since the last one. Only one process
 * answers at a time, and another takes over if it dies. Safe to call at any time, any number of times.
 */
async function answerCustomer(dependencies: MessageDependencies, conversationId: number): Promise<void> {
  const { database, processId, log } = dependencies;
  const claimed = await claimAnswer(database, conversationId, processId);
  if (claimed === null) return;
  if (claimed.attempts > MAX_TRIES) {
    log.error({ conversationId }, 'Giving up on a turn: every process that tried to answer it died.');
    return dropAnswer(database, claimed, { processId, reason: 'ASSISTANT_UNAVAILABLE' });
  }
  try {
    await answerAll(dependencies, claimed);
  } catch (error) {
    const now = await readClaimed(database, conversationId, processId);
    if (now !== null) await giveUpOrRetry(dependencies, now, error);
    throw error;
  }
}

/** Answers until the customer has no unanswered messages. */
async function answerAll(dependencies: MessageDependencies, claimed: PendingAnswer): Promise<void> {
  const { database, processId, conversations } = dependencies;
  let pending: PendingAnswer | null = claimed;
  for (let restarts = 0; pending !== null; restarts += 1) {
    const { user_id: userId, message_id: messageId } = pending;
    const composed = await composeAnswer(dependencies.conversations, pending, (sender) => {
      conversations.background.run(() => showTyping(dependencies, { userId, messageId, ...sender }));
    });
    const now = await readClaimed(database, pending.conversation_id, processId);
    const hasMore =
      now !== null && (now.message_id !== pending.message_id || now.revision !== pending.revision);
    if (hasMore && restarts < MAX_RESTARTS && composed.kind === 'answer') {
      // The customer has written again or changed a message, so the composed answer is incomplete.
      await insertModelCalls(database, pending, composed.modelCalls);
      if (await awaitsFile(database, now)) {
        // The turn begins again when the file has been read.
        const isReleased = (await releaseAnswer(database, now, { processId, delayMs: 0 })) !== null;
        if (isReleased) return;
      }
    } else if (await finish(dependencies, pending, composed)) return;
    pending = await readClaimed(database, pending.conversation_id, processId);
  }
}

/** Sends the answer or ends the turn. @returns whether the turn was released for a retry */
async function finish(
  dependencies: MessageDependencies,
  pending: PendingAnswer,
  composed: Composition,
): Promise<boolean> {
  const { database, processId } = dependencies;
  switch (composed.kind) {
    case 'none':
      await dropAnswer(database, pending, { processId, reason: composed.reason });
      return false;
    case 'silent': {
      const { silence } = composed;
      await dropAnswer(database, pending, { processId, reason: silence.reason, silence });
      return false;
    }
    case 'failed':
      dependencies.log.warn({ error: composed.error }, 'An answer to a customer failed.');
      await insertModelCalls(database, pending, composed.modelCalls);
      return giveUpOrRetry(dependencies, pending, composed.error);
    case 'answer':
      await insertModelCalls(database, pending, composed.modelCalls);
      return send(dependencies, pending, composed.answer);
  }
}

async function send(
  dependencies: MessageDependencies,
  pending: PendingAnswer,
  answer: Extract<Composition, { kind: 'answer' }>['answer'],
): Promise<boolean> {
  const { database, processId, vendors } = dependencies;
  const { functionCalls } = answer;
  const longest = vendors.get(answer.provider)?.maxTextCharacters ?? MAX_CHARACTERS;
  try {
    await sendOverChannel(dependencies, {
      userId: pending.user_id,
      senderId: answer.senderId,
      to: answer.customerPhone,
      customerName: null,
      author: 'ai',
      content: { kind: 'text', text: shortened(channelText(answer.text), longest) },
      named: null,
      answer: {
        conversationId: pending.conversation_id,
        messageId: pending.message_id,
        revision: pending.revision,
        functionCalls: functionCalls.length === 0 ? null : JSON.stringify(functionCalls),
      },
    });
  } catch (error) {
    if (error instanceof NotTaken) {
      return afterNotTaken(dependencies, pending, { ...answer, notTaken: error });
    }
    if (!(error instanceof NotStored)) throw error;
    const reason = hindranceReason(error.hindrance);
    if (reason === null) return giveUpOrRetry(dependencies, pending);
    await dropAnswer(database, pending, { processId, reason });
  }
  return false;
}

function shortened(text: string, maxCharacters: number): string {
  const characters = [...text];
  return characters.length <= maxCharacters ? text : `${characters.slice(0, maxCharacters - 1).join('')}…`;
}

/**
 * Schedules a retry only if the carrier has certainly not accepted the answer. Otherwise the answer is never submitted
 * again.
 */
async function afterNotTaken(
  dependencies: MessageDependencies,
  pending: PendingAnswer,
  about: { provider: string; notTaken: NotTaken },
): Promise<boolean> {
  const { database, processId } = dependencies;
  const { delivery, messageId } = about.notTaken;
  const mayTryAgain = delivery.kind === 'unavailable';
  const delayMs = mayTryAgain ? retryDelayMs(pending.attempts, delivery.retryAfterSeconds) : null;
  if (delayMs === null) {
    const isOffline =
      delivery.kind === 'refused' && isCredentialCode(dependencies, about.provider, delivery.code);
    await markUnanswered(database, pending, isOffline ? 'SENDER_OFFLINE' : 'NOT_DELIVERED');
    return false;
  }
  const retry = { failedMessageId: messageId, processId, delayMs };
  await scheduleRetry(dependencies, pending, await reopenAnswer(database, pending, retry));
  return true;
}

/**
 * @param error of the model, which may ask for a delay
 * @returns true if a retry is scheduled; false if the turn is finished or taken over, or the customer has written again
 */
async function giveUpOrRetry(
  dependencies: MessageDependencies,
  pending: PendingAnswer,
  error?: unknown,
): Promise<boolean> {
  const { database, processId } = dependencies;
  const askedMs = error instanceof ProviderError ? error.retryAfterMs : null;
  const delayMs = retryDelayMs(pending.attempts, askedMs === null ? null : askedMs / 1000);
  if (delayMs === null) {
    await dropAnswer(database, pending, { processId, reason: 'ASSISTANT_UNAVAILABLE' });
    return false;
  }
  const nextTryAt = await releaseAnswer(database, pending, { processId, delayMs });
  await scheduleRetry(dependencies, pending, nextTryAt);
  return nextTryAt !== null;
}

/** Schedules a retry earlier than the sweep, which runs every minute. */
async function scheduleRetry(
  { database }: MessageDependencies,
  { conversation_id: conversationId, user_id: userId }: PendingAnswer,
  runAt: Date | null,
): Promise<void> {
  if (runAt === null) return;
  await enqueue(database, answerCustomerJob, {
    payload: { userId, conversationId },
    key: `${answerCustomerJob.name}:${conversationId}`,
    runAt,
  });
}

/** Starts to answer in the background; shutdown waits for the answer. */
export function beginAnswer(dependencies: MessageDependencies, waiting: WaitingConversation): void {
  const { answering, conversations, lifetime } = dependencies;
  const answer = async (): Promise<void> => {
    // Customers who are still queued at shutdown are answered by another process.
    if (!lifetime.aborted) await answerCustomer(dependencies, waiting.conversationId);
  };
  conversations.background.run(() => answering.run(waiting, answer));
}

const RETRY_SECONDS = [2, 10, 60, 180];

/** Longest accepted Retry-After of a carrier or model. */
const MAX_RETRY_SECONDS = 900;

/** A turn claimed more often than this has crashed the processes that claimed it. */
const MAX_TRIES = RETRY_SECONDS.length + 1;

/**
 * Delay before the next attempt; null after the last one.
 * @param askedSeconds the Retry-After of the carrier or model; null without one
 */
export function retryDelayMs(attempts: number, askedSeconds: number | null = null): number | null {
  const seconds = RETRY_SECONDS[Math.max(0, attempts - 1)];
  if (seconds === undefined) return null;
  return Math.max(seconds, Math.min(askedSeconds ?? 0, MAX_RETRY_SECONDS)) * 1000;
}

const REASONS: Record<NotStored['hindrance'], UnansweredReason | null> = {
  'no-sender': 'SENDER_OFFLINE',
  'sender-offline': 'SENDER_OFFLINE',
  unpaid: 'INSUFFICIENT_BALANCE',
  'opted-out': 'OPTED_OUT',
  'window-closed': 'SESSION_EXPIRED',
  // Another process took the turn, or the AI was switched off. The retry finds out which.
  superseded: null,
};

/** Reason shown to the account for an unanswered message; null if a retry follows. */
export function hindranceReason(hindrance: NotStored['hindrance']): UnansweredReason | null {
  return REASONS[hindrance];
}
