import type { Clock } from '../../../core/clock.ts';
import type { Database } from '../../../db/client.ts';
import { isListed } from '../leads/is-listed.ts';
import type { ClaimedDial } from './claim.ts';
import { VERSION } from './claim-store.ts';
import { restoreLeads } from './lead-store.ts';

interface StoreDeps {
  database: Database;
  clock: Pick<Clock, 'now'>;
  processId: string;
}

/**
 * From now on these calls count as dialled, whatever becomes of this process: nobody else undoes their claims.
 * @returns false: it is not held by this process any more, as others believed that it was dead
 */
export async function markDialled(
  { database, processId }: StoreDeps,
  dials: readonly ClaimedDial[],
): Promise<boolean[]> {
  const rows = await database.query<{ id: number }>(
    `update calls set claimed_from = null where id = any(array(
       select id from calls where id = any($1) and process_id = $2 and ended_at is null
       order by id for no key update))
     returning id`,
    [dials.map(({ call }) => call.id), processId],
  );
  const marked = new Set(rows.map(({ id }) => id));
  return dials.map(({ call }) => marked.has(call.id));
}

/**
 * Which of these calls, claimed and not yet dialled, may be: their campaign runs as it did, its lead is there and is theirs,
 * nobody wants their end, the number that they go over was not given back, and the one that is called is not blacklisted.
 */
export async function findStanding(
  { database, processId }: StoreDeps,
  dials: readonly ClaimedDial[],
): Promise<boolean[]> {
  const rows = await database.query<{ id: number; version: string }>(
    `select call.id, ${VERSION} as version
     from calls call
     join campaigns campaign on campaign.id = call.campaign_id
     join leads lead on lead.id = call.lead_id and lead.call_id = call.id
     left join assistants assistant on assistant.id = campaign.assistant_id and assistant.deleted_at is null
     where call.id = any($1) and call.process_id = $2 and call.ended_at is null and call.hang_up_at is null
       and call.phone_number_id is not null
       and campaign.status = 'in-progress' and campaign.deleted_at is null
       and not ${isListed('call.user_id', 'call.client_phone_number')}`,
    [dials.map(({ call }) => call.id), processId],
  );
  const versions = new Map(rows.map(({ id, version }) => [id, version]));
  return dials.map(({ call, plan }) => versions.get(call.id) === plan.version);
}

/**
 * Undoes a claim of this process, which has not dialled it: the call is gone and its lead waits as before.
 * @returns false: somebody wants the end of the call, or has taken it away, and it is over in another way
 */
export async function putBack(
  { database, clock, processId }: StoreDeps,
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
