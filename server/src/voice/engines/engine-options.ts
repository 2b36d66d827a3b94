import type { AgentTool } from '../../agent/tool.ts';
import type { HistoryMessage } from '../../agent/turn.ts';
import type { Clock } from '../../core/clock.ts';
import type { RealtimeModel } from '../../providers/interfaces/realtime-model.ts';
import type { StreamingSynthesizer } from '../../providers/interfaces/streaming-synthesizer.ts';
import type { Transcriber } from '../../providers/interfaces/transcriber.ts';
import type { CallAssistant } from '../call-host.ts';
import type { SampleRateHz } from '../legs/media-leg.ts';
import type { Engine, EngineEvent } from './engine.ts';

/** What engines need of what all calls share. */
export interface EngineServices {
  /** By the code of their offers. */
  transcribers: ReadonlyMap<string, Transcriber>;
  synthesizers: ReadonlyMap<string, StreamingSynthesizer>;
  /** By `vendor/model`. */
  realtimeModels: ReadonlyMap<string, RealtimeModel>;
}

export interface EngineOptions {
  assistant: CallAssistant;
  sampleRateHz: SampleRateHz;
  /** Hears what happens; never before `openEngine` has returned. Must not throw. */
  listener(event: EngineEvent): void;
  /** What the assistant may do with the call itself, beside the account's own tools. */
  extraTools: readonly AgentTool[];
  /** What was heard in this call before this engine: another assistant's part of it. */
  history: readonly HistoryMessage[];
  /** What is heard is understood and never answered: nothing is prepared for it. False when absent. */
  answersNobody?: boolean;
  clock: Clock;
  /** Aborted when the call is over: tools that still run are ended. */
  signal: AbortSignal;
}

/** Opens the engine of the assistant's mode. Never throws: what cannot be opened is told as a fatal `failed`. */
export type OpenEngine = (options: EngineOptions) => Engine;
