import type { Executor } from '../../../db/client.ts';
import { type CampaignSnapshot, WAITING_ZONES } from '../dialing/campaign-snapshot.ts';
import { type CampaignHours, callingState } from '../rules/calling-hours.ts';
import type { LegalHours } from '../rules/legal-hours.ts';
import { whyClosed } from '../rules/why-waiting.ts';

/**
 * Why no lead of a campaign can ever be called, for its owner; null if one can. Leads in a call or awaiting evaluation
 * count as callable.
 */
export async function whyNoLeadIsCallable(
  database: Executor,
  { id, hours }: { id: number; hours: CampaignHours },
  { now, legal }: { now: Date; legal: LegalHours },
): Promise<string | null> {
  const [row] = await database.query<{ isProcessing: boolean; waiting: CampaignSnapshot['waiting'] }>(
    `select exists (select from leads where campaign_id = $1 and call_id is not null) as "isProcessing",
       ${WAITING_ZONES('$1')} as waiting`,
    [id],
  );
  if (row === undefined || row.isProcessing) return null;
  const states = row.waiting.map(({ zoneKey }) => callingState(now, hours, { zoneKey, legal }));
  const reasons = states.flatMap((state) => (state.open || state.from !== null ? [] : [whyClosed(state)]));
  if (reasons.length < states.length) return null;
  return ['The campaign has no lead that can be called.', ...new Set(reasons)].join(' ');
}
