import { randomUUID } from 'node:crypto';
import type { Clock } from '../../../core/clock.ts';
import type { Prices } from '../../../core/prices.ts';
import type { Database, Executor } from '../../../db/client.ts';
import type { CampaignCallSetup } from '../../calls/active/campaign-calls.ts';
import {
  type DialRate,
  dialRateOf,
  type LockedRates,
  lockRates,
  storeRates,
} from '../../calls/active/dial-rates.ts';
import type { ActiveCall } from '../../calls/lifecycle/call-store.ts';
import { countUnpaid, RICH_CALLS, SPARE_CALLS } from '../../calls/lifecycle/unpaid-calls.ts';
import { FREE_CARRIER } from '../../calls/rules.ts';
import { lastBeginMs } from '../rules/calling-hours.ts';
import { progress } from '../rules/lead-progress.ts';
import type { CampaignPlan } from './campaign-plans.ts';
import {
  type LockedCampaign,
  lockAccounts,
  lockCampaigns,
  type NewDial,
  type PickedLead,
  pickLeads,
  storeDials,
} from './claim-store.ts';
import { postponePaused } from './contact-pause.ts';
import { lockLeads, storeLeads } from './lead-store.ts';
import { nextRoute, nextSlot, type RateSlot, releaseSlots, type Shortfall } from './rate-slots.ts';
import { interleave } from './turns.ts';

export interface ClaimDeps {
  database: Database;
  clock: Pick<Clock, 'now'>;
  prices: Prices;
  processId: string;
  /** By provider of the number; a provider that is absent has no limit. */
  callsPerSecond: ReadonlyMap<string, number>;
  /** The installation's limit of concurrent calls per campaign. */
  maxParallelCalls: number;
}

export interface ClaimRequest {
  campaignId: number;
  userId: number;
  plan: CampaignPlan;
  /** Maximum number of calls. The campaign's own limit applies as well. */
  slots: number;
  /** Zones that may be called now. */
  zones: readonly string[];
}

export type ClaimedCall = ActiveCall & { campaignId: number; leadId: number };

export interface ClaimedDial {
  call: ClaimedCall;
  lead: PickedLead;
  plan: CampaignPlan;
  numberRoute: CampaignCallSetup['routes'][number];
  /** When to dial, in milliseconds since 1970: now, or at its slot of the carrier's rate limit. */
  atMs: number;
}

export interface Claim {
  calls: ClaimedDial[];
  /** Why campaigns got fewer calls than granted, by campaign id. */
  shortfalls: Map<number, Shortfall>;
}

/**
 * Claims calls: stores them as owned by this process. The caller dials them.
 * @param requests in order of priority, which matters if the balance or a rate limit does not suffice for all
 */
export function claimCampaignDials(deps: ClaimDeps, requests: readonly ClaimRequest[]): Promise<Claim> {
  return deps.database.transaction(async (transaction) => {
    const now = deps.clock.now();
    const shortfalls = new Map<number, Shortfall>();
    const locked = await lockCampaigns(
      transaction,
      requests.map(({ campaignId }) => campaignId),
    );
    const versions = new Map(locked.map(({ id, version }) => [id, version]));
    const usable = requests.filter(({ campaignId, plan }) => versions.get(campaignId) === plan.version);
    for (const { campaignId } of requests) shortfalls.set(campaignId, { type: 'contended' });
    if (usable.length === 0) return { calls: [], shortfalls };
    const affordable = await payable(transaction, deps, { locked, usable });
    const picked = await pickLeads(transaction, usable, { maxParallelCalls: deps.maxParallelCalls, now });
    const idle = usable.filter(({ campaignId }) => !picked.some((lead) => lead.campaignId === campaignId));
    if (idle.length > 0)
      await postponePaused(
        transaction,
        idle.map(({ campaignId }) => campaignId),
        now,
      );
    await settleBlacklisted(transaction, picked, now);
    const callable = picked.filter(({ isBlacklisted }) => !isBlacklisted);
    const { chosen, rates } = await choose(transaction, {
      deps,
      now,
      usable,
      callable,
      affordable,
      shortfalls,
    });
    // Waiting for locks takes time, so leads whose hours have ended are dropped.
    const at = deps.clock.now();
    const open = chosen.filter((one) => isOpenLongEnough(one, at));
    const calls = open.length === 0 ? [] : await store(transaction, { deps, now, chosen: open });
    releaseSlots(chosen, { rates, begun: calls, shortfalls, nowMs: at.getTime() });
    await storeRates(transaction, rates);
    return { calls, shortfalls };
  });
}

function isOpenLongEnough({ lead, request, slot }: Chosen, now: Date): boolean {
  const beginsMs = Math.max(now.getTime(), slot?.atMs ?? now.getTime());
  const state = request.plan.stateOf(lead.zoneKey, new Date(beginsMs));
  return state.open && beginsMs <= lastBeginMs(state);
}

/** How many more first minutes the balance covers, by account. Accounts with enough balance are absent. */
async function payable(
  transaction: Executor,
  { prices }: ClaimDeps,
  { locked, usable }: { locked: readonly LockedCampaign[]; usable: readonly ClaimRequest[] },
): Promise<Map<number, number>> {
  const price = prices.callMinuteMicros;
  const poor = locked.filter(({ balanceMicros }) => balanceMicros < price * RICH_CALLS);
  const ids = [...new Set(poor.map(({ userId }) => userId))];
  if (ids.length === 0) return new Map();
  const unpaid = await countUnpaid(transaction, ids);
  const left = new Map(
    poor.map(({ userId, balanceMicros }) => [
      userId,
      Math.floor(balanceMicros / price) - (unpaid.get(userId) ?? 0),
    ]),
  );
  const max = usable.reduce((sum, { slots }) => sum + slots, SPARE_CALLS);
  const scarce = ids.filter((id) => (left.get(id) ?? 0) < max);
  if (scarce.length === 0) return new Map();
  const balances = await lockAccounts(transaction, scarce);
  const counted = await countUnpaid(transaction, scarce);
  return new Map(
    balances.map(({ id, balanceMicros }) => [id, Math.floor(balanceMicros / price) - (counted.get(id) ?? 0)]),
  );
}

