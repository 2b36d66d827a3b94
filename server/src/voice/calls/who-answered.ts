import type { MediaLeg } from '../legs/media-leg.ts';
import type { CallContext } from '../session/call-context.ts';
import { Ear } from '../session/ear.ts';
import { LateTicks } from '../session/late-ticks.ts';
import { LegTimeline } from '../session/leg-timeline.ts';
import { MachineGate } from '../session/machine-gate.ts';
import type { SpeechChange } from '../turns/speech-segments.ts';

interface WhoAnsweredDeps {
  call: CallContext;
  leg: Pick<MediaLeg, 'sampleRateHz'>;
  /** What is heard, for whoever understands words. */
  sound(frame: Int16Array): void;
  speech(change: SpeechChange): void;
  /** A machine has answered; maybe only after we had begun to speak. */
  machine(): void;
}

/** Listens to who has answered a call that we have made beside the customer's, by the rules for customers. */
export class WhoAnswered {
  /** Resolves when it is our turn to speak: to a person, or to somebody silent; never where a machine answers first. */
  readonly ourTurn: Promise<void>;
  readonly #call: CallContext;
  readonly #sinceMs: number;
  readonly #timeline = new LegTimeline();
  readonly #ear: Ear;
  readonly #gate: MachineGate;
  readonly #ticks = new LateTicks();
  #isClosed = false;

  constructor({ call, leg, sound, speech, machine }: WhoAnsweredDeps) {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.ourTurn = promise;
    this.#call = call;
    this.#sinceMs = call.nowMs();
    this.#gate = new MachineGate(leg.sampleRateHz, {
      greet: () => resolve(),
      verdict: (answeredBy) => {
        if (answeredBy === 'machine') machine();
      },
      leaveMessage: () => undefined,
    });
    this.#ear = new Ear({
      ...{ services: call.services, sampleRateHz: leg.sampleRateHz, sound },
      floor: () => 'nobody',
      speech: (change) => {
        this.#gate.speech(change);
        speech(change);
      },
    });
  }

  hear(frame: Int16Array, positionMs: number, waitedMs = 0): void {
    if (this.#isClosed) return;
    const atMs = this.#timeline.place(positionMs, this.#nowMs() - waitedMs);
    this.#gate.hear(frame, atMs);
    this.#ear.hear(frame, atMs);
  }

  /** Words of whoever has answered. */
  understood(text: string, isFinal: boolean): void {
    if (!this.#isClosed) this.#gate.text(text, isFinal);
  }

  tick(): void {
    const nowMs = this.#nowMs();
    if (this.#isClosed || this.#ticks.isLate(nowMs)) return;
    this.#gate.tick(nowMs);
    this.#ear.tick(nowMs);
    if (this.#gate.isOver) this.close();
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#ear.close();
  }

  #nowMs(): number {
    return this.#call.nowMs() - this.#sinceMs;
  }
}
