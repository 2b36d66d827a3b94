import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { LanguageModel } from '../interfaces/language-model.ts';
import type { CompatibleEndpointConfig } from '../interfaces/provider-config.ts';
import { withSchemaWhereTaken } from '../kit/schema-where-taken.ts';
import { sdkLanguageModel } from '../kit/sdk-language-model.ts';

/** The models of one endpoint that speaks the Chat Completions API: Ollama, vLLM, LM Studio, Groq, … */
export function openaiCompatibleModels(
  config: CompatibleEndpointConfig,
  fetch: typeof globalThis.fetch,
): LanguageModel[] {
  const provider = createOpenAICompatible({
    name: config.name,
    baseURL: config.baseUrl,
    ...(config.apiKey !== undefined && { apiKey: config.apiKey }),
    includeUsage: true,
    supportsStructuredOutputs: true,
    fetch,
  });
  return config.models.map((model) =>
    withSchemaWhereTaken(sdkLanguageModel(`${config.name}/${model}`, provider.chatModel(model))),
  );
}
