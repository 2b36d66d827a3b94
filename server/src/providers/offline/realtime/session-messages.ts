import type { ModelMessage, ToolCall } from '../../interfaces/language-model.ts';

const MAX_MESSAGES = 400;

type AssistantMessage = Extract<ModelMessage, { role: 'assistant' }>;

/** A session's conversation, as messages for the language model. */
export class SessionMessages {
  readonly #messages: ModelMessage[] = [];
  readonly #items = new Map<string, AssistantMessage>();

  get all(): ModelMessage[] {
    // Drops replies that were interrupted before their first word.
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

  /** Sets the text of an item. */
  item(itemId: string, text: string): void {
    const message: AssistantMessage = { role: 'assistant', content: text };
    this.#items.set(itemId, message);
    this.#add(message);
  }

  /** Truncates an item to the heard text. */
  truncate(itemId: string, text: string): void {
    const message = this.#items.get(itemId);
    if (message !== undefined) message.content = text;
  }

  calls(toolCalls: ToolCall[]): void {
    this.#add({ role: 'assistant', content: '', toolCalls });
  }

  /** Adds a result right after its call, however late it arrives. */
  result({ id, name }: ToolCall, output: unknown): void {
    const index = this.#messages.findIndex(
      (message) => message.role === 'assistant' && message.toolCalls?.some((call) => call.id === id) === true,
    );
    const message: ModelMessage = { role: 'tool', toolCallId: id, toolName: name, output, failed: false };
    if (index !== -1) this.#messages.splice(index + 1, 0, message);
  }

  #add(message: ModelMessage): void {
    this.#messages.push(message);
    if (this.#messages.length > MAX_MESSAGES) this.#messages.shift();
  }
}
