import type { Appearance, ConversationState, Identification } from '../server/answers.ts';
import type { ChatServer, ReplyEvent } from '../server/parley-server.ts';
import { randomId } from '../session/random-id.ts';
import type { Message, SentFile } from '../state/chat-state.ts';
import { Failure } from '../state/failure.ts';

/** Greets like the assistant and answers with a hint, so that a preview stores and costs nothing. */
export class PreviewServer implements ChatServer {
  readonly #appearance: Appearance;
  #history: Message[] = [];

  constructor(appearance: Appearance) {
    this.#appearance = appearance;
  }

  async readAppearance(): Promise<Appearance> {
    return this.#appearance;
  }

  async openConversation(): Promise<{ id: string; history: Message[] }> {
    this.#history = [{ role: 'assistant', text: this.#appearance.greeting }];
    return { id: 'preview', history: this.#history };
  }

  async identify(): Promise<Identification> {
    return { userId: null, isVerified: false, key: null, conversationId: null };
  }

  async openCall(): Promise<string> {
    throw new Failure('unreachable');
  }

  async readHistory(): Promise<Message[]> {
    return this.#history;
  }

  async *send({
    message,
    files,
  }: {
    message: string;
    files?: readonly SentFile[] | undefined;
  }): AsyncGenerator<ReplyEvent> {
    const text = 'This is a preview. To talk to the assistant, use the test chat.';
    this.#history = [
      ...this.#history,
      { role: 'user', text: message, ...(files === undefined ? {} : { files }) },
      { role: 'assistant', text },
    ];
    yield { type: 'replied', text };
  }

  async upload(_conversationId: string, file: File): Promise<SentFile> {
    const { name, type, size } = file;
    return { id: randomId(), name, type, size, url: URL.createObjectURL(file) };
  }

  async *follow(_conversationId: string, signal: AbortSignal): AsyncGenerator<ConversationState> {
    yield { message_count: this.#history.length, ai_enabled: true, status: 'active' };
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
  }
}
