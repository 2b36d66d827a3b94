import { messageOf } from '../../../core/errors.ts';
import { untilStored } from '../../../core/until-stored.ts';
import type { Database, Executor } from '../../../db/client.ts';
import type {
  DeliveryState,
  MessagingCarrier,
  OutgoingContent,
  Submission,
} from '../../../providers/interfaces/messaging-carrier.ts';
import { lockBalance } from '../../accounts/actions.ts';
import { linkIdentities } from '../customers/identities.ts';
import type { MessageDependencies } from '../dependencies.ts';
import type { SenderRow } from '../senders/sender-store.ts';
import { findAbandoned, storeAccepted, storeFailed } from './delivery-store.ts';
import { markUndelivered } from './mark-undelivered.ts';
import { messageReference } from './references.ts';
import { refundMessage } from './refund-message.ts';
import { applyStatus } from './status-reports.ts';
import { storableSubmission } from './storable-submission.ts';
import { storeCarrierOptOut } from './store-carrier-opt-out.ts';

/** A message that is stored as `queued`, charged, and owned by this process. */
export interface QueuedMessage {
  id: number;
  userId: number;
  sender: SenderRow;
  /** E.164, or the channel's own id of the customer. */
  to: string;
  content: OutgoingContent;
}

/** Outcome for the sender; a refusal explains the carrier's code. */
export type Delivery =
  | { kind: 'accepted'; providerMessageId: string; state: DeliveryState }
  | { kind: 'refused'; code: string; reason: string }
  | { kind: 'unavailable'; reason: string; retryAfterSeconds: number | null }
  | { kind: 'unknown'; reason: string };

export const MAY_HAVE_BEEN_SENT =
  'It is unknown whether the carrier accepted the message; it may have been sent. It has not been charged, but will be if the carrier reports that it was sent.';

/**
 * Submits a stored message to the carrier once and stores the outcome. Refunds the charge when the
 * carrier did not, or may not have, accepted it.
 */
export async function submit(dependencies: MessageDependencies, message: QueuedMessage): Promise<Delivery> {
  const outcome = storableSubmission(await send(dependencies, message));
  switch (outcome.kind) {
    case 'accepted':
      return keepAccepted(dependencies, message, outcome);
    case 'refused': {
      const meaning = dependencies.vendors.get(message.sender.provider)?.explain(outcome.code);
      const { code } = outcome;
      const reason = meaning ?? outcome.reason;
      await storeCarrierOptOut(dependencies, message.sender, { code, messageId: message.id });
      await fail(dependencies, message, { errorCode: code, error: reason, isUnknown: false });
      return { kind: 'refused', code, reason };
    }
    case 'unavailable': {
      const failure = {
        errorCode: null,
        error: outcome.reason,
        isUnknown: false,
        freesRequest: true,
      };
      await fail(dependencies, message, failure);
      return outcome;
    }
    case 'unknown': {
      dependencies.log.warn(
        { message: message.id, reason: outcome.reason },
        'The outcome of a message submission is unknown.',
      );
      await fail(dependencies, message, { errorCode: null, error: MAY_HAVE_BEEN_SENT, isUnknown: true });
      return outcome;
    }
  }
}

async function send(dependencies: MessageDependencies, message: QueuedMessage): Promise<Submission> {
  const { sender, to, content } = message;
  const carrier = carrierOf(dependencies, message);
  if (typeof carrier === 'string') return { kind: 'unavailable', reason: carrier, retryAfterSeconds: null };
  try {
    return await carrier.send(
      {
        channel: 'msgapp',
        from: sender.phone_number,
        to,
        content,
        reference: messageReference(message.id),
        statusUrl: dependencies.callbackUrl(sender.webhook_key),
      },
      dependencies.lifetime,
    );
  } catch (error) {
    if (dependencies.lifetime.aborted) {
      return { kind: 'unavailable', reason: 'This process is stopping.', retryAfterSeconds: 1 };
    }
    dependencies.log.error({ error, message: message.id }, 'A carrier adapter threw an unexpected error.');
    return { kind: 'unknown', reason: 'The request to the carrier failed.' };
  }
}

