import type { ModelMessage, ToolCall } from '../../interfaces/language-model.ts';

const MOST_MESSAGES = 400;

type AssistantMessage = Extract<ModelMessage, { role: 'assistant' }>;

/** What a session remembers of its conversation, as the language model reads it. */
export class KeptMessages {
  readonly #messages: ModelMessage[] = [];
  readonly #items = new Map<string, AssistantMessage>();

  get all(): ModelMessage[] {
    // What was interrupted before its first word was never said.
    return this.#messages.filter(
      (message) => message.role !== 'assistant' || message.content !== '' || message.toolCalls !== undefined,
    );
  }

  customer(text: string): void {
    this.#add({ role: 'user', content: text });
  }

  assistant(text: string): void {
    this.#add({ role: 'assistant', content: text });
  }

  /** What is being said under this name. */
  item(itemId: string, text: string): void {
    const message: AssistantMessage = { role: 'assistant', content: text };
    this.#items.set(itemId, message);
    this.#add(message);
  }

  /** No more than this was heard of it. */
  cut(itemId: string, text: string): void {
    const message = this.#items.get(itemId);
    if (message !== undefined) message.content = text;
  }

  calls(toolCalls: ToolCall[]): void {
    this.#add({ role: 'assistant', content: '', toolCalls });
  }

  /** Stands beside its call, however late it comes. */
  result({ id, name }: ToolCall, output: unknown): void {
    const place = this.#messages.findIndex(
      (message) => message.role === 'assistant' && message.toolCalls?.some((call) => call.id === id) === true,
    );
    const message: ModelMessage = { role: 'tool', toolCallId: id, toolName: name, output, failed: false };
    if (place !== -1) this.#messages.splice(place + 1, 0, message);
  }

  #add(message: ModelMessage): void {
    this.#messages.push(message);
    if (this.#messages.length > MOST_MESSAGES) this.#messages.shift();
  }
}
