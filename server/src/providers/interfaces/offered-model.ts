import type { LanguageModel } from './language-model.ts';

/** A language model that this installation can use, as the catalogue lists it. */
export interface OfferedModel {
  /** Stable over restarts: `vendor/model`, for example `openai/gpt-4.1-mini`. Equals `model.id`. */
  code: string;
  /** For people. */
  name: string;
  model: LanguageModel;
}
