import type { Language } from '#contract/languages.ts';
import { LANGUAGE } from './language.ts';
import { addToCatalogue, type Catalogue } from './t.ts';
import { setServerTexts } from './translate-server-text.ts';

type Load = () => Promise<{ default: Catalogue }>;

/** The build splits each catalogue into the texts that the first load may show, and the rest. */
const CATALOGUES: Record<Exclude<Language, 'en'>, { first: Load; rest: Load }> = {
  de: { first: () => import('./catalogues/de.json?first'), rest: () => import('./catalogues/de.json?rest') },
  es: { first: () => import('./catalogues/es.json?first'), rest: () => import('./catalogues/es.json?rest') },
  fr: { first: () => import('./catalogues/fr.json?first'), rest: () => import('./catalogues/fr.json?rest') },
  ro: { first: () => import('./catalogues/ro.json?first'), rest: () => import('./catalogues/ro.json?rest') },
};

/** Loads the texts of the first load. Texts that cannot be loaded stay English, which is better than no page. */
export async function loadFirstTexts(): Promise<void> {
  if (LANGUAGE === 'en') return;
  await CATALOGUES[LANGUAGE].first().then(
    (texts) => addToCatalogue(texts.default),
    () => undefined,
  );
}

let all: Promise<void> | undefined;

/** Loads the other texts and those of the server, once. Await it before loading a page behind the login. */
export function loadAllTexts(): Promise<void> {
  all ??= loadRest();
  return all;
}

async function loadRest(): Promise<void> {
  if (LANGUAGE === 'en') return;
  try {
    const [rest, server] = await Promise.all([CATALOGUES[LANGUAGE].rest(), import('./server-texts.ts')]);
    addToCatalogue(rest.default);
    setServerTexts(server.translateListed);
  } catch {
    // Pages stay English, and the next page tries again.
    all = undefined;
  }
}
