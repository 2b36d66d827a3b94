import type { Engine } from '../engines/engine.ts';
import type { MediaLeg } from '../legs/media-leg.ts';
import { AudioInput } from '../session/audio-input.ts';
import type { CallContext } from '../session/call-context.ts';
import { LateTicks } from '../session/late-ticks.ts';
import { LegTimeline } from '../session/leg-timeline.ts';
import { MachineGate } from '../session/machine-gate.ts';

interface AnswerDetectionDeps {
  call: CallContext;
  leg: Pick<MediaLeg, 'sampleRateHz'>;
  /** Transcribes the party. */
  engine: Pick<Engine, 'pushAudio' | 'speechStarted' | 'speechStopped'>;
  /** A machine answered. May come after we started to speak. */
  machineAnswered(): void;
}

/** Answering-machine detection for the dialed party of a transfer, by the same rules as for customers. */
export class AnswerDetection {
  /** Resolves when it is our turn to speak, to a person or into silence; never if a machine answers first. */
  readonly ourTurn: Promise<void>;
  readonly #call: CallContext;
  readonly #sinceMs: number;
  readonly #timeline = new LegTimeline();
  readonly #audioInput: AudioInput;
  readonly #gate: MachineGate;
  readonly #ticks = new LateTicks();
  #isClosed = false;

  constructor({ call, leg, engine, machineAnswered }: AnswerDetectionDeps) {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.ourTurn = promise;
    this.#call = call;
    this.#sinceMs = call.nowMs();
    this.#gate = new MachineGate(leg.sampleRateHz, (event) => {
      if (event.type === 'greet') resolve();
      if (event.type === 'verdict' && event.answeredBy === 'machine') machineAnswered();
    });
    this.#audioInput = new AudioInput({
      services: call.services,
      sampleRateHz: leg.sampleRateHz,
      output: (frame) => engine.pushAudio(frame),
      listener: (event) => {
        if (event.type === 'noise-kept') return;
        this.#gate.speech(event);
        if (event.type === 'speech-started') engine.speechStarted();
        else engine.speechStopped();
      },
    });
  }

  pushAudio(frame: Int16Array, positionMs: number, waitedMs = 0): void {
    if (this.#isClosed) return;
    const atMs = this.#timeline.callTimeOf(positionMs, this.#nowMs() - waitedMs);
    this.#gate.pushAudio(frame, atMs);
    this.#audioInput.pushAudio(frame, atMs, 'nobody');
  }

  understood(text: string, isFinal: boolean): void {
    if (!this.#isClosed) this.#gate.text(text, isFinal);
  }

  tick(): void {
    const nowMs = this.#nowMs();
    if (this.#isClosed || this.#ticks.isLate(nowMs)) return;
    this.#gate.tick(nowMs);
    this.#audioInput.tick(nowMs);
    if (this.#gate.isOver) this.close();
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#audioInput.close();
  }

  #nowMs(): number {
    return this.#call.nowMs() - this.#sinceMs;
  }
}
