import { writtenLanguage } from '../../core/written-language.ts';
import type { VoiceStyle } from '../settings.ts';

/** The language the customer currently speaks, out of those the assistant allows. */
export class CurrentLanguage {
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

  /** All allowed languages, the main one first. */
  get allowed(): readonly string[] {
    return this.#allowed;
  }

  /**
   * @param detected as reported by the STT provider (`ro`, `pt-BR`); null to detect it from `words`
   * @returns the language of the words; null if unknown
   */
  update(detected: string | null, words = ''): string | null {
    const found = detected ?? this.of(words);
    const code = found?.split(/[-_]/)[0]?.toLowerCase();
    if (code !== undefined && this.#allowed.includes(code)) this.#current = code;
    return found;
  }

  /** The allowed language a text is written in; null if unknown. */
  of(text: string): string | null {
    return writtenLanguage(text, this.#allowed);
  }
}
