import { type Catalogue, defaultModelId } from '../../../core/catalogue.ts';
import { AppError } from '../../../core/errors.ts';
import type { LanguageModel } from '../../../providers/interfaces/language-model.ts';
import { chatModelId } from '../rules.ts';

export interface ChatModels {
  catalogue: Catalogue;
  /** By the model's code in the catalogue. */
  languageModels: ReadonlyMap<string, LanguageModel>;
}

/** The text model of an assistant's chats; throws `unavailable` where it is not configured here. */
export function chatModel(
  { catalogue, languageModels }: ChatModels,
  assistant: Parameters<typeof chatModelId>[0],
): LanguageModel {
  const code = chatModelCode(catalogue, assistant);
  const model = code === null ? undefined : languageModels.get(code);
  if (model === undefined) {
    throw new AppError(
      'unavailable',
      `The model of this assistant (${code ?? 'none'}) is not configured here.`,
    );
  }
  return model;
}

/** The code of that model in the catalogue; null: there is none. */
export function chatModelCode(
  catalogue: Catalogue,
  assistant: Parameters<typeof chatModelId>[0],
): string | null {
  const modelId = chatModelId(assistant, defaultModelId(catalogue, 'llm'));
  return catalogue.models.find((model) => model.id === modelId)?.code ?? null;
}
