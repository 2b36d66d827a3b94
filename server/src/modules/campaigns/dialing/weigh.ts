import { type CallingState, lastBeginMs } from '../rules/calling-hours.ts';
import { campaignEnd } from '../rules/completion.ts';
import type { OpenZone } from './open-zone.ts';
import type { Standing } from './standing.ts';

/** So long before its instant a call is prepared: then nothing is between the instant and the dial. */
const PREPARED_MS = 500;

/** What a campaign is to do at this instant. */
export type Weighed =
  /** People may be called: `places` calls, in these zones. */
  | { type: 'calls'; places: number; zones: readonly OpenZone[] }
  /** Nothing before that instant; null: before something happens to it. */
  | { type: 'waits'; untilMs: number | null }
  /** Nobody can be called any more; nobody waits but people in these zones, who never can be. */
  | { type: 'over'; hopelessZones: readonly string[] }
  /** It cannot go on; why in words for its owner. */
  | { type: 'stops'; reason: string };

/**
 * @param problem why it cannot call, in words for its owner; null: it can
 * @param stateOf whether people in these zones may be called now
 */
export function weigh(
  standing: Standing,
  nowMs: number,
  { problem, stateOf }: { problem: string | null; stateOf: (zoneKey: string) => CallingState },
): Weighed {
  const waiting = standing.waiting.map((zone) => ({ ...zone, state: stateOf(zone.zoneKey) }));
  const isProcessing = standing.isProcessing || standing.live > 0;
  const states = waiting.map(({ state }) => state);
  const end = campaignEnd({ ...standing, isProcessing, waiting: states, problem });
  if (end?.type === 'stopped') return { type: 'stops', reason: end.reason };
  if (end !== null) return { type: 'over', hopelessZones: waiting.map(({ zoneKey }) => zoneKey) };
  const due = waiting.flatMap(({ zoneKey, dueMs, state }) => {
    if (!state.open || isClosing(state, nowMs)) return [];
    const dueByMs = Math.max(nowMs, Math.min(nowMs + PREPARED_MS, lastBeginMs(state)));
    return dueMs <= dueByMs ? [{ zoneKey, dueByMs }] : [];
  });
  if (due.length > 0) {
    const places = standing.maxCallsInParallel - standing.live;
    // With all its calls under way the end of one of them comes first.
    if (places <= 0) return { type: 'waits', untilMs: null };
    return { type: 'calls', places, zones: due };
  }
  const instants = waiting.flatMap((zone) => nextLookMs(zone, nowMs) ?? []);
  return { type: 'waits', untilMs: instants.length === 0 ? null : Math.min(...instants) };
}

/** When something becomes possible for the first of a zone; null: nothing does. */
function nextLookMs({ dueMs, state }: { dueMs: number; state: CallingState }, nowMs: number): number | null {
  const preparedMs = dueMs - PREPARED_MS;
  if (!state.open) return state.from === null ? null : Math.ceil(Math.max(state.from.getTime(), preparedMs));
  const untilMs = state.until.getTime();
  // Whoever is due behind the end of the hours, or too shortly before it, waits for what comes after it.
  const isTooLate = isClosing(state, nowMs) || dueMs > lastBeginMs(state);
  return Math.ceil(isTooLate ? untilMs : Math.max(nowMs + 1, preparedMs));
}

/** Nobody is called any more in these hours. An answer that is over by now tells nothing of them. */
function isClosing(state: Extract<CallingState, { open: true }>, nowMs: number): boolean {
  return state.until.getTime() > nowMs && lastBeginMs(state) < nowMs;
}
