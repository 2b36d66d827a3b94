import type { LanguageModel } from './interfaces/language-model.ts';
import type { OfferedModel } from './interfaces/offered-model.ts';
import type { ProviderConfig } from './interfaces/provider-config.ts';
import { offlineLanguageModel } from './offline/language-model.ts';

/**
 * Every language model that the configuration offers, the offline one last; opens no connection.
 * `fetch` comes from `openModelConnections`. Codes are unique: a second model with the same code is left out.
 */
export async function offeredLanguageModels(
  config: ProviderConfig,
  fetch: typeof globalThis.fetch,
): Promise<OfferedModel[]> {
  const models = [...(await configuredModels(config, fetch)), offlineLanguageModel];
  const byCode = new Map<string, OfferedModel>();
  for (const model of models) {
    if (!byCode.has(model.id))
      byCode.set(model.id, { code: model.id, name: nameOf(model.id, config), model });
  }
  return [...byCode.values()];
}

/** Each vendor's library takes some five megabytes: it is loaded where the vendor is configured. */
async function configuredModels(
  { openai, anthropic, google, openaiCompatible }: ProviderConfig,
  fetch: typeof globalThis.fetch,
): Promise<LanguageModel[]> {
  const models: LanguageModel[] = [];
  if (openai !== undefined) {
    const { openaiModels } = await import('./openai/language-models.ts');
    models.push(...openaiModels(openai, fetch));
  }
  if (anthropic !== undefined) {
    const { anthropicModels } = await import('./anthropic/language-models.ts');
    models.push(...anthropicModels(anthropic, fetch));
  }
  if (google !== undefined) {
    const { googleModels } = await import('./google/language-models.ts');
    models.push(...googleModels(google, fetch));
  }
  if (openaiCompatible.length > 0) {
    const { openaiCompatibleModels } = await import('./openai-compatible/language-models.ts');
    models.push(...openaiCompatible.flatMap((endpoint) => openaiCompatibleModels(endpoint, fetch)));
  }
  return models;
}

function nameOf(code: string, config: ProviderConfig): string {
  if (code === offlineLanguageModel.id) return 'Offline (built in, answers from your documents)';
  const id = code.slice(code.indexOf('/') + 1);
  return config.modelNames?.[code] ?? config.modelNames?.[id] ?? id;
}
