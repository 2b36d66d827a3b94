import type { HistoryMessage } from '../../agent/turn.ts';
import type { UntimedEvent } from '../call-event.ts';

/** Transcript of a call, for an assistant or a person who takes it over. */
export class Transcript {
  readonly #messages: HistoryMessage[] = [];

  add(fact: UntimedEvent): void {
    if (fact.type === 'customer-said') this.#messages.push({ role: 'user', content: fact.text });
    if (fact.type === 'supervisor-said') this.#messages.push({ role: 'assistant', content: fact.text });
    if (fact.type === 'assistant-said' && (fact.text !== '' || fact.functionCalls.length > 0)) {
      this.#messages.push({ role: 'assistant', content: fact.text, functionCalls: fact.functionCalls });
    }
  }

  get messages(): readonly HistoryMessage[] {
    return this.#messages;
  }
}
