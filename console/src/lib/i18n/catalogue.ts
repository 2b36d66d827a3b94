import type { Language } from './languages.ts';

/** Translations by their English text. */
export type Catalogue = Readonly<Record<string, string>>;

const CATALOGUES: Record<Exclude<Language, 'en'>, () => Promise<{ default: Catalogue }>> = {
  de: () => import('./catalogues/de.json'),
  es: () => import('./catalogues/es.json'),
  fr: () => import('./catalogues/fr.json'),
  ro: () => import('./catalogues/ro.json'),
};

/** Empty for English, and if the catalogue cannot be loaded: English is better than no page. */
export async function loadCatalogue(language: Language): Promise<Catalogue> {
  if (language === 'en') return {};
  try {
    return (await CATALOGUES[language]()).default;
  } catch {
    return {};
  }
}
