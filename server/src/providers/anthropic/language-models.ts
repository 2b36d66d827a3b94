import { createAnthropic } from '@ai-sdk/anthropic';
import type { LanguageModel } from '../interfaces/language-model.ts';
import type { VendorConfig } from '../interfaces/provider-config.ts';
import { sdkLanguageModel } from '../kit/sdk-language-model.ts';

const ANTHROPIC_DEFAULT_MODELS = ['claude-haiku-4-5', 'claude-sonnet-4-6'];

/** Anthropic's models over the Messages API. */
export function anthropicModels(config: VendorConfig, fetch: typeof globalThis.fetch): LanguageModel[] {
  const provider = createAnthropic({
    apiKey: config.apiKey,
    ...(config.baseUrl !== undefined && { baseURL: config.baseUrl }),
    fetch,
  });
  const models = config.models ?? ANTHROPIC_DEFAULT_MODELS;
  return models.map((model) =>
    sdkLanguageModel(`anthropic/${model}`, provider.languageModel(model), { seesImages: true }),
  );
}
