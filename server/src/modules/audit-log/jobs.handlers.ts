import type { Log } from '../../core/log.ts';
import type { Database } from '../../db/client.ts';
import { handleJob, type JobHandler } from '../../work/define-job.ts';
import type { Schedule } from '../../work/runner.ts';
import { removeOldEntriesJob } from './jobs.ts';
import { removeOldEntries } from './store.ts';

/** Every night. */
export const auditLogSchedule: Schedule = { cron: '23 3 * * *', jobName: removeOldEntriesJob.name };

/** @param deps `auditDays`: days to keep entries; null keeps them forever */
export function auditLogJobHandlers(deps: {
  database: Database;
  log: Log;
  auditDays: number | null;
}): JobHandler[] {
  const { database, log, auditDays } = deps;
  return [
    handleJob(removeOldEntriesJob, async (_payload, { signal }) => {
      if (auditDays === null) return;
      let removed = 0;
      for (let batch = -1; batch !== 0 && !signal.aborted; removed += batch) {
        batch = await removeOldEntries(database, auditDays);
      }
      if (removed > 0)
        log.info({ entries: removed, auditDays }, 'Old entries of the audit log were removed.');
    }),
  ];
}
