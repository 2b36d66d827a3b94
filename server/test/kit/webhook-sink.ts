import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { Executor } from '../../src/db/client.ts';
import type { DomainEvent } from '../../src/events/event.ts';
import { eventually } from './eventually.ts';
import { startLoopbackServer } from './loopback-server.ts';
import type { Answer, Client, TestServer } from './test-server.ts';

export interface ReceivedWebhook {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** The response of a path of the sink. */
export type SinkReply =
  | {
      status: number;
      headers?: Record<string, string>;
      body?: string | Buffer;
      until?: Promise<void>;
      /** How the connection ends after the body; normally if absent. */
      ending?: 'never' | 'reset';
    }
  | 'hang'
  | 'reset'
  | 'endless';

/** A customer's endpoint: every path responds as configured, 200 by default. */
export interface WebhookSink {
  /** For example `http://127.0.0.1:8080`. */
  origin: string;
  received: ReceivedWebhook[];
  /** Requests to a path, in order. */
  at(path: string): ReceivedWebhook[];
  answer(path: string, reply: SinkReply): void;
  connections(): number;
  close(): Promise<void>;
}

export async function startWebhookSink(): Promise<WebhookSink> {
  const received: ReceivedWebhook[] = [];
  const replies = new Map<string, SinkReply>();
  const server = await startLoopbackServer((request, response) => {
    const path = request.url ?? '';
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push({ path, headers: request.headers, body: Buffer.concat(chunks).toString() });
      send(request, response, replies.get(path) ?? { status: 200 });
    });
  });
  return {
    origin: server.origin,
    received,
    at: (path) => received.filter((one) => one.path === path),
    answer: (path, reply) => void replies.set(path, reply),
    connections: server.connections,
    close: server.close,
  };
}

function send(request: IncomingMessage, response: ServerResponse, reply: SinkReply): void {
  if (reply === 'hang') return;
  if (reply === 'reset') {
    request.socket.resetAndDestroy();
    return;
  }
  if (reply === 'endless') {
    const write = (): void => {
      while (!response.destroyed && response.write('x'.repeat(16_384)));
    };
    response.on('drain', write);
    write();
    return;
  }
  const { status, headers = {}, body = '', until = Promise.resolve(), ending } = reply;
  void until.then(() => {
    response.writeHead(status, headers);
    if (ending === undefined) response.end(body);
    else response.write(body, () => ending === 'reset' && request.socket.destroy());
  });
}

let count = 0;

/** An event as a module records it. */
export function someEvent(userId: number, fields: Partial<DomainEvent> = {}): DomainEvent {
  count += 1;
  return {
    type: 'conversation.ended',
    userId,
    assistantId: null,
    subjectId: `conversation-${count}`,
    isReported: true,
    webhookUrl: null,
    payload: { conversation_id: `conversation-${count}`, status: 'ended' },
    occurredAt: new Date(),
    ...fields,
  };
}

/** Records events in one transaction, in which `meanwhile` runs last. */
export function recordEvents(
  server: TestServer,
  events: readonly DomainEvent[],
  meanwhile: (transaction: Executor) => Promise<void> = async () => undefined,
): Promise<void> {
  return server.database.transaction(async (transaction) => {
    for (const event of events) await server.dependencies.recordEvent(transaction, event);
    await meanwhile(transaction);
  });
}

/** Waits until the account's newest delivery matches and returns it with its attempts. */
export function newestDelivery(
  account: Client,
  isDone: (delivery: Answer['body']) => boolean,
): Promise<Answer['body']> {
  return eventually(async () => {
    const list = await account.get('/user/webhook-deliveries?per_page=1');
    const { id } = list.body.data[0];
    return (await account.get(`/user/webhook-deliveries/${id}`)).body.data;
  }, isDone);
}
