import { Resampler } from '../../core/resampler.ts';
import type { CleanedSound } from '../hearing/noise-canceller.ts';
import type { VoiceActivityStream } from '../hearing/voice-activity.ts';
import { FRAME_MS, type SampleRateHz } from '../legs/media-leg.ts';
import type { VoiceSettings } from '../settings.ts';
import {
  type Floor,
  hearNear,
  hearWords,
  type NearSpeech,
  NOTHING_NEAR,
  type PassedSpeech,
} from '../turns/near-speech.ts';
import {
  hearSpeech,
  loseSpeech,
  NO_SPEECH,
  type SpeechChange,
  type SpeechSegments,
} from '../turns/speech-segments.ts';
import type { VoiceServices } from '../voice-services.ts';
import { RecentSound } from './recent-sound.ts';

const DETECTOR_RATE_HZ = 8000;
/** Longer without a frame is silence that was not sent. */
const NOTHING_ARRIVES_MS = 200;
/** A transcriber of whole segments may begin its work after so much silence. */
const MAX_SEGMENT_SILENCE_MS = 200;

/**
 * The detector judges pieces of 32 ms, which end between frames, and some later: what it has not heard yet counts like what it heard
 * last, or every answer would wait for the judgement on its last moment.
 */
const JUDGEMENT_MS = 64;

export interface EarDeps {
  services: Pick<VoiceServices, 'voiceActivity' | 'noiseCanceller'>;
  sampleRateHz: SampleRateHz;
  floor(): Floor;
  speech(change: SpeechChange): void;
  /** What was heard, without noise where that is wanted. */
  sound(frame: Int16Array): void;
  /** There was no time to take the noise away; told once for an assistant. */
  noiseKept?(): void;
}

/** Hears what the customer says in the frames of one leg, and where they speak; other people's talk is left out as far as it is told. */
export class Ear {
  readonly #deps: EarDeps;
  readonly #stream: VoiceActivityStream;
  readonly #resampler: Resampler | null;
  #segments: SpeechSegments = NO_SPEECH;
  #near: NearSpeech = NOTHING_NEAR;
  #lastFrameMs = 0;
  #stopAfterMs = MAX_SEGMENT_SILENCE_MS;
  #cleaned: CleanedSound | null = null;
  /** Where the frames belong that are being cleaned. */
  #waitingMs: number[] = [];
  #recent: RecentSound | null = null;

  constructor(deps: EarDeps) {
    this.#deps = deps;
    const { sampleRateHz } = deps;
    this.#resampler =
      sampleRateHz === DETECTOR_RATE_HZ ? null : new Resampler(sampleRateHz, DETECTOR_RATE_HZ);
    this.#stream = deps.services.voiceActivity.open((probability, endMs, { quietMs, levelDbfs }) => {
      const context = { floor: deps.floor(), speaking: this.#segments.speaking };
      const { state, isCustomer, sinceMs } = hearNear(this.#near, { probability, endMs, levelDbfs }, context);
      this.#near = state;
      if (sinceMs != null) this.#segments = { ...this.#segments, sinceMs };
      const heard = { probability: isCustomer ? probability : 0, endMs, quietMs };
      this.#apply(hearSpeech(this.#segments, heard, this.#stopAfterMs));
    });
  }

  get segments(): SpeechSegments {
    return this.#segments;
  }

  /** Up to where the customer is believed to speak: a moment that is quiet belongs to speech that goes on. */
  get voicedUntilMs(): number {
    const { isVoiced, heardUntilMs, lastVoicedMs } = this.#segments;
    return isVoiced ? heardUntilMs : lastVoicedMs;
  }

  /** Speech over an answer that was not taken for the customer's, and ended no longer ago than `withinMs`; null: there was none. */
  passed(nowMs: number, withinMs: number): PassedSpeech | null {
    const { passed } = this.#near;
    return passed !== null && nowMs - passed.lastMs <= withinMs ? passed : null;
  }

  /** Words of this customer's were told while they were said. */
  get tellsWordsSoon(): boolean {
    return this.#near.isFollowed;
  }

  /** Words were understood: it is the customer who was heard. */
  understood(isFinal: boolean): void {
    this.#near = hearWords(this.#near, isFinal);
  }

  /** Hears as an assistant's settings say. */
  adjust(settings: VoiceSettings): void {
    this.#stopAfterMs = Math.min(MAX_SEGMENT_SILENCE_MS, settings.endpointSilenceMs);
    this.#recent = settings.endpointType === 'ai' ? new RecentSound() : null;
    this.#cleaned?.close();
    this.#waitingMs = [];
    this.#cleaned = settings.noiseCancellation ? this.#clean() : null;
  }

  /** @param atMs where the frame begins on the call's timeline */
  hear(frame: Int16Array, atMs: number): void {
    this.#lastFrameMs = atMs + FRAME_MS;
    if (this.#cleaned === null) this.#listen(frame, atMs);
    else {
      this.#waitingMs.push(atMs);
      this.#cleaned.push(frame);
    }
  }

  /** The end of what was heard, at 8 kHz: what a judge of turns goes by. */
  recent(ms: number): Int16Array {
    return this.#recent?.take(ms) ?? new Int16Array(0);
  }

  /** Silence since the customer's last sound; 0 while they speak. */
  silenceMs(nowMs: number): number {
    const { speaking, heardUntilMs, lastVoicedMs, isVoiced } = this.#segments;
    const isFlowing = nowMs - this.#lastFrameMs < NOTHING_ARRIVES_MS;
    if (isFlowing && speaking && isVoiced) return 0;
    const judgedUntilMs = isFlowing ? Math.min(nowMs, heardUntilMs + JUDGEMENT_MS) : nowMs;
    return Math.max(0, judgedUntilMs - lastVoicedMs);
  }

  tick(nowMs: number): void {
    if (nowMs - this.#lastFrameMs < NOTHING_ARRIVES_MS || !this.#segments.speaking) return;
    this.#apply(loseSpeech(this.#segments));
  }

  /** Hears from the beginning; what the customer was saying is over. */
  reset(): void {
    this.#apply(loseSpeech(this.#segments));
    this.#stream.reset();
    this.#segments = { ...NO_SPEECH, heardUntilMs: this.#segments.heardUntilMs };
    this.#near = NOTHING_NEAR;
  }

  close(): void {
    this.#stream.close();
    this.#cleaned?.close();
  }

  #clean(): CleanedSound {
    const { services, sampleRateHz } = this.#deps;
    const cleaned = (frame: Int16Array): void => {
      const atMs = this.#waitingMs.shift();
      if (atMs !== undefined) this.#listen(frame, atMs);
    };
    return services.noiseCanceller.open(sampleRateHz, cleaned, () => this.#deps.noiseKept?.());
  }

  #listen(frame: Int16Array, atMs: number): void {
    const narrow = this.#resampler?.process(frame) ?? frame;
    this.#recent?.push(narrow);
    this.#deps.sound(frame);
    this.#stream.push(narrow, atMs + FRAME_MS);
  }

  #apply({ state, change }: { state: SpeechSegments; change: SpeechChange | null }): void {
    this.#segments = state;
    if (change !== null) this.#deps.speech(change);
  }
}
