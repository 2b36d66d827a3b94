import { type Catalog, defaultModelId } from '../../../core/catalog.ts';
import { AppError } from '../../../core/errors.ts';
import type { LanguageModel } from '../../../providers/interfaces/language-model.ts';
import { chatModelId } from '../rules.ts';

export interface ChatModels {
  catalog: Catalog;
  /** By model code of the catalog. */
  languageModels: ReadonlyMap<string, LanguageModel>;
}

/** The model for an assistant's chats. Throws `unavailable` if it is not configured. */
export function chatModel(
  { catalog, languageModels }: ChatModels,
  assistant: Parameters<typeof chatModelId>[0],
): LanguageModel {
  const code = chatModelCode(catalog, assistant);
  const model = code === null ? undefined : languageModels.get(code);
  if (model === undefined) {
    throw new AppError(
      'unavailable',
      `The model of this assistant (${code ?? 'none'}) is not configured on this server.`,
    );
  }
  return model;
}

/** The assistant's model and its fallback, or only the fallback if the model is not configured. */
export function modelsInBackground(
  deps: ChatModels & { fallbackModel(): LanguageModel | null },
  assistant: Parameters<typeof chatModelId>[0],
): { model: LanguageModel; fallback?: LanguageModel } | AppError {
  const fallbackModel = deps.fallbackModel();
  try {
    const model = chatModel(deps, assistant);
    return fallbackModel === null || fallbackModel === model ? { model } : { model, fallback: fallbackModel };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return fallbackModel === null ? error : { model: fallbackModel };
  }
}

/** Catalog code of that model, or null. */
export function chatModelCode(catalog: Catalog, assistant: Parameters<typeof chatModelId>[0]): string | null {
  const modelId = chatModelId(assistant, defaultModelId(catalog, 'llm'));
  return catalog.models.find((model) => model.id === modelId)?.code ?? null;
}
