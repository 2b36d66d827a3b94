import type { Executor } from '../../../db/client.ts';
import { enqueue } from '../../../jobs/define-job.ts';
import type { CarrierReport } from '../../../providers/interfaces/messaging-carrier.ts';
import { charge, lockBalance } from '../../accounts/actions.ts';
import type { MessageDependencies } from '../dependencies.ts';
import { matchReportsJob } from '../jobs.ts';
import {
  dropEarlyReports,
  findMatchedReports,
  findReported,
  keepEarlyReport,
  moveOn,
  moveOnFrom,
  type Outcome,
  type StoredStatus,
} from './delivery-store.ts';
import { lateChargeReference, messageOfReference } from './references.ts';
import { refundMessage } from './refund-message.ts';
import { storeCarrierOptOut } from './store-carrier-opt-out.ts';
import { type Change, movesFrom, transition } from './transition.ts';

export type StatusReport = Extract<CarrierReport, { kind: 'status' }>;

/** The sender that the report belongs to. */
export interface ReportingSender {
  id: number;
  userId: number;
  provider: string;
}

/** Retries when concurrent reports change the same message. */
const MAX_TRIES = 10;
/**
 * Delay before a report on an unknown message is retried: it may arrive before the carrier's answer with the message
 * id.
 */
const EARLY_MS = 2000;

/** Applies a carrier's report. Late and repeated reports change nothing. */
export async function applyStatus(
  dependencies: MessageDependencies,
  sender: ReportingSender,
  report: StatusReport,
): Promise<void> {
  const outcome = describeOutcome(dependencies, sender, report);
  const { providerMessageId } = report;
  const isKnown = await applyOutcome(dependencies, sender, { ...outcome, providerMessageId, report });
  if (isKnown) return;
  const { database, clock } = dependencies;
  const early = { ...outcome, userId: sender.userId, senderId: sender.id, providerMessageId };
  await database.transaction(async (transaction) => {
    await keepEarlyReport(transaction, early);
    const runAt = new Date(clock.now().getTime() + EARLY_MS);
    await enqueue(transaction, matchReportsJob, { payload: {}, key: matchReportsJob.name, runAt });
  });
}

/** Applies early reports whose message is now known. */
export async function matchEarlyReports(dependencies: MessageDependencies): Promise<void> {
  const reports = await findMatchedReports(dependencies.database);
  for (const report of reports) {
    const sender = { id: report.sender_id, userId: report.user_id, provider: report.provider };
    await applyOutcome(dependencies, sender, {
      state: report.state,
      errorCode: report.error_code,
      error: report.error,
      providerMessageId: report.provider_message_id,
    });
  }
  await dropEarlyReports(
    dependencies.database,
    reports.map(({ id }) => id),
  );
}

function describeOutcome(
  { vendors }: MessageDependencies,
  { provider }: ReportingSender,
  { state, error }: StatusReport,
): Outcome {
  if (error === null) return { state, errorCode: null, error: null };
  const meaning = vendors.get(provider)?.explain(error.code) ?? error.text;
  return { state, errorCode: error.code, error: meaning };
}

interface Reported extends Outcome {
  providerMessageId: string;
  report?: StatusReport;
}

/** @returns whether the reported message is known */
async function applyOutcome(
  dependencies: MessageDependencies,
  sender: ReportingSender,
  reported: Reported,
): Promise<boolean> {
  const { errorCode: code, providerMessageId } = reported;
  if (code !== null) {
    const messageId = messageOfReference(reported.report?.reference ?? null);
    const about = { senderId: sender.id, messageId, providerMessageId };
    const message = await findReported(dependencies.database, about);
    if (message !== null) await storeCarrierOptOut(dependencies, sender, { code, messageId: message.id });
  }
  return moveMessage(dependencies, sender, reported);
}

/** @returns whether the reported message is known */
async function moveMessage(
  dependencies: MessageDependencies,
  sender: ReportingSender,
  reported: Reported,
): Promise<boolean> {
  const messageId = messageOfReference(reported.report?.reference ?? null);
  const { providerMessageId } = reported;
  const isMoved = await moveOnFrom(dependencies.database, movesFrom(reported.state), {
    ...reported,
    senderId: sender.id,
    messageId,
  });
  if (isMoved) return true;
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const about = { senderId: sender.id, messageId, providerMessageId };
    const status = await findReported(dependencies.database, about);
    if (status === null) return false;
    const change = transition(status, reported.state);
    if (change === null) return true;
    if (await move(dependencies, status, { change, reported })) return true;
  }
  throw new Error('A message kept changing while a status report was being applied.');
}

/** The charge and the state change share a transaction, which locks the account first. */
async function move(
  { database, prices }: MessageDependencies,
  status: StoredStatus,
  { change, reported }: { change: Change; reported: Reported },
): Promise<boolean> {
  if (change.money === 'keep') return moveOn(database, status, reported);
  return database.transaction(async (transaction: Executor) => {
    await lockBalance(transaction, status.user_id);
    if (!(await moveOn(transaction, status, reported))) return false;
    const { user_id: userId, id } = status;
    if (change.money === 'give-back') {
      await refundMessage(transaction, { userId, id, error: reported.error });
    } else {
      // The message was sent and had been refunded. If the balance is too low, it stays unpaid.
      await charge(transaction, {
        userId,
        kind: 'msgapp_message',
        amountMicros: prices.msgappMessageMicros,
        reference: lateChargeReference(id),
        note: `Message ${id} was sent after all, according to its carrier.`,
        conversationId: status.conversation_id,
      });
    }
    return true;
  });
}
