import type { Clock } from '../../../core/clock.ts';
import type { Database } from '../../../db/client.ts';
import type { ClaimedDial } from './claim.ts';
import { VERSION } from './claim-store.ts';
import { isListed } from './is-listed.ts';
import { restoreLeads } from './lead-store.ts';

interface StoreDeps {
  database: Database;
  clock: Pick<Clock, 'now'>;
  processId: string;
}

/**
 * Marks calls as dialed, so that other processes no longer undo their claims.
 * @returns for each call, false if another process considered this one dead and took the call over
 */
export async function markDialed(
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
 * @returns for each call, true if it may still be dialed: campaign and assistant unchanged and running, lead still assigned,
 * no hang-up requested, calling number not released, called number not blacklisted
 */
export async function areStillValid(
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
 * Undoes a claim: deletes the call and restores its lead.
 * @returns false if the call is being ended or was taken over
 */
export async function undoClaim(
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
