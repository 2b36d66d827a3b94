import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { composeEvents } from '../../server/src/compose/webhooks.ts';
import { systemClock } from '../../server/src/core/clock.ts';
import { DEFAULT_PRICES } from '../../server/src/core/prices.ts';
import { type Database, openDatabase } from '../../server/src/db/client.ts';
import { type CallEnd, endTogether } from '../../server/src/modules/calls/endings/end-calls-together.ts';
import { createCallCampaigns } from '../../server/src/modules/campaigns/dialing/call-outcomes.ts';
import type { CampaignPlan } from '../../server/src/modules/campaigns/dialing/campaign-plans.ts';
import { type Claim, type ClaimWish, claimDials } from '../../server/src/modules/campaigns/dialing/claim.ts';
import { readStandings, type Standing } from '../../server/src/modules/campaigns/dialing/standing.ts';
import { weigh } from '../../server/src/modules/campaigns/dialing/weigh.ts';
import { silentLog } from '../../server/test/kit/silent-log.ts';
import { scriptedAssistant } from '../../server/test/kit/voice/scripted-assistant.ts';
import { CLAIMED_AT_ONCE, type ClaimerOrder } from './claim-order.ts';

/** Calls that a campaign of the bench may have at a time. */
export const CAMPAIGN_CAP = 10;
/** As the dialer waits where all that it looks at is claimed by others. */
const PAUSE_MS = 10;
const OPEN = { open: true, until: new Date('2100-01-01') } as const;

/**
 * The dialer's own statements over leads that are due: how campaigns stand, the claim, and the end of each call by the
 * carrier's word that the number is busy. Nothing is dialled.
 */
export async function claimLeads(
  { databaseUrl, campaignIds }: ClaimerOrder,
  tell: (done: number, tookMs: number | null) => void,
): Promise<() => Promise<void>> {
  const deps = claimDeps(databaseUrl);
  const from = await firstNumber(deps.database);
  const plans = new Map<number, CampaignPlan>();
  // Everybody begins somewhere else, as whoever has ended a call looks at its campaign first.
  let queue = campaignIds.toSorted(() => Math.random() - 0.5);
  let ending: Promise<unknown> = Promise.resolve();
  return async () => {
    while (queue.length > 0) {
      const some = queue.splice(0, CLAIMED_AT_ONCE / CAMPAIGN_CAP);
      const { standings, calls, now, tookMs } = await lookAndClaim(deps, { plans, from }, some);
      queue = [...queue, ...standings.flatMap(({ id, waiting }) => (isWaitedFor(waiting, now) ? [id] : []))];
      if (calls.length === 0) {
        await pause(PAUSE_MS);
        continue;
      }
      await ending;
      ending = endTogether(deps, endsOf(calls)).then(() => tell(calls.length, tookMs));
    }
    await ending;
  };
}

/**
 * The same without the ends: how campaigns stand, and the claim of all leads that they may call at a time. Everybody goes round from
 * a place of their own until nobody waits.
 */
export async function claimLeadsAlone(
  { databaseUrl, campaignIds, index, of }: ClaimerOrder,
  tell: (done: number, tookMs: number | null) => void,
): Promise<() => Promise<void>> {
  const deps = claimDeps(databaseUrl);
  const known = { plans: new Map<number, CampaignPlan>(), from: await firstNumber(deps.database) };
  const first = Math.floor((campaignIds.length * index) / of);
  let queue = [...campaignIds.slice(first), ...campaignIds.slice(0, first)];
  return async () => {
    while (queue.length > 0) {
      const some = queue.splice(0, CLAIMED_AT_ONCE / CAMPAIGN_CAP);
      const { standings, calls, now, tookMs } = await lookAndClaim(deps, known, some);
      const begun = new Set(calls.map(({ call }) => call.campaignId));
      const left = standings.filter(({ id, waiting }) => !begun.has(id) && isWaitedFor(waiting, now));
      queue = [...queue, ...left.map(({ id }) => id)];
      if (calls.length > 0) tell(calls.length, tookMs);
      else if (left.length > 0) await pause(PAUSE_MS);
    }
  };
}

