import {
  APICallError,
  EmptyResponseBodyError,
  InvalidResponseDataError,
  isJSONObject,
  type JSONObject,
  JSONParseError,
  type JSONSchema7,
  type LanguageModelV4,
  type LanguageModelV4CallOptions,
  type LanguageModelV4FilePart,
  type LanguageModelV4FunctionTool,
  type LanguageModelV4Message,
  type LanguageModelV4Prompt,
  type LanguageModelV4StreamPart,
  type LanguageModelV4Usage,
  type SharedV4ProviderOptions,
  TypeValidationError,
} from '@ai-sdk/provider';
import { isJsonObject } from '../interfaces/json.ts';
import type {
  JsonSchema,
  LanguageModel,
  ModelEvent,
  ModelImage,
  ModelMessage,
  ModelRequest,
  ModelUsage,
  ToolCall,
} from '../interfaces/language-model.ts';
import {
  abortError,
  ProviderError,
  type ProviderErrorCode,
  VendorCause,
} from '../interfaces/provider-error.ts';
import { parseArguments } from './json-parts.ts';

/**
 * Adapts a model of the AI SDK's provider packages. `id`: `vendor/model`. Uses the provider interface directly: the
 * SDK's `streamText` costs about 4 ms to the first token.
 */
export function sdkLanguageModel(
  id: string,
  model: LanguageModelV4,
  { seesImages = false }: { seesImages?: boolean } = {},
): LanguageModel {
  return { id, seesImages, stream: (request, signal) => streamEvents(model, request, signal) };
}

async function* streamEvents(
  model: LanguageModelV4,
  request: ModelRequest,
  signal: AbortSignal,
): AsyncGenerator<ModelEvent> {
  try {
    const { stream } = await model.doStream(toSdkRequest(request, signal));
    const reader = stream.getReader();
    try {
      for (;;) {
        const { done, value } = await reader.read();
        if (done) throw new ProviderError('malformed', 'The model stream ended early.');
        const event = toEvent(value);
        if (event === null) continue;
        yield event;
        if (event.type === 'finish') return;
      }
    } finally {
      // Rejects if the stream has already failed; the caller gets that error.
      reader.cancel().catch(() => {});
    }
  } catch (error) {
    throw toProviderError(error, signal);
  }
}

function toEvent(part: LanguageModelV4StreamPart): ModelEvent | null {
  switch (part.type) {
    case 'text-delta':
      return part.delta === '' ? null : { type: 'text-delta', text: part.delta };
    case 'reasoning-start':
    case 'reasoning-delta':
      return { type: 'thinking' };
    case 'tool-call':
      return { type: 'tool-call', call: toToolCall(part) };
    case 'error':
      throw part.error;
    case 'finish': {
      const { unified } = part.finishReason;
      if (unified === 'error' || unified === 'interrupted') {
        throw new ProviderError('malformed', 'The model stream was interrupted.');
      }
      return { type: 'finish', reason: unified, usage: toUsage(part.usage) };
    }
    default:
      return null;
  }
}

type ToolCallPart = Extract<LanguageModelV4StreamPart, { type: 'tool-call' }>;

function toToolCall(part: ToolCallPart): ToolCall {
  return {
    id: part.toolCallId,
    name: part.toolName,
    arguments: parseArguments(part.input),
    ...(part.providerMetadata !== undefined && { vendorData: part.providerMetadata }),
  };
}

function toUsage(usage: LanguageModelV4Usage): ModelUsage {
  return { inputTokens: usage.inputTokens.total ?? null, outputTokens: usage.outputTokens.total ?? null };
}

/** Converts our request to the AI SDK's provider interface. */
function toSdkRequest(request: ModelRequest, signal: AbortSignal): LanguageModelV4CallOptions {
  return {
    prompt: toPrompt(request.messages),
    abortSignal: signal,
    ...(request.temperature !== undefined && { temperature: request.temperature }),
    ...(request.maxOutputTokens !== undefined && { maxOutputTokens: request.maxOutputTokens }),
    ...(request.tools.length > 0 && {
      tools: request.tools.map(
        ({ name, description, parameters }): LanguageModelV4FunctionTool => ({
          type: 'function',
          name,
          description,
          inputSchema: asSchema(parameters),
        }),
      ),
      toolChoice: { type: request.toolChoice ?? 'auto' },
    }),
    ...(request.responseSchema !== undefined && {
      responseFormat: { type: 'json', schema: asSchema(request.responseSchema), name: 'answer' },
    }),
  };
}

/** The tool outputs of one round become one message, as vendors require. */
function toPrompt(messages: readonly ModelMessage[]): LanguageModelV4Prompt {
  const prompt: LanguageModelV4Prompt = [];
  for (const message of messages) {
    const last = prompt.at(-1);
    const converted = toMessage(message);
    if (last?.role === 'tool' && converted.role === 'tool') last.content.push(...converted.content);
    else prompt.push(converted);
  }
  return prompt;
}

