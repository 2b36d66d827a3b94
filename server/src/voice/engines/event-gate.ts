import type { EngineEvent } from './engine.ts';

/** Events that still pass while closing: usage to bill and finished tools. */
const WHILE_CLOSING: ReadonlySet<EngineEvent['type']> = new Set([
  'model-call',
  'speech-usage',
  'tool-finished',
]);

/** Passes events to the listener of an engine; closes in two steps. */
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
    if (this.#state === 'closing' && !WHILE_CLOSING.has(event.type)) return;
    this.#listener(event);
  };

  /** From now on only usage and finished tools pass. */
  startClosing(): void {
    if (this.#state === 'open') this.#state = 'closing';
  }

  close(): void {
    this.#state = 'closed';
  }
}
