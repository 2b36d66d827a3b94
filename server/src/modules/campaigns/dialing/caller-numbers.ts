import type { Executor } from '../../../db/client.ts';
import { CALLER_NUMBER, type CallerNumber, findCallerNumber } from '../../calls/assistant/caller-number.ts';

/**
 * The calling numbers of a campaign in rotation order: those of its chosen numbers that this installation can dial over.
 * If none were chosen, the assistant's number or one of the account; not if all chosen ones were released. Empty if the
 * campaign cannot call.
 * @param about `phoneNumberId` of the assistant; `providers` that this installation can dial over, null for all
 */
export async function findCampaignNumbers(
  database: Executor,
  about: {
    userId: number;
    campaignId: number;
    phoneNumberId: number | null;
    providers: readonly string[] | null;
  },
): Promise<CallerNumber[]> {
  const { userId, campaignId, phoneNumberId, providers } = about;
  const chosen = await database.query<CallerNumber & { can_call: boolean }>(
    `select ${CALLER_NUMBER},
       ($3::text[] is null or provider = any($3)) and has_active_subscription as can_call
     from campaign_phone_numbers join phone_numbers on id = phone_number_id
     where campaign_id = $2 and user_id = $1 order by position`,
    [userId, campaignId, providers],
  );
  if (chosen.length > 0 || (await hasChosenNumbers(database, campaignId))) {
    return chosen.flatMap(({ can_call, ...number }) => (can_call ? [number] : []));
  }
  const number = await findCallerNumber(database, { userId, phoneNumberId, providers });
  return number === null ? [] : [number];
}

/** SQL condition: all chosen numbers of `campaign` were released. */
export const CHOSEN_ARE_GONE = `(campaign.has_chosen_numbers and not exists (
  select from campaign_phone_numbers where campaign_id = campaign.id))`;

/** True if all chosen numbers of a campaign were released. */
export async function areChosenGone(database: Executor, campaignId: number): Promise<boolean> {
  const rows = await database.query(`select from campaigns campaign where id = $1 and ${CHOSEN_ARE_GONE}`, [
    campaignId,
  ]);
  return rows.length > 0;
}

async function hasChosenNumbers(database: Executor, campaignId: number): Promise<boolean> {
  const rows = await database.query('select from campaigns where id = $1 and has_chosen_numbers', [
    campaignId,
  ]);
  return rows.length > 0;
}
