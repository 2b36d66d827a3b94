/** How long nobody has said anything, and what was done about it. Times are of the call, which begins with the answer. */
export interface Silence {
  /** Last moment at which somebody spoke, or something was being done that nobody talks over. */
  quietSinceMs: number;
  /** The same without what we said only because it was quiet. */
  abandonedSinceMs: number;
  /** End of the assistant's last words. */
  assistantSpokeMs: number;
  customerSpoke: boolean;
  /** Asked once; the goodbye follows. */
  timeIsOver: boolean;
}

export const FRESH_SILENCE: Silence = {
  quietSinceMs: 0,
  abandonedSinceMs: 0,
  assistantSpokeMs: 0,
  customerSpoke: false,
  timeIsOver: false,
};

/** What goes on at a moment. `reengaging`: the assistant speaks, or prepares to, because it was quiet. */
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

/** The customer may answer a greeting that took longer than the initial silence allows, and a question whether they are still there. */
const ANSWER_GRACE_MS = 3000;

/** A goodbye with what it takes to speak it, in any language; a short call gives it no more than a quarter. */
export const GOODBYE_MS = 8000;

/** When the goodbye has to begin, for the call to end by its limit. */
function goodbyeFromMs(maxDurationMs: number): number {
  return maxDurationMs - Math.min(GOODBYE_MS, maxDurationMs / 4);
}

/**
 * The timers of a call: re-engagement (reset by either side), the longest silence (not reset by re-engagement, which would keep a
 * dead line open), the longest silence from the answer, the longest call, which its goodbye belongs to.
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
