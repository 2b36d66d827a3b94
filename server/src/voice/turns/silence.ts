/** Silence timers of a call, in call time. */
export interface Silence {
  /** Last time that the customer or the assistant spoke or was busy. */
  quietSinceMs: number;
  /** As above, not counting re-engagement. */
  abandonedSinceMs: number;
  /** End of the assistant's last words. */
  assistantSpokeMs: number;
  customerSpoke: boolean;
  /** Reported once; the goodbye follows. */
  timeIsOver: boolean;
}

export const FRESH_SILENCE: Silence = {
  quietSinceMs: 0,
  abandonedSinceMs: 0,
  assistantSpokeMs: 0,
  customerSpoke: false,
  timeIsOver: false,
};

/** Activity at a moment. `reengaging`: the assistant speaks, or prepares to, because of silence. */
export interface SilenceFacts {
  nowMs: number;
  customer: boolean;
  assistant: 'silent' | 'busy' | 'reengaging';
}

export interface SilenceLimits {
  reengagementIntervalMs: number;
  maxSilenceMs: number;
  maxInitialSilenceMs: number | null;
  maxDurationMs: number;
}

export type SilenceDecision =
  | 'none'
  | 'reengage'
  | 'hang-up-silence'
  | 'hang-up-initial-silence'
  | 'time-over';

/** Time to answer a greeting longer than the initial silence limit, or a question whether they are still there. */
const ANSWER_GRACE_MS = 3000;

/** Time for a goodbye in any language; at most a quarter of a short call. */
export const GOODBYE_MS = 8000;

/** Latest start of the goodbye. */
function goodbyeFromMs(maxDurationMs: number): number {
  return maxDurationMs - Math.min(GOODBYE_MS, maxDurationMs / 4);
}

/**
 * Timers: re-engagement (reset by either side), maximum silence (not reset by re-engagement, which would keep a dead
 * call open), maximum initial silence, and maximum duration including the goodbye.
 */
export function watchSilence(
  state: Silence,
  facts: SilenceFacts,
  limits: SilenceLimits,
): { state: Silence; decision: SilenceDecision } {
  const next = withFacts(state, facts);
  if (!next.timeIsOver && facts.nowMs >= goodbyeFromMs(limits.maxDurationMs)) {
    return { state: { ...next, timeIsOver: true }, decision: 'time-over' };
  }
  if (facts.customer || facts.assistant !== 'silent') return { state: next, decision: 'none' };
  return { state: next, decision: decide(next, facts.nowMs, limits) };
}

function decide(state: Silence, nowMs: number, limits: SilenceLimits): SilenceDecision {
  const { maxInitialSilenceMs } = limits;
  if (maxInitialSilenceMs !== null && !state.customerSpoke && nowMs >= maxInitialSilenceMs) {
    const graceMs = state.assistantSpokeMs === 0 ? 0 : Math.min(maxInitialSilenceMs, ANSWER_GRACE_MS);
    if (nowMs - state.assistantSpokeMs >= graceMs) return 'hang-up-initial-silence';
  }
  if (nowMs - state.abandonedSinceMs >= limits.maxSilenceMs) {
    const wasAsked = state.assistantSpokeMs > state.abandonedSinceMs;
    const mayAnswer = wasAsked && nowMs - state.assistantSpokeMs < ANSWER_GRACE_MS;
    return mayAnswer ? 'none' : 'hang-up-silence';
  }
  return nowMs - state.quietSinceMs >= limits.reengagementIntervalMs ? 'reengage' : 'none';
}

function withFacts(state: Silence, { nowMs, customer, assistant }: SilenceFacts): Silence {
  if (!customer && assistant === 'silent') return state;
  const isReengaging = assistant === 'reengaging' && !customer;
  return {
    ...state,
    quietSinceMs: nowMs,
    abandonedSinceMs: isReengaging ? state.abandonedSinceMs : nowMs,
    assistantSpokeMs: assistant === 'silent' ? state.assistantSpokeMs : nowMs,
    customerSpoke: state.customerSpoke || customer,
  };
}
