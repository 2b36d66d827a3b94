import { writtenLanguage } from '../../core/written-language.ts';
import type { VoiceStyle } from '../settings.ts';

/** The language that the customer speaks just now, of those that the assistant may. */
export class LanguageInUse {
  readonly #allowed: readonly string[];
  #current: string;

  constructor({ language, secondaryLanguages }: Pick<VoiceStyle, 'language' | 'secondaryLanguages'>) {
    this.#current = language;
    this.#allowed = [language, ...secondaryLanguages];
  }

  /** ISO 639-1 */
  get code(): string {
    return this.#current;
  }

  /** Every language that may be spoken, the main one first. */
  get allowed(): readonly string[] {
    return this.#allowed;
  }

  /**
   * @param detected as the transcriber writes it: `ro`, `pt-BR`; null: it does not know, and the words have to tell
   * @returns the language of the words; null: nobody knows
   */
  heard(detected: string | null, words = ''): string | null {
    const found = detected ?? this.of(words);
    const code = found?.split(/[-_]/)[0]?.toLowerCase();
    if (code !== undefined && this.#allowed.includes(code)) this.#current = code;
    return found;
  }

  /** Of those that may be spoken, the one that a text is written in; null: it does not show. */
  of(text: string): string | null {
    return writtenLanguage(text, this.#allowed);
  }
}
