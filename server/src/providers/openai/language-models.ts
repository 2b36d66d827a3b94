import { createOpenAI } from '@ai-sdk/openai';
import type { LanguageModel } from '../interfaces/language-model.ts';
import type { VendorConfig } from '../interfaces/provider-config.ts';
import { withSchemaFallback } from '../kit/schema-fallback.ts';
import { sdkLanguageModel } from '../kit/sdk-language-model.ts';

const OPENAI_DEFAULT_MODELS = ['gpt-4.1-mini', 'gpt-4.1', 'gpt-5.4-mini', 'gpt-5.4'];

/** OpenAI's models over Chat Completions: stateless, so OpenAI stores no conversation. */
export function openaiModels(config: VendorConfig, fetch: typeof globalThis.fetch): LanguageModel[] {
  const provider = createOpenAI({
    apiKey: config.apiKey,
    ...(config.baseUrl !== undefined && { baseURL: config.baseUrl }),
    fetch,
  });
  const models = config.models ?? OPENAI_DEFAULT_MODELS;
  // OPENAI_BASE_URL may point to another server.
  return models.map((model) =>
    withSchemaFallback(sdkLanguageModel(`openai/${model}`, provider.chat(model), { seesImages: true })),
  );
}
