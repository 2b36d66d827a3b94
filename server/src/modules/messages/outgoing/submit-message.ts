import { type NamedRequest, requireSameRequest } from '../../../core/named-request.ts';
import { storableText } from '../../../core/storable.ts';
import { untilStored } from '../../../core/until-stored.ts';
import type { Executor } from '../../../db/client.ts';
import type {
  DeliveryState,
  MessagingCarrier,
  OutgoingContent,
  Submission,
} from '../../../providers/interfaces/messaging-carrier.ts';
import { lockBalance } from '../../accounts/balance/charge.ts';
import { linkIdentities } from '../customers/identities.ts';
import type { MessageDependencies } from '../dependencies.ts';
import { storeCheck } from '../senders/sender-store.ts';
import { type MessageKind, mayHaveBeenSent, messageReference, refundMessage } from './message-kinds.ts';
import type { Reporter } from './report-store.ts';
import { applyStatus } from './status-reports.ts';
import { storeCarrierOptOut } from './store-carrier-opt-out.ts';
import {
  type EarlierMessage,
  type Failure,
  findAbandoned,
  findEarlier,
  markUndelivered,
  storeAccepted,
  storeFailed,
} from './submission-store.ts';

/** A message that is stored as `queued`, charged, and owned by this process. */
export interface QueuedMessage {
  id: number;
  userId: number;
  /** The carrier, as the reporter of the message's states. */
  reporter: Reporter;
  /** The carrier, or why it is unavailable. In that case nothing is sent. */
  carrier: MessagingCarrier | string;
  /** The sender's encrypted credentials with which it is submitted; null without a sender. */
  credentials: Buffer | null;
  /** E.164 */
  from: string;
  /** E.164, or the channel's own id of the customer. */
  to: string;
  content: OutgoingContent;
  statusUrl: string;
}

/** Outcome for the sender; a refusal explains the carrier's code. */
export type Delivery =
  | { kind: 'accepted'; providerMessageId: string; state: DeliveryState }
  | { kind: 'refused'; code: string; reason: string }
  | { kind: 'unavailable'; reason: string; retryAfterSeconds: number | null }
  | { kind: 'unknown'; reason: string };

/**
 * Submits a stored message to the carrier once and stores the outcome. Refunds the charge when the
 * carrier did not, or may not have, accepted it.
 */
export async function submit(dependencies: MessageDependencies, message: QueuedMessage): Promise<Delivery> {
  const { vendors, log } = dependencies;
  const { id, userId, reporter } = message;
  const { kind, provider } = reporter;
  const outcome = storableSubmission(await send(dependencies, message));
  switch (outcome.kind) {
    case 'accepted':
      return keepAccepted(dependencies, message, outcome);
    case 'refused': {
      const { code } = outcome;
      const reason = vendors.get(provider)?.explain(code) ?? outcome.reason;
      await storeCarrierOptOut(dependencies, reporter, { code, userId, id });
      if (isCredentialCode(dependencies, provider, code)) await storeProblem(dependencies, message, reason);
      const failure = { errorCode: code, error: reason, isUnknown: false, freesRequest: false };
      await fail(dependencies, message, failure);
      return { kind: 'refused', code, reason };
    }
    case 'unavailable': {
      const failure = { errorCode: null, error: outcome.reason, isUnknown: false, freesRequest: true };
      await fail(dependencies, message, failure);
      return outcome;
    }
    case 'unknown': {
      const { reason } = outcome;
      log.warn({ kind, message: id, reason }, 'The outcome of a message submission is unknown.');
      await fail(dependencies, message, unknownOutcome(kind));
      return outcome;
    }
  }
}

/** True if the carrier refuses all messages of the sender, because of its credentials. */
export function isCredentialCode(
  { vendors }: Pick<MessageDependencies, 'vendors'>,
  provider: string,
  code: string,
): boolean {
  return vendors.get(provider)?.credentialCodes?.has(code) ?? false;
}

/** Takes a sender offline until its credentials are replaced or its carrier accepts them again. */
async function storeProblem(
  { database }: MessageDependencies,
  { reporter, credentials }: QueuedMessage,
  problem: string,
): Promise<void> {
  if (reporter.kind !== 'msgapp') return;
  await storeCheck(database, { id: reporter.id, credentials }, { kind: 'rejected', problem });
}

function unknownOutcome(kind: MessageKind): Failure {
  return { errorCode: null, error: mayHaveBeenSent(kind), isUnknown: true, freesRequest: false };
}

