import type { Language } from '#contract/languages.ts';
import de from './catalogues/de.json' with { type: 'json' };
import es from './catalogues/es.json' with { type: 'json' };
import fr from './catalogues/fr.json' with { type: 'json' };
import ro from './catalogues/ro.json' with { type: 'json' };

/** Translations by their English text. The check `texts` compares them with the texts of the emails. */
const CATALOGUES: Readonly<Record<Exclude<Language, 'en'>, Readonly<Record<string, string>>>> = {
  de,
  es,
  fr,
  ro,
};

/**
 * Translates a text of an email.
 * @param text in English, as a literal; a value replaces each `{name}`
 */
export type MailTranslator = (text: string, values?: Readonly<Record<string, string | number>>) => string;

export function mailTranslator(language: Language): MailTranslator {
  const catalogue = language === 'en' ? {} : CATALOGUES[language];
  const numbers = new Intl.NumberFormat(language);
  return (text, values = {}) =>
    (catalogue[text] ?? text).replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
      const value = values[name];
      if (value === undefined) return whole;
      return typeof value === 'number' ? numbers.format(value) : value;
    });
}

/** An amount in US dollars as the language writes it. */
export function mailMoney(language: Language, dollars: number): string {
  return new Intl.NumberFormat(language, { style: 'currency', currency: 'USD' }).format(dollars);
}
