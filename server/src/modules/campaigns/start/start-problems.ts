import type { Executor } from '../../../db/client.ts';
import { hasCallPrice } from '../../calls/asking/balance.ts';
import type { CallerNumber } from '../../calls/assistant/caller-number.ts';
import { type CampaignAssistant, findOutboundAssistant } from '../configuration/campaign-references.ts';
import type { StoredCampaign } from '../configuration/campaign-store.ts';
import type { CampaignDependencies } from '../configuration/dependencies.ts';
import { areChosenGone, findCampaignNumbers } from '../dialing/caller-numbers.ts';
import { type CampaignSnapshot, WAITING_ZONES } from '../dialing/campaign-snapshot.ts';
import { type CallingState, type CampaignHours, callingState, hasEnded } from '../rules/calling-hours.ts';
import { legalHoursOf } from '../rules/legal-hours.ts';
import { whyNoNumber } from '../rules/no-number.ts';
import { whyClosed } from '../rules/why-waiting.ts';

export interface Readiness {
  /** Null if the campaign has no outbound assistant any more. */
  assistant: CampaignAssistant | null;
  numbers: CallerNumber[];
  /** Zones of waiting leads, with the calling state when the first of them is due. */
  zones: { zoneKey: string; dueMs: number; state: CallingState }[];
  /** Why the campaign cannot start, for its owner; most urgent first. */
  problems: string[];
}

type ReadinessDeps = Pick<CampaignDependencies, 'clock' | 'prices' | 'dialProviders' | 'legalHours'> & {
  database: Executor;
};

/** Collects the requirements of a start, and those that are not met. */
export async function checkReadiness(
  { database, clock, prices, dialProviders, legalHours }: ReadinessDeps,
  userId: number,
  campaign: StoredCampaign,
): Promise<Readiness> {
  const now = clock.now();
  const hours = hoursOf(campaign);
  const assistant = await findOutboundAssistant(database, { userId, id: campaign.assistant_id });
  const about = { userId, campaignId: campaign.id, phoneNumberId: assistant?.phone_number_id ?? null };
  const numbers = await findCampaignNumbers(database, { ...about, providers: dialProviders });
  const legal = legalHoursOf(numbers, legalHours);
  const { isProcessing, waiting } = await readWaiting(database, { userId, id: campaign.id });
  const zones = waiting.map(({ zoneKey, dueMs }) => {
    const at = new Date(Math.max(dueMs, now.getTime()));
    return { zoneKey, dueMs, state: callingState(at, hours, { zoneKey, legal }) };
  });
  const problems = [
    campaign.status === 'in-progress' ? 'The campaign is already running.' : null,
    assistant === null ? 'The assistant of this campaign was deleted or is not an outbound assistant.' : null,
    numbers.length > 0 ? null : whyNoNumber(await areChosenGone(database, campaign.id)),
    hasEnded(hours, now) ? "The campaign's end date has passed. Change or remove it." : null,
    isProcessing || hasEnded(hours, now) ? null : whyNoLeadIsCallable(zones),
    (await hasCallPrice(database, prices, userId))
      ? null
      : 'The balance of this account does not cover a call.',
  ].flatMap((problem) => problem ?? []);
  return { assistant, numbers, zones, problems };
}

/** `isProcessing`: a lead is in a call or awaits evaluation. */
async function readWaiting(
  database: Executor,
  { userId, id }: { userId: number; id: number },
): Promise<{ isProcessing: boolean; waiting: CampaignSnapshot['waiting'] }> {
  const [row] = await database.query<{ isProcessing: boolean; waiting: CampaignSnapshot['waiting'] }>(
    `select exists (select from leads where campaign_id = campaign.id and call_id is not null) as "isProcessing",
       ${WAITING_ZONES('campaign.id')} as waiting
     from campaigns campaign where user_id = $1 and id = $2`,
    [userId, id],
  );
  return row ?? { isProcessing: false, waiting: [] };
}

function hoursOf(campaign: StoredCampaign): CampaignHours {
  const { timezone, allowed_hours_start_time: start, allowed_hours_end_time: end } = campaign;
  const { starts_at: startsAt, ends_at: endsAt } = campaign;
  return {
    timezone,
    start,
    end,
    days: campaign.allowed_days,
    startsAt: startsAt === null ? null : new Date(startsAt),
    endsAt: endsAt === null ? null : new Date(endsAt),
  };
}

/** Why no waiting lead can ever be called, for the owner; null if one can. */
function whyNoLeadIsCallable(zones: Readiness['zones']): string | null {
  const reasons = zones.flatMap(({ state }) => (state.open || state.from !== null ? [] : [whyClosed(state)]));
  if (reasons.length < zones.length) return null;
  return ['The campaign has no lead that can be called.', ...new Set(reasons)].join(' ');
}
