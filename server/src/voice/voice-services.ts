import type { Clock } from '../core/clock.ts';
import type { Log } from '../core/log.ts';
import type { RealtimeModel } from '../providers/interfaces/realtime-model.ts';
import type { SttProvider } from '../providers/interfaces/stt-provider.ts';
import type { TtsProvider } from '../providers/interfaces/tts-provider.ts';
import type { BackgroundAudio } from './audio/background/background-audio.ts';
import type { NoiseCanceller } from './audio/noise/noise-canceller.ts';
import type { CallOutcome } from './call-event.ts';
import type { CallAssistant, CallHost } from './call-host.ts';
import type { OpenEngine } from './engines/engine-options.ts';
import type { MediaLeg, SampleRateHz } from './legs/media-leg.ts';
import type { SupervisedCall } from './supervised-call.ts';
import type { TurnDetector } from './turn-detector/turn-detector.ts';
import type { VoiceActivityDetector } from './vad/voice-activity.ts';

/** Ticks every 20 ms, without drift, for all calls of a process. */
export interface MediaClock {
  /**
   * @returns a function that unsubscribes. `tick` counts frames since the first callback, without gaps: late ticks
   * catch up immediately.
   */
  every20Ms(listener: (tick: number) => void): () => void;
}

/** Synthesizes a text as mono PCM. */
export type ReadAloud = (
  text: string,
  sampleRateHz: SampleRateHz,
  signal: AbortSignal,
) => Promise<Int16Array>;

/** Services shared by all calls of a process. */
export interface VoiceServices {
  clock: Clock;
  mediaClock: MediaClock;
  voiceActivity: VoiceActivityDetector;
  noiseCanceller: NoiseCanceller;
  /** For `endpoint_type: ai`; null if silence decides. */
  turnDetector: TurnDetector | null;
  /** Ambience and hold music. */
  backgroundAudio: Pick<BackgroundAudio, 'play'>;
  /** TTS for typed text; null if no local TTS is available. */
  readAloud: ReadAloud | null;
  /** By provider code. */
  sttProviders: ReadonlyMap<string, SttProvider>;
  ttsProviders: ReadonlyMap<string, TtsProvider>;
  /** A placeholder for a TTS provider that is not configured; by default, one without a fallback. */
  missingTts?(code: string): TtsProvider;
  /** By `vendor/model`. */
  realtimeModels: ReadonlyMap<string, RealtimeModel>;
  openEngine: OpenEngine;
  log: Log;
}

export interface AnsweredCall {
  leg: MediaLeg;
  direction: 'inbound' | 'outbound' | 'web';
  assistant: CallAssistant;
  host: CallHost;
  /** Aborted to end the call: process shutdown, or a request of the owner. */
  signal: AbortSignal;
  /** Aborted to end the call with a goodbye, within seconds. */
  endGracefully?: AbortSignal;
  /** Called once, when the call can be supervised. */
  started?(call: SupervisedCall): void;
  /** Called once at the end, before resources are closed. */
  ended?(): void;
}

/** Runs a call to its end. Never rejects; failures are in the outcome. Implemented in `call-session.ts`. */
export type RunCall = (services: VoiceServices, call: AnsweredCall) => Promise<CallOutcome>;
