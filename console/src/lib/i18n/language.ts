import { isLanguage, type LanguageChoice, localeOf, pickLanguage } from './languages.ts';

const KEY = 'parley.language';

/** The choice is stored in this browser. */
export function chosenLanguage(): LanguageChoice {
  try {
    const stored = localStorage.getItem(KEY);
    return isLanguage(stored) ? stored : 'browser';
  } catch {
    // Browsers that block storage throw.
    return 'browser';
  }
}

/** Reloads the page: texts are read once, when the console starts. */
export function chooseLanguage(choice: LanguageChoice): void {
  if (choice === 'browser') localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, choice);
  location.reload();
}

/** The language of all texts. */
export const LANGUAGE = pickLanguage(chosenLanguage(), navigator.languages);

/** The locale of all dates, numbers and money. */
export const LOCALE = localeOf(LANGUAGE, navigator.languages);
