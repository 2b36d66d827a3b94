import { FRAME_MS } from '../legs/media-leg.ts';
import { isBackChannel } from './back-channels.ts';
import {
  addOngoing,
  addSegment,
  addText,
  andThen,
  type CustomerTurn,
  INITIAL_TURN,
  isDeaf,
  newTurn,
  type SpeechStopped,
  silenceOf,
  step,
  type TurnBase,
  type TurnEvent,
  type TurnFacts,
  type TurnStep,
  tickOnHold,
} from './customer-turn.ts';
import {
  applyPrediction,
  endpointByPrediction,
  endpointBySilence,
  NOT_ASKED,
  type PredictedSilence,
} from './endpointing.ts';
import { isGoodbye } from './goodbyes.ts';
import {
  type InterruptionEvent,
  type InterruptionRules,
  interrupt,
  interruptedSinceMs,
  isIntended,
  NO_INTERRUPTION,
  type PossibleInterruption,
} from './interruption.ts';
import { type IgnoredSound, type Reconsideration, reconsider } from './reconsider.ts';
import { voicedUntilMs } from './speech-segments.ts';

/** Turn detection by our VAD and the transcript, for engines without their own. */
export interface VadTurns extends TurnBase {
  detector: 'vad';
  /** A sound after which the reply resumed, while its transcript may still show that it was intended. */
  ignored: IgnoredSound | null;
  /** Speech over the end of a reply, or over one that must not be interrupted: the turn after it. */
  overlap: { sinceMs: number; text: string } | null;
  /** Number of transcripts; predictions on an earlier one are outdated. */
  textRevision: number;
  predicted: PredictedSilence;
  /** End of the last turn. */
  endedMs: number;
}

type Step = TurnStep<VadTurns>;

/** Transcripts may lag ignored speech by this long. */
const IGNORED_TRANSCRIPT_MS = 1200;
/** Transcripts of a turn may lag its end by this long. */
const TURN_TRANSCRIPT_MS = 1000;

export const INITIAL_VAD_TURNS: VadTurns = {
  ...INITIAL_TURN,
  detector: 'vad',
  ignored: null,
  overlap: null,
  textRevision: 0,
  predicted: NOT_ASKED,
  endedMs: Number.NEGATIVE_INFINITY,
};

export function takeVadTurn(state: VadTurns, event: TurnEvent, facts: TurnFacts): Step {
  switch (event.type) {
    case 'speech-started':
      return speechStarted(state, event.atMs, facts);
    case 'speech-stopped':
      return speechStopped(state, event, facts);
    case 'text':
      return transcribed(state, event, facts);
    case 'tick':
      return andThen(andThen(tickInterruption(state, facts), listenAfterReply, facts), endTurn, facts);
    case 'tick-on-hold':
      return step(tickOnHold(state));
    case 'turn-taken':
      return step(closed(state));
    case 'predicted':
      return step(
        state.predicted === event.asked
          ? { ...state, predicted: applyPrediction(event.asked, event.prediction) }
          : state,
      );
    case 'engine-speech-started':
    case 'engine-speech-stopped':
      return step(state);
  }
}

function speechStarted(before: VadTurns, atMs: number, facts: TurnFacts): Step {
  // If the audio was redirected during earlier speech, the end of that speech may not have been reported.
  if (isDeaf(facts)) return step({ ...before, isIgnoring: true });
  const listening = { ...before, isIgnoring: false };
  const { state, effects } =
    listening.interruption.type === 'possible' || facts.isAnswering
      ? interruptBy(listening, { type: 'speech-started', atMs, nowMs: facts.nowMs }, facts)
      : step(opened(listening, atMs, facts));
  return step(state, [{ type: 'report-speech-start' }, ...effects]);
}

function speechStopped(before: VadTurns, event: SpeechStopped, facts: TurnFacts): Step {
  if (before.isIgnoring) return step({ ...before, isIgnoring: false });
  const { voicedMs } = event;
  const stopped = { type: 'speech-stopped' as const, voicedMs, nowMs: facts.nowMs };
  const { state, effects } = interruptBy(addSegment(before, event), stopped, facts);
  return step(state, [{ type: 'report-speech-end' }, ...effects]);
}

