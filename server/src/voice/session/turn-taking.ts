import type { CallAssistant } from '../call-host.ts';
import type { Engine } from '../engines/engine.ts';
import type { TurnPrediction } from '../turn-detector/turn-detector.ts';
import type { CustomerTurn, TurnEffect, TurnEvent, TurnFacts } from '../turns/customer-turn.ts';
import {
  audioGate,
  initialTurnState,
  isCustomerActive,
  isIdle,
  type TurnState,
  takeTurn,
} from '../turns/take-turn.ts';
import type { AudioInput } from './audio-input.ts';
import type { CallActions } from './call-actions.ts';
import type { CallContext } from './call-context.ts';
import { HeldAudio } from './held-audio.ts';
import type { Keypad } from './keypad.ts';
import type { Speech } from './speech.ts';
import type { TurnLock } from './turn-lock.ts';

export interface TurnTakingDeps {
  call: CallContext;
  assistant: CallAssistant;
  engine: Engine;
  audioInput: AudioInput;
  speech: Speech;
  actions: CallActions;
  keypad: Keypad;
  lock: TurnLock;
}

const TICK = { type: 'tick' } as const;
const TICK_ON_HOLD = { type: 'tick-on-hold' } as const;
const NO_EFFECTS: readonly TurnEffect[] = [];

/** State of turn taking in one conversation. Its owner performs the effects. */
export class TurnTaking {
  readonly #deps: TurnTakingDeps;
  readonly #held: HeldAudio;
  #state: TurnState;

  constructor(deps: TurnTakingDeps) {
    this.#deps = deps;
    this.#held = new HeldAudio(deps.engine);
    this.#state = initialTurnState(deps.engine.hasTurnDetection);
  }

  get current(): CustomerTurn | null {
    return this.#state.turn;
  }

  /** True if it is, or may become, the customer's turn. */
  get isCustomerActive(): boolean {
    return isCustomerActive(this.#state);
  }

  /** True if the customer may interrupt the current reply, if any. */
  get mayInterrupt(): boolean {
    return this.#isHeard && this.#deps.speech.protection !== 'always';
  }

  /** Before an answer is audible there is nothing to interrupt, so the customer may always continue their turn. */
  get #isHeard(): boolean {
    const { lock, assistant, speech } = this.#deps;
    return !lock.isLocked && (assistant.settings.allowInterruptions || !speech.isSounding);
  }

  /** Customer audio for the engine. */
  pushAudio(frame: Int16Array): void {
    this.#held.pushAudio(frame, audioGate(this.#state, this.#deps.speech.isUnderWay, this.#isHeard));
  }

  dropHeldAudio(): void {
    this.#held.drop();
  }

  take(event: TurnEvent): readonly TurnEffect[] {
    const { state, effects } = takeTurn(this.#state, event, this.#facts());
    this.#state = state;
    return effects;
  }

  tick(): readonly TurnEffect[] {
    return isIdle(this.#state) ? NO_EFFECTS : this.take(TICK);
  }

  tickOnHold(): void {
    if (this.#state.turn !== null) this.take(TICK_ON_HOLD);
  }

  /**
   * Asks the turn detector (`endpoint_type: ai`) about a turn.
   * @param language ISO 639-1, the current language of the customer
   */
  async predict({ text, sinceMs, lastVoicedMs }: CustomerTurn, language: string): Promise<TurnPrediction> {
    const { call, audioInput } = this.#deps;
    const nowMs = call.nowMs();
    const samples = audioInput.recent(nowMs - sinceMs);
    const turn = { samples, silenceMs: nowMs - lastVoicedMs, text, language };
    return (await call.services.turnDetector?.predict(turn)) ?? 'unknown';
  }

  #facts(): TurnFacts {
    const { call, assistant, audioInput, speech, actions, keypad } = this.#deps;
    const nowMs = call.nowMs();
    return {
      nowMs,
      settings: assistant.settings,
      segments: audioInput.segments,
      silenceMs: audioInput.silenceMs(nowMs),
      ignored: audioInput.ignored,
      hasInterims: audioInput.hasInterims,
      isAnswering: speech.isUnderWay,
      isNearlyPlayed: speech.isNearlyPlayed && !actions.isScheduled && !keypad.isEntering,
      protection: speech.protection,
      isToolRunning: speech.isToolRunning,
      mayInterrupt: this.#isHeard,
      isEnding: actions.isEnding,
    };
  }
}
