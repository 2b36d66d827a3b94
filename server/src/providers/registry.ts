import { anthropicModels } from './anthropic/language-models.ts';
import { googleModels } from './google/language-models.ts';
import { offlineLanguageModel } from './offline/language-model.ts';
import { openaiModels } from './openai/language-models.ts';
import { openaiCompatibleModels } from './openai-compatible/language-models.ts';
import type { LanguageModel } from './spec/language-model.ts';
import type { OfferedModel } from './spec/offered-model.ts';
import type { ProviderConfig } from './spec/provider-config.ts';

/**
 * Every language model that the configuration offers, the offline one last; opens no connection.
 * `fetch` comes from `openModelConnections`. Codes are unique: a second model with the same code is left out.
 */
export function offeredLanguageModels(
  config: ProviderConfig,
  fetch: typeof globalThis.fetch,
): OfferedModel[] {
  const models: LanguageModel[] = [
    ...(config.openai === undefined ? [] : openaiModels(config.openai, fetch)),
    ...(config.anthropic === undefined ? [] : anthropicModels(config.anthropic, fetch)),
    ...(config.google === undefined ? [] : googleModels(config.google, fetch)),
    ...config.openaiCompatible.flatMap((endpoint) => openaiCompatibleModels(endpoint, fetch)),
    offlineLanguageModel,
  ];
  const byCode = new Map<string, OfferedModel>();
  for (const model of models) {
    if (!byCode.has(model.id))
      byCode.set(model.id, { code: model.id, name: nameOf(model.id, config), model });
  }
  return [...byCode.values()];
}

function nameOf(code: string, config: ProviderConfig): string {
  if (code === offlineLanguageModel.id) return 'Offline (built in, answers from your documents)';
  const id = code.slice(code.indexOf('/') + 1);
  return config.modelNames?.[code] ?? config.modelNames?.[id] ?? id;
}
