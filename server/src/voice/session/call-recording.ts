import { CallRecorder } from '../audio/recording/call-recorder.ts';
import { FRAME_MS, type SampleRateHz } from '../legs/media-leg.ts';
import type { CallContext } from './call-context.ts';
import { LegTimeline, OUTBOUND_JUMP_RULE } from './leg-timeline.ts';

/** Maximum time from the start of a key's tone to its report. */
const KEY_TONE_BEFORE_MS = 400;
/** Maximum length of the tone after the report. */
const KEY_TONE_AFTER_MS = 600;

/**
 * Recording of a call. Only assistants with recording enabled are recorded; the rest is silent, so that the timelines
 * of call and recording match.
 */
export class CallRecording {
  readonly #call: CallContext;
  readonly #sampleRateHz: SampleRateHz;
  readonly #sent = new LegTimeline(OUTBOUND_JUMP_RULE);
  #recorder: CallRecorder | null = null;
  #isOn = false;
  /** Start of the current recorded section, in call time. */
  #sinceMs = 0;

  constructor(call: CallContext, sampleRateHz: SampleRateHz) {
    this.#call = call;
    this.#sampleRateHz = sampleRateHz;
  }

  /** Starts or stops recording; the host may refuse. */
  record(isOn: boolean): void {
    if (isOn === this.#isOn) return;
    this.#isOn = isOn;
    if (!isOn) return;
    this.#sinceMs = this.#call.nowMs();
    this.#recorder ??= this.#open();
    this.#recorder?.silent(this.#sinceMs);
  }

  customer(frame: Int16Array, atMs: number): void {
    if (this.#isRecorded(atMs)) this.#recorder?.customer(frame, atMs);
  }

  /** Mutes the customer around a key, whose tone may be in the audio. */
  keyPressed(nowMs: number): void {
    this.#recorder?.muteCustomer(nowMs - KEY_TONE_BEFORE_MS, nowMs + KEY_TONE_AFTER_MS);
  }

  /** @param frame audio sent at `positionMs`; null if the leg did not take it */
  assistant(frame: Int16Array | null, positionMs: number, nowMs: number): void {
    const atMs = this.#sent.callTimeOf(positionMs, nowMs);
    if (!this.#isRecorded(atMs)) return;
    if (frame === null) this.#recorder?.quiet(atMs + FRAME_MS);
    else this.#recorder?.assistant(frame, atMs);
  }

  /** The last `ms` of sent audio were never played. */
  retract(ms: number): void {
    if (this.#isOn) this.#recorder?.retract(Math.min(ms, this.#call.nowMs() - this.#sinceMs));
  }

  close(): void {
    this.#recorder?.close();
  }

  #open(): CallRecorder | null {
    const sink = this.#call.host.recording(this.#sampleRateHz);
    return sink === null ? null : new CallRecorder(sink, this.#sampleRateHz);
  }

  #isRecorded(atMs: number): boolean {
    return this.#isOn && atMs >= this.#sinceMs;
  }
}
