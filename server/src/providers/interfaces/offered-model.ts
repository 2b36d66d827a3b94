import type { LanguageModel } from './language-model.ts';

/** A language model in the catalog. */
export interface OfferedModel {
  /** Stable across restarts: `vendor/model`, for example `openai/gpt-4.1-mini`. Equals `model.id`. */
  code: string;
  /** Display name. */
  name: string;
  model: LanguageModel;
}
