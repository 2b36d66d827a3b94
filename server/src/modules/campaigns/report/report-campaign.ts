import type { CampaignReport } from '#contract/campaign-report.ts';
import { type CampaignStatus, LEAD_STATUSES } from '#contract/campaign-states.ts';
import type { Context } from '../../../core/context.ts';
import { notFound } from '../../../core/errors.ts';
import { isoTimestamp } from '../../../core/zoned-time.ts';
import { findCampaign } from '../configuration/campaign-store.ts';
import type { CampaignDependencies } from '../configuration/dependencies.ts';
import { createReasons, findFacts } from '../leads/waiting-reasons.ts';
import { dayZone } from '../rules/day-zone.ts';
import { UNDIALABLE_TEXTS } from '../rules/undialable.ts';
import type { WaitingReason } from '../rules/why-waiting.ts';
import { type HourOfCalls, type LeadGroup, type ReportCounts, readReportCounts } from './report-store.ts';

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
function waitingLead(group: LeadGroup) {
  const { status, zoneKey, dueAt, pausedUntil, isCallOver, isNumberInCall } = group;
  return {
    status,
    zoneKey: zoneKey ?? '',
    dueAt: dueAt === null ? null : new Date(dueAt),
    pausedUntil: pausedUntil === null ? null : new Date(pausedUntil),
    isCallOver,
    isNumberInCall,
    undialable: [],
  };
}

export interface ReportFacts extends Readonly<ReportCounts> {
  campaign: {
    id: number;
    name: string;
    status: CampaignStatus;
    timezone: string;
    goalVariable: string | null;
  };
  now: Date;
  /** Why these leads wait; null if they are done. */
  reasonOf(group: LeadGroup): WaitingReason | null;
}

/** Builds a campaign report from counts. */
export function campaignReport({
  campaign,
  now,
  groups,
  hours,
  undialable,
  costMicros,
  reasonOf,
}: ReportFacts): CampaignReport {
  const { goalVariable, ...named } = campaign;
  const leads = (key: SummedOfLeads) => sum(groups.map((group) => group[key]));
  const calls = totalOf(hours);
  const [met, missed] = [leads('goalMet'), leads('goalMissed')];
  // Calls to deleted leads count as calls, but not in averages per lead.
  const costOfLeads = leads('costMicros');
  return {
    ...named,
    generated_at: isoTimestamp(now),
    funnel: {
      leads: leads('leads'),
      called: leads('called'),
      answered: leads('answered'),
      converted: met,
    },
    leads: byStatus(groups),
    attempts: {
      ...attemptsOf(calls),
      running: calls.running,
      per_called_lead: share(leads('calls'), leads('called')),
      average_duration: rounded(share(calls.talkedMs / 1000, calls.talks)),
    },
    goal:
      goalVariable === null ? null : { variable: goalVariable, met, missed, rate: share(met, met + missed) },
    cost: {
      total: dollars(costMicros),
      per_answered_lead: dollarsEach(costOfLeads, leads('answered')),
      per_goal: dollarsEach(costOfLeads, met),
    },
    hours: hours.map((hour) => ({ hour: hour.hour, ...attemptsOf(hour) })),
    waiting: waitingOf(groups, reasonOf),
    left_out: undialable.map(({ code, numbers }) => ({ code, text: UNDIALABLE_TEXTS[code], numbers })),
  };
}

type SummedOfLeads = 'leads' | 'called' | 'answered' | 'goalMet' | 'goalMissed' | 'calls' | 'costMicros';

function totalOf(hours: readonly HourOfCalls[]): Omit<HourOfCalls, 'hour'> {
  const all = (key: keyof HourOfCalls) => sum(hours.map((hour) => hour[key]));
  return {
    total: all('total'),
    running: all('running'),
    answered: all('answered'),
    machine: all('machine'),
    noAnswer: all('noAnswer'),
    busy: all('busy'),
    failed: all('failed'),
    talkedMs: all('talkedMs'),
    talks: all('talks'),
  };
}

function attemptsOf({
  total,
  running,
  answered,
  machine,
  noAnswer,
  busy,
  failed,
}: Omit<HourOfCalls, 'hour'>) {
  const rate = share(answered, total - running);
  return { total, answered, machine, no_answer: noAnswer, busy, failed, answer_rate: rate };
}

function byStatus(groups: readonly LeadGroup[]): CampaignReport['leads'] {
  const counts = LEAD_STATUSES.map((status) => {
    const leads = groups.filter((group) => group.status === status).map((group) => group.leads);
    return [status, sum(leads)] as const;
  });
  return { ...NO_LEADS, ...Object.fromEntries(counts) };
}

const NO_LEADS: CampaignReport['leads'] = {
  created: 0,
  scheduled: 0,
  processing: 0,
  rescheduled: 0,
  completed: 0,
  'reached-max-retries': 0,
  blacklisted: 0,
};

/** Merges groups with the same reason and keeps the earliest end. */
function waitingOf(
  groups: readonly LeadGroup[],
  reasonOf: (group: LeadGroup) => WaitingReason | null,
): CampaignReport['waiting'] {
  const found = new Map<string, { reason: WaitingReason; leads: number }>();
  for (const group of groups) {
    const reason = reasonOf(group);
    if (reason === null) continue;
    const name = `${reason.code} ${reason.text}`;
    const known = found.get(name);
    found.set(name, {
      reason: known === undefined ? reason : { ...reason, until: sooner(known.reason.until, reason.until) },
      leads: (known?.leads ?? 0) + group.leads,
    });
  }
  return [...found.values()]
    .sort((one, other) => other.leads - one.leads)
    .map(({ reason: { code, text, until }, leads }) => ({
      code,
      text,
      leads,
      until: until === null ? null : isoTimestamp(until),
    }));
}

function sooner(one: Date | null, other: Date | null): Date | null {
  if (one === null || other === null) return one ?? other;
  return one < other ? one : other;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function share(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}

function rounded(seconds: number | null): number | null {
  return seconds === null ? null : Math.round(seconds * 1000) / 1000;
}

/** Converts micros to dollars. */
function dollars(micros: number): number {
  return Math.round(micros) / 1_000_000;
}

function dollarsEach(micros: number, of: number): number | null {
  return of === 0 ? null : dollars(micros / of);
}
