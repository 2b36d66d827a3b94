import type { Secrets } from '../../config/config.ts';
import type { Catalog } from '../../core/catalog.ts';
import type { LanguageModel } from '../../providers/interfaces/language-model.ts';
import type { Speech } from '../providers.ts';
import type { ChangingEmbedder } from './changing-embedder.ts';

/** Vendors of the environment and of the console. All objects stay the same; their contents change with the connections. */
export interface LiveProviders {
  /** By catalog code. */
  languageModels: ReadonlyMap<string, LanguageModel>;
  /** Replaces a failing model; null without one. */
  fallbackModel(): LanguageModel | null;
  speech: Omit<Speech, 'offers'>;
  catalog: Catalog;
  embedder: ChangingEmbedder;
  /** Calls the listener now and after each change. */
  follow(listener: (secrets: Secrets) => void): void;
  /** Applies connections that have changed since the last time. */
  refresh(): Promise<void>;
}
