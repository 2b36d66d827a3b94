import type { CampaignCallSetup } from '../../calls/active/campaign-calls.ts';
import { CLAIM_AHEAD_MS, type DialRate, type LockedRates } from '../../calls/active/dial-rates.ts';
import type { CampaignPlan } from './campaign-plans.ts';
import type { PickedLead } from './claim-store.ts';

/**
 * Why a campaign got fewer calls than granted:
 * - `contended`: another process is claiming for it, its settings or hours changed, or its leads are locked
 * - `balance`: the account cannot pay for more
 * - `rate`: the carrier has its next free slot at that instant
 */
export type Shortfall = { type: 'contended' } | { type: 'balance' } | { type: 'rate'; atMs: number };

type RateFor = (numberRoute: CampaignCallSetup['routes'][number]) => DialRate | null;

/** A slot of a carrier's rate limit, and when its call may begin. */
export interface RateSlot {
  rate: DialRate;
  atMs: number;
}

/** Takes the next number in rotation whose carrier accepts a call; null if no carrier does yet. */
export function nextRoute(
  plan: CampaignPlan,
  { rates, rateFor }: { rates: LockedRates; rateFor: RateFor },
): { numberRoute: CampaignCallSetup['routes'][number]; slot: RateSlot | null } | null {
  const { routes } = plan.setup;
  for (let tried = 0; tried < routes.length; tried += 1) {
    const numberRoute = routes[plan.turn % routes.length];
    plan.turn += 1;
    if (numberRoute === undefined) continue;
    const rate = rateFor(numberRoute);
    if (rate === null) return { numberRoute, slot: null };
    const atMs = rates.take(rate);
    if (atMs !== null) return { numberRoute, slot: { rate, atMs } };
  }
  return null;
}

/** When a campaign without a slot may retry: after the ones queued before it, so that they do not all retry at once. */
export function nextSlot(
  { setup }: CampaignPlan,
  { rates, rateFor, queue }: { rates: LockedRates; rateFor: RateFor; queue: Map<string, number> },
): Shortfall {
  let best: { key: string; atMs: number } | null = null;
  for (const numberRoute of setup.routes) {
    const rate = rateFor(numberRoute);
    if (rate === null) continue;
    const atMs = rates.nextMs(rate) + (queue.get(rate.key) ?? 0) * rate.intervalMs;
    if (best === null || atMs < best.atMs) best = { key: rate.key, atMs };
  }
  if (best === null) return { type: 'contended' };
  queue.set(best.key, (queue.get(best.key) ?? 0) + 1);
  return { type: 'rate', atMs: best.atMs - CLAIM_AHEAD_MS };
}

/**
 * Returns the slots of calls that did not begin because the hours ended or the number is in another call. Campaigns that
 * found no slot then retry now.
 */
export function releaseSlots(
  chosen: readonly { lead: PickedLead; slot: RateSlot | null }[],
  about: {
    rates: LockedRates;
    begun: readonly { lead: PickedLead }[];
    shortfalls: Map<number, Shortfall>;
    nowMs: number;
  },
): void {
  const begun = new Set(about.begun.map(({ lead }) => lead.leadId));
  const lost = chosen.flatMap(({ lead, slot }) => (slot === null || begun.has(lead.leadId) ? [] : [slot]));
  // In reverse, so that each is the latest slot when it is returned.
  for (const { rate, atMs } of lost.toReversed()) about.rates.release(rate, atMs);
  if (lost.length === 0) return;
  for (const [campaignId, { type }] of about.shortfalls) {
    if (type === 'rate') about.shortfalls.set(campaignId, { type, atMs: about.nowMs });
  }
}
