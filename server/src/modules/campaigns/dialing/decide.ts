import { type CallingState, lastBeginMs } from '../rules/calling-hours.ts';
import { campaignEnd } from '../rules/completion.ts';
import type { CampaignSnapshot } from './campaign-snapshot.ts';

/** The next action for a campaign. */
export type Decision =
  /** Begin up to `slots` calls of due leads with these zone keys. */
  | { type: 'call'; slots: number; zones: readonly string[] }
  /** Wait until that instant, or until the next notification if it is null. */
  | { type: 'wait'; untilMs: number | null }
  /** Complete the campaign, because no lead is left that can be called. Leads in these zones can never be called. */
  | { type: 'complete'; neverOpenZones: readonly string[]; reason: string | null }
  /** Stop the campaign. The reason is shown to its owner. */
  | { type: 'stop'; reason: string };

/**
 * Decides what to do with a campaign now.
 * @param context `problem`: why it cannot call, for its owner, null if it can; `stateOf`: calling state of a zone key
 */
export function decide(
  snapshot: CampaignSnapshot,
  nowMs: number,
  { problem, stateOf }: { problem: string | null; stateOf: (zoneKey: string) => CallingState },
): Decision {
  const waiting = snapshot.waiting.map((zone) => ({ ...zone, state: stateOf(zone.zoneKey) }));
  const isProcessing = snapshot.isProcessing || snapshot.live > 0;
  const states = waiting.map(({ state }) => state);
  const { endsAtMs } = snapshot;
  const hasEnded = endsAtMs !== null && endsAtMs <= nowMs;
  const end = campaignEnd({ ...snapshot, isProcessing, hasEnded, waiting: states, problem });
  if (end?.type === 'stopped') return { type: 'stop', reason: end.reason };
  if (end !== null) {
    const neverOpenZones = waiting.map(({ zoneKey }) => zoneKey);
    return { type: 'complete', neverOpenZones, reason: end.reason };
  }
  // The end of the last call schedules the pass that completes the campaign.
  if (hasEnded) return { type: 'wait', untilMs: null };
  const due = waiting.flatMap(({ zoneKey, dueMs, state }) => {
    if (!state.open || isClosing(state, nowMs)) return [];
    return dueMs <= nowMs ? [zoneKey] : [];
  });
  if (due.length > 0) {
    const slots = snapshot.maxCallsInParallel - snapshot.live;
    // At the limit, the end of a call schedules the next pass.
    if (slots <= 0) return { type: 'wait', untilMs: null };
    return { type: 'call', slots, zones: due };
  }
  const instants = [
    ...waiting.flatMap((zone) => nextPassMs(zone, nowMs) ?? []),
    ...(endsAtMs === null ? [] : [Math.ceil(endsAtMs)]),
  ];
  return { type: 'wait', untilMs: instants.length === 0 ? null : Math.min(...instants) };
}

/** When to schedule the zone next; null for never. */
function nextPassMs({ dueMs, state }: { dueMs: number; state: CallingState }, nowMs: number): number | null {
  if (!state.open) return state.from === null ? null : Math.ceil(Math.max(state.from.getTime(), dueMs));
  const untilMs = state.until.getTime();
  // If the lead is due after the end of the hours or too close to it, wait for the next state.
  const isTooLate = isClosing(state, nowMs) || dueMs > lastBeginMs(state);
  return Math.ceil(isTooLate ? untilMs : Math.max(nowMs + 1, dueMs));
}

/** True if it is too close to the end of the hours for another call. False for an expired state. */
function isClosing(state: Extract<CallingState, { open: true }>, nowMs: number): boolean {
  return state.until.getTime() > nowMs && lastBeginMs(state) < nowMs;
}
