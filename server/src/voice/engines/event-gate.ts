import type { EngineEvent } from './engine.ts';

/** Events that still pass after a call's end: usage to charge, and finished tools. */
const AFTER_THE_END: ReadonlySet<EngineEvent['type']> = new Set([
  'model-call',
  'speech-usage',
  'tool-finished',
]);

/** An engine's way to its listener, which closes in two steps. */
export class EventGate {
  readonly #listener: (event: EngineEvent) => void;
  #state: 'open' | 'closing' | 'closed' = 'open';

  constructor(listener: (event: EngineEvent) => void) {
    this.#listener = listener;
  }

  get isOpen(): boolean {
    return this.#state === 'open';
  }

  readonly emit = (event: EngineEvent): void => {
    if (this.#state === 'closed') return;
    if (this.#state === 'closing' && !AFTER_THE_END.has(event.type)) return;
    this.#listener(event);
  };

  /** Passes only usage and finished tools. */
  startClosing(): void {
    if (this.#state === 'open') this.#state = 'closing';
  }

  close(): void {
    this.#state = 'closed';
  }
}
