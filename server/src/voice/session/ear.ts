import { Resampler } from '../audio/resampler.ts';
import type { VoiceActivityDetector, VoiceActivityStream } from '../hearing/voice-activity.ts';
import { FRAME_MS, type SampleRateHz } from '../legs/media-leg.ts';
import {
  hearSpeech,
  loseSpeech,
  NO_SPEECH,
  type SpeechChange,
  type SpeechSegments,
} from '../turns/speech-segments.ts';

const DETECTOR_RATE_HZ = 8000;
/** Longer without a frame is silence that was not sent. */
const NOTHING_ARRIVES_MS = 200;

/** Hears where the customer speaks, in the frames of one leg. */
export class Ear {
  readonly #stream: VoiceActivityStream;
  readonly #resampler: Resampler | null;
  readonly #listener: (change: SpeechChange) => void;
  #segments: SpeechSegments = NO_SPEECH;
  #lastFrameMs = 0;
  /** Silence that ends a segment. */
  stopAfterMs = 200;

  constructor(
    detector: VoiceActivityDetector,
    sampleRateHz: SampleRateHz,
    listener: (change: SpeechChange) => void,
  ) {
    this.#listener = listener;
    this.#resampler =
      sampleRateHz === DETECTOR_RATE_HZ ? null : new Resampler(sampleRateHz, DETECTOR_RATE_HZ);
    this.#stream = detector.open((probability, endMs) => this.#judged(probability, endMs));
  }

  get segments(): SpeechSegments {
    return this.#segments;
  }

  /** @param atMs where the frame begins on the call's timeline */
  hear(frame: Int16Array, atMs: number): void {
    this.#lastFrameMs = atMs + FRAME_MS;
    this.#stream.push(this.#resampler?.process(frame) ?? frame, atMs + FRAME_MS);
  }

  /** Silence since the customer's last sound; 0 while they speak. */
  silenceMs(nowMs: number): number {
    if (this.#segments.speaking && this.#segments.heardUntilMs === this.#segments.lastVoicedMs) return 0;
    const isFlowing = nowMs - this.#lastFrameMs < NOTHING_ARRIVES_MS;
    const untilMs = isFlowing ? this.#segments.heardUntilMs : nowMs;
    return Math.max(0, untilMs - this.#segments.lastVoicedMs);
  }

  tick(nowMs: number): void {
    if (nowMs - this.#lastFrameMs < NOTHING_ARRIVES_MS || !this.#segments.speaking) return;
    this.#apply(loseSpeech(this.#segments));
  }

  reset(): void {
    this.#stream.reset();
    this.#segments = { ...NO_SPEECH, heardUntilMs: this.#segments.heardUntilMs };
  }

  close(): void {
    this.#stream.close();
  }

  #judged(probability: number, endMs: number): void {
    this.#apply(hearSpeech(this.#segments, { probability, endMs }, this.stopAfterMs));
  }

  #apply({ state, change }: { state: SpeechSegments; change: SpeechChange | null }): void {
    this.#segments = state;
    if (change !== null) this.#listener(change);
  }
}
