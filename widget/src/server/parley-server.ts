import type { Message } from '../state/chat-state.ts';
import {
  type Appearance,
  asAppearance,
  asHistory,
  asRecord,
  asState,
  asText,
  type ConversationState,
} from './answers.ts';
import { Failure } from './failure.ts';
import { ask, askEvents } from './request.ts';

/** What becomes of a message, as it happens; `replied` is the last. */
export type ReplyEvent =
  | { type: 'words'; text: string }
  | { type: 'looking-up' }
  /** Null: a person answers instead of the AI. */
  | { type: 'replied'; text: string | null };

const ANSWER_SILENCE_MS = 20_000;
/** A turn with tools may think for long before its first word. */
const REPLY_SILENCE_MS = 75_000;
/** The server says every 15 seconds that it is still there. */
const STATE_SILENCE_MS = 45_000;

/** The server that the script came from, as the widget uses it. Everything throws `Failure`. */
export class ParleyServer {
  readonly #api: string;

  /** @param origin `https://parley.example` */
  constructor(origin: string) {
    this.#api = `${origin}/api`;
  }

  async readAppearance(assistantId: string): Promise<Appearance> {
    const url = `${this.#api}/widgets/${encodeURIComponent(assistantId)}`;
    return asAppearance(asRecord(await ask(url, { silenceMs: ANSWER_SILENCE_MS }))['widget']);
  }

  /** @param about `key` gets the same conversation when the answer was lost */
  async openConversation(about: {
    assistantId: string;
    variables: Record<string, unknown>;
    key: string;
  }): Promise<{ id: string; history: Message[] }> {
    const { assistantId, variables, key } = about;
    const body = { assistant_id: assistantId, type: 'widget', variables };
    const parts = { method: 'POST', body, key, silenceMs: ANSWER_SILENCE_MS } as const;
    const answer = asRecord(await ask(`${this.#api}/conversations`, parts));
    return { id: asText(answer['conversation_id']), history: asHistory(answer['history']) };
  }

  async readHistory(conversationId: string): Promise<Message[]> {
    const answer = asRecord(await ask(this.#conversation(conversationId), { silenceMs: ANSWER_SILENCE_MS }));
    return asHistory(answer['history']);
  }

  /** @param about `key` makes sure that a message that is sent again is stored, answered and paid once */
  async *send(
    about: { conversationId: string; message: string; key: string },
    signal: AbortSignal,
  ): AsyncGenerator<ReplyEvent> {
    const { conversationId, message, key } = about;
    const parts = { method: 'POST', body: { message }, key, signal, silenceMs: REPLY_SILENCE_MS } as const;
    for await (const { event, data } of askEvents(`${this.#conversation(conversationId)}/messages`, parts)) {
      if (event === 'delta') yield { type: 'words', text: asText(asRecord(JSON.parse(data))['text']) };
      if (event === 'tool-started') yield { type: 'looking-up' };
      if (event === 'error') throw new Failure('no-reply');
      if (event !== 'done') continue;
      const text = asRecord(JSON.parse(data))['message'];
      yield { type: 'replied', text: text === null ? null : asText(text) };
      return;
    }
    throw new Failure('broken-off');
  }

  /** How the conversation stands: at once, then after every change, until the server has enough. */
  async *follow(conversationId: string, signal: AbortSignal): AsyncGenerator<ConversationState> {
    const parts = { silenceMs: STATE_SILENCE_MS, signal };
    for await (const { event, data } of askEvents(`${this.#conversation(conversationId)}/events`, parts)) {
      if (event === 'state') yield asState(JSON.parse(data));
    }
  }

  #conversation(id: string): string {
    return `${this.#api}/conversations/${encodeURIComponent(id)}`;
  }
}
