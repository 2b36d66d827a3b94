import type { Judgement } from '../hearing/end-of-turn.ts';
import type { EndpointDecision, EndpointFacts } from './endpointing.ts';

/** What was asked about the present silence; `askedAtMs`: how long it was then. */
export type JudgedSilence =
  | { type: 'not-asked' }
  | { type: 'asked'; textRevision: number; askedAtMs: number; before: Judgement | null }
  | { type: 'judged'; textRevision: number; askedAtMs: number; judgement: Judgement };

export const NOT_ASKED: JudgedSilence = { type: 'not-asked' };

/** When the judge is asked first: a pause between words is shorter. */
const ASK_AFTER_MS = 240;
/** Silence itself speaks for the end: what is not complete is judged again. */
const ASK_AGAIN_MS = 160;
/** How long somebody may look for words in the middle of a sentence, where the assistant is not more patient anyway. */
const UNFINISHED_SILENCE_MS = 3000;
/** Of the silence that ends a turn without a judge: who asks for patience wants a little of it after a whole sentence, too. */
const FINISHED_SHARE = 0.25;

/**
 * `endpoint_type: ai`. A judge hears whether the sentence is finished; then the answer comes at once, or after a quarter of
 * `endpointSilenceMs` where that is longer. An unfinished one waits for three seconds, or for all of it where that is longer.
 * While the judge has not answered yet, or cannot tell, silence decides as in `vad`.
 */
export function endpointByJudgement(
  state: JudgedSilence,
  facts: EndpointFacts,
  endpointSilenceMs: number,
): { state: JudgedSilence; decision: EndpointDecision } {
  const { silenceMs, textRevision } = facts;
  if (silenceMs === 0) return { state: NOT_ASKED, decision: 'wait' };
  if (silenceMs >= Math.max(UNFINISHED_SILENCE_MS, endpointSilenceMs)) return { state, decision: 'end' };
  if (silenceMs < ASK_AFTER_MS) return { state, decision: 'wait' };
  if (isToBeAsked(state, facts)) {
    const before = state.type === 'judged' && state.textRevision === textRevision ? state.judgement : null;
    return { state: { type: 'asked', textRevision, askedAtMs: silenceMs, before }, decision: 'ask' };
  }
  if (state.type === 'judged' && state.judgement === 'complete') {
    return { state, decision: silenceMs >= FINISHED_SHARE * endpointSilenceMs ? 'end' : 'wait' };
  }
  const known = state.type === 'asked' ? state.before : state.type === 'judged' ? state.judgement : null;
  if (known === 'incomplete') return { state, decision: 'wait' };
  const isSilentLongEnough = silenceMs >= Math.max(endpointSilenceMs, ASK_AFTER_MS);
  return { state, decision: isSilentLongEnough ? 'end' : 'wait' };
}

function isToBeAsked(state: JudgedSilence, { silenceMs, textRevision }: EndpointFacts): boolean {
  if (state.type !== 'judged') return state.type === 'not-asked';
  if (state.textRevision !== textRevision) return true;
  return state.judgement !== 'complete' && silenceMs - state.askedAtMs >= ASK_AGAIN_MS;
}

/** The judge's answer; one to a question about an earlier silence is dropped. */
export function judge(state: JudgedSilence, judgement: Judgement): JudgedSilence {
  if (state.type !== 'asked') return state;
  const { textRevision, askedAtMs } = state;
  return { type: 'judged', textRevision, askedAtMs, judgement };
}
