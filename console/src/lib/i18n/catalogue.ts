import type { Language } from './languages.ts';

/** Translations by their English text. */
export type Catalogue = Readonly<Record<string, string>>;

const CATALOGUES: Record<Exclude<Language, 'en'>, () => Promise<{ default: Catalogue }>> = {
  de: () => import('./catalogues/de.json'),
  es: () => import('./catalogues/es.json'),
  fr: () => import('./catalogues/fr.json'),
  ro: () => import('./catalogues/ro.json'),
};

/** Empty if the catalogue cannot be loaded: English is better than no page. */
export async function loadCatalogue(language: Exclude<Language, 'en'>): Promise<Catalogue> {
  try {
    return (await CATALOGUES[language]()).default;
  } catch {
    return {};
  }
}
