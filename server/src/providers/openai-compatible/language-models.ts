import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { LanguageModel } from '../interfaces/language-model.ts';
import type { CompatibleEndpointConfig } from '../interfaces/provider-config.ts';
import { withSchemaFallback } from '../kit/schema-fallback.ts';
import { sdkLanguageModel } from '../kit/sdk-language-model.ts';

/** The models of a Chat Completions endpoint: Ollama, vLLM, LM Studio, Groq, … */
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
  return config.models.map((model) => {
    const seesImages = config.visionModels?.includes(model) ?? false;
    const code = `${config.name}/${model}`;
    const spoken = sdkLanguageModel(code, provider.chatModel(model), { seesImages });
    return { ...withSchemaFallback(spoken), mayHideReasoning: true };
  });
}
