import { z } from 'zod';
import type { Database } from '../db/client.ts';
import { removeOldPendingHangUps } from '../modules/calls/lifecycle/pending-hang-ups.ts';
import { removeOldCalls } from '../modules/conversations/messages/tool-calls.ts';
import { removeOldUnattributed } from '../modules/messages/inbound/receive-note.ts';
import { removeOldBindings } from '../modules/phone-numbers/sip-trunks/binding-store.ts';
import { removeOldDeliveries } from '../modules/webhooks/actions.ts';
import { defineJob, handleJob, type JobHandler } from '../work/define-job.ts';
import { removeOldNames } from '../work/process-names.ts';
import type { Schedule } from '../work/runner.ts';

const housekeepingJob = defineJob({ name: 'housekeeping', payload: z.object({}).loose(), maxAttempts: 3 });

export const housekeepingSchedule: Schedule = { cron: '17 * * * *', jobName: housekeepingJob.name };

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
    await database.query(`delete from visitor_spend where day < clock_timestamp() - interval '2 days'`);
    await removeOldCalls(database);
    await removeOldBindings(database);
    await removeOldPendingHangUps(database);
    await removeOldNames(database);
    await removeOldDeliveries(database);
    await removeOldUnattributed(database);
  });
}
