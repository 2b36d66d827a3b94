import { ProviderError } from '../../../providers/interfaces/provider-error.ts';
import { enqueue } from '../../../work/define-job.ts';
import { insertModelCalls } from '../../conversations/messages/ledger.ts';
import { type Composition, composeAnswer } from '../../conversations/reply/channel-turn.ts';
import type { MessageDependencies } from '../dependencies.ts';
import { answerCustomerJob } from '../jobs.ts';
import { NotStored, NotTaken, sendOverChannel } from '../outgoing/send-message.ts';
import { isCredentialCode } from '../outgoing/submit-message.ts';
import { channelText } from './channel-text.ts';
import {
  claimAnswer,
  dropAnswer,
  endReply,
  markUnanswered,
  type PendingAnswer,
  type RestOfReply,
  readClaimed,
  releaseAnswer,
  reopenAnswer,
  type WaitingConversation,
} from './pending-answers.ts';
import { hindranceReason, MAX_TRIES, retryDelayMs } from './retry-rules.ts';
import { sendNextPart } from './send-next-part.ts';
import { showTyping } from './show-typing.ts';
import { textParts } from './text-parts.ts';

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
  const { database, processId } = dependencies;
  const claimed = await claimAnswer(database, conversationId, processId);
  if (claimed === null) return;
  try {
    await answerAll(dependencies, claimed);
  } catch (error) {
    const now = await readClaimed(database, conversationId, processId);
    if (now !== null) await giveUpOrRetry(dependencies, now, retryAfterOf(error));
    throw error;
  }
}

/** Answers until the customer has no unanswered messages. */
async function answerAll(dependencies: MessageDependencies, claimed: PendingAnswer): Promise<void> {
  const { database, processId, log } = dependencies;
  let pending: PendingAnswer | null = claimed;
  let restarts = 0;
  while (pending !== null) {
    const { conversation_id: conversationId, rest } = pending;
    if (pending.attempts > MAX_TRIES) {
      log.error({ conversationId }, 'Giving up on a turn: every process that tried to answer it died.');
      await giveUp(dependencies, pending);
    } else if (rest !== null) {
      if (await continueReply(dependencies, pending, rest)) return;
    } else if (pending.awaits_file) {
      // The turn begins again when the file has been read.
      if ((await releaseAnswer(database, pending, { processId, delayMs: 0 })) !== null) return;
    } else {
      const outcome = await answerTurn(dependencies, pending, restarts < MAX_RESTARTS);
      if (outcome === 'released') return;
      if (outcome === 'superseded') restarts += 1;
    }
    pending = await readClaimed(database, conversationId, processId);
  }
}

/** Sends the next part of a reply. @returns whether the turn was released for a retry */
async function continueReply(
  dependencies: MessageDependencies,
  pending: PendingAnswer,
  rest: RestOfReply,
): Promise<boolean> {
  const outcome = await sendNextPart(dependencies, pending, rest);
  switch (outcome.kind) {
    case 'done':
      return false;
    case 'unavailable':
      return giveUpOrRetry(dependencies, pending, outcome.retryAfterSeconds);
    case 'first-lost': {
      // The process that sent it died. The new reply is charged, and counts, like any other.
      const turn = { ...pending, message_id: rest.replyTo, revision: rest.revision };
      return reopenTurn(dependencies, turn, { failedMessageId: rest.after, delayMs: 0 });
    }
  }
}

/**
 * Composes an answer and sends it.
 * @param mayRestart false: the answer is sent even if the customer has written again
 * @returns `released`: the turn waits for a retry; `superseded`: the customer has written again or changed a message
 */
