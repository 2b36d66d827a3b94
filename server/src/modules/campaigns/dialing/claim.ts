import { randomUUID } from 'node:crypto';
import type { Clock } from '../../../core/clock.ts';
import type { Prices } from '../../../core/prices.ts';
import type { Database, Executor } from '../../../db/client.ts';
import {
  type CampaignWay,
  countUnpaid,
  FREE_CARRIER,
  type HeldCall,
  type LockedPaces,
  lockPaces,
  type Pace,
  paceOf,
  RICH_CALLS,
  SPARE_CALLS,
  storePaces,
  TAKEN_AHEAD_MS,
} from '../../calls/actions.ts';
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
import { lockLeads, storeLeads } from './lead-store.ts';
import type { OpenZone } from './open-zone.ts';
import { giveBackPlaces, type Hindrance, nextOut, nextPlace, type PacePlace } from './pace-places.ts';
import { takeTurns } from './turns.ts';

export interface ClaimDeps {
  database: Database;
  clock: Pick<Clock, 'now'>;
  prices: Prices;
  /** This process in the table of processes. */
  processId: string;
  /** By the provider of the number; absent: no limit. */
  callsPerSecond: ReadonlyMap<string, number>;
  /** Calls that the installation allows one campaign at a time. */
  mostParallelCalls: number;
}

/** Calls that a campaign is to begin. */
export interface ClaimWish {
  campaignId: number;
  userId: number;
  plan: CampaignPlan;
  /** How many, its own limit apart. */
  places: number;
  /** Whose people may be called now. */
  zones: readonly OpenZone[];
}

export type ClaimedCall = HeldCall & { campaignId: number; leadId: number };

export interface ClaimedDial {
  call: ClaimedCall;
  lead: PickedLead;
  plan: CampaignPlan;
  out: CampaignWay['outs'][number];
  /** When it is to be dialled, in milliseconds; at once where that is over. */
  atMs: number;
  /** Its claim is undone if it does not stand at that instant; one that is not prepared is dialled. */
  isPrepared: boolean;
}

export interface Claim {
  calls: ClaimedDial[];
  /** By campaign. */
  hindrances: Map<number, Hindrance>;
}

/**
 * Begins calls: they are stored as held by this process, and nobody else dials them. Nothing was dialled yet.
 * @param wishes in the order of their turns, where money or pace are scarce
 */
export function claimDials(deps: ClaimDeps, wishes: readonly ClaimWish[]): Promise<Claim> {
  return deps.database.transaction(async (transaction) => {
    const now = deps.clock.now();
    const hindrances = new Map<number, Hindrance>();
    const locked = await lockCampaigns(
      transaction,
      wishes.map(({ campaignId }) => campaignId),
    );
    const versions = new Map(locked.map(({ id, version }) => [id, version]));
    const usable = wishes.filter(({ campaignId, plan }) => versions.get(campaignId) === plan.version);
    for (const { campaignId } of wishes) hindrances.set(campaignId, { type: 'taken' });
    if (usable.length === 0) return { calls: [], hindrances };
    const money = await payable(transaction, deps, { locked, usable });
    const picked = await pickLeads(transaction, usable, deps.mostParallelCalls);
    await settleBlacklisted(transaction, picked, now);
    const callable = picked.filter(({ isBlacklisted }) => !isBlacklisted);
    const { chosen, paces } = await choose(transaction, { deps, now, usable, callable, money, hindrances });
    // Locks may have been waited for: whose hours are over meanwhile is left out.
    const at = deps.clock.now();
    const open = chosen.filter((one) => isOpenLongEnough(one, at));
    const calls = open.length === 0 ? [] : await store(transaction, { deps, now, chosen: open });
    giveBackPlaces(chosen, { paces, begun: calls, hindrances, nowMs: at.getTime() });
    await storePaces(transaction, paces);
    return { calls, hindrances };
  });
}

function isOpenLongEnough({ lead, wish, place }: Chosen, now: Date): boolean {
  const beginsMs = Math.max(now.getTime(), place?.atMs ?? lead.dueMs);
  const state = wish.plan.stateOf(lead.zoneKey, new Date(beginsMs));
  return state.open && beginsMs <= lastBeginMs(state);
}

/** By account, how many more calls it can pay the first minute of; absent: enough. */
async function payable(
  transaction: Executor,
  { prices }: ClaimDeps,
  { locked, usable }: { locked: readonly LockedCampaign[]; usable: readonly ClaimWish[] },
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
  const most = usable.reduce((sum, { places }) => sum + places, SPARE_CALLS);
  const scarce = ids.filter((id) => (left.get(id) ?? 0) < most);
  if (scarce.length === 0) return new Map();
  const balances = await lockAccounts(transaction, scarce);
  const counted = await countUnpaid(transaction, scarce);
  return new Map(
    balances.map(({ id, balanceMicros }) => [id, Math.floor(balanceMicros / price) - (counted.get(id) ?? 0)]),
  );
}

/** Numbers that were entered after their lead was: the lead goes on to its next number, or is over. */
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
  wish: ClaimWish;
  out: CampaignWay['outs'][number];
  /** Null: its carrier has no pace. */
  place: PacePlace | null;
}

