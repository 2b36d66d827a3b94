import type { AgentTool } from '../../agent/tool.ts';
import type { HistoryMessage } from '../../agent/turn.ts';
import type { Clock } from '../../core/clock.ts';
import type { CallAssistant } from '../call-host.ts';
import type { SampleRateHz } from '../legs/media-leg.ts';
import type { VoiceServices } from '../voice-services.ts';
import type { EngineEvent } from './engine.ts';

/** What engines need of what all calls share. */
export type EngineServices = Pick<VoiceServices, 'transcribers' | 'synthesizers' | 'realtimeModels'>;

export interface EngineOptions {
  assistant: CallAssistant;
  sampleRateHz: SampleRateHz;
  /** Hears what happens; never before `openEngine` has returned. Must not throw. */
  listener(event: EngineEvent): void;
  /** What the assistant may do with the call itself, beside the account's own tools. */
  extraTools: readonly AgentTool[];
  /** What was heard in this call before this engine: another assistant's part of it. */
  history?: readonly HistoryMessage[];
  clock: Clock;
  /** Aborted when the call is over: tools that still run are ended. */
  signal: AbortSignal;
}
