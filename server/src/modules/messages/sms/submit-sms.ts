import { untilStored } from '../../../core/until-stored.ts';
import type { Submission } from '../../../providers/interfaces/messaging-carrier.ts';
import { lockBalance } from '../../accounts/actions.ts';
import type { MessageDependencies } from '../dependencies.ts';
import { storableSubmission } from '../outgoing/storable-submission.ts';
import { type Failure, findAbandoned, type NewSms, storeAccepted, storeFailed } from './outgoing-store.ts';
import { refundSms } from './refund-sms.ts';
import { messageReference } from './rules.ts';
import { applyStatus } from './status-reports.ts';
import { storeCarrierOptOut } from './store-carrier-opt-out.ts';

/** A message that is stored as `queued`, charged, and owned by this process. */
export type QueuedSms = NewSms & { id: number };

export const MAY_HAVE_BEEN_SENT =
  'It is unknown whether the carrier accepted the SMS; it may have been sent. It has not been charged, but will be if the carrier reports that it was sent.';

/**
 * Submits a stored message to the carrier once and stores the outcome. Refunds the charge unless the carrier has
 * certainly accepted the message.
 */
export async function submit(dependencies: MessageDependencies, sms: QueuedSms): Promise<Submission> {
  const outcome = storableSubmission(await send(dependencies, sms));
  switch (outcome.kind) {
    case 'accepted':
      await keepAccepted(dependencies, sms, outcome);
      return outcome;
    case 'refused': {
      const reason = dependencies.vendors.get(sms.provider)?.explain(outcome.code) ?? outcome.reason;
      await storeCarrierOptOut(dependencies, sms.provider, {
        code: outcome.code,
        userId: sms.userId,
        id: sms.id,
      });
      await fail(dependencies, sms, {
        errorCode: outcome.code,
        error: reason,
        isUnknown: false,
        freesRequest: false,
      });
      return { ...outcome, reason };
    }
    case 'unavailable':
      await fail(dependencies, sms, {
        errorCode: null,
        error: outcome.reason,
        isUnknown: false,
        freesRequest: true,
      });
      return outcome;
    case 'unknown':
      dependencies.log.warn(
        { sms: sms.id, reason: outcome.reason },
        'The outcome of an SMS submission is unknown.',
      );
      await fail(dependencies, sms, {
        errorCode: null,
        error: MAY_HAVE_BEEN_SENT,
        isUnknown: true,
        freesRequest: false,
      });
      return outcome;
  }
}

async function send(dependencies: MessageDependencies, sms: QueuedSms): Promise<Submission> {
  const { lifetime, smsCarriers, smsCallbackUrl } = dependencies;
  try {
    const carrier = smsCarriers.get(sms.provider);
    if (carrier === undefined) {
      const reason = `The carrier of this number (${sms.provider}) is not configured on this server.`;
      return { kind: 'unavailable', reason, retryAfterSeconds: null };
    }
    return await carrier.send(
      {
        channel: 'sms',
        from: sms.from,
        to: sms.to,
        content: { kind: 'text', text: sms.body },
        reference: messageReference(sms.id),
        statusUrl: smsCallbackUrl(sms.provider),
      },
      lifetime,
    );
  } catch (error) {
    if (lifetime.aborted) {
      return { kind: 'unavailable', reason: 'This process is stopping.', retryAfterSeconds: 1 };
    }
    dependencies.log.error({ error, sms: sms.id }, 'A carrier adapter threw an unexpected error.');
    return { kind: 'unknown', reason: 'The request to the carrier failed.' };
  }
}

/** Few tries are enough, because the carrier's reports repeat the outcome. */
const OUTCOME = { what: 'The outcome of an SMS', tries: 5 };

async function keepAccepted(
  dependencies: MessageDependencies,
  { id, provider }: QueuedSms,
  { providerMessageId, state }: Extract<Submission, { kind: 'accepted' }>,
): Promise<void> {
  const { database, processId } = dependencies;
  const hasFailed = state === 'failed' || state === 'undelivered';
  const first = hasFailed ? 'queued' : state;
  const about = { id, processId, providerMessageId, state: first };
  const isStored = await untilStored(dependencies, OUTCOME, () => storeAccepted(database, about));
  if (isStored && !hasFailed) return;
  // Another process settled the message because this one seemed dead: treat the outcome as a report.
  const reference = messageReference(id);
  await applyStatus(dependencies, provider, {
    kind: 'status',
    providerMessageId,
    reference,
    state,
    error: null,
  });
}

/** Locks the account first, like every charge. */
async function fail(
  { database, processId }: Pick<MessageDependencies, 'database' | 'processId'>,
  { id, userId }: { id: number; userId: number },
  failure: Failure,
): Promise<void> {
  await database.transaction(async (transaction) => {
    await lockBalance(transaction, userId);
    if (!(await storeFailed(transaction, { id, processId, ...failure }))) return;
    await refundSms(transaction, { id, userId, error: failure.error });
  });
}

/**
 * Settles submissions whose process died. The carrier may or may not have the message, so it is never submitted again.
 * @returns the number of settled messages
 */
export async function settleSubmissions({
  database,
  log,
}: Pick<MessageDependencies, 'database' | 'log'>): Promise<number> {
  const abandoned = await findAbandoned(database);
  const unsure = { errorCode: null, error: MAY_HAVE_BEEN_SENT, isUnknown: true, freesRequest: false };
  for (const { id, user_id: userId, process_id: processId } of abandoned) {
    await fail({ database, processId }, { id, userId }, unsure);
  }
  if (abandoned.length > 0)
    log.warn({ sms: abandoned.length }, 'SMS submissions of dead processes were settled.');
  return abandoned.length;
}
