import type { CallJournal } from '../../agent/made-calls.ts';
import type { FunctionCall } from '../../agent/tool.ts';
import { isJsonObject } from '../../providers/interfaces/json.ts';
import { replacePressedKeys } from '../../providers/interfaces/pressed-keys.ts';
import type { UntimedEvent } from '../call-event.ts';

export const MASKED_KEY = '•';
/** Shorter entries are masked only where they stand alone: most numbers contain them. */
const SHORTEST_WITHIN_TEXT = 3;
/** Models group long numbers. */
const BETWEEN_KEYS = '[ .-]?';

/**
 * Hides the keys that customers entered, in everything that is stored or shown of a call. The model and the account's
 * tools still get the keys. A mask has one `•` per key.
 */
export class KeypadMask {
  readonly #entries = new Set<string>();
  #pattern: RegExp | null = null;

  /** Masks this entry from now on. */
  add(keys: string): void {
    if (keys === '') return;
    this.#entries.add(keys);
    const longest = [...this.#entries]
      .filter(({ length }) => length >= SHORTEST_WITHIN_TEXT)
      .sort((one, other) => other.length - one.length);
    const patterns = longest.map((entry) =>
      [...entry].map((key) => key.replace('*', '\\*')).join(BETWEEN_KEYS),
    );
    this.#pattern = patterns.length === 0 ? null : new RegExp(patterns.join('|'), 'g');
  }

  text(text: string): string {
    const noted = replacePressedKeys(text, (keys) => (this.#entries.has(keys) ? maskOf(keys) : keys));
    return this.#pattern === null ? noted : noted.replace(this.#pattern, maskOf);
  }

  event(event: UntimedEvent): UntimedEvent {
    if (this.#entries.size === 0) return event;
    switch (event.type) {
      case 'customer-said':
      case 'supervisor-said':
      case 'supervisor-note':
        return { ...event, text: this.text(event.text) };
      case 'assistant-said': {
        const functionCalls = event.functionCalls.map((call) => this.#call(call));
        return { ...event, text: this.text(event.text), functionCalls };
      }
      case 'tool-called':
        return { ...event, functionCall: this.#call(event.functionCall) };
      default:
        return event;
    }
  }

  /** The journal without the keys. A later call cannot match such tool calls by their arguments. */
  journal(journal: CallJournal): CallJournal {
    return {
      started: (call) => journal.started({ ...call, arguments: this.#object(call.arguments) }),
      finished: (key, result) => journal.finished(key, this.#object(result)),
    };
  }

  #call(call: FunctionCall): FunctionCall {
    return { ...call, arguments: this.#object(call.arguments), result: this.#object(call.result) };
  }

  #object(value: Record<string, unknown>): Record<string, unknown> {
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, this.#value(item)]));
  }

  #value(value: unknown): unknown {
    if (typeof value === 'string') return this.#entries.has(value) ? maskOf(value) : this.text(value);
    if (typeof value === 'number') {
      const written = String(value);
      const masked = this.#value(written);
      return masked === written ? value : masked;
    }
    if (Array.isArray(value)) return value.map((item) => this.#value(item));
    return isJsonObject(value) ? this.#object(value) : value;
  }
}

/** True if arguments contain masked keys, so that a call cannot be repeated with them. */
export function hasMaskedKeys(given: Record<string, unknown>): boolean {
  return JSON.stringify(given).includes(MASKED_KEY);
}

function maskOf(keys: string): string {
  return keys.replace(/[0-9A-D*#]/g, MASKED_KEY);
}
