import type { z } from 'zod';
import { confirmation, readOptOut } from '../../channels/actions.ts';
import { NotStored, NotTaken, readChannelTalk, sendOverChannel } from '../../conversations/actions.ts';
import type { MessagingDependencies } from '../answer/messaging-dependencies.ts';
import type { confirmOptOutJob } from '../jobs.ts';

/**
 * Sends one sentence that confirms a STOP or START, free of charge and at most once. Throws `NotTaken` if the carrier
 * cannot be reached. In this case nothing has been sent and the idempotency key is free, so the job may be retried.
 */
export async function confirmOptOut(
  { channels }: MessagingDependencies,
  { userId, conversationId, messageId, wish, languages }: z.output<typeof confirmOptOutJob.payload>,
): Promise<void> {
  const talk = await readChannelTalk(channels.database, userId, conversationId);
  if (talk === null) return;
  // A STOP and a START in a row get one confirmation, for the later one.
  const { opted_out: isOptedOut } = await readOptOut(channels.database, { userId, identity: talk.recipient });
  if (isOptedOut !== (wish === 'stop')) return;
  const key = `wish:${messageId}`;
  try {
    await sendOverChannel(channels, {
      userId,
      senderId: talk.sender_id,
      to: talk.recipient,
      customerName: null,
      author: 'ai',
      content: { kind: 'text', text: confirmation(wish, { languages, spoken: talk.languages }) },
      named: { key, hash: key },
      answer: null,
      isConfirmation: true,
    });
  } catch (error) {
    const mayRetry = error instanceof NotTaken && error.delivery.kind === 'unavailable';
    if (mayRetry || !(error instanceof NotStored || error instanceof NotTaken)) throw error;
    channels.log.warn({ conversationId, error }, 'The confirmation of a STOP or START could not be sent.');
  }
}
