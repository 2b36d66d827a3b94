import type { AgentTool } from '../../agent/tool.ts';
import type { HistoryMessage } from '../../agent/turn.ts';
import type { Clock } from '../../core/clock.ts';
import type { CallAssistant } from '../call-host.ts';
import type { Engine, EngineEvent } from '../engines/engine.ts';
import type { SampleRateHz } from '../legs/media-leg.ts';

export interface EngineOpening {
  assistant: CallAssistant;
  sampleRateHz: SampleRateHz;
  /** Hears what happens, never before `openEngine` has returned; does not throw. */
  listener(event: EngineEvent): void;
  /** What the assistant may do with the call itself, beside the account's own tools. */
  extraTools: readonly AgentTool[];
  /** What was heard in this call before this engine. */
  history: readonly HistoryMessage[];
  clock: Clock;
  /** Aborted when the call is over: tools that still run are ended. */
  signal: AbortSignal;
}

/** Opens the engine of the assistant's mode. Never throws: what cannot be opened is told as a fatal `failed`. */
export type OpenEngine = (opening: EngineOpening) => Engine;
