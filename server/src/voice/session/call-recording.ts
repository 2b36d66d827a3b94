import { CallRecorder } from '../audio/recording/call-recorder.ts';
import { FRAME_MS, type SampleRateHz } from '../legs/media-leg.ts';
import type { CallContext } from './call-context.ts';

/**
 * What is kept of a call's sound: that of the assistants who record. One that does not leaves nothing behind, no silence
 * either: what was recorded before and after it stands side by side.
 */
export class CallRecording {
  readonly #call: CallContext;
  readonly #sampleRateHz: SampleRateHz;
  #recorder: CallRecorder | null = null;
  #isOn = false;
  /** Where the present stretch begins, of the call. */
  #sinceMs = 0;
  /** How much was recorded before it. */
  #beforeMs = 0;

  constructor(call: CallContext, sampleRateHz: SampleRateHz) {
    this.#call = call;
    this.#sampleRateHz = sampleRateHz;
  }

  /** From now on, or no more; the world around the call may refuse. */
  record(isOn: boolean): void {
    if (isOn === this.#isOn) return;
    const nowMs = this.#call.nowMs();
    if (isOn) this.#sinceMs = nowMs;
    else this.#beforeMs += nowMs - this.#sinceMs;
    this.#isOn = isOn;
    if (isOn && this.#recorder === null) this.#recorder = this.#open();
  }

  customer(frame: Int16Array, atMs: number): void {
    if (this.#isKept(atMs)) this.#recorder?.customer(frame, this.#placeOf(atMs));
  }

  assistant(frame: Int16Array, atMs: number): void {
    if (this.#isKept(atMs)) this.#recorder?.assistant(frame, this.#placeOf(atMs));
  }

  /** Nothing was sent in the frame at `atMs`. */
  quiet(atMs: number): void {
    if (this.#isKept(atMs)) this.#recorder?.quiet(this.#placeOf(atMs) + FRAME_MS);
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

  #placeOf(atMs: number): number {
    return this.#beforeMs + atMs - this.#sinceMs;
  }
}
