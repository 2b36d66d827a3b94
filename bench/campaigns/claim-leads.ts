import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { composeEvents } from '../../server/src/compose/webhooks.ts';
import { systemClock } from '../../server/src/core/clock.ts';
import { DEFAULT_PRICES } from '../../server/src/core/prices.ts';
import { type Database, openDatabase } from '../../server/src/db/client.ts';
import { type CallEnd, endCallBatch } from '../../server/src/modules/calls/endings/end-call-batch.ts';
import { createCallCampaigns } from '../../server/src/modules/campaigns/dialing/call-outcomes.ts';
import type { CampaignPlan } from '../../server/src/modules/campaigns/dialing/campaign-plans.ts';
import {
  type CampaignSnapshot,
  readSnapshots,
} from '../../server/src/modules/campaigns/dialing/campaign-snapshot.ts';
import {
  type Claim,
  type ClaimRequest,
  claimCampaignDials,
} from '../../server/src/modules/campaigns/dialing/claim.ts';
import { decide } from '../../server/src/modules/campaigns/dialing/decide.ts';
import { createNotifier } from '../../server/src/work/notifier.ts';
import { scriptedAssistant } from '../../server/test/kit/voice/scripted-assistant.ts';
import { CLAIMED_AT_ONCE, type ClaimerOrder } from './claim-order.ts';

/** Concurrent calls per campaign. */
export const CAMPAIGN_CAP = 10;
/** The dialer's backoff when all its campaigns are locked. */
const PAUSE_MS = 10;
const OPEN = { open: true, until: new Date('2100-01-01') } as const;

/**
 * Runs the dialer's own statements for due leads: snapshots, claim, and the end of each call as busy. Nothing is
 * dialed.
 */
export async function claimLeads(
  { databaseUrl, campaignIds }: ClaimerOrder,
  report: (done: number, tookMs: number | null) => void,
): Promise<() => Promise<void>> {
  const deps = claimDeps(databaseUrl);
  const from = await firstNumber(deps.database);
  const plans = new Map<number, CampaignPlan>();
  // Each process starts at a random campaign, as a dialer starts with the one whose call ended.
  let queue = campaignIds.toSorted(() => Math.random() - 0.5);
  let ending: Promise<unknown> = Promise.resolve();
  return async () => {
    while (queue.length > 0) {
      const some = queue.splice(0, CLAIMED_AT_ONCE / CAMPAIGN_CAP);
      const { snapshots, calls, now, tookMs } = await runPass(deps, { plans, from }, some);
      queue = [...queue, ...snapshots.flatMap(({ id, waiting }) => (isWaitedFor(waiting, now) ? [id] : []))];
      if (calls.length === 0) {
        await pause(PAUSE_MS);
        continue;
      }
      await ending;
      ending = endCallBatch(deps, endsOf(calls)).then(() => report(calls.length, tookMs));
    }
    await ending;
  };
}

/** Like `claimLeads`, but calls do not end. Each process starts at its own offset and repeats until no lead waits. */
export async function claimLeadsAlone(
  { databaseUrl, campaignIds, index, of }: ClaimerOrder,
  report: (done: number, tookMs: number | null) => void,
): Promise<() => Promise<void>> {
  const deps = claimDeps(databaseUrl);
  const known = { plans: new Map<number, CampaignPlan>(), from: await firstNumber(deps.database) };
  const first = Math.floor((campaignIds.length * index) / of);
  let queue = [...campaignIds.slice(first), ...campaignIds.slice(0, first)];
  return async () => {
    while (queue.length > 0) {
      const some = queue.splice(0, CLAIMED_AT_ONCE / CAMPAIGN_CAP);
      const { snapshots, calls, now, tookMs } = await runPass(deps, known, some);
      const begun = new Set(calls.map(({ call }) => call.campaignId));
      const left = snapshots.filter(({ id, waiting }) => !begun.has(id) && isWaitedFor(waiting, now));
      queue = [...queue, ...left.map(({ id }) => id)];
      if (calls.length > 0) report(calls.length, tookMs);
      else if (left.length > 0) await pause(PAUSE_MS);
    }
  };
}

async function runPass(
  deps: ReturnType<typeof claimDeps>,
  { plans, from }: { plans: Map<number, CampaignPlan>; from: From },
  campaignIds: readonly number[],
): Promise<{ snapshots: CampaignSnapshot[]; calls: Claim['calls']; now: number; tookMs: number }> {
  const beganMs = performance.now();
  const snapshots = await readSnapshots(deps.database, campaignIds, deps);
  const now = systemClock.now().getTime();
  const requests = snapshots.flatMap((snapshot) =>
    requestOf(snapshot, { now, plan: planOf(plans, snapshot, from) }),
  );
  const { calls } = requests.length === 0 ? { calls: [] } : await claimCampaignDials(deps, requests);
  return { snapshots, calls, now, tookMs: performance.now() - beganMs };
}

/** True if any lead of the campaign is due. */
function isWaitedFor(waiting: CampaignSnapshot['waiting'], nowMs: number): boolean {
  return waiting.some(({ dueMs }) => dueMs <= nowMs);
}

function requestOf(
  snapshot: CampaignSnapshot,
  { now, plan }: { now: number; plan: CampaignPlan },
): ClaimRequest[] {
  const decision = decide(snapshot, now, { problem: null, stateOf: () => OPEN });
  if (decision.type !== 'call') return [];
  const { slots, zones } = decision;
  return [{ campaignId: snapshot.id, userId: snapshot.userId, plan, slots, zones }];
}

type From = CampaignPlan['setup']['routes'][number]['number'] & { assistantId: number };

async function firstNumber(database: Database): Promise<From> {
  const [row] = await database.query<From>(
    `select id, user_id, phone_number, type, provider, provider as carrier_account, (select min(id) from assistants) as "assistantId"
     from phone_numbers order by id limit 1`,
  );
  if (row === undefined) throw new Error('There is a number to call from.');
  return row;
}

/** Cached, as in the dialer. */
function planOf(
  plans: Map<number, CampaignPlan>,
  { id, version }: CampaignSnapshot,
  { assistantId, ...number }: From,
): CampaignPlan {
  const known = plans.get(id);
  if (known?.version === version) return known;
  const route = { name: 'none', dial: () => ({ cancel: () => undefined }) };
  const plan: CampaignPlan = {
    version,
    assistantId,
    turn: 0,
    legal: { startMinute: 0, endMinute: 24 * 60 },
    stateOf: () => OPEN,
    hours: { timezone: 'UTC', start: '00:00', end: '23:59', days: [], startsAt: null, endsAt: null },
    setup: {
      assistant: scriptedAssistant(),
      variables: {},
      campaignName: 'Bench',
      ringingTimeMs: 30_000,
      routes: [{ number, route }],
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
  const notifier = createNotifier({ database, processId: randomUUID(), onFailure: () => undefined });
  notifier.subscribe('campaigns', () => undefined);
  const { recordEvent } = composeEvents({ clock: systemClock, notifier, listeners: [] });
  return {
    database,
    clock: systemClock,
    prices: DEFAULT_PRICES,
    processId: randomUUID(),
    recordEvent,
    callsPerSecond: new Map<string, number>(),
    pricedCarriers: [],
    origin: () => 'http://localhost',
    maxParallelCalls: CAMPAIGN_CAP,
    campaigns: createCallCampaigns({ clock: systemClock, notifier }),
    blacklist: { onEntered: async () => undefined },
  };
}
