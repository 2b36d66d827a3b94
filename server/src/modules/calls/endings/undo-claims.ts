import type { Database } from '../../../db/client.ts';
import type { CallCampaigns, UndoneClaim } from './call-campaigns.ts';

/**
 * Deletes campaign calls that a process claimed ahead and never dialed, and restores their leads. Calls that may have
 * been dialed or are being ended are kept.
 * @returns ids of the deleted calls
 */
export function undoClaims(
  { database, campaigns }: { database: Database; campaigns: Pick<CallCampaigns, 'claimsUndone'> },
  { processId, callIds }: { processId: string; callIds: readonly number[] },
): Promise<Set<number>> {
  return database.transaction(async (transaction) => {
    const undone = await transaction.query<UndoneClaim>(
      `delete from calls where id = any(array(
         select id from calls
         where id = any($1) and process_id = $2 and status = 'initiated' and hang_up_at is null
           and claimed_from is not null
         order by id for update))
       returning id as "callId", lead_id as "leadId", contact_id as "contactId", claimed_from as "from",
         initiated_at as "dueAt"`,
      [callIds, processId],
    );
    if (undone.length > 0) await campaigns.claimsUndone(transaction, undone);
    return new Set(undone.map(({ callId }) => callId));
  });
}
