import type { Clock } from '../../../core/clock.ts';
import type { Database } from '../../../db/client.ts';
import type { ClaimedDial } from './claim.ts';
import { VERSION } from './claim-store.ts';
import { restoreLeads } from './lead-store.ts';

interface StoreParts {
  database: Database;
  clock: Pick<Clock, 'now'>;
  processId: string;
}

/**
 * Which of these calls, claimed and not yet dialled, may be: their campaign runs as it did, its lead is there and is theirs,
 * nobody wants their end, and the number is not blacklisted. From then on they count as dialled, whatever becomes of this
 * process: nobody else undoes their claims.
 */
export async function markStanding(
  { database, processId }: StoreParts,
  dials: readonly ClaimedDial[],
): Promise<boolean[]> {
  const asked = dials.map(({ call, plan }) => ({ id: call.id, version: plan.version }));
  const rows = await database.query<{ id: number }>(
    `with standing as (
       select call.id
       from json_to_recordset($1) as asked (id bigint, version text)
       join calls call on call.id = asked.id
       join campaigns campaign on campaign.id = call.campaign_id
       join leads lead on lead.id = call.lead_id and lead.call_id = call.id
       left join assistants assistant on assistant.id = campaign.assistant_id and assistant.deleted_at is null
       where call.process_id = $2 and call.ended_at is null and call.hang_up_at is null
         and campaign.status = 'in-progress' and campaign.deleted_at is null and ${VERSION} = asked.version
         and not exists (select from blacklisted_numbers
           where user_id = call.user_id and phone_number = call.client_phone_number)
       order by call.id for no key update of call)
     update calls set claimed_from = null from standing where calls.id = standing.id returning calls.id`,
    [JSON.stringify(asked), processId],
  );
  const standing = new Set(rows.map(({ id }) => id));
  return dials.map(({ call }) => standing.has(call.id));
}

/**
 * Undoes a claim of this process, which has not dialled it: the call is gone and its lead waits as before.
 * @returns false: somebody wants the end of the call, or has taken it away, and it is over in another way
 */
export async function putBack(
  { database, clock, processId }: StoreParts,
  { call, lead }: ClaimedDial,
): Promise<boolean> {
  const now = clock.now();
  return database.transaction(async (transaction) => {
    const gone = await transaction.query(
      `delete from calls
       where id = $1 and process_id = $2 and status = 'initiated' and hang_up_at is null returning id`,
      [call.id, processId],
    );
    if (gone.length === 0) return false;
    const { leadId, contactId, status, contactStatus } = lead;
    const from = { lead: status, contact: contactStatus };
    const undone = { callId: call.id, leadId, contactId, from, dueAt: new Date(lead.dueMs) };
    await restoreLeads(transaction, [undone], now);
    return true;
  });
}
