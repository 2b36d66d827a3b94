import type { Clock } from '../core/clock.ts';
import type { Log } from '../core/log.ts';
import type { RealtimeModel } from '../providers/interfaces/realtime-model.ts';
import type { StreamingSynthesizer } from '../providers/interfaces/streaming-synthesizer.ts';
import type { Transcriber } from '../providers/interfaces/transcriber.ts';
import type { SoundBeds } from './audio/beds/sound-beds.ts';
import type { CallOutcome } from './call-event.ts';
import type { CallAssistant, CallHost } from './call-host.ts';
import type { OpenEngine } from './engines/engine-options.ts';
import type { EndOfTurnDetector } from './hearing/end-of-turn.ts';
import type { NoiseCanceller } from './hearing/noise-canceller.ts';
import type { VoiceActivityDetector } from './hearing/voice-activity.ts';
import type { MediaLeg, SampleRateHz } from './legs/media-leg.ts';

/** Calls back once per 20 ms, without drift, for all calls of the process. */
export interface MediaClock {
  /** @returns how to stop. `tick` counts frames from the first call back, without a gap: late ones follow at once. */
  every20Ms(listener: (tick: number) => void): () => void;
}

/** Says a text as a whole: mono PCM. */
export type ReadAloud = (
  text: string,
  sampleRateHz: SampleRateHz,
  signal: AbortSignal,
) => Promise<Int16Array>;

/** What all calls of a process share. */
export interface VoiceServices {
  clock: Clock;
  mediaClock: MediaClock;
  voiceActivity: VoiceActivityDetector;
  noiseCanceller: NoiseCanceller;
  /** Of `endpoint_type: ai`; null: there is none, and silence decides. */
  endOfTurn: EndOfTurnDetector | null;
  /** What sounds behind an assistant, and while somebody waits. */
  beds: Pick<SoundBeds, 'play'>;
  /** Of what customers type; null: nothing speaks here without a vendor. */
  readAloud: ReadAloud | null;
  /** By the code of their offers. */
  transcribers: ReadonlyMap<string, Transcriber>;
  synthesizers: ReadonlyMap<string, StreamingSynthesizer>;
  /** By `vendor/model`. */
  realtimeModels: ReadonlyMap<string, RealtimeModel>;
  /** Opens the engine of an assistant's mode over the providers above. */
  openEngine: OpenEngine;
  log: Log;
}

/** A call that was answered and is to be held. */
export interface AnsweredCall {
  leg: MediaLeg;
  direction: 'inbound' | 'outbound' | 'web';
  assistant: CallAssistant;
  host: CallHost;
  /** Aborted when the call must end: the process stops, the owner asks for it. */
  signal: AbortSignal;
  /** Aborted when the call is to end with a goodbye, within seconds. */
  leave?: AbortSignal;
  /** Told once, at the end; what is under way is closed after it. */
  ended?(): void;
}

/** Holds a call to its end. Never rejects: what goes wrong is in the outcome. Written in `run-call.ts`. */
export type RunCall = (services: VoiceServices, call: AnsweredCall) => Promise<CallOutcome>;
