import type { z } from 'zod';
import { confirmation } from '../customers/confirmations.ts';
import { readOptOut } from '../customers/opt-outs.ts';
import type { MessageDependencies } from '../dependencies.ts';
import type { confirmOptOutJob } from '../jobs.ts';
import { readChannelTalk } from './channel-talk.ts';
import { NotStored, NotTaken, sendOverChannel } from './send-message.ts';

/**
 * Sends one sentence that confirms a STOP or START, free of charge and at most once. Throws `NotTaken` if the carrier
 * cannot be reached. In this case nothing has been sent and the idempotency key is free, so the job may be retried.
 */
export async function confirmOptOut(
  dependencies: MessageDependencies,
  { userId, conversationId, messageId, wish, languages }: z.output<typeof confirmOptOutJob.payload>,
): Promise<void> {
  const talk = await readChannelTalk(dependencies.database, userId, conversationId);
  if (talk === null) return;
  // A STOP and a START in a row get one confirmation, for the later one.
  const { opted_out: isOptedOut } = await readOptOut(dependencies.database, {
    userId,
    identity: talk.recipient,
  });
  if (isOptedOut !== (wish === 'stop')) return;
  const key = `wish:${messageId}`;
  try {
    await sendOverChannel(dependencies, {
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
    dependencies.log.warn(
      { conversationId, error },
      'The confirmation of a STOP or START could not be sent.',
    );
  }
}
