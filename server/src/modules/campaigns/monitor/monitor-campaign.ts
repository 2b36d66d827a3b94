import type { CampaignMonitor } from '#contract/campaign-monitor.ts';
import type { Context } from '../../../core/context.ts';
import { notFound } from '../../../core/errors.ts';
import { isoTimestamp } from '../../../core/zoned-time.ts';
import { findOutboundAssistant } from '../configuration/campaign-references.ts';
import { findCampaign } from '../configuration/campaign-store.ts';
import type { CampaignDependencies } from '../configuration/dependencies.ts';
import { unfilledByLeads } from '../configuration/unfilled-columns.ts';
import { areChosenGone, findCampaignNumbers } from '../dialing/caller-numbers.ts';
import { isAnyProcessDialing } from '../dialing/dialing-processes.ts';
import { ineffectiveSettings, noSpeechHints } from '../rules/campaign-warnings.ts';
import { dayZone } from '../rules/day-zone.ts';
import { NO_DIALER } from '../rules/no-dialer.ts';
import { whyNoNumber } from '../rules/no-number.ts';
import { readMonitor } from './monitor-store.ts';

/** The current activity of a campaign. Throws `not-found`. */
export async function monitorCampaign(
  { database, clock, plan, dialProviders: providers }: CampaignDependencies,
  { userId }: Context,
  id: number,
): Promise<CampaignMonitor> {
  const campaign = await findCampaign(database, { userId, id });
  if (campaign === null) throw notFound('Campaign');
  const { status, timezone } = campaign;
  const places = Math.min(campaign.max_calls_in_parallel, plan.parallelCalls);
  const now = clock.now();
  const counts = await readMonitor(database, { userId, campaignId: id, timezone: dayZone(timezone), now });
  const assistant = await findOutboundAssistant(database, { userId, id: campaign.assistant_id });
  const about = { userId, campaignId: id, phoneNumberId: assistant?.phone_number_id ?? null, providers };
  const numbers = await findCampaignNumbers(database, about);
  const hints = [
    ...((await isAnyProcessDialing(database)) ? [] : [NO_DIALER]),
    ...(numbers.length === 0 && (await areChosenGone(database, id)) ? [whyNoNumber(true)] : []),
    ...noSpeechHints(assistant?.is_deaf === true, numbers),
    ...ineffectiveSettings(campaign, assistant),
    ...(await unfilledByLeads(database, { userId, campaignId: id, assistantId: campaign.assistant_id })),
  ];
  return { id, status, generated_at: isoTimestamp(now), places, hints, ...counts };
}