function transcribed(
  before: VadTurns,
  { text, isFinal }: Extract<TurnEvent, { type: 'text' }>,
  facts: TurnFacts,
): Step {
  const { nowMs, isAnswering } = facts;
  const all = `${before.finals} ${text}`.trim();
  const finals = isFinal ? all : before.finals;
  const state = { ...before, finals, textRevision: before.textRevision + 1 };
  if (state.interruption.type === 'possible') {
    const next = interruptBy(state, { type: 'text', text: all, nowMs }, facts);
    return step(addText(next.state, all), next.effects);
  }
  if (isFinal) {
    const { verdict, next } = reconsiderIgnored(state, all, facts);
    if (verdict !== 'none') return next;
  }
  if (state.turn !== null) return step(addText(state, all));
  if (isAnswering) return confirmSoftSpeech(state, all, facts);
  if (!isFinal || isBackChannel(text)) return step(state);
  // Our VAD missed the speech.
  return step(openedWith(state, { sinceMs: nowMs, lastVoicedMs: nowMs, voicedMs: 0, text: all }));
}

function tickInterruption(state: VadTurns, facts: TurnFacts): Step {
  const { interruption } = state;
  if (interruption.type === 'none') return step(state);
  if (facts.isAnswering) {
    const tick = { type: 'tick' as const, voicedUntilMs: voicedUntilMs(facts.segments), nowMs: facts.nowMs };
    return interruptBy(state, tick, facts);
  }
  // The reply has ended since the speech began, so this is a regular turn.
  const next = opened({ ...state, interruption: NO_INTERRUPTION }, interruption.sinceMs, facts);
  return step(next, [{ type: 'resume' }]);
}

/** Begins the turn with speech during the reply, once that has ended. */
function listenAfterReply(before: VadTurns, facts: TurnFacts): Step {
  if (facts.isAnswering) return step(before);
  const { isIgnoring, overlap } = before;
  const state = isIgnoring ? { ...before, isIgnoring: false } : before;
  if (isIgnoring && facts.segments.speaking)
    return step(opened(state, facts.nowMs, facts), [{ type: 'report-speech-start' }]);
  return step(overlap === null ? state : opened(state, overlap.sinceMs, facts));
}

/** Ends the turn, or asks the turn detector, when it is time. */
function endTurn(before: VadTurns, facts: TurnFacts): Step {
  const state = addOngoing(before, facts);
  const { turn, textRevision } = state;
  if (turn === null) return step(state);
  const { endpointType, endpointSilenceMs } = facts.settings;
  const silence = { silenceMs: silenceOf(turn, facts), textRevision };
  if (endpointType === 'vad') {
    // Checks are 20 ms apart: the turn ends at the check nearest to the limit.
    const decision = endpointBySilence(silence, endpointSilenceMs - FRAME_MS / 2);
    return decision === 'end' ? answered(state, turn, facts.nowMs) : step(state);
  }
  const { state: predicted, decision } = endpointByPrediction(state.predicted, silence, endpointSilenceMs);
  if (decision === 'end') return answered(state, turn, facts.nowMs);
  if (predicted === state.predicted) return step(state);
  return step(
    { ...state, predicted },
    decision === 'ask' ? [{ type: 'predict', turn, asked: predicted }] : [],
  );
}

function answered(state: VadTurns, turn: CustomerTurn, endedMs: number): Step {
  return step({ ...closed(state), endedMs }, [{ type: 'answer', turn, endedMs }]);
}

function interruptBy(before: VadTurns, event: InterruptionEvent, facts: TurnFacts): Step {
  const sound = before.interruption;
  const { state: interruption, decision } = interrupt(sound, event, rulesOf(facts));
  const state = interruption === sound ? before : { ...before, interruption };
  if (decision === 'confirm') return confirmed(state, interruptedSinceMs(sound, event), facts);
  if (sound.type === 'none') {
    const next = interruption.type === 'none' ? state : begun(state);
    return step(next, decision === 'pause' ? [{ type: 'pause' }] : []);
  }
  if (decision === 'pause' || decision === 'duck') return step(state, [{ type: decision }]);
  return decision === 'resume' ? resumed(state, sound, { event, facts }) : step(state);
}

/** Speech over a reply begins: earlier transcripts belong to earlier speech. */
function begun(state: VadTurns): VadTurns {
  const { overlap, finals } = state;
  const earlier = overlap === null ? null : { ...overlap, text: `${overlap.text} ${finals}`.trim() };
  return { ...state, finals: '', ignored: null, overlap: earlier };
}

