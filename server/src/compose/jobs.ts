import type pg from 'pg';
import { z } from 'zod';
import type { Dependencies } from '../app.ts';
import { type Clock, systemClock } from '../core/clock.ts';
import type { Disposer } from '../core/disposer.ts';
import type { Log } from '../core/log.ts';
import type { Database, Executor } from '../db/client.ts';
import { pendingMigrations } from '../db/migrate.ts';
import type { RecordEvent } from '../events/event.ts';
import type { OutboundClient } from '../http/outbound/outbound-request.ts';
import { accountJobHandlers } from '../modules/accounts/jobs.handlers.ts';
import { removeOldResets } from '../modules/accounts/password-resets/reset-store.ts';
import { removeOldEmailChanges } from '../modules/accounts/people/email-change-store.ts';
import { alertJobHandlers, alertSchedule } from '../modules/alerts/jobs.handlers.ts';
import { auditLogJobHandlers, auditLogSchedule } from '../modules/audit-log/jobs.handlers.ts';
import { callJobHandlers, callSchedules } from '../modules/calls/jobs.handlers.ts';
import { settleCallsJob, tendCallsJob } from '../modules/calls/jobs.ts';
import { removeOldPendingHangUps } from '../modules/calls/lifecycle/pending-hang-ups.ts';
import {
  conversationJobHandlers,
  conversationSchedules,
  startEndLoop,
} from '../modules/conversations/jobs.handlers.ts';
import { settleTurnsJob, tendEndsJob } from '../modules/conversations/jobs.ts';
import { removeOldCalls } from '../modules/conversations/messages/tool-calls.ts';
import { removeOldPresence } from '../modules/inbox/presence/presence-store.ts';
import { crawlWebsite } from '../modules/knowledge/crawl/crawl-website.ts';
import { createExtractor } from '../modules/knowledge/extraction/extractor.ts';
import type { WebsiteCrawl } from '../modules/knowledge/ingestion/read-website.ts';
import { knowledgeJobHandlers, sweepSchedule } from '../modules/knowledge/jobs.handlers.ts';
import { sweepKnowledgeJob } from '../modules/knowledge/jobs.ts';
import type { FileReaders } from '../modules/messages/inbound/read-file.ts';
import {
  answerJobHandlers,
  answerWaitingSchedule,
  messageJobHandlers,
  messageSchedules,
} from '../modules/messages/jobs.handlers.ts';
import { answerWaitingJob, settleSmsJob, settleSubmissionsJob } from '../modules/messages/jobs.ts';
import { removeOldUnattributed } from '../modules/messages/senders/unattributed-reports.ts';
import { phoneNumberJobHandlers, settleOrdersSchedule } from '../modules/phone-numbers/jobs.handlers.ts';
import { settleOrdersJob } from '../modules/phone-numbers/jobs.ts';
import { removeOldBindings } from '../modules/phone-numbers/sip-trunks/binding-store.ts';
import { startSearchIndexLoop } from '../modules/search/index/index-loop.ts';
import { removeOldDeliveries } from '../modules/webhooks/actions.ts';
import { ProviderError } from '../providers/interfaces/provider-error.ts';
import { transcribeRecording } from '../providers/kit/speech/transcribe-recording.ts';
import { defineJob, enqueue, handleJob, type JobHandler } from '../work/define-job.ts';
import { removeOldNames } from '../work/process-names.ts';
import type { ProcessRegistry } from '../work/process-registry.ts';
import { type Schedule, startJobRunner } from '../work/runner.ts';
import { channelListener, sandboxReportsHandler, smsListener } from './sandbox-reports.ts';
import { buildIndexesHandler, buildIndexesJob } from './upgrade-jobs.ts';

export interface JobDeps {
  connection: pg.PoolConfig;
  clock: Clock;
  /** Not overridden by tests, because the job queue uses the database's time. */
  sharedClock: Clock;
  /** Connection pool for jobs. */
  database: Database;
  /** Connection pool for loops, separate so that they never wait for jobs. */
  loopDatabase: Database;
  log: Log;
  registry: ProcessRegistry;
  dependencies: Dependencies;
  disposer: Disposer;
  outbound: OutboundClient;
  recordEvent: RecordEvent;
  /** Days to keep audit log entries; null keeps them forever. */
  auditDays: number | null;
  /** Public origin of this server, without a trailing slash. */
  origin(): string;
}