async function answerTurn(
  dependencies: MessageDependencies,
  pending: PendingAnswer,
  mayRestart: boolean,
): Promise<'released' | 'superseded' | 'finished'> {
  const { database, processId, conversations } = dependencies;
  const { user_id: userId, message_id: messageId } = pending;
  const composed = await composeAnswer(conversations, pending, (sender) => {
    conversations.background.run(() => showTyping(dependencies, { userId, messageId, ...sender }));
  });
  const now = await readClaimed(database, pending.conversation_id, processId);
  const hasMore =
    now !== null && (now.message_id !== pending.message_id || now.revision !== pending.revision);
  if (hasMore && mayRestart && composed.kind === 'answer') {
    await insertModelCalls(database, pending, composed.modelCalls);
    return 'superseded';
  }
  return (await finish(dependencies, pending, composed)) ? 'released' : 'finished';
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
      return giveUpOrRetry(dependencies, pending, retryAfterOf(composed.error));
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
  const [text = '', ...rest] = textParts(channelText(answer.text), longest);
  try {
    await sendOverChannel(dependencies, {
      userId: pending.user_id,
      senderId: answer.senderId,
      to: answer.customerPhone,
      customerName: null,
      author: 'ai',
      content: { kind: 'text', text },
      named: null,
      answer: {
        conversationId: pending.conversation_id,
        messageId: pending.message_id,
        revision: pending.revision,
        functionCalls: functionCalls.length === 0 ? null : JSON.stringify(functionCalls),
        after: null,
        rest: rest.length === 0 ? null : rest,
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
  const reply = { ...pending, replyTo: pending.message_id };
  if (delivery.kind === 'unknown') {
    await markUnanswered(database, reply, 'NOT_DELIVERED');
    return false;
  }
  const mayTryAgain = delivery.kind === 'unavailable';
  const delayMs = mayTryAgain ? retryDelayMs(pending.attempts, delivery.retryAfterSeconds) : null;
  if (delayMs === null) {
    const isOffline =
      delivery.kind === 'refused' && isCredentialCode(dependencies, about.provider, delivery.code);
    await markUnanswered(database, reply, isOffline ? 'SENDER_OFFLINE' : 'NOT_DELIVERED');
    await endReply(database, reply, { processId, reason: null });
    return false;
  }
  return reopenTurn(dependencies, pending, { failedMessageId: messageId, delayMs });
}

/**
 * Schedules another answer to a turn whose reply was not sent.
 * @returns false if the customer has edited the message, and this process is to answer it now
 */
async function reopenTurn(
  dependencies: MessageDependencies,
  pending: PendingAnswer,
  retry: { failedMessageId: number; delayMs: number },
): Promise<boolean> {
  const { database, processId } = dependencies;
  const nextTryAt = await reopenAnswer(database, pending, { ...retry, processId });
  await scheduleRetry(dependencies, pending, nextTryAt);
  if (nextTryAt !== null) return true;
  const reply = { ...pending, replyTo: pending.message_id };
  return !(await endReply(database, reply, { processId, reason: null }));
}

/** Seconds that a model asks to wait; null if it does not ask. */
function retryAfterOf(error: unknown): number | null {
  const askedMs = error instanceof ProviderError ? error.retryAfterMs : null;
  return askedMs === null ? null : askedMs / 1000;
}

/** @returns true if a retry is scheduled; false if the turn is finished or taken over, or the customer has written again */
async function giveUpOrRetry(
  dependencies: MessageDependencies,
  pending: PendingAnswer,
  askedSeconds: number | null = null,
): Promise<boolean> {
  const { database, processId } = dependencies;
  const delayMs = retryDelayMs(pending.attempts, askedSeconds);
  if (delayMs === null) {
    await giveUp(dependencies, pending);
    return false;
  }
  const nextTryAt = await releaseAnswer(database, pending, { processId, delayMs });
  await scheduleRetry(dependencies, pending, nextTryAt);
  return nextTryAt !== null;
}

async function giveUp({ database, processId }: MessageDependencies, pending: PendingAnswer): Promise<void> {
  const { rest } = pending;
  if (rest === null) {
    await dropAnswer(database, pending, { processId, reason: 'ASSISTANT_UNAVAILABLE' });
  } else {
    await endReply(database, { ...pending, ...rest }, { processId, reason: 'NOT_DELIVERED' });
  }
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
