import { type Catalogue, defaultModelId } from '../../../core/catalogue.ts';
import { AppError } from '../../../core/errors.ts';
import type { LanguageModel } from '../../../providers/spec/language-model.ts';
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
  const modelId = chatModelId(assistant, defaultModelId(catalogue, 'llm'));
  const code = catalogue.models.find((model) => model.id === modelId)?.code;
  const model = code === undefined ? undefined : languageModels.get(code);
  if (model === undefined) {
    throw new AppError(
      'unavailable',
      `The model of this assistant (${code ?? 'none'}) is not configured here.`,
    );
  }
  return model;
}
