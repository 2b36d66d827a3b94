import type { LanguageModelV4, LanguageModelV4StreamPart, LanguageModelV4Usage } from '@ai-sdk/provider';
import type {
  LanguageModel,
  ModelEvent,
  ModelRequest,
  ModelUsage,
  ToolCall,
} from '../interfaces/language-model.ts';
import { ProviderError } from '../interfaces/provider-error.ts';
import { parseArguments } from './json-parts.ts';
import { toProviderError } from './to-provider-error.ts';
import { toSdkRequest } from './to-sdk-request.ts';

/**
 * Adapts a model of the AI SDK's provider packages. `id`: `vendor/model`. Uses the provider interface directly: the
 * SDK's `streamText` costs about 4 ms to the first token.
 */
export function sdkLanguageModel(id: string, model: LanguageModelV4): LanguageModel {
  return { id, stream: (request, signal) => streamEvents(model, request, signal) };
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