function toMessage(message: ModelMessage): LanguageModelV4Message {
  switch (message.role) {
    case 'system':
      return { role: 'system', content: message.content };
    case 'user':
      return {
        role: 'user',
        content: [{ type: 'text', text: message.content }, ...(message.images ?? []).map(toFilePart)],
      };
    case 'assistant': {
      const text = message.content === '' ? [] : [{ type: 'text' as const, text: message.content }];
      return { role: 'assistant', content: [...text, ...(message.toolCalls ?? []).map(toToolCallPart)] };
    }
    case 'tool': {
      const { toolCallId, toolName, failed } = message;
      const value = typeof message.output === 'string' ? message.output : JSON.stringify(message.output);
      const output = { type: failed ? ('error-text' as const) : ('text' as const), value };
      return { role: 'tool', content: [{ type: 'tool-result', toolCallId, toolName, output }] };
    }
  }
}

function toFilePart({ contentType, bytes }: ModelImage): LanguageModelV4FilePart {
  return { type: 'file', mediaType: contentType, data: { type: 'data', data: bytes } };
}

function toToolCallPart(call: ToolCall) {
  const providerOptions = toProviderOptions(call.vendorData);
  return {
    type: 'tool-call' as const,
    toolCallId: call.id,
    toolName: call.name,
    // Vendors only accept objects here.
    input: call.arguments ?? {},
    ...(providerOptions !== undefined && { providerOptions }),
  };
}

function toProviderOptions(vendorData: ToolCall['vendorData']): SharedV4ProviderOptions | undefined {
  if (vendorData === undefined) return undefined;
  const entries = Object.entries(vendorData).filter((entry): entry is [string, JSONObject] =>
    isJSONObject(entry[1]),
  );
  return Object.fromEntries(entries);
}

/** Any JSON object is a JSON Schema; the two types only differ in detail. */
function asSchema(schema: JsonSchema): JSONSchema7 {
  if (!isJSONObject(schema)) throw new TypeError('A tool schema must be plain JSON.');
  return schema as JSONSchema7;
}

const CAUSE_CHARACTERS = 300;

const TIMEOUT_CODES = new Set([
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
]);

/**
 * Classifies an error that a vendor SDK threw or streamed. Our message contains the vendor's status only, because
 * customers may read it. The vendor's message is the `cause`; the request, which SDK errors contain, is dropped.
 */
function toProviderError(error: unknown, signal: AbortSignal): ProviderError {
  if (signal.aborted) return abortError(signal);
  if (error instanceof ProviderError) return error;
  const [code, message] = sort(error);
  return new ProviderError(code, message, slim(error));
}

function sort(error: unknown): [ProviderErrorCode, string] {
  const status = statusOf(error);
  if (status !== undefined && status >= 300) {
    return [codeOfStatus(status), `The model endpoint responded with status ${status}.`];
  }
  const systemCode = systemCodeOf(error);
  if (systemCode !== undefined && TIMEOUT_CODES.has(systemCode)) {
    return ['timeout', 'The model endpoint did not answer in time.'];
  }
  if (systemCode === undefined && isUnreadable(error)) {
    return ['malformed', "The model endpoint's answer could not be read."];
  }
  return ['unavailable', 'The model endpoint is unreachable or the connection was lost.'];
}

/** Details for the operator, without the customer's conversation. */
function slim(error: unknown): Error {
  const { name, message } = error instanceof Error ? error : new Error(messageOf(error));
  return new VendorCause(`${name}: ${message.slice(0, CAUSE_CHARACTERS)}`, retryAfterMs(error));
}

/** Reads `retry-after-ms` or `retry-after`; a date is compared with the vendor's clock. */
function retryAfterMs(error: unknown): number | null {
  const headers = APICallError.isInstance(error) ? error.responseHeaders : undefined;
  const exact = Number(headers?.['retry-after-ms'] ?? Number.NaN);
  const after = headers?.['retry-after'] ?? '';
  const seconds = after.trim() === '' ? Number.NaN : Number(after);
  const untilDate = Date.parse(after) - Date.parse(headers?.['date'] ?? '');
  return [exact, seconds * 1000, untilDate].find((ms) => Number.isFinite(ms) && ms >= 0) ?? null;
}

function messageOf(error: unknown): string {
  const message = isJsonObject(error) ? error['message'] : error;
  return typeof message === 'string' ? message : 'unknown error';
}

function codeOfStatus(status: number): ProviderErrorCode {
  if (status === 429) return 'rate-limited';
  if (status === 408 || status === 504) return 'timeout';
  return status >= 500 || status === 409 ? 'unavailable' : 'rejected';
}

/** The HTTP status of an error, including errors that a vendor sends inside a stream. */
function statusOf(error: unknown): number | undefined {
  if (typeof error !== 'object' || error === null || !('statusCode' in error)) return undefined;
  return typeof error.statusCode === 'number' ? error.statusCode : undefined;
}

function isUnreadable(error: unknown): boolean {
  for (const cause of causes(error)) {
    if (JSONParseError.isInstance(cause) || TypeValidationError.isInstance(cause)) return true;
    if (InvalidResponseDataError.isInstance(cause) || EmptyResponseBodyError.isInstance(cause)) return true;
  }
  return APICallError.isInstance(error) && error.statusCode !== undefined;
}

function systemCodeOf(error: unknown): string | undefined {
  for (const cause of causes(error)) {
    if (cause instanceof Error && 'code' in cause && typeof cause.code === 'string') return cause.code;
  }
  return undefined;
}

function* causes(error: unknown): Generator<unknown> {
  let current = error;
  for (let depth = 0; depth < 8 && current !== undefined; depth += 1) {
    yield current;
    current = current instanceof Error ? current.cause : undefined;
  }
}
