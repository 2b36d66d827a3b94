import './lib/csp-nonce.ts';
import './style.css';
import { loadCatalogue } from './lib/i18n/catalogue.ts';
import { LANGUAGE } from './lib/i18n/language.ts';
import { setCatalogue } from './lib/i18n/t.ts';
import { setServerTexts } from './lib/i18n/translate-server-text.ts';

document.documentElement.lang = LANGUAGE;
void start();

/** The other modules have texts in constants, so they are loaded after the catalogue. */
async function start(): Promise<void> {
  if (LANGUAGE !== 'en') {
    setCatalogue(await loadCatalogue(LANGUAGE));
    setServerTexts((await import('./lib/i18n/server-texts.ts')).translateListed);
  }
  await import('./start.tsx');
}
