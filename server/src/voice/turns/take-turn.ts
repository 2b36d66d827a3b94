import type { TurnEvent, TurnFacts, TurnStep } from './customer-turn.ts';
import { type EngineTurns, INITIAL_ENGINE_TURNS, takeEngineTurn } from './engine-turns.ts';
import { INITIAL_VAD_TURNS, takeVadTurn, type VadTurns } from './vad-turns.ts';

/** State of turn taking, by the detector that finds the customer's turns. */
export type TurnState = VadTurns | EngineTurns;

/**
 * `pass`: to the engine. `delay`: by the latency of VAD, in case an interruption begins. `hold`: until a possible
 * interruption is decided. `drop`: discard.
 */
export type AudioGate = 'pass' | 'delay' | 'hold' | 'drop';

export function initialTurnState(engineHasTurnDetection: boolean): TurnState {
  return engineHasTurnDetection ? INITIAL_ENGINE_TURNS : INITIAL_VAD_TURNS;
}

/** Applies an event by the policy of the turn detector. */
export function takeTurn(state: TurnState, event: TurnEvent, facts: TurnFacts): TurnStep<TurnState> {
  return state.detector === 'vad' ? takeVadTurn(state, event, facts) : takeEngineTurn(state, event, facts);
}

/** True if it is, or may become, the customer's turn. */
export function isCustomerActive({ turn, interruption }: TurnState): boolean {
  return turn !== null || interruption.type === 'possible';
}

/** True if a tick changes nothing. */
export function isIdle(state: TurnState): boolean {
  const hasOverlap = state.detector === 'vad' ? state.overlap !== null : state.overlapSinceMs !== null;
  return !isCustomerActive(state) && !state.isIgnoring && !hasOverlap;
}

/** Decides about the customer's next audio frame. */
export function audioGate(state: TurnState, isAnswering: boolean, mayInterrupt: boolean): AudioGate {
  if (state.isIgnoring || (isAnswering && !mayInterrupt)) return 'drop';
  if (state.detector === 'vad') return 'pass';
  if (state.interruption.type === 'possible') return state.isEngineSpeech ? 'pass' : 'hold';
  if (!isAnswering) return 'pass';
  return state.overlapSinceMs === null ? 'delay' : 'hold';
}