/** The carrier, or why it is unavailable. In that case nothing was sent. */
function carrierOf(
  dependencies: MessageDependencies,
  { id, sender }: QueuedMessage,
): MessagingCarrier | string {
  try {
    const connection = dependencies.carrierOf(sender);
    return (
      connection?.carrier ??
      `The carrier of this sender (${sender.provider}) is not configured on this server.`
    );
  } catch (error) {
    dependencies.log.error(
      { error, message: id, sender: sender.id },
      'The carrier of a sender is not available.',
    );
    return messageOf(error);
  }
}

/** Few tries are enough, because the carrier's reports repeat the outcome. */
const OUTCOME = { what: 'The outcome of a message', tries: 5 };

async function keepAccepted(
  dependencies: MessageDependencies,
  { id, userId, sender, to }: QueuedMessage,
  { providerMessageId, state, alsoKnownAs = [] }: Extract<Submission, { kind: 'accepted' }>,
): Promise<Delivery> {
  const { database, processId, blacklist } = dependencies;
  const hasFailed = state === 'failed' || state === 'undelivered';
  const first = hasFailed ? 'queued' : state;
  const about = { id, processId, providerMessageId, state: first };
  const stored = await untilStored(dependencies, OUTCOME, () => storeAccepted(database, about));
  if (alsoKnownAs.length > 0) {
    // The customer will answer from the identity that the carrier returns.
    await untilStored(dependencies, OUTCOME, () =>
      database.transaction(async (transaction) => {
        for (const second of alsoKnownAs)
          await linkIdentities(transaction, blacklist, { userId, first: to, second });
      }),
    );
  }
  // Another process settled the message because this one seemed dead: treat the outcome as a report.
  if (stored === null || hasFailed) {
    const reference = messageReference(id);
    const report = { kind: 'status', providerMessageId, reference, state, error: null } as const;
    await applyStatus(
      dependencies,
      { id: sender.id, userId: sender.user_id, provider: sender.provider },
      report,
    );
  }
  return { kind: 'accepted', providerMessageId, state: stored ?? state };
}

interface Failure {
  errorCode: string | null;
  error: string;
  isUnknown: boolean;
  freesRequest?: boolean;
}

function fail(
  { database, processId }: MessageDependencies,
  { id, userId }: Pick<QueuedMessage, 'id' | 'userId'>,
  failure: Failure,
): Promise<void> {
  return failAndRefund(database, { id, userId, processId, freesRequest: false, ...failure });
}

/** Locks the account first, like every charge. */
async function failAndRefund(
  database: Database,
  about: Required<Failure> & { id: number; userId: number; processId: string },
  andThen?: (transaction: Executor) => Promise<void>,
): Promise<void> {
  await database.transaction(async (transaction) => {
    await lockBalance(transaction, about.userId);
    if (!(await storeFailed(transaction, about))) return;
    await refundMessage(transaction, about);
    await andThen?.(transaction);
  });
}

/**
 * Settles submissions whose process died or that take too long. The carrier may or may not have the message, so it is
 * never submitted again.
 * @returns the number of settled messages
 */
export async function settleSubmissions({ database, log }: MessageDependencies): Promise<number> {
  const abandoned = await findAbandoned(database);
  for (const { id, user_id: userId, process_id: processId } of abandoned) {
    const about = { id, userId, processId, isUnknown: true, freesRequest: false };
    const failure = { ...about, errorCode: null, error: MAY_HAVE_BEEN_SENT };
    await failAndRefund(database, failure, (transaction) => markUndelivered(transaction, id));
  }
  if (abandoned.length > 0) {
    log.warn({ messages: abandoned.length }, 'Message submissions of dead processes were settled.');
  }
  return abandoned.length;
}
