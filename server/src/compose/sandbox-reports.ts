import { z } from 'zod';
import { createBatcher } from '../core/batcher.ts';
import type { Clock } from '../core/clock.ts';
import type { Database, Executor } from '../db/client.ts';
import { receiveReports } from '../modules/messages/actions.ts';
import type { MessageDependencies } from '../modules/messages/dependencies.ts';
import { CALLBACK_PATH, findCallbackSender } from '../modules/messages/inbound/callback-sender.ts';
import { SMS_CALLBACK_PATH } from '../modules/messages/sms/callback-url.ts';
import { takeReport } from '../modules/messages/sms/sms-verbs.ts';
import type { CarrierReport } from '../providers/interfaces/messaging-carrier.ts';
import { SANDBOX_CARRIER, type SandboxReports } from '../providers/interfaces/sandbox-reports.ts';
import { defineJob, enqueue, handleJob, type JobHandler } from '../work/define-job.ts';

const reports = z.object({
  statusUrl: z.string(),
  reference: z.string(),
  providerMessageId: z.string(),
  states: z.array(z.enum(['queued', 'sent', 'delivered', 'read', 'failed', 'undelivered'])),
  errorCode: z.string().nullable(),
});

/** Pending delivery reports of the sandbox: one job for all messages submitted together. */
const sandboxReportsJob = defineJob({
  name: 'sandbox:reports',
  payload: z.object({ messages: z.array(reports) }),
  maxAttempts: 5,
});

/** Pause between two states of a message. */
const STEP_MS = 1000;

/** Schedules delivery reports; messages sent at the same time share a job. */
export function createSandboxSchedule(
  database: Database,
  clock: Clock,
): (message: SandboxReports) => Promise<void> {
  return createBatcher<SandboxReports, void>(async (messages) => {
    await scheduleReports(database, clock, { messages, delayMs: 0 });
    return messages.map(() => undefined);
  });
}

async function scheduleReports(
  database: Executor,
  clock: Clock,
  { messages, delayMs }: { messages: readonly SandboxReports[]; delayMs: number },
): Promise<void> {
  const payload = { messages: messages.map((message) => ({ ...message, states: [...message.states] })) };
  const runAt = delayMs === 0 ? {} : { runAt: new Date(clock.now().getTime() + delayMs) };
  await enqueue(database, sandboxReportsJob, { payload, ...runAt });
}

/** Handles a report of the sandbox. @returns true if the status URL belongs to this listener */
export type SandboxListener = (statusUrl: string, report: CarrierReport) => Promise<boolean>;

/**
 * Delivers reports of sandbox messages one state at a time, as a carrier would over HTTP.
 * @param clock the machine's clock, which the job queue uses
 */
export function sandboxReportsHandler(
  database: Database,
  clock: Clock,
  listeners: readonly SandboxListener[],
): JobHandler {
  return handleJob(sandboxReportsJob, async ({ messages }) => {
    const outcomes = await Promise.allSettled(messages.map((message) => report(message, listeners)));
    const failed = messages.filter((_, index) => outcomes[index]?.status === 'rejected');
    // Failed reports are retried like any job; they must not delay the others.
    const failure = outcomes.find((outcome) => outcome.status === 'rejected');
    if (failure !== undefined && failed.length === messages.length) throw failure.reason;
    const rest = messages
      .filter((message) => !failed.includes(message))
      .map((message) => ({ ...message, states: message.states.slice(1) }))
      .filter(({ states }) => states.length > 0);
    await database.transaction(async (transaction) => {
      for (const group of [rest, failed]) {
        if (group.length > 0)
          await scheduleReports(transaction, clock, { messages: group, delayMs: STEP_MS });
      }
    });
  });
}

async function report(message: SandboxReports, listeners: readonly SandboxListener[]): Promise<void> {
  const { statusUrl, providerMessageId, reference, states, errorCode } = message;
  const [state] = states;
  if (state === undefined) return;
  const isLast = states.length === 1;
  const error = isLast && errorCode !== null ? { code: errorCode, text: null } : null;
  for (const listen of listeners) {
    if (await listen(statusUrl, { kind: 'status', providerMessageId, reference, state, error })) return;
  }
}

/** Reports for senders of the messaging channel. */
export function channelListener(messages: MessageDependencies): SandboxListener {
  return async (statusUrl, carrierReport) => {
    const [, key] = statusUrl.split(`${CALLBACK_PATH}/`);
    if (key === undefined) return false;
    const sender = await findCallbackSender(messages, key);
    // Only sandbox senders receive sandbox reports; the sender may be deleted.
    if (sender?.provider === SANDBOX_CARRIER) {
      await receiveReports(messages, { sender, reports: [carrierReport] });
    }
    return true;
  };
}

/** Reports for SMS from sandbox numbers. */
export function smsListener(messages: MessageDependencies): SandboxListener {
  return async (statusUrl, carrierReport) => {
    if (!statusUrl.endsWith(`${SMS_CALLBACK_PATH}/${SANDBOX_CARRIER}`)) return false;
    await takeReport(messages, SANDBOX_CARRIER, carrierReport);
    return true;
  };
}
