import { ToneDetector } from '../audio/tones/tone-detector.ts';
import type { AnsweredBy } from '../call-event.ts';
import type { SampleRateHz } from '../legs/media-leg.ts';
import {
  type AnsweringMachine,
  type AnsweringMachineDecision,
  type AnsweringMachineEvent,
  detectMachine,
  INITIAL_DETECTION,
  isDetectionFinished,
} from '../turns/answering-machine.ts';
import type { SpeechChange } from '../turns/speech-segments.ts';

export interface MachineGateHooks {
  /** Emitted once; a machine may still be speaking. */
  verdict(answeredBy: AnsweredBy): void;
  /** It is our turn to greet. `wasGreeted` if the other side has spoken. */
  greet(wasGreeted: boolean): void;
  leaveMessage(): void;
}

/** Answering-machine detection for outbound calls; decides when it is our turn. */
export class MachineGate {
  readonly #hooks: MachineGateHooks;
  readonly #tones: ToneDetector;
  #state: AnsweringMachine = INITIAL_DETECTION;
  #finals = '';
  #nowMs = 0;

  constructor(sampleRateHz: SampleRateHz, hooks: MachineGateHooks) {
    this.#hooks = hooks;
    this.#tones = new ToneDetector(sampleRateHz, (tone) => {
      if (tone.type === 'beep') this.#apply({ type: 'beep', nowMs: this.#nowMs });
    });
  }

  get isOpen(): boolean {
    return this.#state.isOpen;
  }

  get isOver(): boolean {
    return isDetectionFinished(this.#state);
  }

  pushAudio(frame: Int16Array, atMs: number): void {
    if (!this.isOver) this.#tones.push(frame, atMs);
  }

  speech(change: SpeechChange): void {
    this.#apply({ ...change, nowMs: this.#nowMs });
  }

  text(text: string, isFinal: boolean): void {
    const all = `${this.#finals} ${text}`.trim();
    if (isFinal) this.#finals = all;
    this.#apply({ type: 'text', text: all, nowMs: this.#nowMs });
  }

  tick(nowMs: number): void {
    this.#nowMs = nowMs;
    this.#apply({ type: 'tick', nowMs });
  }

  #apply(event: AnsweringMachineEvent): void {
    if (this.isOver) return;
    const before = this.#state;
    const { state, decision } = detectMachine(before, event);
    this.#state = state;
    if (state.verdict !== null && state.verdict !== before.verdict) this.#hooks.verdict(state.verdict);
    this.#run(decision);
  }

  #run(decision: AnsweringMachineDecision): void {
    if (decision === 'greet') this.#hooks.greet(this.#state.greetingSinceMs !== null);
    if (decision === 'leave-message') this.#hooks.leaveMessage();
  }
}
