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

  /** @param detected as the transcriber writes it: `ro`, `pt-BR`; null: it does not know. */
  heard(detected: string | null): void {
    const code = detected?.split(/[-_]/)[0]?.toLowerCase();
    if (code !== undefined && this.#allowed.includes(code)) this.#current = code;
  }
}
