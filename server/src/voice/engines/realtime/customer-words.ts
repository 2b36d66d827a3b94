import type { CurrentLanguage } from '../current-language.ts';
import type { EngineEvent } from '../engine.ts';
import type { HeardHistory } from '../history/heard-history.ts';

export interface CustomerWordsDeps {
  history: HeardHistory;
  language: CurrentLanguage;
  emit(event: EngineEvent): void;
  understood(): void;
}

/** Customer transcripts of a realtime model, and typed text. */
export class CustomerWords {
  readonly #deps: CustomerWordsDeps;
  #interim = '';

  constructor(deps: CustomerWordsDeps) {
    this.#deps = deps;
  }

  interim(text: string): void {
    this.#interim = text;
    this.#deps.emit({ type: 'customer-interim', text });
  }

  /** @param detected language reported by the model; null if unknown */
  said(said: string, detected: string | null): void {
    const { history, understood } = this.#deps;
    const text = said.trim();
    this.#interim = '';
    if (text === '') return;
    history.addLateCustomer(text);
    understood();
    this.#emitText(text, detected);
  }

  typed(text: string): void {
    this.#deps.history.addCustomer(text);
    this.#emitText(text, null);
  }

  /** Keeps the interim transcript of a lost session, unless its audio is replayed to the next one. */
  sessionLost(isReplayed: boolean): void {
    if (this.#interim !== '' && !isReplayed) this.said(this.#interim, null);
    this.#interim = '';
  }

  #emitText(text: string, detected: string | null): void {
    const { language, emit } = this.#deps;
    emit({ type: 'customer-text', text, language: language.update(detected, text) });
  }
}
