import type { EngineEvent } from '../engine.ts';
import type { HeardHistory } from '../history/heard-history.ts';
import type { LanguageInUse } from '../language-in-use.ts';

export interface CustomerWordsDeps {
  history: HeardHistory;
  language: LanguageInUse;
  emit(event: EngineEvent): void;
  /** Words have entered the conversation. */
  understood(): void;
}

/** What the customer says, as a realtime model understands it piece by piece, or types. */
export class CustomerWords {
  readonly #deps: CustomerWordsDeps;
  /** As far as the model has understood what is being said. */
  #interim = '';

  constructor(deps: CustomerWordsDeps) {
    this.#deps = deps;
  }

  interim(text: string): void {
    this.#interim = text;
    this.#deps.emit({ type: 'customer-interim', text });
  }

  /** @param detected as the model writes it; null: it does not know */
  said(said: string, detected: string | null): void {
    const { history, understood } = this.#deps;
    const text = said.trim();
    this.#interim = '';
    if (text === '') return;
    history.addLateCustomer(text);
    understood();
    this.#tell(text, detected);
  }

  typed(text: string): void {
    this.#deps.history.addCustomer(text);
    this.#tell(text, null);
  }

  /** What the session had understood is not lost with it, unless all of it is heard again. */
  sessionLost(isHeardAgain: boolean): void {
    if (this.#interim !== '' && !isHeardAgain) this.said(this.#interim, null);
    this.#interim = '';
  }

  #tell(text: string, detected: string | null): void {
    const { language, emit } = this.#deps;
    emit({ type: 'customer-text', text, language: language.heard(detected, text) });
  }
}
