import type { Judgement } from '../hearing/end-of-turn.ts';
import type { EndpointDecision, EndpointFacts } from './endpointing.ts';

/** What was asked about the present silence. */
export type JudgedSilence =
  | { type: 'not-asked' }
  | { type: 'asked'; textRevision: number }
  | { type: 'judged'; textRevision: number; judgement: Judgement };

export const NOT_ASKED: JudgedSilence = { type: 'not-asked' };

/** When the judge is asked first: a pause between words is shorter. */
const ASK_AFTER_MS = 240;
/** How long somebody may look for words in the middle of a sentence. */
const MAX_SILENCE_MS = 3000;

/**
 * `endpoint_type: ai`. A judge hears whether the sentence is finished; then the answer comes at once. An unfinished one waits for
 * up to three seconds. While the judge does not answer, or cannot tell, silence decides as in `vad`.
 */
export function endpointByJudgement(
  state: JudgedSilence,
  facts: EndpointFacts,
  endpointSilenceMs: number,
): { state: JudgedSilence; decision: EndpointDecision } {
  if (facts.silenceMs === 0) return { state: NOT_ASKED, decision: 'wait' };
  if (facts.silenceMs >= MAX_SILENCE_MS) return { state, decision: 'end' };
  if (facts.silenceMs < ASK_AFTER_MS) return { state, decision: 'wait' };
  const isStale = state.type === 'judged' && state.textRevision !== facts.textRevision;
  if (state.type === 'not-asked' || isStale) {
    return { state: { type: 'asked', textRevision: facts.textRevision }, decision: 'ask' };
  }
  if (state.type === 'judged' && state.judgement === 'complete') return { state, decision: 'end' };
  if (state.type === 'judged' && state.judgement === 'incomplete') return { state, decision: 'wait' };
  const isSilentLongEnough = facts.silenceMs >= Math.max(endpointSilenceMs, ASK_AFTER_MS);
  return { state, decision: isSilentLongEnough ? 'end' : 'wait' };
}

/** The judge's answer; one to a question about an earlier silence is dropped. */
export function judge(state: JudgedSilence, judgement: Judgement): JudgedSilence {
  return state.type === 'asked' ? { type: 'judged', textRevision: state.textRevision, judgement } : state;
}
