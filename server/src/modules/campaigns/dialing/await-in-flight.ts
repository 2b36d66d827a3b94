import type { Clock } from '../../../core/clock.ts';
import type { Database } from '../../../db/client.ts';
import { CLAIM_AHEAD_MS } from '../../calls/active/dial-rates.ts';

/** How long after its claim a call is dialed, at most: its rate slot and a margin for timers on a busy machine. */
export const IN_FLIGHT_MS = CLAIM_AHEAD_MS + 60;

interface InFlightDeps {
  database: Pick<Database, 'query'>;
  clock: Pick<Clock, 'sleep'>;
}

/*
 * Requests that stop a campaign or blacklist a number return only when no more call can begin. A claim that commits after
 * them finds the campaign stopped or the number blacklisted. Calls that were claimed before, and wait for their rate slot,
 * are dialed within IN_FLIGHT_MS.
 */

/** Resolves when no more call of a stopped campaign can begin. */
export async function awaitInFlightCalls(
  { database, clock }: InFlightDeps,
  campaignId: number,
): Promise<void> {
  const claimed = await database.query(
    `select from calls where campaign_id = $1 and ended_at is null and status = 'initiated'
       and initiated_at > created_at limit 1`,
    [campaignId],
  );
  if (claimed.length > 0) await clock.sleep(IN_FLIGHT_MS);
}

/** Resolves when no more campaign call to a blacklisted number can begin. */
export async function awaitInFlightCallsTo(
  { database, clock }: InFlightDeps,
  { userId, phoneNumber }: { userId: number; phoneNumber: string },
): Promise<void> {
  const begun = await database.query(
    `select from (
       select call_id from leads where user_id = $1 and phone_number = any(array(select customer_phones($1, $2)))
       union all
       select lead.call_id from lead_contacts contact join leads lead on lead.id = contact.lead_id
       where contact.user_id = $1 and contact.phone_number = any(array(select customer_phones($1, $2)))) as lead
     join calls call on call.id = lead.call_id
     where call.client_phone_number = any(array(select customer_phones($1, $2))) and call.ended_at is null
       and call.status = 'initiated' limit 1`,
    [userId, phoneNumber],
  );
  if (begun.length > 0) await clock.sleep(IN_FLIGHT_MS);
}
