import { CallRecorder } from '../audio/recording/call-recorder.ts';
import { FRAME_MS, type SampleRateHz } from '../legs/media-leg.ts';
import type { CallContext } from './call-context.ts';

/**
 * What is kept of a call's sound: that of the assistants who record. Where one does not it is silent up to the next who does, so
 * that a moment of the call is the same moment of its recording.
 */
export class CallRecording {
  readonly #call: CallContext;
  readonly #sampleRateHz: SampleRateHz;
  #recorder: CallRecorder | null = null;
  #isOn = false;
  /** Where the present stretch begins, of the call. */
  #sinceMs = 0;

  constructor(call: CallContext, sampleRateHz: SampleRateHz) {
    this.#call = call;
    this.#sampleRateHz = sampleRateHz;
  }

  /** From now on, or no more; the world around the call may refuse. */
  record(isOn: boolean): void {
    if (isOn === this.#isOn) return;
    this.#isOn = isOn;
    if (!isOn) return;
    this.#sinceMs = this.#call.nowMs();
    this.#recorder ??= this.#open();
    this.#recorder?.silent(this.#sinceMs);
  }

  customer(frame: Int16Array, atMs: number): void {
    if (this.#isKept(atMs)) this.#recorder?.customer(frame, atMs);
  }

  assistant(frame: Int16Array, atMs: number): void {
    if (this.#isKept(atMs)) this.#recorder?.assistant(frame, atMs);
  }

  /** Nothing was sent in the frame at `atMs`. */
  quiet(atMs: number): void {
    if (this.#isKept(atMs)) this.#recorder?.quiet(atMs + FRAME_MS);
  }

  /** So much of what was sent last was never heard. */
  takeBack(ms: number): void {
    if (this.#isOn) this.#recorder?.takeBack(Math.min(ms, this.#call.nowMs() - this.#sinceMs));
  }

  close(): void {
    this.#recorder?.close();
  }

  #open(): CallRecorder | null {
    const sink = this.#call.host.recording(this.#sampleRateHz);
    return sink === null ? null : new CallRecorder(sink, this.#sampleRateHz);
  }

  #isKept(atMs: number): boolean {
    return this.#isOn && atMs >= this.#sinceMs;
  }
}
