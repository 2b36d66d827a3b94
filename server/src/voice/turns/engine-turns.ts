import type { VoiceSettings } from '../settings.ts';
import { isBackChannel } from './back-channels.ts';
import {
  addOngoing,
  addSegment,
  addText,
  andThen,
  INITIAL_TURN,
  isDeaf,
  newTurn,
  type SpeechStopped,
  silenceOf,
  step,
  type TurnBase,
  type TurnEffect,
  type TurnEvent,
  type TurnFacts,
  type TurnStep,
  tickOnHold,
} from './customer-turn.ts';
import {
  type InterruptionEvent,
  type InterruptionRules,
  interrupt,
  interruptedSinceMs,
  NO_INTERRUPTION,
  type PossibleInterruption,
} from './interruption.ts';
import { voicedUntilMs } from './speech-segments.ts';

/**
 * Turn detection by the engine, which answers by itself. Our VAD decides about interruptions, because such engines
 * stop at every noise.
 */
export interface EngineTurns extends TurnBase {
  detector: 'engine';
  /**
   * Start of speech over the end of a reply, or over one that must not be interrupted. The engine gets it once the
   * reply has ended.
   */
  overlapSinceMs: number | null;
  /** True if the engine detected the possible interruption. */
  isEngineSpeech: boolean;
  /** True if the engine reports speech; not all do. */
  reportsSpeech: boolean;
  /** True if the engine has noticed the turn. */
  isNoticed: boolean;
}

type Step = TurnStep<EngineTurns>;

/** Duration of a quickly spoken word. */
const WORD_MS = 300;
/** Added to the engine's endpointing silence. An engine without an answer after this time took the turn for noise. */
const UNANSWERED_MS = 5000;
/** Replaces `UNANSWERED_MS` if the engine usually reports speech but has not noticed the current turn. */
const UNNOTICED_MS = 2000;
/** Semantic turn detection may wait this long. */
const SEMANTIC_SILENCE_MS = 4000;

export const INITIAL_ENGINE_TURNS: EngineTurns = {
  ...INITIAL_TURN,
  detector: 'engine',
  overlapSinceMs: null,
  isEngineSpeech: false,
  reportsSpeech: false,
  isNoticed: false,
};

export function takeEngineTurn(state: EngineTurns, event: TurnEvent, facts: TurnFacts): Step {
  switch (event.type) {
    case 'speech-started':
      return speechStarted(state, event.atMs, facts);
    case 'speech-stopped':
      return speechStopped(state, event, facts);
    case 'engine-speech-started':
      return engineSpeechStarted(state, facts);
    case 'engine-speech-stopped':
      return engineSpeechStopped(state, facts);
    case 'text':
      return transcribed(state, event, facts);
    case 'tick':
      return andThen(andThen(tickInterruption(state, facts), listenAfterReply, facts), giveUpTurn, facts);
    case 'tick-on-hold':
      return step(tickOnHold(state));
    case 'turn-taken':
      return step(closed(state));
    case 'predicted':
      return step(state);
  }
}

function speechStarted(before: EngineTurns, atMs: number, facts: TurnFacts): Step {
  // If the audio was redirected during earlier speech, the end of that speech may not have been reported.
  if (isDeaf(facts)) return step({ ...before, isIgnoring: true });
  const listening = { ...before, isIgnoring: false };
  const { state, effects } =
    listening.interruption.type === 'possible' || facts.isAnswering
      ? interruptBy(listening, { type: 'speech-started', atMs, nowMs: facts.nowMs }, facts)
      : step(opened(listening, atMs, facts));
  return step(state, [{ type: 'report-speech-start' }, ...effects]);
}

function speechStopped(before: EngineTurns, event: SpeechStopped, facts: TurnFacts): Step {
  if (before.isIgnoring) return step({ ...before, isIgnoring: false });
  const { voicedMs } = event;
  const stopped = { type: 'speech-stopped' as const, voicedMs, nowMs: facts.nowMs };
  const { state, effects } = interruptBy(addSegment(before, event), stopped, facts);
  return step(state, [{ type: 'report-speech-end' }, ...effects]);
}

