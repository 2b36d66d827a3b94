import type { Executor } from '../../../db/client.ts';
import { type Standing, WAITING_ZONES } from '../dialing/standing.ts';
import { type CampaignHours, callingState } from '../rules/calling-hours.ts';
import type { LegalHours } from '../rules/legal-hours.ts';
import { whyClosed } from '../rules/why-waiting.ts';

/**
 * Why no lead of a campaign can be called, now or ever, in words for its owner; null: one can. Whose call is under way, or
 * to be judged, may be called again.
 */
export async function whyNobodyCanBeCalled(
  database: Executor,
  { id, hours }: { id: number; hours: CampaignHours },
  { now, legal }: { now: Date; legal: LegalHours },
): Promise<string | null> {
  const [row] = await database.query<{ isProcessing: boolean; waiting: Standing['waiting'] }>(
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
