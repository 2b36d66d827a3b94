/** A JSON Schema object; providers pass it on as it is. */
export type JsonSchema = Record<string, unknown>;

export interface ToolCall {
  id: string;
  name: string;
  /** Null: what the model wrote is no JSON object. */
  arguments: Record<string, unknown> | null;
  /** What a vendor wants back with the call (a signature, for example), by vendor; never read by us. */
  vendorData?: Record<string, unknown>;
}

export type ModelMessage =
  | { role: 'system'; content: string }
  | { role: 'user'; content: string }
  | { role: 'assistant'; content: string; toolCalls?: ToolCall[] }
  | { role: 'tool'; toolCallId: string; toolName: string; output: unknown; failed: boolean };

/** A tool as the model sees it. */
export interface ToolDescription {
  /** a–z, A–Z, 0–9, _ and -, at most 64 characters. */
  name: string;
  description: string;
  parameters: JsonSchema;
}

export interface ModelRequest {
  messages: ModelMessage[];
  tools: ToolDescription[];
  /** 0 to 1. */
  temperature?: number;
  maxOutputTokens?: number;
  /** `none`: the tools stay declared, but the model must answer in words. `auto` when absent. */
  toolChoice?: 'auto' | 'none';
  /** When present the answer's text must be one JSON value of this schema. */
  responseSchema?: JsonSchema;
}

export interface ModelUsage {
  /** Null when the model did not say: unknown is never shown as 0. */
  inputTokens: number | null;
  outputTokens: number | null;
}

export type FinishReason = 'stop' | 'tool-calls' | 'length' | 'content-filter' | 'other';

export type ModelEvent =
  /** The model thinks before it speaks: a sign of life, nothing to show. */
  | { type: 'thinking' }
  | { type: 'text-delta'; text: string }
  | { type: 'tool-call'; call: ToolCall }
  | { type: 'finish'; reason: FinishReason; usage: ModelUsage };

/**
 * One call of a model: no loop, no retries, no fallback (the agent adds those).
 * The stream ends with exactly one `finish`, or throws a `ProviderError`. Once the signal is aborted it throws
 * soon: the signal's reason when that is a `ProviderError`, else one with the code `aborted`.
 */
export interface LanguageModel {
  /** `vendor/model`, as in logs and usage rows. */
  readonly id: string;
  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent>;
}
