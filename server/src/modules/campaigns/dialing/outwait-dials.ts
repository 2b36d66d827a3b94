import type { Clock } from '../../../core/clock.ts';
import type { Database } from '../../../db/client.ts';
import { STANDS_MS } from './prepared-dials.ts';

/** An answer holds for STANDS_MS; what its timer and a busy process add comes to the rest. */
export const OUTWAITED_MS = STANDS_MS + 50;

interface OutwaitDeps {
  database: Pick<Database, 'query'>;
  clock: Pick<Clock, 'sleep'>;
}

/*
 * Whoever forbids calls answers when none begins any more. What was committed before the last look of a call keeps it from
 * being dialled; a look that came before holds for STANDS_MS, and then it is taken again.
 */

/** A campaign was stopped: resolves when no call of it begins any more. */
export async function outwaitCampaign({ database, clock }: OutwaitDeps, campaignId: number): Promise<void> {
  const prepared = await database.query(
    `select from calls where campaign_id = $1 and ended_at is null and status = 'initiated'
       and initiated_at > created_at limit 1`,
    [campaignId],
  );
  if (prepared.length > 0) await clock.sleep(OUTWAITED_MS);
}

/** A number was blacklisted: resolves when no campaign begins a call to it any more. */
export async function outwaitNumber(
  { database, clock }: OutwaitDeps,
  { userId, phoneNumber }: { userId: number; phoneNumber: string },
): Promise<void> {
  const begun = await database.query(
    `select from (
       select call_id from leads where user_id = $1 and phone_number = any(number_spellings(number_key($2)))
       union all
       select lead.call_id from lead_contacts contact join leads lead on lead.id = contact.lead_id
       where contact.user_id = $1 and contact.phone_number = any(number_spellings(number_key($2)))) as lead
     join calls call on call.id = lead.call_id
     where call.client_phone_number = any(number_spellings(number_key($2))) and call.ended_at is null and call.status = 'initiated' limit 1`,
    [userId, phoneNumber],
  );
  if (begun.length > 0) await clock.sleep(OUTWAITED_MS);
}