/** The engine detected speech, possibly without our VAD. */
function engineSpeechStarted(before: EngineTurns, facts: TurnFacts): Step {
  const { nowMs, isAnswering, mayInterrupt } = facts;
  const state = { ...before, reportsSpeech: true };
  if (!isAnswering) return step({ ...opened(state, nowMs, facts), isNoticed: true });
  // Under full protection only our VAD counts, because its speech is held until the reply has ended.
  const isProtected = facts.protection === 'always';
  if (state.interruption.type === 'possible' || !mayInterrupt || isProtected) return step(state);
  return interruptBy(
    { ...state, isEngineSpeech: true },
    { type: 'speech-started', atMs: nowMs, nowMs },
    facts,
  );
}

function engineSpeechStopped(state: EngineTurns, facts: TurnFacts): Step {
  const { interruption, isEngineSpeech } = state;
  const { nowMs, segments, settings } = facts;
  if (interruption.type === 'none' || !isEngineSpeech || segments.speaking) return step(state);
  const voicedMs = Math.max(0, nowMs - settings.endpointSilenceMs - interruption.soundSinceMs);
  return interruptBy(state, { type: 'speech-stopped', voicedMs, nowMs }, facts);
}

function transcribed(
  before: EngineTurns,
  { text, isFinal }: Extract<TurnEvent, { type: 'text' }>,
  facts: TurnFacts,
): Step {
  const all = `${before.finals} ${text}`.trim();
  const state = isFinal ? { ...before, finals: all } : before;
  const { turn, interruption } = state;
  if (turn !== null) return step({ ...addText(state, all), isNoticed: true });
  // The engine does not get held audio, so a transcript during a possible interruption belongs to earlier speech.
  const isOther = interruption.type === 'possible' || facts.isAnswering || !isFinal || isBackChannel(text);
  if (isOther) return step(state);
  // Our VAD missed the speech.
  const { nowMs } = facts;
  const missed = { sinceMs: nowMs, lastVoicedMs: nowMs, voicedMs: 0, text: all };
  return step({ ...state, turn: missed, overlapSinceMs: null, isNoticed: true });
}

function tickInterruption(state: EngineTurns, facts: TurnFacts): Step {
  const { interruption, isEngineSpeech } = state;
  const { nowMs } = facts;
  if (interruption.type === 'none') return step(state);
  if (facts.isAnswering) {
    const untilMs = isEngineSpeech ? nowMs : voicedUntilMs(facts.segments);
    return interruptBy(state, { type: 'tick', voicedUntilMs: untilMs, nowMs }, facts);
  }
  // The reply has ended since the speech began, so this is a regular turn.
  const decided = { ...state, interruption: NO_INTERRUPTION, isEngineSpeech: false };
  return step(opened(decided, interruption.sinceMs, facts), [{ type: 'resume' }]);
}

/** Listens to the customer again once the reply has ended; the engine gets held audio. */
function listenAfterReply(before: EngineTurns, facts: TurnFacts): Step {
  const { isIgnoring, overlapSinceMs } = before;
  if (facts.isAnswering || (!isIgnoring && overlapSinceMs === null)) return step(before);
  const state = { ...before, isIgnoring: false, overlapSinceMs: null };
  if (!facts.segments.speaking) return step(state);
  if (!isIgnoring) return step(opened(state, overlapSinceMs ?? facts.nowMs, facts));
  return step(opened(state, facts.nowMs, facts), [{ type: 'report-speech-start' }]);
}

/** Ends the turn if the engine will not answer it any more. */
function giveUpTurn(before: EngineTurns, facts: TurnFacts): Step {
  const state = addOngoing(before, facts);
  const { turn } = state;
  if (turn === null || silenceOf(turn, facts) < unansweredMs(state, facts.settings)) return step(state);
  return step(closed(state), [{ type: 'recover-unanswered' }]);
}

