import type { CampaignReport } from '#contract/campaign-report.ts';
import type { Context } from '../../../core/context.ts';
import { notFound } from '../../../core/errors.ts';
import { findCampaign } from '../configuration/campaign-store.ts';
import type { CampaignDependencies } from '../configuration/dependencies.ts';
import { createReasons, findFacts } from '../leads/waiting-reasons.ts';
import { dayZone } from '../rules/day-zone.ts';
import { campaignReport } from './campaign-report.ts';
import { type LeadGroup, readReportCounts } from './report-store.ts';

/** Throws `not-found`. */
export async function reportCampaign(
  dependencies: CampaignDependencies,
  { userId }: Context,
  id: number,
): Promise<CampaignReport> {
  const { database, clock } = dependencies;
  const campaign = await findCampaign(database, { userId, id });
  const [facts] = await findFacts(dependencies, userId, [id]);
  if (campaign === null || facts === undefined) throw notFound('Campaign');
  const { name, status, timezone, goal_completion_variable: goalVariable } = campaign;
  const now = clock.now();
  const about = { userId, campaignId: id, timezone: dayZone(timezone), now };
  const reasonOf = createReasons(dependencies);
  return campaignReport({
    campaign: { id, name, status, timezone, goalVariable },
    now,
    ...(await readReportCounts(database, about)),
    reasonOf: (group) => reasonOf(waitingLead(group), facts),
  });
}

/** Represents a group by its first lead that is due. */
function waitingLead({ status, zoneKey, dueAt, isCallOver, isNumberInCall }: LeadGroup) {
  const due = dueAt === null ? null : new Date(dueAt);
  return { status, zoneKey: zoneKey ?? '', dueAt: due, isCallOver, isNumberInCall, undialable: [] };
}
