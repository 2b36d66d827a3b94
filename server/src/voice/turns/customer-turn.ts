import { FRAME_MS } from '../legs/media-leg.ts';
import type { FirstMessageProtection, VoiceSettings } from '../settings.ts';
import type { TurnPrediction } from '../turn-detector/turn-detector.ts';
import type { PredictedSilence } from './endpointing.ts';
import { type Interruption, NO_INTERRUPTION } from './interruption.ts';
import type { IgnoredSpeech } from './primary-speaker.ts';
import type { SpeechChange, SpeechSegments } from './speech-segments.ts';

export type SpeechStopped = Extract<SpeechChange, { type: 'speech-stopped' }>;

/** A turn of the customer, in call time. */
export interface CustomerTurn {
  readonly sinceMs: number;
  readonly lastVoicedMs: number;
  /** Duration of its complete segments of speech. */
  readonly voicedMs: number;
  /** Transcript: final segments and the current interim result. */
  readonly text: string;
}

export type TurnEvent =
  | SpeechChange
  /** Transcript of the customer, never empty. `isFinal` if it will not change. */
  | { type: 'text'; text: string; isFinal: boolean }
  /** Only from engines with their own turn detection, possibly without our VAD. */
  | { type: 'engine-speech-started' }
  | { type: 'engine-speech-stopped' }
  /** Every 20 ms. */
  | { type: 'tick' }
  /** Replaces `tick` while on hold: the silence of the turn does not grow. */
  | { type: 'tick-on-hold' }
  /** The turn is answered by something else: the engine answers by itself, or text was typed. */
  | { type: 'turn-taken' }
  /** Result of a `predict` effect. */
  | { type: 'predicted'; asked: PredictedSilence; prediction: TurnPrediction };

/** The call at the time of an event. */
export interface TurnFacts {
  nowMs: number;
  settings: Pick<
    VoiceSettings,
    'endpointType' | 'endpointSilenceMs' | 'interruptAfterMs' | 'minInterruptWords'
  >;
  segments: SpeechSegments;
  /** Silence since the customer's last sound; 0 while they speak. */
  silenceMs: number;
  /** The last utterance during an answer that was not taken for the customer's. */
  ignored: IgnoredSpeech | null;
  /** True if the STT provider sends interim results. */
  hasInterims: boolean;
  /** True from the request for an answer until its end. */
  isAnswering: boolean;
  /** True if the reply is almost played, so that "yes" answers it. */
  isNearlyPlayed: boolean;
  /** Protection of the reply from interruptions; `off` unless it is the first message. */
  protection: FirstMessageProtection;
  isToolRunning: boolean;
  /** False if the customer is ignored. */
  mayInterrupt: boolean;
  /** True if the call ends after the current reply. */
  isEnding: boolean;
}

export type TurnEffect =
  /** Report the start or end of speech to the engine. */
  | { type: 'report-speech-start' }
  | { type: 'report-speech-end' }
  | { type: 'pause' }
  /** Play at a lower volume while the customer says a back-channel. */
  | { type: 'duck' }
  | { type: 'resume' }
  /** Discard the audio held back from the engine: it was noise. */
  | { type: 'drop-held-audio' }
  /** End the reply; `sinceMs`: start of the customer's speech. */
  | { type: 'interrupt'; sinceMs: number }
  /** Answer the turn that has ended. */
  | { type: 'answer'; turn: CustomerTurn; endedMs: number }
  /** An engine with its own turn detection did not answer. */
  | { type: 'recover-unanswered' }
  /** Ask the turn detector (`endpoint_type: ai`); `predicted` follows. */
  | { type: 'predict'; turn: CustomerTurn; asked: PredictedSilence };

export interface TurnStep<State> {
  state: State;
  effects: readonly TurnEffect[];
}

/** State of both kinds of turn detection. */
export interface TurnBase {
  /** The customer's turn, or null. */
  turn: CustomerTurn | null;
  /** Final transcripts since the start of the turn or possible interruption. */
  finals: string;
  interruption: Interruption;
  /** True if customer speech is ignored because the assistant must not be interrupted. */
  isIgnoring: boolean;
}

export const INITIAL_TURN: TurnBase = {
  turn: null,
  finals: '',
  interruption: NO_INTERRUPTION,
  isIgnoring: false,
};

const NO_EFFECTS: readonly TurnEffect[] = [];

export function step<State>(state: State, effects: readonly TurnEffect[] = NO_EFFECTS): TurnStep<State> {
  return { state, effects };
}

/** Applies a further transition to the same event. */
export function andThen<State>(
  { state, effects }: TurnStep<State>,
  transition: (state: State, facts: TurnFacts) => TurnStep<State>,
  facts: TurnFacts,
): TurnStep<State> {
  const next = transition(state, facts);
  return effects.length === 0 ? next : step(next.state, [...effects, ...next.effects]);
}

export function newTurn(sinceMs: number, text: string, { segments }: TurnFacts): CustomerTurn {
  return { sinceMs, lastVoicedMs: Math.max(sinceMs, segments.lastVoicedMs), voicedMs: 0, text };
}

/** True if the customer must not interrupt the assistant. */
export function isDeaf({ isAnswering, mayInterrupt }: TurnFacts): boolean {
  return isAnswering && !mayInterrupt;
}

/** Adds a complete segment of speech to the turn. */
export function addSegment<State extends TurnBase>(state: State, { atMs, voicedMs }: SpeechStopped): State {
  const { turn } = state;
  if (turn === null) return state;
  const lastVoicedMs = Math.max(turn.lastVoicedMs, atMs);
  return { ...state, turn: { ...turn, lastVoicedMs, voicedMs: turn.voicedMs + voicedMs } };
}

/** Extends the turn by the ongoing segment of speech. */
export function addOngoing<State extends TurnBase>(state: State, { segments }: TurnFacts): State {
  const { turn } = state;
  if (turn === null || !segments.speaking || segments.lastVoicedMs <= turn.lastVoicedMs) return state;
  return { ...state, turn: { ...turn, lastVoicedMs: segments.lastVoicedMs } };
}

export function addText<State extends TurnBase>(state: State, text: string): State {
  const { turn } = state;
  return turn === null ? state : { ...state, turn: { ...turn, text } };
}

/** The silence of the turn does not grow while on hold. */
export function tickOnHold<State extends TurnBase>(state: State): State {
  const { turn } = state;
  if (turn === null) return state;
  return { ...state, turn: { ...turn, lastVoicedMs: turn.lastVoicedMs + FRAME_MS } };
}

/** Silence since the last sound of the turn. */
export function silenceOf(turn: CustomerTurn, { nowMs, silenceMs }: TurnFacts): number {
  return Math.min(silenceMs, Math.max(0, nowMs - turn.lastVoicedMs));
}
