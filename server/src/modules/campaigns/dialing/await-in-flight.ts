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

/** Resolves when no more campaign call to blacklisted numbers can begin. */
export async function awaitInFlightCallsTo(
  { database, clock }: InFlightDeps,
  { userId, phoneNumbers }: { userId: number; phoneNumbers: readonly string[] },
): Promise<void> {
  const begun = await database.query(
    `select from calls call
     join (select distinct customer_phones($1, number) as phone from unnest($2::text[]) as given (number)) as listed
       on listed.phone = call.client_phone_number
     where call.user_id = $1 and call.lead_id is not null and call.ended_at is null and call.status = 'initiated' limit 1`,
    [userId, phoneNumbers],
  );
  if (begun.length > 0) await clock.sleep(IN_FLIGHT_MS);
}
