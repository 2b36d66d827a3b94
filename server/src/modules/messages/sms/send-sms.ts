import type { SmsView } from '#contract/sms.ts';
import { smsSegments } from '#contract/sms-segments.ts';
import { AppError, notFound } from '../../../core/errors.ts';
import { charge, lockBalance } from '../../accounts/balance/charge.ts';
import { isUnreachable } from '../customers/opt-outs.ts';
import type { MessageDependencies } from '../dependencies.ts';
import { chargeReference, mayHaveBeenSent } from '../outgoing/message-kinds.ts';
import type { EarlierMessage } from '../outgoing/submission-store.ts';
import { type Delivery, findRepeated, submit } from '../outgoing/submit-message.ts';
import { OPTED_OUT } from './rules.ts';
import { findSms, insertOutgoing, type NewSms } from './store.ts';

/**
 * Sends an SMS once: stores it with its charge, submits it, and stores the outcome. Throws `payment-required`,
 * `invalid` if the carrier refuses it, and `unavailable` if the carrier cannot be reached or the outcome is unknown.
 */
export async function sendOnce(
  dependencies: MessageDependencies,
  request: Omit<NewSms, 'processId'>,
): Promise<SmsView> {
  const { userId, provider, named } = request;
  if (named !== null) {
    const earlier = await findRepeated(dependencies, 'sms', { userId, named });
    if (earlier !== null) return answerAgain(dependencies, userId, earlier);
  }
  const id = await store(dependencies, { ...request, processId: dependencies.processId });
  if (id === null) throw underWay();
  const delivery = await submit(dependencies, {
    id,
    userId,
    reporter: { kind: 'sms', provider },
    credentials: null,
    carrier:
      dependencies.smsCarriers.get(provider) ??
      `The carrier of this number (${provider}) is not configured on this server.`,
    from: request.from,
    to: request.to,
    content: { kind: 'text', text: request.body },
    statusUrl: dependencies.smsCallbackUrl(provider),
  });
  refuseUnlessAccepted(delivery);
  return readSms(dependencies, userId, id);
}

/** Stores the message with its charge. @returns null if another attempt of the same request has stored it */
function store({ database, prices }: MessageDependencies, sms: NewSms): Promise<number | null> {
  return database.transaction(async (transaction) => {
    const id = await insertOutgoing(transaction, sms);
    const segments = smsSegments(sms.body);
    if (id === null) return null;
    // A STOP may have been stored since the request was checked.
    await lockBalance(transaction, sms.userId);
    if (await isUnreachable(transaction, { userId: sms.userId, identity: sms.to })) {
      throw new AppError('invalid', OPTED_OUT);
    }
    const outcome = await charge(transaction, {
      userId: sms.userId,
      kind: 'sms_message',
      amountMicros: prices.smsMessageMicros * segments,
      reference: chargeReference('sms', id),
      note: segments === 1 ? `SMS to ${sms.to}.` : `SMS to ${sms.to} (${segments} segments).`,
      conversationId: null,
    });
    if (outcome === 'charged') return id;
    throw new AppError('payment-required', 'The balance of this account does not cover the SMS.');
  });
}

function answerAgain(
  dependencies: MessageDependencies,
  userId: number,
  earlier: EarlierMessage,
): Promise<SmsView> {
  if (earlier.is_under_way) throw underWay();
  if (earlier.is_unsure) refuseUnlessAccepted({ kind: 'unknown', reason: mayHaveBeenSent('sms') });
  if (earlier.provider_message_id === null) {
    const reason = earlier.error ?? 'No reason was given.';
    refuseUnlessAccepted({ kind: 'refused', code: '', reason });
  }
  return readSms(dependencies, userId, earlier.id);
}

function refuseUnlessAccepted(outcome: Delivery): void {
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
      throw new AppError('unavailable', mayHaveBeenSent('sms'));
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