/**
 * Which of the leads are called now, and from which number; says of campaigns what hinders them. What is taken of the
 * paces is still to be stored.
 */
async function choose(
  transaction: Executor,
  about: {
    deps: ClaimDeps;
    now: Date;
    usable: readonly ClaimWish[];
    callable: readonly PickedLead[];
    money: Map<number, number>;
    hindrances: Map<number, Hindrance>;
  },
): Promise<{ chosen: Chosen[]; paces: LockedPaces }> {
  const { deps, now, callable, money, hindrances } = about;
  const wishes = new Map(about.usable.map((wish) => [wish.campaignId, wish]));
  const paceFor = ({ number }: CampaignWay['outs'][number]): Pace | null =>
    paceOf(number, deps.callsPerSecond);
  const keys = callable.flatMap(({ campaignId }) =>
    (wishes.get(campaignId)?.plan.way.outs ?? []).flatMap((out) => paceFor(out)?.key ?? []),
  );
  const paces = await lockPaces(transaction, keys, now);
  const queue = new Map<string, number>();
  const chosen: Chosen[] = [];
  for (const lead of takeTurns(callable, about.usable)) {
    const wish = wishes.get(lead.campaignId);
    if (wish === undefined) continue;
    const left = money.get(wish.userId);
    if (left !== undefined && left <= 0) {
      hindrances.set(lead.campaignId, { type: 'money' });
      continue;
    }
    const taken = nextOut(wish.plan, { paces, paceFor, earliestMs: lead.dueMs });
    const askedAtMs = lead.dueMs - TAKEN_AHEAD_MS;
    if (taken === null && askedAtMs > now.getTime()) {
      // Its carrier's pace is asked a moment before its instant: until then others may call.
      if (hindrances.get(lead.campaignId)?.type === 'taken')
        hindrances.set(lead.campaignId, { type: 'pace', atMs: askedAtMs });
      continue;
    }
    if (taken === null) {
      // One place in the queue for a campaign, however many of its leads wait.
      if (hindrances.get(lead.campaignId)?.type !== 'pace') {
        hindrances.set(lead.campaignId, nextPlace(wish.plan, { paces, paceFor, queue }));
      }
      continue;
    }
    if (left !== undefined) money.set(wish.userId, left - 1);
    chosen.push({ lead, wish, ...taken });
  }
  return { chosen, paces };
}

async function store(
  transaction: Executor,
  { deps, now, chosen }: { deps: ClaimDeps; now: Date; chosen: readonly Chosen[] },
): Promise<Claim['calls']> {
  const dials = chosen.map((one) => {
    const begun = { ...one, ...beginOf(one, now) };
    return { ...begun, dial: newDial(begun) };
  });
  const { processId } = deps;
  const rows = dials.map(({ dial }) => dial);
  const ids = await storeDials(transaction, rows, { processId, now });
  return dials.flatMap(({ dial, lead, wish, out, atMs, isPrepared }) => {
    const id = ids.get(lead.leadId);
    if (id === undefined) return [];
    return [{ call: callOf(id, dial), lead, plan: wish.plan, out, atMs, isPrepared }];
  });
}

/** Over a carrier with a pace a call begins in its place; over another one it is prepared for the instant of its lead. */
function beginOf({ lead, place }: Chosen, now: Date): Pick<ClaimedDial, 'atMs' | 'isPrepared'> {
  if (place !== null) return { atMs: place.atMs, isPrepared: false };
  const nowMs = now.getTime();
  return { atMs: Math.max(nowMs, lead.dueMs), isPrepared: lead.dueMs > nowMs };
}

function callOf(id: number, dial: NewDial): ClaimedCall {
  return {
    ...{ id, userId: dial.user_id, assistantId: dial.assistant_id, type: 'outbound' },
    ...{ attemptId: dial.attempt_id, phoneNumberId: dial.phone_number_id },
    ...{ assistantPhone: dial.assistant_phone_number, clientPhone: dial.client_phone_number },
    ...{ variables: dial.variables, given: dial.given_variables, ringingTimeMs: dial.ringing_time_ms },
    ...{ campaignId: dial.campaign_id, leadId: dial.lead_id },
  };
}

function newDial({
  lead,
  wish,
  out: { number },
  atMs,
  isPrepared,
}: Chosen & ReturnType<typeof beginOf>): NewDial {
  const { way, assistantId } = wish.plan;
  return {
    attempt_id: randomUUID(),
    ...{ user_id: wish.userId, assistant_id: assistantId, campaign_id: wish.campaignId },
    ...{ lead_id: lead.leadId, contact_id: lead.contactId },
    ...{
      phone_number_id: number.id,
      number_provider: number.provider,
      assistant_phone_number: number.phone_number,
    },
    client_phone_number: lead.phoneNumber,
    variables: { ...way.variables, ...lead.variables, ...lead.contactVariables },
    given_variables: Object.keys({ ...lead.variables, ...lead.contactVariables }),
    ringing_time_ms: way.ringingTimeMs,
    is_free: number.provider === FREE_CARRIER,
    initiated_at: new Date(atMs),
    claimed_from: isPrepared ? { lead: lead.status, contact: lead.contactStatus } : null,
  };
}
