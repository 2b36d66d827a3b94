/** A JSON Schema object; passed to vendors unchanged. */
export type JsonSchema = Record<string, unknown>;

export interface ToolCall {
  id: string;
  name: string;
  /** Null if the model's arguments are not a JSON object. */
  arguments: Record<string, unknown> | null;
  /** Opaque data that a vendor wants back with the call (for example a signature), by vendor. */
  vendorData?: Record<string, unknown>;
}

export interface ModelImage {
  /** `image/jpeg`, `image/png`, `image/webp` or `image/gif`. */
  contentType: string;
  bytes: Uint8Array;
}

export type ModelMessage =
  | { role: 'system'; content: string }
  /** `images` only for models that see them. */
  | { role: 'user'; content: string; images?: readonly ModelImage[] }
  | { role: 'assistant'; content: string; toolCalls?: ToolCall[] }
  | { role: 'tool'; toolCallId: string; toolName: string; output: unknown; failed: boolean };

/** A tool, as declared to the model. */
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
  /** With `none`, tools stay declared, but the model must answer in text. Default: `auto`. */
  toolChoice?: 'auto' | 'none';
  /** If set, the answer must be one JSON value of this schema. */
  responseSchema?: JsonSchema;
}

export interface ModelUsage {
  /** Null if not reported: unknown is never shown as 0. */
  inputTokens: number | null;
  outputTokens: number | null;
}

export type FinishReason = 'stop' | 'tool-calls' | 'length' | 'content-filter' | 'other';

export type ModelEvent =
  /** The model is reasoning: a sign of life without text. */
  | { type: 'thinking' }
  | { type: 'text-delta'; text: string }
  | { type: 'tool-call'; call: ToolCall }
  | { type: 'finish'; reason: FinishReason; usage: ModelUsage };

/**
 * One model call, without tool loop, retries or fallback (the agent adds those). The stream ends with exactly one
 * `finish`, or throws a `ProviderError`. After an abort it throws soon: the signal's reason if that is a
 * `ProviderError`, else one with the code `aborted`.
 */
export interface LanguageModel {
  /** `vendor/model`, as in logs and usage rows. */
  readonly id: string;
  /** Its text may begin with reasoning that has no opening tag, because the server's chat template contains it. */
  readonly mayHideReasoning?: true;
  /** The model reads `images`. */
  readonly seesImages?: boolean;
  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent>;
}