/** Silence after which the engine will not answer any more. */
function unansweredMs(
  { reportsSpeech, isNoticed }: EngineTurns,
  { endpointType, endpointSilenceMs }: Pick<VoiceSettings, 'endpointType' | 'endpointSilenceMs'>,
): number {
  if (reportsSpeech && !isNoticed) return UNNOTICED_MS + endpointSilenceMs;
  const semanticMs = endpointType === 'ai' ? SEMANTIC_SILENCE_MS : 0;
  return UNANSWERED_MS + Math.max(endpointSilenceMs, semanticMs);
}

function interruptBy(before: EngineTurns, event: InterruptionEvent, facts: TurnFacts): Step {
  const sound = before.interruption;
  const { state: interruption, decision } = interrupt(sound, event, rulesOf(facts));
  const state = interruption === sound ? before : { ...before, interruption };
  if (decision === 'confirm') {
    const sinceMs = interruptedSinceMs(sound, event);
    if (facts.protection === 'always') {
      const overlapSinceMs = before.overlapSinceMs ?? sinceMs;
      return step({ ...state, isEngineSpeech: false, overlapSinceMs });
    }
    const isNoticed = state.isNoticed || state.isEngineSpeech;
    const confirmed = opened({ ...state, isEngineSpeech: false, isNoticed }, sinceMs, facts);
    return step(confirmed, [{ type: 'interrupt', sinceMs }]);
  }
  if (sound.type === 'none') {
    const next = interruption.type === 'none' ? state : { ...state, finals: '' };
    return step(next, decision === 'pause' ? [{ type: 'pause' }] : []);
  }
  return decision === 'resume' ? resumed(state, sound, facts) : step(state);
}

function resumed(state: EngineTurns, sound: PossibleInterruption, facts: TurnFacts): Step {
  const effects: TurnEffect[] = sound.playout === 'playing' ? [] : [{ type: 'resume' }];
  // Speech that would interrupt another reply may be a question. The engine answers it after the first message.
  const lastedMs = voicedUntilMs(facts.segments) - sound.sinceMs;
  const isQuestion = facts.protection === 'greeting' && lastedMs >= rulesOf(facts).interruptAfterMs;
  const isKept = facts.isNearlyPlayed || isQuestion;
  const sinceMs = isKept ? sound.sinceMs : null;
  // Held speech that needs an answer is kept, with the noise after it.
  const overlapSinceMs = state.overlapSinceMs ?? sinceMs;
  const next = { ...state, finals: '', isEngineSpeech: false, overlapSinceMs };
  return step(next, overlapSinceMs === null ? [{ type: 'drop-held-audio' }, ...effects] : effects);
}

function opened(state: EngineTurns, sinceMs: number, facts: TurnFacts): EngineTurns {
  if (state.turn !== null) return state;
  return { ...state, turn: newTurn(sinceMs, state.finals, facts), overlapSinceMs: null };
}

function closed({ isIgnoring, reportsSpeech }: EngineTurns): EngineTurns {
  return { ...INITIAL_ENGINE_TURNS, isIgnoring, reportsSpeech };
}

/**
 * These engines transcribe too late to count words, so words are converted to time. A "hello?" over the first message
 * is recognized only by its duration, which may also be that of a question.
 */
function rulesOf({ settings, mayInterrupt, protection, isEnding }: TurnFacts): InterruptionRules {
  const { interruptAfterMs, minInterruptWords } = settings;
  return {
    allowed: mayInterrupt,
    interruptAfterMs: Math.max(interruptAfterMs, (minInterruptWords ?? 0) * WORD_MS),
    minWords: null,
    requiresWords: false,
    hasInterims: false,
    protection,
    isEnding,
  };
}
