import type { TurnPrediction } from '../turn-detector/turn-detector.ts';

export interface EndpointFacts {
  /** Silence since the customer's last sound; 0 while they speak. */
  silenceMs: number;
  /** Incremented by every transcript; predictions on earlier text are outdated. */
  textRevision: number;
}

/** `ask`: ask the turn detector. */
export type EndpointDecision = 'wait' | 'ask' | 'end';

/** `endpoint_type: vad`: the turn ends after `endpointSilenceMs` of silence. */
export function endpointBySilence(facts: EndpointFacts, endpointSilenceMs: number): EndpointDecision {
  return facts.silenceMs > 0 && facts.silenceMs >= endpointSilenceMs ? 'end' : 'wait';
}

/** Turn detector state for the current silence; `askedAtMs`: its length when asked. */
export type PredictedSilence =
  | { type: 'not-asked' }
  | { type: 'asked'; textRevision: number; askedAtMs: number; before: TurnPrediction | null }
  | { type: 'predicted'; textRevision: number; askedAtMs: number; prediction: TurnPrediction };

export const NOT_ASKED: PredictedSilence = { type: 'not-asked' };

/** First request; pauses between words are shorter. */
const ASK_AFTER_MS = 240;
/** Repeat interval until the turn is complete; longer silence makes completion more likely. */
const ASK_AGAIN_MS = 160;
/** Silence allowed in an incomplete turn, unless the configured silence is longer. */
const UNFINISHED_SILENCE_MS = 3000;
/** Share of the configured silence that applies to complete turns, because a high setting asks for patience. */
const FINISHED_SHARE = 0.25;

/**
 * `endpoint_type: ai`. A complete turn ends immediately, or after a quarter of `endpointSilenceMs` if that is longer.
 * An incomplete one ends after three seconds, or after `endpointSilenceMs` if longer. Without a prediction, silence
 * decides as in `vad`.
 */
export function endpointByPrediction(
  state: PredictedSilence,
  facts: EndpointFacts,
  endpointSilenceMs: number,
): { state: PredictedSilence; decision: EndpointDecision } {
  const { silenceMs, textRevision } = facts;
  if (silenceMs === 0) return { state: NOT_ASKED, decision: 'wait' };
  if (silenceMs >= Math.max(UNFINISHED_SILENCE_MS, endpointSilenceMs)) return { state, decision: 'end' };
  if (silenceMs < ASK_AFTER_MS) return { state, decision: 'wait' };
  if (shouldAsk(state, facts)) {
    const before =
      state.type === 'predicted' && state.textRevision === textRevision ? state.prediction : null;
    return { state: { type: 'asked', textRevision, askedAtMs: silenceMs, before }, decision: 'ask' };
  }
  if (state.type === 'predicted' && state.prediction === 'complete') {
    return { state, decision: silenceMs >= FINISHED_SHARE * endpointSilenceMs ? 'end' : 'wait' };
  }
  const known = state.type === 'asked' ? state.before : state.type === 'predicted' ? state.prediction : null;
  if (known === 'incomplete') return { state, decision: 'wait' };
  const isSilentLongEnough = silenceMs >= Math.max(endpointSilenceMs, ASK_AFTER_MS);
  return { state, decision: isSilentLongEnough ? 'end' : 'wait' };
}

function shouldAsk(state: PredictedSilence, { silenceMs, textRevision }: EndpointFacts): boolean {
  if (state.type !== 'predicted') return state.type === 'not-asked';
  if (state.textRevision !== textRevision) return true;
  return state.prediction !== 'complete' && silenceMs - state.askedAtMs >= ASK_AGAIN_MS;
}

/** Applies a prediction; outdated ones are dropped. */
export function applyPrediction(state: PredictedSilence, prediction: TurnPrediction): PredictedSilence {
  if (state.type !== 'asked') return state;
  const { textRevision, askedAtMs } = state;
  return { type: 'predicted', textRevision, askedAtMs, prediction };
}
