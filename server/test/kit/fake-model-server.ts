import type { IncomingMessage, ServerResponse } from 'node:http';
import { type LoopbackServer, startLoopbackServer } from './loopback-server.ts';

interface FakeToolCall {
  id?: string;
  name: string;
  arguments: Record<string, unknown> | string;
}

/** One scripted response of `POST /v1/chat/completions`. */
export type FakeReply =
  /** Sends words one by one, then `toolCalls`, and ends normally. With `usage: null` no usage is reported. */
  | {
      kind: 'answer';
      text?: string;
      toolCalls?: FakeToolCall[];
      finishReason?: string;
      usage?: { prompt_tokens: number; completion_tokens: number } | null;
    }
  /** Accepts the request and never responds. */
  | { kind: 'hang' }
  /** Streams this text, then stays silent forever. */
  | { kind: 'hang-after'; text: string }
  /** Sends an error body with this status. */
  | { kind: 'status'; status: number; body?: string; headers?: Record<string, string> }
  /** Sends 200 and an event stream with malformed events. */
  | { kind: 'garbage' }
  /**
   * Streams this text and these tool calls, then closes the connection without finishing; with `isMidCall`, in the
   * middle of the last arguments.
   */
  | { kind: 'truncated'; text: string; toolCalls?: FakeToolCall[]; isMidCall?: boolean }
  /** Streams this text, then an error object inside the stream. */
  | { kind: 'error-event'; text: string }
  /** Closes the connection before any response. */
  | { kind: 'reset' }
  /** Sends words one by one, each when the test calls `next`. */
  | { kind: 'drip'; text: string };

/** A parsed request body, for assertions. */
export type FakeModelRequest = Record<string, unknown> & { messages: Record<string, unknown>[] };

export interface FakeModelServer {
  /** The URL for `baseUrl` options; ends with `/v1`. */
  baseUrl: string;
  requests: FakeModelRequest[];
  /** `authorization` headers, in the order of the requests. */
  authorizations: (string | undefined)[];
  /** Responses to the next requests, in order; then `fallback`. */
  script(...replies: FakeReply[]): void;
  /** Replaces the remaining script. */
  replace(...replies: FakeReply[]): void;
  /**
   * True (the default) if each answer begins with reasoning in a separate field, as from a server that parses it. Then
   * even the first answer of a model is streamed.
   */
  separatesReasoning: boolean;
  /** Always sends this response for the model, regardless of the script; a function chooses it by the request. */
  answerAs(model: string, reply: FakeReply | ((request: FakeModelRequest) => FakeReply)): void;
  /** Resolves when a request after this call has been read and its scripted response has started. */
  nextRequest(): Promise<void>;
  /** Sends the next word of a `drip`; true while there are more. */
  next(): boolean;
  /** Resolves when a client closes its connection during a response. */
  disconnected: Promise<void>;
  connections(): number;
  close(): Promise<void>;
}

/** An OpenAI-style streaming Chat Completions endpoint over real HTTP on loopback. */
export async function startFakeModelServer(
  fallback: FakeReply = { kind: 'answer', text: 'Hello from the fake model.' },
): Promise<FakeModelServer> {
  const state = new FakeState(fallback);
  const server: LoopbackServer = await startLoopbackServer((request, response) => {
    state.answer(request, response).catch((error: unknown) => response.destroy(asError(error)));
  });
  return {
    get separatesReasoning() {
      return state.separatesReasoning;
    },
    set separatesReasoning(separates) {
      state.separatesReasoning = separates;
    },
    baseUrl: `${server.origin}/v1`,
    requests: state.requests,
    authorizations: state.authorizations,
    script: (...replies) => state.replies.push(...replies),
    replace: (...replies) => {
      state.replies.length = 0;
      state.replies.push(...replies);
    },
    answerAs: (model, reply) => state.byModel.set(model, reply),
    nextRequest: () => state.nextRequest(),
    next: () => state.next(),
    disconnected: state.disconnected,
    connections: server.connections,
    close: server.close,
  };
}

class FakeState {
  readonly requests: FakeModelRequest[] = [];
  readonly authorizations: (string | undefined)[] = [];
  readonly replies: FakeReply[] = [];
  separatesReasoning = true;
  readonly byModel = new Map<string, FakeReply | ((request: FakeModelRequest) => FakeReply)>();
  readonly disconnected: Promise<void>;
  readonly #fallback: FakeReply;
  readonly #onDisconnect: () => void;
  #drip: (() => boolean) | null = null;
  #arrival = Promise.withResolvers<void>();

