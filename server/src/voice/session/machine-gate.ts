import { ToneDetector } from '../audio/tones/tone-detector.ts';
import type { AnsweredBy } from '../call-event.ts';
import type { SampleRateHz } from '../legs/media-leg.ts';
import {
  type AnsweringMachine,
  type AnsweringMachineEvent,
  detectMachine,
  isDetectionFinished,
} from '../turns/answering-machine.ts';
import type { SpeechChange } from '../turns/speech-segments.ts';

export type MachineGateEvent =
  /** Once; a machine may still be speaking. */
  | { type: 'verdict'; answeredBy: AnsweredBy }
  /** It is our turn to greet, again after a `take-back`. `wasGreeted` if the other side has spoken. */
  | { type: 'greet'; wasGreeted: boolean }
  /** The other side interrupted our greeting with their own: stop and wait. */
  | { type: 'take-back' }
  /** It is our turn to leave the voicemail message; again if a beep came during or soon after it. */
  | { type: 'leave-message' }
  /** The voicemail message was left, once. */
  | { type: 'message-left'; afterBeep: boolean };

/** Answering-machine detection for outbound calls; decides when it is our turn. */
export class MachineGate {
  readonly #listener: (event: MachineGateEvent) => void;
  readonly #tones: ToneDetector;
  #state: AnsweringMachine;
  #finals = '';
  #nowMs = 0;

  constructor(
    sampleRateHz: SampleRateHz,
    initial: AnsweringMachine,
    listener: (event: MachineGateEvent) => void,
  ) {
    this.#state = initial;
    this.#listener = listener;
    this.#tones = new ToneDetector(sampleRateHz, (tone) => {
      if (tone.type === 'beep') this.#apply({ type: 'beep', nowMs: this.#nowMs });
    });
  }

  /** Null until decided. */
  get verdict(): AnsweredBy | null {
    return this.#state.verdict;
  }

  /** True if it is not our turn to speak: before the first words, or while a beep may follow our message. */
  get isListening(): boolean {
    return !this.#state.isOpen || this.#state.messageOverMs !== null;
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

  /** The other side has interrupted the assistant. */
  interrupted(): void {
    this.#apply({ type: 'interrupted', nowMs: this.#nowMs });
  }

  /** The voicemail message was played to its end. */
  messageOver(): void {
    this.#apply({ type: 'message-over', nowMs: this.#nowMs });
  }

  /** The other side has hung up, or the time of the call is over. */
  callEnds(): void {
    if (this.#state.messageOverMs !== null) this.#apply({ type: 'call-ends', nowMs: this.#nowMs });
  }

  tick(nowMs: number): void {
    this.#nowMs = nowMs;
    this.#apply({ type: 'tick', nowMs });
  }

  #apply(event: AnsweringMachineEvent): void {
    if (this.isOver && event.type !== 'message-over') return;
    const before = this.#state;
    const { state, decision } = detectMachine(before, event);
    this.#state = state;
    const { verdict, greetingSinceMs } = state;
    if (verdict !== null && verdict !== before.verdict)
      this.#listener({ type: 'verdict', answeredBy: verdict });
    if (decision === 'greet') this.#listener({ type: 'greet', wasGreeted: greetingSinceMs !== null });
    if (decision === 'take-back') this.#listener({ type: 'take-back' });
    if (decision === 'leave-message') this.#listener({ type: 'leave-message' });
    if (decision === 'message-left')
      this.#listener({ type: 'message-left', afterBeep: state.beepMs !== null });
  }
}
