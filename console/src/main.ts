import './lib/csp-nonce.ts';
import './style.css';
import { loadFirstTexts } from './lib/i18n/catalogue.ts';
import { LANGUAGE } from './lib/i18n/language.ts';

document.documentElement.lang = LANGUAGE;
void start();

/** The other modules have texts in constants, so they are loaded after the first part of the catalogue. */
async function start(): Promise<void> {
  await loadFirstTexts();
  await import('./start.tsx');
}