async function send({ log, lifetime }: MessageDependencies, message: QueuedMessage): Promise<Submission> {
  const { id, carrier, from, to, content, statusUrl } = message;
  const { kind } = message.reporter;
  if (typeof carrier === 'string') return { kind: 'unavailable', reason: carrier, retryAfterSeconds: null };
  const reference = messageReference(kind, id);
  try {
    return await carrier.send({ channel: kind, from, to, content, reference, statusUrl }, lifetime);
  } catch (error) {
    if (lifetime.aborted) {
      return { kind: 'unavailable', reason: 'This process is stopping.', retryAfterSeconds: 1 };
    }
    log.error({ error, kind, message: id }, 'A carrier adapter threw an unexpected error.');
    return { kind: 'unknown', reason: 'The request to the carrier failed.' };
  }
}

/** A carrier's answer with texts made storable (without NUL characters). */
function storableSubmission(outcome: Submission): Submission {
  switch (outcome.kind) {
    case 'accepted':
      return {
        ...outcome,
        providerMessageId: storableText(outcome.providerMessageId),
        alsoKnownAs: outcome.alsoKnownAs?.map(storableText) ?? [],
      };
    case 'refused':
      return { ...outcome, code: storableText(outcome.code), reason: storableText(outcome.reason) };
    case 'unavailable':
    case 'unknown':
      return { ...outcome, reason: storableText(outcome.reason) };
  }
}

/** Few tries are enough, because the carrier's reports repeat the outcome. */
const OUTCOME = { what: 'The outcome of a message', tries: 5 };

async function keepAccepted(
  dependencies: MessageDependencies,
  { id, userId, reporter, to }: QueuedMessage,
  { providerMessageId, state, alsoKnownAs = [] }: Extract<Submission, { kind: 'accepted' }>,
): Promise<Delivery> {
  const { database, processId, blacklist } = dependencies;
  const { kind } = reporter;
  const hasFailed = state === 'failed' || state === 'undelivered';
  const first = hasFailed ? 'queued' : state;
  const about = { id, processId, providerMessageId, state: first };
  const stored = await untilStored(dependencies, OUTCOME, () => storeAccepted(database, kind, about));
  if (kind === 'msgapp' && alsoKnownAs.length > 0) {
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
    const reference = messageReference(kind, id);
    const report = { kind: 'status', providerMessageId, reference, state, error: null } as const;
    await applyStatus(dependencies, reporter, report);
  }
  return { kind: 'accepted', providerMessageId, state: stored ?? state };
}

async function fail(
  { database, processId }: MessageDependencies,
  { id, userId, reporter }: QueuedMessage,
  failure: Failure,
): Promise<void> {
  const about = { id, userId, processId, ...failure };
  await database.transaction((transaction) => failAndRefund(transaction, reporter.kind, about));
}

/** Locks the account first, like every charge. */
async function failAndRefund(
  transaction: Executor,
  kind: MessageKind,
  about: Failure & { id: number; userId: number; processId: string },
): Promise<void> {
  await lockBalance(transaction, about.userId);
  if (!(await storeFailed(transaction, kind, about))) return;
  await refundMessage(transaction, kind, about);
  // If this process dies before it retries, the conversation still shows why the customer has no answer.
  if (kind === 'msgapp') await markUndelivered(transaction, about);
}

/**
 * Settles submissions whose process died or that take too long. The carrier may or may not have the message, so it is
 * never submitted again.
 */
export async function settleSubmissions(
  { database, log }: Pick<MessageDependencies, 'database' | 'log'>,
  kind: MessageKind,
): Promise<void> {
  const abandoned = await findAbandoned(database, kind);
  for (const { id, user_id: userId, process_id: processId } of abandoned) {
    const failure = { id, userId, processId, ...unknownOutcome(kind) };
    await database.transaction((transaction) => failAndRefund(transaction, kind, failure));
  }
  if (abandoned.length > 0) {
    log.warn({ kind, messages: abandoned.length }, 'Abandoned message submissions were settled.');
  }
}

/**
 * The message of an earlier attempt of the request. If the process that submitted it died, the submission is settled
 * first.
 */
export async function findRepeated(
  dependencies: MessageDependencies,
  kind: MessageKind,
  { userId, named }: { userId: number; named: NamedRequest },
): Promise<EarlierMessage | null> {
  const { database } = dependencies;
  const about = { userId, requestKey: named.key };
  const earlier = await findEarlier(database, kind, about);
  if (earlier !== null) requireSameRequest(earlier.request_hash, named);
  if (earlier?.is_abandoned !== true) return earlier;
  await settleSubmissions(dependencies, kind);
  return findEarlier(database, kind, about);
}
