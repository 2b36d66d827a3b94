import { type CampaignWay, type LockedPaces, type Pace, TAKEN_AHEAD_MS } from '../../calls/actions.ts';
import type { CampaignPlan } from './campaign-plans.ts';
import type { PickedLead } from './claim-store.ts';

/**
 * What kept a campaign from as many calls as it was granted:
 * - `taken`: another process claims for it, it or the hour was changed meanwhile, or its leads are being changed
 * - `money`: its account cannot pay for more
 * - `pace`: its carrier has a place to give from that instant on
 */
export type Hindrance = { type: 'taken' } | { type: 'money' } | { type: 'pace'; atMs: number };

type PaceFor = (out: CampaignWay['outs'][number]) => Pace | null;

/** A place of a carrier with a pace, and when its call may begin. */
export interface PacePlace {
  pace: Pace;
  atMs: number;
}

/**
 * The next number in turn whose carrier takes a call. Null: none does yet.
 * @param earliestMs the call is not to begin before
 */
export function nextOut(
  plan: CampaignPlan,
  { paces, paceFor, earliestMs }: { paces: LockedPaces; paceFor: PaceFor; earliestMs: number },
): { out: CampaignWay['outs'][number]; place: PacePlace | null } | null {
  const { outs } = plan.way;
  for (let tried = 0; tried < outs.length; tried += 1) {
    const out = outs[plan.turn % outs.length];
    plan.turn += 1;
    if (out === undefined) continue;
    const pace = paceFor(out);
    if (pace === null) return { out, place: null };
    const atMs = paces.take(pace, earliestMs);
    if (atMs !== null) return { out, place: { pace, atMs } };
  }
  return null;
}

/** Whoever finds no place is given one behind those before, so that not all of them come back at once. */
export function nextPlace(
  { way }: CampaignPlan,
  { paces, paceFor, queue }: { paces: LockedPaces; paceFor: PaceFor; queue: Map<string, number> },
): Hindrance {
  let best: { key: string; atMs: number } | null = null;
  for (const out of way.outs) {
    const pace = paceFor(out);
    if (pace === null) continue;
    const atMs = paces.nextMs(pace) + (queue.get(pace.key) ?? 0) * pace.intervalMs;
    if (best === null || atMs < best.atMs) best = { key: pace.key, atMs };
  }
  if (best === null) return { type: 'taken' };
  queue.set(best.key, (queue.get(best.key) ?? 0) + 1);
  return { type: 'pace', atMs: best.atMs - TAKEN_AHEAD_MS };
}

/**
 * Places of calls that did not begin, as their hour was over or another call has the number: whoever found none asks
 * for one again.
 */
export function giveBackPlaces(
  chosen: readonly { lead: PickedLead; place: PacePlace | null }[],
  about: {
    paces: LockedPaces;
    begun: readonly { lead: PickedLead }[];
    hindrances: Map<number, Hindrance>;
    nowMs: number;
  },
): void {
  const begun = new Set(about.begun.map(({ lead }) => lead.leadId));
  const lost = chosen.flatMap(({ lead, place }) => (place === null || begun.has(lead.leadId) ? [] : [place]));
  // The last one first, so that each of them is the last that was taken.
  for (const { pace, atMs } of lost.toReversed()) about.paces.giveBack(pace, atMs);
  if (lost.length === 0) return;
  for (const [campaignId, { type }] of about.hindrances) {
    if (type === 'pace') about.hindrances.set(campaignId, { type, atMs: about.nowMs });
  }
}
