import { createGoogle } from '@ai-sdk/google';
import type { LanguageModel } from '../interfaces/language-model.ts';
import type { VendorConfig } from '../interfaces/provider-config.ts';
import { sdkLanguageModel } from '../kit/sdk-language-model.ts';

const GOOGLE_DEFAULT_MODELS = ['gemini-2.5-flash', 'gemini-2.5-pro', 'gemini-3.5-flash'];

/** Google's models over the Gemini API. */
export function googleModels(config: VendorConfig, fetch: typeof globalThis.fetch): LanguageModel[] {
  const provider = createGoogle({
    apiKey: config.apiKey,
    ...(config.baseUrl !== undefined && { baseURL: config.baseUrl }),
    fetch,
  });
  const models = config.models ?? GOOGLE_DEFAULT_MODELS;
  return models.map((model) =>
    sdkLanguageModel(`google/${model}`, provider.languageModel(model), { seesImages: true }),
  );
}