/** Concurrency per kind of job; kinds that must not wait for each other have separate workers. */
const PLACES = {
  // Website jobs mostly wait for web servers, file jobs for the extractor, and upgrade jobs for the database.
  ingestion: 8,
  embedding: 2,
  // Mostly waits for language models.
  evaluation: 8,
  answers: 2,
  // Templates and prices of carriers, and confirmations of opt-outs.
  carriers: 4,
  // Customers' files, which may be large and slow.
  files: 4,
  short: 4,
};

const places = Object.values(PLACES);
/** Jobs mostly wait for other services and never need two connections, so three workers share one. */
export const WORKING_CONNECTIONS = Math.ceil(places.reduce((sum, count) => sum + count) / 3);
/** Each runner also keeps one connection for LISTEN. */
export const JOB_CONNECTIONS = places.length + WORKING_CONNECTIONS;

interface Pool {
  handlers: readonly JobHandler[];
  concurrentJobs: number;
  schedules: readonly Schedule[];
}

/** Starts job runners in this process and enqueues cleanup after dead processes. */
export async function startJobs(deps: JobDeps): Promise<void> {
  const { clock, database, log, registry, disposer } = deps;
  await orderWork(database);
  for (const pool of composePools(deps)) {
    const onPool = (poolId: string): Promise<void> => registry.addWorkerPool(poolId);
    const runner = await startJobRunner({ database, log, clock: systemClock, ...pool, onPool });
    disposer.own('job runner', runner, (owned) => owned.stop());
  }
  const ends = startEndLoop({ database: deps.loopDatabase, clock, log });
  disposer.own('conversation ends', ends, (owned) => owned.stop());
  const index = startSearchIndexLoop({ database: deps.loopDatabase, clock: systemClock, log });
  disposer.own('search index', index, (owned) => owned.stop());
}

/** Enqueues jobs that settle what dead processes were working on. */
export async function orderSettling(database: Pick<Executor, 'query'>): Promise<void> {
  const jobs = [settleTurnsJob, settleSubmissionsJob, answerWaitingJob, settleOrdersJob, settleSmsJob];
  for (const job of [...jobs, settleCallsJob]) {
    await enqueue(database, job, { payload: {}, key: job.name });
  }
}

/** Enqueues recurring work and cleanup, because processes may have died while no other was running. */
async function orderWork(database: Database): Promise<void> {
  await orderSettling(database);
  for (const job of [sweepKnowledgeJob, tendEndsJob, tendCallsJob]) {
    await enqueue(database, job, { payload: {}, key: job.name });
  }
  if ((await pendingMigrations(database)).later.length > 0) {
    await enqueue(database, buildIndexesJob, { payload: {}, key: buildIndexesJob.name });
  }
}

/** Reads customers' files. Their extractor is separate, so that chats do not wait for large documents. */
function composeFileReaders({ clock, dependencies, disposer }: JobDeps): FileReaders {
  const { sttProviders } = dependencies.speech;
  return {
    extractor: disposer.own('extractor of messages', createExtractor(), (owned) => owned.close()),
    catalog: dependencies.conversations.catalog,
    transcribe: ({ bytes, provider, languages }, signal) => {
      const stt = sttProviders.get(provider);
      if (stt === undefined) throw new ProviderError('unavailable', `There is no provider ${provider}.`);
      return transcribeRecording(bytes, { stt, languages, clock, signal });
    },
  };
}

