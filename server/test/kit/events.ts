import type { Client } from './test-server.ts';

export interface SentEvent {
  event: string;
  // allow any: tests look into events of every shape
  // biome-ignore lint/suspicious/noExplicitAny: tests look into events of every shape.
  data: any;
}

/** The events of a streamed response as they arrive; `leave` disconnects. */
export interface EventReader {
  status: number;
  headers: Headers;
  /** The next event; null after the last one. */
  next(): Promise<SentEvent | null>;
  /** All remaining events, until the response ends. */
  rest(): Promise<SentEvent[]>;
  leave(): void;
}

/** Sends a message and reads its reply as server-sent events. */
export function streamReply(api: string, path: string, message: string): Promise<EventReader> {
  return readEvents(`${api}${path}`, { method: 'POST', body: JSON.stringify({ message }) });
}

/** Requests server-sent events. */
export async function readEvents(
  url: string,
  init: RequestInit & { headers?: Record<string, string> } = {},
): Promise<EventReader> {
  const leaving = new AbortController();
  const response = await fetch(url, {
    ...init,
    headers: { ...init.headers, 'content-type': 'application/json', accept: 'text/event-stream' },
    signal: leaving.signal,
  });
  const events = parsed(response);
  const next = async (): Promise<SentEvent | null> => {
    const step = await events.next();
    return step.done === true ? null : step.value;
  };
  return {
    status: response.status,
    headers: response.headers,
    next,
    rest: async () => {
      const all: SentEvent[] = [];
      for (let event = await next(); event !== null; event = await next()) all.push(event);
      return all;
    },
    leave: () => leaving.abort(),
  };
}

async function* parsed(response: Response): AsyncGenerator<SentEvent> {
  let text = '';
  for await (const piece of (response.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
    text += piece;
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      yield parseEvent(text.slice(0, end));
      text = text.slice(end + 2);
    }
  }
  if (text !== '') throw new Error(`The stream ended in the middle of an event: ${text}`);
}

function parseEvent(text: string): SentEvent {
  const [, event = '', data = ''] = /^event: (.+)\ndata: (.+)$/.exec(text) ?? [];
  if (event === '') throw new Error(`Not an event: ${text}`);
  return { event, data: JSON.parse(data) };
}

/** Opens a conversation with an assistant and returns its public path. */
export async function openConversation(
  visitor: Client,
  assistant: { uuid: string },
  type: 'widget' | 'test' = 'widget',
): Promise<string> {
  const { body } = await visitor.post('/conversations', { assistant_id: assistant.uuid, type });
  return `/conversations/${body.conversation_id}`;
}