/** The sound was not intended as an interruption, although a later transcript may show that it was. */
function resumed(
  state: VadTurns,
  sound: PossibleInterruption,
  { event, facts }: { event: InterruptionEvent; facts: TurnFacts },
): Step {
  const text = event.type === 'text' ? event.text : sound.text;
  const { isNearlyPlayed: isAtEnd, nowMs } = facts;
  const isProtected = facts.protection !== 'off';
  const ignored = { sound: { ...sound, text }, resumedMs: nowMs, isAtEnd, isProtected };
  const { next } = reconsiderIgnored({ ...state, ignored }, text, facts);
  const effects = sound.playout === 'playing' ? [] : [{ type: 'resume' as const }];
  return step({ ...next.state, finals: '' }, [...next.effects, ...effects]);
}

/** Reconsiders the ignored sound by its transcript. `none` if the transcript does not belong to one. */
function reconsiderIgnored(
  state: VadTurns,
  text: string,
  facts: TurnFacts,
): { verdict: Reconsideration; next: Step } {
  const { ignored } = state;
  if (state.turn !== null || ignored === null) return { verdict: 'none', next: step(state) };
  const { sinceMs } = ignored.sound;
  const verdict = reconsider(ignored, { text, nowMs: facts.nowMs }, rulesOf(facts));
  // After other verdicts the sound is kept, because its final transcript may follow.
  switch (verdict) {
    case 'interrupt':
      return { verdict, next: confirmed(state, sinceMs, facts) };
    case 'answer':
      return { verdict, next: step({ ...answeredLater(state, sinceMs, text), finals: '' }) };
    case 'ignore':
      return { verdict, next: step({ ...state, finals: '' }) };
    case 'none':
      return { verdict, next: step(state) };
  }
}

/** Confirms speech during a reply by its transcript; it was ignored as too soft for the customer's. */
function confirmSoftSpeech(state: VadTurns, text: string, facts: TurnFacts): Step {
  const { nowMs, ignored } = facts;
  const isLate = nowMs - state.endedMs < TURN_TRANSCRIPT_MS;
  if (ignored === null || nowMs - ignored.lastMs > IGNORED_TRANSCRIPT_MS || isLate) return step(state);
  const rules = rulesOf(facts);
  const { sinceMs, lastMs: lastVoicedMs, voicedMs } = ignored;
  const sound = {
    type: 'possible' as const,
    sinceMs,
    soundSinceMs: sinceMs,
    endedMs: null,
    voicedBeforeMs: 0,
    voicedMs,
    text,
    playout: 'playing' as const,
  };
  const isUnclear = isBackChannel(text) || (rules.isEnding && isGoodbye(text));
  if (!rules.allowed || isUnclear || !isIntended(sound, rules)) return step(state);
  if (facts.protection === 'always') return step(answeredLater(state, sinceMs));
  return step(openedWith(state, { sinceMs, lastVoicedMs, voicedMs: 0, text }), [
    { type: 'interrupt', sinceMs },
  ]);
}

function confirmed(state: VadTurns, sinceMs: number, facts: TurnFacts): Step {
  if (facts.protection === 'always') return step(answeredLater(state, sinceMs));
  const next = opened({ ...state, interruption: NO_INTERRUPTION }, sinceMs, facts);
  return step(next, [{ type: 'interrupt', sinceMs }]);
}

/** The turn after the reply begins with this speech. `text` has the words that `finals` lacks. */
function answeredLater(state: VadTurns, sinceMs: number, text = ''): VadTurns {
  const before = state.overlap ?? { sinceMs, text: '' };
  const overlap = { ...before, text: `${before.text} ${text}`.trim() };
  return { ...state, interruption: NO_INTERRUPTION, ignored: null, overlap };
}

function opened(state: VadTurns, sinceMs: number, facts: TurnFacts): VadTurns {
  if (state.turn !== null) return state;
  const text = `${state.overlap?.text ?? ''} ${state.finals}`.trim();
  return openedWith(state, newTurn(sinceMs, text, facts));
}

function openedWith(state: VadTurns, turn: CustomerTurn): VadTurns {
  return { ...state, turn, ignored: null, overlap: null, predicted: NOT_ASKED };
}

function closed(state: VadTurns): VadTurns {
  const { textRevision, endedMs, isIgnoring } = state;
  return { ...INITIAL_VAD_TURNS, textRevision, endedMs, isIgnoring };
}

function rulesOf(facts: TurnFacts): InterruptionRules {
  const { settings, mayInterrupt, isToolRunning, hasInterims, protection, isEnding } = facts;
  return {
    allowed: mayInterrupt,
    interruptAfterMs: settings.interruptAfterMs,
    minWords: settings.minInterruptWords,
    // While a tool runs there is nothing to talk over, and a noise would only discard its answer.
    requiresWords: isToolRunning,
    hasInterims,
    protection,
    isEnding,
  };
}