async function lookAndClaim(
  deps: ReturnType<typeof claimDeps>,
  { plans, from }: { plans: Map<number, CampaignPlan>; from: From },
  campaignIds: readonly number[],
): Promise<{ standings: Standing[]; calls: Claim['calls']; now: number; tookMs: number }> {
  const beganMs = performance.now();
  const standings = await readStandings(deps.database, campaignIds, deps);
  const now = systemClock.now().getTime();
  const wishes = standings.flatMap((standing) =>
    wishOf(standing, { now, plan: planOf(plans, standing, from) }),
  );
  const { calls } = wishes.length === 0 ? { calls: [] } : await claimDials(deps, wishes);
  return { standings, calls, now, tookMs: performance.now() - beganMs };
}

/** Leads that wait for a time to come are none of this bench. */
function isWaitedFor(waiting: Standing['waiting'], nowMs: number): boolean {
  return waiting.some(({ dueMs }) => dueMs <= nowMs);
}

function wishOf(standing: Standing, { now, plan }: { now: number; plan: CampaignPlan }): ClaimWish[] {
  const weighed = weigh(standing, now, { problem: null, stateOf: () => OPEN });
  if (weighed.type !== 'calls') return [];
  const { places, zones } = weighed;
  return [{ campaignId: standing.id, userId: standing.userId, plan, places, zones }];
}

type From = CampaignPlan['way']['outs'][number]['number'] & { assistantId: number };

async function firstNumber(database: Database): Promise<From> {
  const [row] = await database.query<From>(
    `select id, user_id, phone_number, type, provider, provider as carrier_account, (select min(id) from assistants) as "assistantId"
     from phone_numbers order by id limit 1`,
  );
  if (row === undefined) throw new Error('There is a number to call from.');
  return row;
}

/** Looked up once, as the dialer keeps it. */
function planOf(
  plans: Map<number, CampaignPlan>,
  { id, version }: Standing,
  { assistantId, ...number }: From,
): CampaignPlan {
  const known = plans.get(id);
  if (known?.version === version) return known;
  const route = { name: 'none', dial: () => ({ cancel: () => undefined }) };
  const plan: CampaignPlan = {
    ...{ version, assistantId, turn: 0, legal: { startMinute: 0, endMinute: 24 * 60 }, stateOf: () => OPEN },
    hours: { timezone: 'UTC', start: '00:00', end: '23:59', days: [] },
    way: {
      assistant: scriptedAssistant(),
      variables: {},
      campaignName: 'Bench',
      ringingTimeMs: 30_000,
      outs: [{ number, route }],
    },
  };
  plans.set(id, plan);
  return plan;
}

function endsOf(calls: Claim['calls']): CallEnd[] {
  const at = systemClock.now();
  const change = { type: 'not-reached', outcome: 'busy', reason: 'The number is busy.', at } as const;
  return calls.map(({ call }) => ({ callId: call.id, change, answeredBy: null, failureCode: '486' }));
}

function claimDeps(databaseUrl: string) {
  const database = openDatabase({ connectionString: databaseUrl, max: 3 }, () => undefined);
  const notifier = {
    ...{ notify: () => undefined, passOn: () => undefined },
    ...{ answer: () => undefined, hear: () => undefined },
  };
  const { recordEvent } = composeEvents({ database, clock: systemClock, log: silentLog, listeners: [] });
  return {
    ...{ database, clock: systemClock, prices: DEFAULT_PRICES, processId: randomUUID(), recordEvent },
    ...{ callsPerSecond: new Map<string, number>(), pricedCarriers: [], origin: () => 'http://localhost' },
    mostParallelCalls: CAMPAIGN_CAP,
    campaigns: createCallCampaigns({ clock: systemClock, notifier }),
    blacklist: { onEntered: async () => undefined },
  };
}
