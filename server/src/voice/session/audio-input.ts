import { Resampler } from '../../core/resampler.ts';
import type { NoiseCanceledStream } from '../audio/noise/noise-canceller.ts';
import { FRAME_MS, type SampleRateHz } from '../legs/media-leg.ts';
import type { VoiceSettings } from '../settings.ts';
import {
  confirmSpeaker,
  type IgnoredSpeech,
  INITIAL_SPEAKER,
  type PrimarySpeaker,
  type TurnHolder,
  trackSpeaker,
} from '../turns/primary-speaker.ts';
import {
  endSpeech,
  NO_SPEECH,
  type SpeechChange,
  type SpeechSegments,
  trackSpeech,
} from '../turns/speech-segments.ts';
import type { VoiceActivityStream } from '../vad/voice-activity.ts';
import type { VoiceServices } from '../voice-services.ts';
import { RecentAudio } from './recent-audio.ts';

const DETECTOR_RATE_HZ = 8000;
/** If no frame arrives for this long, the leg does not transmit silence. */
const NO_AUDIO_MS = 200;
/** Silence after which segment-based STT providers may start. */
const MAX_SEGMENT_SILENCE_MS = 200;

/**
 * VAD frames of 32 ms end between media frames and arrive late. Until a result arrives, audio counts like the last
 * result; otherwise every answer would wait for it.
 */
const VAD_LATENCY_MS = 64;

export type AudioInputEvent =
  | SpeechChange
  /** Noise cancellation was skipped; once per assistant. */
  | { type: 'noise-kept' };

export interface AudioInputDeps {
  services: Pick<VoiceServices, 'voiceActivity' | 'noiseCanceller'>;
  sampleRateHz: SampleRateHz;
  /** Receives the audio, after noise cancellation if enabled. */
  output(frame: Int16Array): void;
  listener(event: AudioInputEvent): void;
}

/** Audio input of one leg: noise cancellation, VAD and filtering of background speakers. */
export class AudioInput {
  readonly #deps: AudioInputDeps;
  readonly #stream: VoiceActivityStream;
  readonly #resampler: Resampler | null;
  #segments: SpeechSegments = NO_SPEECH;
  #speaker: PrimarySpeaker = INITIAL_SPEAKER;
  #lastFrameMs = 0;
  #stopAfterMs = MAX_SEGMENT_SILENCE_MS;
  #canceled: NoiseCanceledStream | null = null;
  /** Timeline positions of the frames in noise cancellation. */
  #pendingMs: number[] = [];
  #recent: RecentAudio | null = null;
  /** Of the last frame. */
  #turnHolder: TurnHolder = 'nobody';

  constructor(deps: AudioInputDeps) {
    this.#deps = deps;
    const { sampleRateHz } = deps;
    this.#resampler =
      sampleRateHz === DETECTOR_RATE_HZ ? null : new Resampler(sampleRateHz, DETECTOR_RATE_HZ);
    this.#stream = deps.services.voiceActivity.open(
      (probability, endMs, { trailingSilenceMs, levelDbfs }) => {
        const { state, isCustomer, sinceMs } = trackSpeaker(
          this.#speaker,
          { probability, endMs, levelDbfs },
          { turnHolder: this.#turnHolder, speaking: this.#segments.speaking },
        );
        this.#speaker = state;
        if (sinceMs != null) this.#segments = { ...this.#segments, sinceMs };
        const heard = { probability: isCustomer ? probability : 0, endMs, trailingSilenceMs };
        this.#apply(trackSpeech(this.#segments, heard, this.#stopAfterMs));
      },
    );
  }

  get segments(): SpeechSegments {
    return this.#segments;
  }

  /** The last utterance during an answer that was not taken for the customer's. */
  get ignored(): IgnoredSpeech | null {
    return this.#speaker.ignored;
  }

  /** True if the STT provider sends interim results. */
  get hasInterims(): boolean {
    return this.#speaker.hasInterims;
  }

  /** A transcript confirms that the detected speech is the customer's. */
  understood(isFinal: boolean): void {
    this.#speaker = confirmSpeaker(this.#speaker, isFinal);
  }

  applySettings(settings: VoiceSettings): void {
    this.#stopAfterMs = Math.min(MAX_SEGMENT_SILENCE_MS, settings.endpointSilenceMs);
    this.#recent = settings.endpointType === 'ai' ? new RecentAudio() : null;
    this.#canceled?.close();
    this.#pendingMs = [];
    this.#canceled = settings.noiseCancellation ? this.#openNoiseCancellation() : null;
  }

  /** @param atMs start of the frame in call time @param turnHolder whose turn it is meanwhile */
  pushAudio(frame: Int16Array, atMs: number, turnHolder: TurnHolder): void {
    this.#turnHolder = turnHolder;
    this.#lastFrameMs = atMs + FRAME_MS;
    if (this.#canceled === null) this.#process(frame, atMs);
    else {
      this.#pendingMs.push(atMs);
      this.#canceled.push(frame);
    }
  }

  /** The last `ms` of audio at 8 kHz, for the turn detector. */
  recent(ms: number): Int16Array {
    return this.#recent?.take(ms) ?? new Int16Array(0);
  }

  /** Silence since the customer's last sound; 0 while they speak. */
  silenceMs(nowMs: number): number {
    const { speaking, processedUntilMs, lastVoicedMs, isVoiced } = this.#segments;
    const isFlowing = nowMs - this.#lastFrameMs < NO_AUDIO_MS;
    if (isFlowing && speaking && isVoiced) return 0;
    const classifiedUntilMs = isFlowing ? Math.min(nowMs, processedUntilMs + VAD_LATENCY_MS) : nowMs;
    return Math.max(0, classifiedUntilMs - lastVoicedMs);
  }

  tick(nowMs: number): void {
    if (nowMs - this.#lastFrameMs < NO_AUDIO_MS || !this.#segments.speaking) return;
    this.#apply(endSpeech(this.#segments));
  }

  /** Resets the state for a new speaker or assistant; ends ongoing speech. */
  reset(): void {
    this.#apply(endSpeech(this.#segments));
    this.#stream.reset();
    this.#segments = { ...NO_SPEECH, processedUntilMs: this.#segments.processedUntilMs };
    this.#speaker = INITIAL_SPEAKER;
  }

  close(): void {
    this.#stream.close();
    this.#canceled?.close();
  }

  #openNoiseCancellation(): NoiseCanceledStream {
    const { services, sampleRateHz } = this.#deps;
    const processed = (frame: Int16Array): void => {
      const atMs = this.#pendingMs.shift();
      if (atMs !== undefined) this.#process(frame, atMs);
    };
    return services.noiseCanceller.open(sampleRateHz, processed, () =>
      this.#deps.listener({ type: 'noise-kept' }),
    );
  }

  #process(frame: Int16Array, atMs: number): void {
    const narrow = this.#resampler?.process(frame) ?? frame;
    this.#recent?.push(narrow);
    this.#deps.output(frame);
    this.#stream.push(narrow, atMs + FRAME_MS);
  }

  #apply({ state, change }: { state: SpeechSegments; change: SpeechChange | null }): void {
    this.#segments = state;
    if (change !== null) this.#deps.listener(change);
  }
}
