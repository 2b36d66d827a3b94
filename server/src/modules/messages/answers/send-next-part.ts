import type { MessageDependencies } from '../dependencies.ts';
import type { UnansweredReason } from '../inbound/inbound-store.ts';
import { readChannelTalk } from '../outgoing/channel-talk.ts';
import { NotStored, NotTaken, sendOverChannel } from '../outgoing/send-message.ts';
import {
  endReply,
  markUnanswered,
  type PendingAnswer,
  type RestOfReply,
  readPart,
} from './pending-answers.ts';
import { hindranceReason } from './retry-rules.ts';

/**
 * - `done`: the reply continues or has ended
 * - `unavailable`: the carrier could not be reached, and may ask for a delay
 * - `first-lost`: the carrier could not be reached for the first part, so the customer has no part of the reply
 */
type PartOutcome =
  | { kind: 'done' }
  | { kind: 'unavailable'; retryAfterSeconds: number | null }
  | { kind: 'first-lost' };

/**
 * Sends the next part of a reply, or the latest again if the carrier was unavailable, and ends the reply after the last
 * one. The rest is not sent if a person has taken over, the customer may no longer be written to, or the carrier refuses
 * a part.
 */
export async function sendNextPart(
  dependencies: MessageDependencies,
  pending: PendingAnswer,
  rest: RestOfReply,
): Promise<PartOutcome> {
  const { database, processId } = dependencies;
  const { user_id: userId, conversation_id: conversationId } = pending;
  const { replyTo, revision, after } = rest;
  const reply = { ...pending, replyTo, revision };
  const end = async (reason: UnansweredReason | null): Promise<PartOutcome> => {
    await endReply(database, reply, { processId, reason });
    return { kind: 'done' };
  };
  const latest = await readPart(database, userId, after);
  if (latest.is_lost && !latest.was_unavailable) return end('NOT_DELIVERED');
  if (latest.is_lost && latest.is_first) return { kind: 'first-lost' };
  const [text, ...texts] = latest.is_lost ? [latest.content, ...rest.texts] : rest.texts;
  if (text === undefined) return end(null);
  const talk = await readChannelTalk(database, userId, conversationId);
  if (talk === null) return end('SENDER_OFFLINE');
  try {
    await sendOverChannel(dependencies, {
      userId,
      senderId: talk.sender_id,
      to: talk.recipient,
      customerName: null,
      author: 'ai',
      content: { kind: 'text', text },
      named: null,
      answer: { conversationId, messageId: replyTo, revision, functionCalls: null, after, rest: texts },
    });
    return { kind: 'done' };
  } catch (error) {
    if (error instanceof NotStored) return end(hindranceReason(error.hindrance) ?? 'AI_DISABLED');
    if (!(error instanceof NotTaken)) throw error;
    const { delivery } = error;
    if (delivery.kind === 'unavailable') {
      return { kind: 'unavailable', retryAfterSeconds: delivery.retryAfterSeconds };
    }
    if (delivery.kind === 'refused') return end('NOT_DELIVERED');
    await markUnanswered(database, reply, 'NOT_DELIVERED');
    return { kind: 'done' };
  }
}
