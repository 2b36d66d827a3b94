import { createGoogle } from '@ai-sdk/google';
import { sdkLanguageModel } from '../kit/sdk-language-model.ts';
import type { LanguageModel } from '../spec/language-model.ts';
import type { VendorConfig } from '../spec/provider-config.ts';

const GOOGLE_DEFAULT_MODELS = ['gemini-2.5-flash', 'gemini-2.5-pro', 'gemini-3.5-flash'];

/** Google's models through the Gemini API. */
export function googleModels(config: VendorConfig, fetch: typeof globalThis.fetch): LanguageModel[] {
  const provider = createGoogle({
    apiKey: config.apiKey,
    ...(config.baseUrl !== undefined && { baseURL: config.baseUrl }),
    fetch,
  });
  const models = config.models ?? GOOGLE_DEFAULT_MODELS;
  return models.map((model) => sdkLanguageModel(`google/${model}`, provider.languageModel(model)));
}
