import type { LanguageModel, ModelMessage } from '../providers/spec/language-model.ts';
import type { AgentTool } from './tool.ts';
import type { TurnInput, TurnLimits, TurnResult } from './turn.ts';

/** What one turn carries from round to round. */
export interface TurnState {
  input: TurnInput;
  limits: TurnLimits;
  tools: ReadonlyMap<string, AgentTool>;
  messages: ModelMessage[];
  dataCode: string;
  /** Changes to the fallback at most once. */
  model: LanguageModel;
  fallback: LanguageModel | undefined;
  result: TurnResult;
  signal: AbortSignal;
}
