import type { Message, SentFile } from '../state/chat-state.ts';
import { Failure } from '../state/failure.ts';
import {
  type Appearance,
  asAppearance,
  asFile,
  asHistory,
  asIdentification,
  asRecord,
  asState,
  asText,
  type ConversationState,
  type Identification,
} from './answers.ts';
import { ask, askEvents } from './request.ts';
import { type UploadOptions, upload } from './upload.ts';

/** Progress of a sent message; `replied` is the last event. */
export type ReplyEvent =
  | { type: 'words'; text: string }
  /** Replaces all words so far. */
  | { type: 'reset'; text: string }
  | { type: 'looking-up' }
  /** Null if a teammate has taken over from the AI. */
  | { type: 'replied'; text: string | null };

const ANSWER_SILENCE_MS = 20_000;
/** A turn with tool calls may take long before its first word. */
const REPLY_SILENCE_MS = 75_000;
/** The server sends a keep-alive every 15 seconds. */
const STATE_SILENCE_MS = 45_000;

/** Requests of the widget. */
export type ChatServer = Pick<ParleyServer, keyof ParleyServer>;

/** API client of the widget. All methods throw `Failure`. */
export class ParleyServer {
  readonly #api: string;

  /** @param origin `https://parley.example` */
  constructor(origin: string) {
    this.#api = `${origin}/api`;
  }

  async readAppearance(assistantId: string): Promise<Appearance> {
    const url = `${this.#api}/widgets/${encodeURIComponent(assistantId)}`;
    const appearance = asAppearance(asRecord(await ask(url, { silenceMs: ANSWER_SILENCE_MS }))['widget']);
    return { ...appearance, picture: appearance.picture && new URL(appearance.picture, url).href };
  }

  /** @param about `key`: idempotency key, so that a retry opens the same conversation */
  async openConversation(about: {
    assistantId: string;
    variables: Record<string, unknown>;
    /** Members that say who the visitor is. */
    opening: object;
    key: string;
  }): Promise<{ id: string; history: Message[] }> {
    const { assistantId, variables, opening, key } = about;
    const body = { assistant_id: assistantId, type: 'widget', variables, ...opening };
    const options = { method: 'POST', body, key, silenceMs: ANSWER_SILENCE_MS } as const;
    const answer = asRecord(await ask(`${this.#api}/conversations`, options));
    const id = asText(answer['conversation_id']);
    return { id, history: asHistory(answer['history'], this.#fileOf(id)) };
  }

  /** @param about `key`: the same for a repeated request, because a token can be used once */
  async identify(about: {
    assistantId: string;
    identity: { token: string } | { visitor: object };
    conversationId: string | null;
    key: string;
  }): Promise<Identification> {
    const url = `${this.#api}/widgets/${encodeURIComponent(about.assistantId)}/identify`;
    const body = { ...about.identity, conversation_id: about.conversationId, request_key: about.key };
    return asIdentification(await ask(url, { method: 'POST', body, silenceMs: ANSWER_SILENCE_MS }));
  }

  /** @returns the URL of the call's WebSocket */
  async openCall(about: { assistantId: string; variables: Record<string, unknown> }): Promise<string> {
    const url = `${this.#api}/widgets/${encodeURIComponent(about.assistantId)}/calls`;
    const options = {
      method: 'POST',
      body: { variables: about.variables },
      silenceMs: ANSWER_SILENCE_MS,
    } as const;
    return asText(asRecord(await ask(url, options))['media_url']);
  }

  async readHistory(conversationId: string): Promise<Message[]> {
    const answer = asRecord(await ask(this.#conversation(conversationId), { silenceMs: ANSWER_SILENCE_MS }));
    return asHistory(answer['history'], this.#fileOf(conversationId));
  }

  /** @param about `key`: idempotency key, so that a retried message is stored, answered and charged once */
  async *send(
    about: {
      conversationId: string;
      message: string;
      variables?: Readonly<Record<string, unknown>> | undefined;
      files?: readonly SentFile[] | undefined;
      key: string;
    },
    signal: AbortSignal,
  ): AsyncGenerator<ReplyEvent> {
    const { conversationId, message, variables, files, key } = about;
    const ids = files?.map(({ id }) => id);
    const options = {
      method: 'POST',
      body: { message: message === '' ? undefined : message, variables, files: ids },
      key,
      signal,
      silenceMs: REPLY_SILENCE_MS,
    } as const;
    for await (const { event, data } of askEvents(
      `${this.#conversation(conversationId)}/messages`,
      options,
    )) {
      if (event === 'delta') yield { type: 'words', text: asText(asRecord(JSON.parse(data))['text']) };
      if (event === 'reset') yield { type: 'reset', text: asText(asRecord(JSON.parse(data))['text']) };
      if (event === 'tool-started') yield { type: 'looking-up' };
      if (event === 'error') throw new Failure('no-reply');
      if (event !== 'done') continue;
      const text = asRecord(JSON.parse(data))['message'];
      yield { type: 'replied', text: text === null ? null : asText(text) };
      return;
    }
    throw new Failure('broken-off');
  }

  /** Uploads a file, which a message of the conversation can contain. */
  async upload(conversationId: string, file: File, options: UploadOptions): Promise<SentFile> {
    const answer = await upload(`${this.#conversation(conversationId)}/files`, file, options);
    return asFile(asRecord(answer)['file'], this.#fileOf(conversationId));
  }

  /** Streams the state of the conversation: the current one first, then every change, until the server closes the stream. */
  async *follow(conversationId: string, signal: AbortSignal): AsyncGenerator<ConversationState> {
    const options = { silenceMs: STATE_SILENCE_MS, signal };
    for await (const { event, data } of askEvents(`${this.#conversation(conversationId)}/events`, options)) {
      if (event === 'state') yield asState(JSON.parse(data));
    }
  }

  #fileOf(conversationId: string): (fileId: string) => string {
    return (fileId) => `${this.#conversation(conversationId)}/files/${encodeURIComponent(fileId)}`;
  }

  #conversation(id: string): string {
    return `${this.#api}/conversations/${encodeURIComponent(id)}`;
  }
}
