import {
  isJSONObject,
  type JSONObject,
  type JSONSchema7,
  type LanguageModelV4CallOptions,
  type LanguageModelV4FunctionTool,
  type LanguageModelV4Message,
  type LanguageModelV4Prompt,
  type SharedV4ProviderOptions,
} from '@ai-sdk/provider';
import type { JsonSchema, ModelMessage, ModelRequest, ToolCall } from '../interfaces/language-model.ts';

/** Our request in the words of the AI SDK's provider interface. */
export function toSdkRequest(request: ModelRequest, signal: AbortSignal): LanguageModelV4CallOptions {
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

/** The outputs of one round's tools become one message: vendors want them together. */
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
      return { role: 'user', content: [{ type: 'text', text: message.content }] };
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

function toToolCallPart(call: ToolCall) {
  const providerOptions = toProviderOptions(call.vendorData);
  return {
    type: 'tool-call' as const,
    toolCallId: call.id,
    toolName: call.name,
    // Vendors take an object alone back.
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

/** A JSON Schema is any JSON object; the two types differ only in how much they say about its members. */
function asSchema(schema: JsonSchema): JSONSchema7 {
  if (!isJSONObject(schema)) throw new TypeError('A tool schema must be plain JSON.');
  return schema as JSONSchema7;
}
