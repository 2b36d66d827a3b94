import type { CarrierReport, DeliveryState } from '../../../providers/interfaces/messaging-carrier.ts';
import { enqueue } from '../../../work/define-job.ts';
import { charge, lockBalance } from '../../accounts/balance/charge.ts';
import { linkIdentities } from '../customers/identities.ts';
import type { MessageDependencies } from '../dependencies.ts';
import { matchReportsJob } from '../jobs.ts';
import {
  firstCharge,
  KINDS,
  lateChargeReference,
  messageOfReference,
  refundMessage,
} from './message-kinds.ts';
import {
  dropEarlyReports,
  findMatchedReports,
  findReported,
  keepEarlyReport,
  moveOn,
  moveOnFrom,
  type Outcome,
  type ReportedMessage,
  type Reporter,
  type StoredStatus,
} from './report-store.ts';
import { findRecipient, storeCarrierOptOut } from './store-carrier-opt-out.ts';
import { type Change, movesFrom, transition } from './transition.ts';

export type StatusReport = Extract<CarrierReport, { kind: 'status' }>;

/** Retries when concurrent reports change the same message. */
const MAX_TRIES = 10;
/**
 * Delay before a report on an unknown message is retried: it may arrive before the carrier's answer with the message
 * id.
 */
const EARLY_MS = 2000;

type Reported = Outcome & ReportedMessage & Pick<StatusReport, 'recipient'>;

/**
 * Applies a carrier's report. Late and repeated reports and those on unknown SMS change nothing. Reports on unknown
 * messages of the channel are kept until their message is known.
 */
export async function applyStatus(
  dependencies: MessageDependencies,
  reporter: Reporter,
  report: StatusReport,
): Promise<void> {
  const { providerMessageId } = report;
  const outcome = describeOutcome(dependencies, reporter, report);
  const messageId = messageOfReference(reporter.kind, report.reference);
  const reported = { ...outcome, providerMessageId, messageId, ...recipientOf(report) };
  const isKnown = await applyOutcome(dependencies, reporter, reported);
  if (isKnown || reporter.kind === 'sms') return;
  const { database, clock } = dependencies;
  const early = { ...outcome, userId: reporter.userId, senderId: reporter.id, providerMessageId };
  await database.transaction(async (transaction) => {
    await keepEarlyReport(transaction, early);
    const runAt = new Date(clock.now().getTime() + EARLY_MS);
    await enqueue(transaction, matchReportsJob, { payload: {}, key: matchReportsJob.name, runAt });
  });
}

function recipientOf({ recipient }: StatusReport): Pick<StatusReport, 'recipient'> {
  return recipient === undefined ? {} : { recipient };
}

/** Applies early reports whose message is now known. */
export async function matchEarlyReports(dependencies: MessageDependencies): Promise<void> {
  const reports = await findMatchedReports(dependencies.database);
  for (const { sender_id: id, user_id: userId, provider, ...report } of reports) {
    await applyOutcome(
      dependencies,
      { kind: 'msgapp', id, userId, provider },
      {
        state: report.state,
        errorCode: report.error_code,
        error: report.error,
        providerMessageId: report.provider_message_id,
        messageId: null,
      },
    );
  }
  await dropEarlyReports(
    dependencies.database,
    reports.map(({ id }) => id),
  );
}

function describeOutcome(
  { vendors }: MessageDependencies,
  reporter: Reporter,
  { state: reported, error }: StatusReport,
): Outcome {
  const state = stateOf(reporter, reported);
  if (error === null) return { state, errorCode: null, error: null };
  const meaning = vendors.get(reporter.provider)?.explain(error.code) ?? error.text;
  return { state, errorCode: error.code, error: meaning };
}

/** Maps `read` to `delivered` for SMS, because they have no read receipts. */
function stateOf({ kind }: Reporter, reported: DeliveryState): DeliveryState {
  return kind === 'sms' && reported === 'read' ? 'delivered' : reported;
}

/** @returns whether the reported message is known */
async function applyOutcome(
  dependencies: MessageDependencies,
  reporter: Reporter,
  reported: Reported,
): Promise<boolean> {
  const { errorCode: code } = reported;
  if (code !== null) {
    const message = await findReported(dependencies.database, reporter, reported);
    if (message !== null) {
      const { user_id: userId, id } = message;
      await storeCarrierOptOut(dependencies, reporter, { code, userId, id });
    }
  }
  return moveMessage(dependencies, reporter, reported);
}

/** @returns whether the reported message is known */
async function moveMessage(
  dependencies: MessageDependencies,
  reporter: Reporter,
  reported: Reported,
): Promise<boolean> {
  const { database } = dependencies;
  const states = movesFrom(reported.state);
  if (states.length > 0 && (await moveOnFrom(database, reporter, { states, to: reported }))) return true;
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const status = await findReported(database, reporter, reported);
    if (status === null) return false;
    const change = transition(status, reported.state);
    if (change === null) return true;
    // The carrier's answer, which names the recipient, was lost.
    if (status.isUnknown) await linkRecipient(dependencies, status, reported);
    if (await move(dependencies, status, { kind: reporter.kind, change, reported })) return true;
  }
  throw new Error('A message kept changing while a status report was being applied.');
}

/** The customer will answer from the number that the carrier reports. */
async function linkRecipient(
  { database, blacklist }: MessageDependencies,
  { id, user_id: userId, conversation_id: conversationId }: StoredStatus,
  { recipient: second }: Reported,
): Promise<void> {
  if (second === undefined || conversationId === null) return;
  await database.transaction(async (transaction) => {
    const recipient = await findRecipient(transaction, 'msgapp', { userId, id });
    if (recipient === null) return;
    await linkIdentities(transaction, blacklist, { userId, first: recipient.identity, second });
  });
}

/** The charge and the state change share a transaction, which locks the account first. */
async function move(
  { database }: MessageDependencies,
  status: StoredStatus,
  { kind, change, reported }: { kind: Reporter['kind']; change: Change; reported: Reported },
): Promise<boolean> {
  const step = { from: status, to: reported };
  if (change.money === 'keep') return moveOn(database, kind, step);
  return database.transaction(async (transaction) => {
    const { user_id: userId, id } = status;
    await lockBalance(transaction, userId);
    if (!(await moveOn(transaction, kind, step))) return false;
    if (change.money === 'give-back') {
      await refundMessage(transaction, kind, { userId, id, error: reported.error });
      return true;
    }
    // The message was sent and had been refunded. If the balance is too low, it stays unpaid.
    const amountMicros = await firstCharge(transaction, kind, { userId, id });
    if (amountMicros === 0) return true;
    await charge(transaction, {
      userId,
      kind: `${kind}_message`,
      amountMicros,
      reference: lateChargeReference(kind, id),
      note: `${KINDS[kind].title} ${id} was sent after all, according to its carrier.`,
      conversationId: status.conversation_id,
    });
    return true;
  });
}