function composePools(deps: JobDeps): Pool[] {
  const { clock, database, log, registry, dependencies, disposer, outbound, recordEvent } = deps;
  const crawl: WebsiteCrawl = (request) => crawlWebsite({ ...request, client: outbound, clock });
  const extractor = disposer.own('extractor', createExtractor(), (owned) => owned.close());
  const knowledge = knowledgeJobHandlers({
    database,
    clock,
    log,
    extractor,
    crawl,
    embedder: dependencies.knowledge.embedder,
    processId: registry.processId,
  });
  const messages = {
    ...dependencies.messages,
    database,
    conversations: { ...dependencies.conversations, database },
  };
  const messageJobs = messageJobHandlers(messages, composeFileReaders(deps));

  const conversations = conversationJobHandlers({ ...dependencies.conversations, database, recordEvent });
  const calls = callJobHandlers({
    ...dependencies.conversations,
    database,
    recordEvent,
    origin: deps.origin,
    campaigns: dependencies.calls.campaigns,
    blacklist: dependencies.blacklist,
    pricedCarriers: dependencies.calls.pricedCarriers,
    ownHosts: dependencies.calls.ownHosts,
    notifier: dependencies.calls.notifier,
    callCarriers: dependencies.carrierCalls.carriers,
  });
  const carriers = [...messageJobs.waiting, ...calls.waiting];
  const short = [
    ...knowledge.short,
    ...conversations.short,
    ...calls.short,
    ...messageJobs.short,
    ...phoneNumberJobHandlers({ ...dependencies.phoneNumbers, database }),
    sandboxReportsHandler(database, deps.sharedClock, [channelListener(messages), smsListener(messages)]),
    ...accountJobHandlers({ ...dependencies.accounts, database }),
    ...alertJobHandlers({ ...dependencies.alerts, database }),
    ...auditLogJobHandlers({ database, log, auditDays: deps.auditDays }),
    housekeepingHandler(database),
  ];
  const schedules = [
    sweepSchedule,
    ...conversationSchedules,
    ...callSchedules,
    housekeepingSchedule,
    alertSchedule,
    auditLogSchedule,
    ...messageSchedules,
    settleOrdersSchedule,
  ];
  return [
    {
      handlers: [...knowledge.ingestion, ...conversations.upgrade, buildIndexesHandler(deps)],
      concurrentJobs: PLACES.ingestion,
      schedules: [],
    },
    { handlers: knowledge.embedding, concurrentJobs: PLACES.embedding, schedules: [] },
    {
      handlers: [...conversations.evaluation, ...calls.evaluation],
      concurrentJobs: PLACES.evaluation,
      schedules: [],
    },
    {
      handlers: answerJobHandlers(dependencies.messages),
      concurrentJobs: PLACES.answers,
      schedules: [answerWaitingSchedule],
    },
    { handlers: carriers, concurrentJobs: PLACES.carriers, schedules: [] },
    { handlers: messageJobs.files, concurrentJobs: PLACES.files, schedules: [] },
    { handlers: short, concurrentJobs: PLACES.short, schedules },
  ];
}

const housekeepingJob = defineJob({ name: 'housekeeping', payload: z.object({}).loose(), maxAttempts: 3 });

const housekeepingSchedule: Schedule = { cron: '17 * * * *', jobName: housekeepingJob.name };

/**
 * Deletes expired data: idempotency keys after 24 hours, rate limit windows, tokens, phone registrations,
 * hang-ups that could not be sent, SIP names of dead processes, tool calls of requests that can no longer be repeated,
 * webhooks after 90 days, unattributed reports after 30.
 */
export function housekeepingHandler(database: Database): JobHandler {
  return handleJob(housekeepingJob, async () => {
    await database.query(
      `delete from idempotency_keys where created_at < clock_timestamp() - interval '24 hours'`,
    );
    await database.query(
      `update conversations set request_key = null, request_hash = null
       where request_key is not null and created_at < clock_timestamp() - interval '24 hours'`,
    );
    // No window is longer than a day, so a later end comes from a clock that was ahead.
    for (const table of ['rate_windows', 'rate_counters']) {
      await database.query(
        `delete from ${table} where expires_at not between clock_timestamp() and clock_timestamp() + interval '1 day'`,
      );
    }
    await database.query(
      `delete from tokens where expires_at < clock_timestamp()
         or (kind = 'session' and coalesce(last_used_at, created_at) < clock_timestamp() - interval '30 days')`,
    );
    await database.query('delete from invitations where expires_at < clock_timestamp()');
    await database.query(`delete from visitor_spend where day < clock_timestamp() - interval '2 days'`);
    await removeOldResets(database);
    await removeOldEmailChanges(database);
    await removeOldCalls(database);
    await removeOldPresence(database);
    await removeOldBindings(database);
    await removeOldPendingHangUps(database);
    await removeOldNames(database);
    await removeOldDeliveries(database);
    await removeOldUnattributed(database);
  });
}
