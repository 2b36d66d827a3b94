import type { CampaignStartCheck } from '#contract/campaign-start.ts';
import type { Context } from '../../../core/context.ts';
import { notFound } from '../../../core/errors.ts';
import { dollarsOf } from '../../../core/money.ts';
import { isoTimestamp } from '../../../core/zoned-time.ts';
import { findCampaign } from '../configuration/campaign-store.ts';
import type { CampaignDependencies } from '../configuration/dependencies.ts';
import { unfilledByLeads } from '../configuration/unfilled-columns.ts';
import { isAnyProcessDialing } from '../dialing/dialing-processes.ts';
import { ineffectiveSettings, noSpeechHints } from '../rules/campaign-warnings.ts';
import { NO_DIALER } from '../rules/no-dialer.ts';
import { estimateCost } from './estimate-cost.ts';
import { findMissingVariables } from './missing-variables.ts';
import { countByZone, countLeads, readBalanceMicros, readHistory } from './start-check-store.ts';
import { checkReadiness, type Readiness } from './start-problems.ts';

/** Predicts the start of a campaign. Throws `not-found`. */
export async function checkStart(
  dependencies: CampaignDependencies,
  { userId }: Context,
  id: number,
): Promise<CampaignStartCheck> {
  const { database, clock, prices, plan } = dependencies;
  const campaign = await findCampaign(database, { userId, id });
  if (campaign === null) throw notFound('Campaign');
  const { assistant_id: assistantId } = campaign;
  const { assistant, numbers, zones, problems } = await checkReadiness(dependencies, userId, campaign);
  const counts = await countLeads(database, { userId, campaignId: id });
  const balanceMicros = await readBalanceMicros(database, userId);
  const now = clock.now();
  const byZone = await countByZone(database, { userId, campaignId: id, now });
  const leads = leadsOf(zones, byZone, counts.waitingListed);
  const minuteMicros = prices.callMinuteMicros;
  const history = await readHistory(database, { userId, assistantId });
  const cost = estimateCost({ leads: leads.callable, balanceMicros, minuteMicros, history });
  const variables = await findMissingVariables(database, { userId, campaignId: id, assistantId });
  const warnings = [
    ...((await isAnyProcessDialing(database)) ? [] : [NO_DIALER]),
    ...noSpeechHints(assistant?.is_deaf === true, numbers),
    ...shortBalance(cost.totalMicros, balanceMicros, cost.coveredCalls),
    ...neverCalled(leads),
    ...ineffectiveSettings(campaign, assistant),
    ...(await unfilledByLeads(database, { userId, campaignId: id, assistantId })),
  ];
  const firstMs = firstCallMs(zones, now);
  return {
    campaign_id: id,
    can_start: problems.length === 0,
    problems,
    warnings,
    leads: { total: counts.total, ...leads, do_not_call: counts.doNotCall },
    numbers: numbers.map(({ id: numberId, phone_number, provider }) => ({
      id: numberId,
      phone_number,
      provider,
    })),
    first_call_at: firstMs === null ? null : isoTimestamp(new Date(firstMs)),
    max_calls_in_parallel: Math.min(campaign.max_calls_in_parallel, plan.parallelCalls),
    cost: {
      per_minute: dollarsOf(minuteMicros),
      minutes_per_call: cost.minutesPerCall,
      answered_percent: cost.answeredPercent,
      based_on_calls: cost.basedOnCalls,
      total: dollarsOf(cost.totalMicros),
    },
    balance: dollarsOf(balanceMicros),
    covered_calls: cost.coveredCalls,
    missing_variables: variables.missing,
    checked_leads: variables.leads,
  };
}

interface LeadCounts {
  waiting: number;
  callable: number;
  callable_now: number;
}

/** Listed leads are skipped when their turn comes; most are due at once, as imported leads are. */
function leadsOf(
  zones: Readiness['zones'],
  byZone: ReadonlyMap<string, { leads: number; due: number }>,
  listed: number,
): LeadCounts {
  let [waiting, callable, now] = [0, 0, 0];
  for (const { zoneKey, state } of zones) {
    const { leads, due } = byZone.get(zoneKey) ?? { leads: 0, due: 0 };
    waiting += leads;
    if (state.open || state.from !== null) callable += leads;
    if (state.open) now += due;
  }
  return {
    waiting,
    callable: Math.max(0, callable - listed),
    callable_now: Math.max(0, now - listed),
  };
}

function firstCallMs(zones: Readiness['zones'], now: Date): number | null {
  const instants = zones.flatMap(({ state, dueMs }) => {
    if (state.open) return [Math.max(now.getTime(), dueMs)];
    return state.from === null ? [] : [state.from.getTime()];
  });
  return instants.length === 0 ? null : Math.min(...instants);
}

function shortBalance(totalMicros: number, balanceMicros: number, covered: number | null): string[] {
  if (covered === null || totalMicros <= balanceMicros) return [];
  return [
    `The balance covers about ${covered} answered ${covered === 1 ? 'call' : 'calls'}. The campaign then waits until the balance is topped up.`,
  ];
}

function neverCalled({ waiting, callable }: LeadCounts): string[] {
  const never = waiting - callable;
  if (never === 0) return [];
  return [
    `${never} of ${waiting} waiting leads cannot be called: they are on the do-not-call list, their time zone is unknown, or the campaign's hours and dates never fit.`,
  ];
}
