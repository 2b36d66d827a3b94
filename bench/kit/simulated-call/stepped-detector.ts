import type { Clock } from '../../../server/src/core/clock.ts';
import { ModelStream, type VadQueue, type WaitingFrame } from '../../../server/src/voice/vad/model-stream.ts';
import {
  initialState,
  type SileroModel,
  type SileroState,
} from '../../../server/src/voice/vad/silero/silero-model.ts';
import type {
  VoiceActivityDetector,
  VoiceActivityListener,
  VoiceActivityStream,
} from '../../../server/src/voice/vad/voice-activity.ts';

/** Delay from a frame to its result, as measured for a thread with 100 concurrent calls (bench/README.md, voice-activity). */
const PREDICTED_AFTER_MS = 8;

/** Silero behind its gate, in this thread and on a simulated clock. */
export class SteppedDetector implements VoiceActivityDetector, VadQueue {
  readonly usesModel = true;
  readonly #clock: Clock;
  readonly #model: SileroModel;
  readonly #memories = new Map<ModelStream, SileroState>();
  #waiting: WaitingFrame[] = [];
  #nextId = 0;

  constructor(clock: Clock, model: SileroModel) {
    this.#clock = clock;
    this.#model = model;
  }

  open(listener: VoiceActivityListener): VoiceActivityStream {
    return new ModelStream(this.#nextId++, this, listener);
  }

  add(frame: WaitingFrame): void {
    if (this.#waiting.length === 0) void this.#clock.sleep(PREDICTED_AFTER_MS).then(() => this.#predict());
    this.#waiting.push(frame);
  }

  forget(stream: ModelStream): void {
    this.#memories.delete(stream);
  }

  async close(): Promise<void> {
    this.#waiting = [];
  }

  #predict(): void {
    const frames = this.#waiting;
    this.#waiting = [];
    for (let start = 0; start < frames.length; ) {
      const round = distinct(frames.slice(start));
      const memories = round.map((frame) => this.#memoryOf(frame));
      const predicted = this.#model.predict(
        memories,
        round.map(({ samples }) => samples),
      );
      round.forEach((frame, index) => {
        frame.stream.predicted(frame, predicted[index] ?? 0);
      });
      start += round.length;
    }
  }

  #memoryOf({ stream, isFresh }: WaitingFrame): SileroState {
    const known = isFresh ? undefined : this.#memories.get(stream);
    const memory = known ?? initialState();
    this.#memories.set(stream, memory);
    return memory;
  }
}

/** The leading frames from different calls; a call's second frame needs the state after its first. */
function distinct(frames: readonly WaitingFrame[]): WaitingFrame[] {
  const seen = new Set<ModelStream>();
  const again = frames.findIndex(({ stream }) => {
    if (seen.has(stream)) return true;
    seen.add(stream);
    return false;
  });
  return frames.slice(0, again === -1 ? frames.length : again);
}
