import type { SmsView } from '#contract/sms.ts';
import { AppError, notFound } from '../../../core/errors.ts';
import { type NamedRequest, requireSameRequest } from '../../../core/named-request.ts';
import type { Submission } from '../../../providers/interfaces/messaging-carrier.ts';
import { charge } from '../../accounts/actions.ts';
import type { MessageDependencies } from '../dependencies.ts';
import { type EarlierSms, findEarlier, insertOutgoing, type NewSms } from './outgoing-store.ts';
import { chargeReference } from './rules.ts';
import { findSms } from './store.ts';
import { MAY_HAVE_BEEN_SENT, settleSubmissions, submit } from './submit-sms.ts';

/**
 * Sends an SMS once: stores it with its charge, submits it, and stores the outcome. Throws `payment-required`,
 * `invalid` if the carrier refuses it, and `unavailable` if the carrier cannot be reached or the outcome is unknown.
 */
export async function sendOnce(
  dependencies: MessageDependencies,
  request: Omit<NewSms, 'processId'>,
): Promise<SmsView> {
  const { userId, named } = request;
  const sms = { ...request, processId: dependencies.processId };
  const earlier = named === null ? null : await settledEarlier(dependencies, userId, named);
  if (earlier !== null) return answerAgain(dependencies, userId, earlier);
  const id = await store(dependencies, sms);
  if (id === null) throw underWay();
  refuseUnlessAccepted(await submit(dependencies, { ...sms, id }));
  return readSms(dependencies, userId, id);
}

/** Stores the message with its charge. @returns null if another attempt of the same request has stored it */
function store({ database, prices }: MessageDependencies, sms: NewSms): Promise<number | null> {
  return database.transaction(async (transaction) => {
    const id = await insertOutgoing(transaction, sms);
    if (id === null) return null;
    const outcome = await charge(transaction, {
      userId: sms.userId,
      kind: 'sms_message',
      amountMicros: prices.smsMessageMicros,
      reference: chargeReference(id),
      note: `SMS to ${sms.to}.`,
      conversationId: null,
    });
    if (outcome === 'charged') return id;
    throw new AppError('payment-required', 'The balance of this account does not cover the SMS.');
  });
}

/**
 * The message of an earlier attempt of the request. If the process that submitted it died, the submission is settled
 * first.
 */
async function settledEarlier(
  dependencies: MessageDependencies,
  userId: number,
  named: NamedRequest,
): Promise<EarlierSms | null> {
  const earlier = await findEarlier(dependencies.database, userId, named.key);
  if (earlier !== null) requireSameRequest(earlier.request_hash, named);
  if (earlier?.is_abandoned !== true) return earlier;
  await settleSubmissions(dependencies);
  return findEarlier(dependencies.database, userId, named.key);
}

function answerAgain(
  dependencies: MessageDependencies,
  userId: number,
  earlier: EarlierSms,
): Promise<SmsView> {
  if (earlier.is_under_way) throw underWay();
  if (earlier.is_unsure) refuseUnlessAccepted({ kind: 'unknown', reason: MAY_HAVE_BEEN_SENT });
  if (earlier.provider_message_id === null) {
    const reason = earlier.error ?? 'No reason was given.';
    refuseUnlessAccepted({ kind: 'refused', code: '', reason });
  }
  return readSms(dependencies, userId, earlier.id);
}

function refuseUnlessAccepted(outcome: Submission): void {
  switch (outcome.kind) {
    case 'accepted':
      return;
    case 'refused':
      throw new AppError('invalid', `The carrier rejected the SMS: ${outcome.reason}`);
    case 'unavailable':
      throw new AppError('unavailable', `The carrier cannot be reached: ${outcome.reason}`, {
        retryAfterSeconds: outcome.retryAfterSeconds ?? 5,
      });
    case 'unknown':
      throw new AppError('unavailable', MAY_HAVE_BEEN_SENT);
  }
}

function underWay(): AppError {
  return new AppError('conflict', 'This SMS is already being sent.');
}

/** Throws `not-found` if the account has no such SMS. */
export async function readSms(
  { database }: Pick<MessageDependencies, 'database'>,
  userId: number,
  id: number,
): Promise<SmsView> {
  const sms = await findSms(database, userId, id);
  if (sms === null) throw notFound('SMS');
  return sms;
}