/** Moves leads to their next number, or closes them, if their current number was blacklisted after they were added. */
async function settleBlacklisted(
  transaction: Executor,
  picked: readonly PickedLead[],
  now: Date,
): Promise<void> {
  const contacts = new Map(
    picked.flatMap(({ isBlacklisted, leadId, contactId }) => (isBlacklisted ? [[leadId, contactId]] : [])),
  );
  if (contacts.size === 0) return;
  const leads = await lockLeads(transaction, [...contacts.keys()]);
  const changes = leads.map((lead) => {
    const contactId = contacts.get(lead.id) ?? null;
    const after = progress(lead, { type: 'blacklisted', contactId }, { policy: lead.campaign, now });
    return { before: lead, after, outcome: null };
  });
  await storeLeads(transaction, changes, now);
}

interface Chosen {
  lead: PickedLead;
  request: ClaimRequest;
  numberRoute: CampaignCallSetup['routes'][number];
  /** Null if its carrier has no rate limit. */
  slot: RateSlot | null;
}

/**
 * Chooses the leads to call now and a calling number for each, and records the shortfalls. Does not store the rate slots
 * that it takes.
 */
async function choose(
  transaction: Executor,
  about: {
    deps: ClaimDeps;
    now: Date;
    usable: readonly ClaimRequest[];
    callable: readonly PickedLead[];
    affordable: Map<number, number>;
    shortfalls: Map<number, Shortfall>;
  },
): Promise<{ chosen: Chosen[]; rates: LockedRates }> {
  const { deps, now, callable, affordable, shortfalls } = about;
  const requests = new Map(about.usable.map((request) => [request.campaignId, request]));
  const rateFor = ({ number }: CampaignCallSetup['routes'][number]): DialRate | null =>
    dialRateOf(number, deps.callsPerSecond);
  const keys = callable.flatMap(({ campaignId }) =>
    (requests.get(campaignId)?.plan.setup.routes ?? []).flatMap(
      (numberRoute) => rateFor(numberRoute)?.key ?? [],
    ),
  );
  const rates = await lockRates(transaction, keys, now);
  const queue = new Map<string, number>();
  const chosen: Chosen[] = [];
  for (const lead of interleave(callable, about.usable)) {
    const request = requests.get(lead.campaignId);
    if (request === undefined) continue;
    const left = affordable.get(request.userId);
    if (left !== undefined && left <= 0) {
      shortfalls.set(lead.campaignId, { type: 'balance' });
      continue;
    }
    const taken = nextRoute(request.plan, { rates, rateFor });
    if (taken === null) {
      // A campaign takes one position in the queue, however many leads wait.
      if (shortfalls.get(lead.campaignId)?.type !== 'rate') {
        shortfalls.set(lead.campaignId, nextSlot(request.plan, { rates, rateFor, queue }));
      }
      continue;
    }
    if (left !== undefined) affordable.set(request.userId, left - 1);
    chosen.push({ lead, request, ...taken });
  }
  return { chosen, rates };
}

async function store(
  transaction: Executor,
  { deps, now, chosen }: { deps: ClaimDeps; now: Date; chosen: readonly Chosen[] },
): Promise<Claim['calls']> {
  const dials = chosen.map((one) => {
    const begun = { ...one, atMs: one.slot?.atMs ?? now.getTime() };
    return { ...begun, dial: newDial(begun) };
  });
  const { processId } = deps;
  const rows = dials.map(({ dial }) => dial);
  const ids = await storeDials(transaction, rows, { processId, now });
  return dials.flatMap(({ dial, lead, request, numberRoute, atMs }) => {
    const id = ids.get(lead.leadId);
    if (id === undefined) return [];
    const call = { ...callOf(id, dial), isContinued: lead.isContinued };
    return [{ call, lead, plan: request.plan, numberRoute, atMs }];
  });
}

function callOf(id: number, dial: NewDial): ClaimedCall {
  return {
    id,
    userId: dial.user_id,
    assistantId: dial.assistant_id,
    type: 'outbound',
    attemptId: dial.attempt_id,
    phoneNumberId: dial.phone_number_id,
    assistantPhone: dial.assistant_phone_number,
    clientPhone: dial.client_phone_number,
    variables: dial.variables,
    given: dial.given_variables,
    ringingTimeMs: dial.ringing_time_ms,
    campaignId: dial.campaign_id,
    leadId: dial.lead_id,
  };
}

function newDial({
  lead,
  request,
  numberRoute: { number },
  atMs,
}: Chosen & Pick<ClaimedDial, 'atMs'>): NewDial {
  const { setup, assistantId } = request.plan;
  return {
    attempt_id: randomUUID(),
    user_id: request.userId,
    assistant_id: assistantId,
    campaign_id: request.campaignId,
    lead_id: lead.leadId,
    contact_id: lead.contactId,
    phone_number_id: number.id,
    number_provider: number.provider,
    assistant_phone_number: number.phone_number,
    client_phone_number: lead.phoneNumber,
    variables: { ...setup.variables, ...lead.variables, ...lead.contactVariables },
    given_variables: Object.keys({ ...lead.variables, ...lead.contactVariables }),
    ringing_time_ms: setup.ringingTimeMs,
    is_free: number.provider === FREE_CARRIER,
    initiated_at: new Date(atMs),
  };
}
