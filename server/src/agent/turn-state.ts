import type { LanguageModel, ModelMessage } from '../providers/interfaces/language-model.ts';
import type { KnownCall } from './made-calls.ts';
import type { AgentTool } from './tool.ts';
import type { TurnInput, TurnLimits, TurnResult } from './turn.ts';

/** What one turn carries from round to round. */
export interface TurnState {
  input: TurnInput;
  limits: TurnLimits;
  tools: ReadonlyMap<string, AgentTool>;
  messages: ModelMessage[];
  /** Rounds that earlier attempts used. */
  usedRounds: number;
  /** Tool calls of this turn, earlier attempts included. */
  known: KnownCall[];
  dataCode: string;
  /** When the turn's time is over, by the monotonic clock. */
  endsAtMs: number;
  /** Changes to the fallback at most once. */
  model: LanguageModel;
  fallback: LanguageModel | undefined;
  result: TurnResult;
  signal: AbortSignal;
}