  constructor(fallback: FakeReply) {
    this.#fallback = fallback;
    const { promise, resolve } = Promise.withResolvers<void>();
    [this.disconnected, this.#onDisconnect] = [promise, resolve];
  }

  next(): boolean {
    return this.#drip?.() ?? false;
  }

  nextRequest(): Promise<void> {
    return this.#arrival.promise;
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(request);
    this.requests.push(body);
    this.authorizations.push(request.headers.authorization);
    response.on('close', () => {
      if (!response.writableFinished) this.#onDisconnect();
    });
    const fixed = this.byModel.get(String(body['model']));
    const chosen = typeof fixed === 'function' ? fixed(body) : fixed;
    this.#begin(chosen ?? this.replies.shift() ?? this.#fallback, response);
    this.#arrival.resolve();
    this.#arrival = Promise.withResolvers();
  }

  #begin(reply: FakeReply, response: ServerResponse): void {
    if (reply.kind === 'hang') return;
    if (reply.kind === 'reset') {
      response.destroy();
      return;
    }
    if (reply.kind === 'status') {
      response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers });
      response.end(
        reply.body ?? JSON.stringify({ error: { message: 'scripted', type: 'scripted', code: null } }),
      );
      return;
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    if (this.separatesReasoning && reply.kind !== 'garbage')
      response.write(delta({ reasoning_content: 'Hm.' }));
    this.#stream(reply, response);
  }

  #stream(reply: Exclude<FakeReply, { kind: 'hang' | 'reset' | 'status' }>, response: ServerResponse): void {
    switch (reply.kind) {
      case 'garbage':
        response.end('data: {"not": "a chunk"\n\ndata: <html>Bad gateway</html>\n\n');
        return;
      case 'hang-after':
        sendWords(response, reply.text);
        return;
      case 'truncated':
        sendWords(response, reply.text);
        sendToolCalls(response, reply.toolCalls ?? [], reply.isMidCall);
        // Deferred to the next turn of the event loop, so that the words are sent first.
        setImmediate(() => response.destroy());
        return;
      case 'error-event':
        sendWords(response, reply.text);
        response.end(event({ error: { message: 'overloaded', type: 'server_error', code: 'overloaded' } }));
        return;
      case 'drip':
        this.#drip = dripWords(response, reply.text);
        return;
      case 'answer':
        sendAnswer(response, reply);
    }
  }
}

function sendAnswer(response: ServerResponse, reply: Extract<FakeReply, { kind: 'answer' }>): void {
  const { text = '', toolCalls = [], usage = { prompt_tokens: 11, completion_tokens: 7 } } = reply;
  sendWords(response, text);
  sendToolCalls(response, toolCalls);
  finish(response, reply.finishReason ?? (toolCalls.length > 0 ? 'tool_calls' : 'stop'), usage);
}

function sendToolCalls(response: ServerResponse, calls: readonly FakeToolCall[], isMidCall = false): void {
  calls.forEach((call, index) => {
    const given = typeof call.arguments === 'string' ? call.arguments : JSON.stringify(call.arguments);
    const id = call.id ?? `call_${index + 1}`;
    response.write(
      delta({ tool_calls: [{ index, id, type: 'function', function: { name: call.name, arguments: '' } }] }),
    );
    const isCut = isMidCall && index === calls.length - 1;
    // Sent in two chunks, like real servers.
    for (const part of isCut ? [given.slice(0, 3)] : [given.slice(0, 3), given.slice(3)]) {
      response.write(delta({ tool_calls: [{ index, function: { arguments: part } }] }));
    }
  });
}

function finish(response: ServerResponse, reason: string, usage: object | null = null): void {
  response.write(chunk({ choices: [{ index: 0, delta: {}, finish_reason: reason }] }));
  if (usage !== null) response.write(chunk({ choices: [], usage }));
  response.end('data: [DONE]\n\n');
}

function sendWords(response: ServerResponse, text: string): void {
  for (const word of wordsOf(text)) response.write(delta({ content: word }));
}

function dripWords(response: ServerResponse, text: string): () => boolean {
  const words = wordsOf(text);
  return () => {
    const word = words.shift();
    if (word !== undefined) response.write(delta({ content: word }));
    if (words.length === 0) finish(response, 'stop');
    return words.length > 0;
  };
}

function wordsOf(text: string): string[] {
  return text.match(/\S+\s*/g) ?? [];
}

function delta(content: object): string {
  return chunk({ choices: [{ index: 0, delta: { role: 'assistant', ...content }, finish_reason: null }] });
}

function chunk(content: object): string {
  return event({
    id: 'chatcmpl-fake',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'fake',
    ...content,
  });
}

function event(content: object): string {
  return `data: ${JSON.stringify(content)}\n\n`;
}

async function readBody(request: IncomingMessage): Promise<FakeModelRequest> {
  let text = '';
  for await (const part of request) text += String(part);
  const body: unknown = JSON.parse(text);
  return asRequest(body);
}

function asRequest(body: unknown): FakeModelRequest {
  if (typeof body !== 'object' || body === null || !('messages' in body)) throw new Error('No chat request.');
  return body as FakeModelRequest;
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
