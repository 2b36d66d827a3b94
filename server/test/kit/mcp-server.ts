import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { startLoopbackServer } from './loopback-server.ts';

/** A JSON-RPC message that the server received. */
export interface McpMessage {
  id?: number | string;
  method: string;
  params?: {
    name?: string;
    arguments?: Record<string, unknown>;
    cursor?: string;
    requestId?: number | string;
    _meta?: Record<string, unknown>;
  };
  headers: IncomingHttpHeaders;
}

/** The answer to `tools/call`: a result, a JSON-RPC error, or what a broken server does. */
export type McpAnswer =
  | { result: Record<string, unknown> }
  | { error: { code: number; message: string } }
  /** Raw HTTP. */
  | { status: number; body: string; headers?: Record<string, string> }
  /** Progress without an end. */
  | 'progress'
  | 'hang'
  | 'reset';

/** An MCP server (Streamable HTTP with sessions, version 2025-11-25). */
export interface FakeMcpServer {
  url: string;
  received: McpMessage[];
  /** Messages of a method. */
  of(method: string): McpMessage[];
  tools: Record<string, unknown>[];
  /** Tools per page. */
  pageSize: number;
  /** Answers as a stream of events instead of JSON. */
  streams: boolean;
  /** Answers of everything but tool calls; null for a working server. */
  broken: Exclude<McpAnswer, { result: unknown } | 'progress'> | null;
  answer(next: McpAnswer | ((message: McpMessage) => McpAnswer | Promise<McpAnswer>)): void;
  /** Forgets all sessions, like a restarted server. */
  forgetSessions(): void;
  /** Number of known sessions. */
  sessions(): number;
  /** Number of clients that hear announcements. */
  listening(): number;
  /** Tells listening clients that the tools changed. */
  announce(): void;
  close(): Promise<void>;
}

export const text = (words: string): McpAnswer => ({ result: { content: [{ type: 'text', text: words }] } });

export async function startMcpServer(): Promise<FakeMcpServer> {
  const sessions = new Set<string>();
  const listening = new Set<ServerResponse>();
  let answer: Parameters<FakeMcpServer['answer']>[0] = text('done');
  const handle = async (message: McpMessage, response: ServerResponse): Promise<void> => {
    const { id, method, params } = message;
    const isCall = method === 'tools/call';
    if (fake.broken !== null && !isCall) return send(response, id, fake.broken);
    if (method === 'initialize') {
      const session = randomUUID();
      sessions.add(session);
      response.setHeader('mcp-session-id', session);
      return reply(response, id, {
        result: {
          protocolVersion: '2025-11-25',
          capabilities: { tools: { listChanged: true } },
          serverInfo: { name: 'fake', version: '1' },
        },
      });
    }
    if (!sessions.has(String(message.headers['mcp-session-id']))) {
      return send(response, id, { status: 404, body: 'Session not found' });
    }
    if (id === undefined) {
      response.writeHead(202).end();
      return;
    }
    if (method === 'tools/list') {
      const from = Number(params?.cursor ?? 0);
      const next = from + fake.pageSize;
      const page = fake.tools.slice(from, next);
      return reply(response, id, {
        result: { tools: page, ...(next < fake.tools.length && { nextCursor: String(next) }) },
      });
    }
    if (isCall) return send(response, id, typeof answer === 'function' ? await answer(message) : answer);
    return reply(response, id, { error: { code: -32_601, message: 'Method not found' } });
  };
  const reply = (response: ServerResponse, id: McpMessage['id'], content: object): void => {
    const json = JSON.stringify({ jsonrpc: '2.0', id, ...content });
    const type = fake.streams ? 'text/event-stream' : 'application/json';
    response.writeHead(200, { 'content-type': type });
    response.end(fake.streams ? `event: message\ndata: ${json}\n\n` : json);
  };
  const send = (response: ServerResponse, id: McpMessage['id'], sent: McpAnswer): void => {
    if (sent === 'hang') return;
    if (sent === 'reset') return void response.destroy();
    if (sent === 'progress') {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const progress = {
        jsonrpc: '2.0',
        method: 'notifications/message',
        params: { level: 'info', data: '…' },
      };
      response.write(`data: ${JSON.stringify(progress)}\n\n`);
      return;
    }
    if ('status' in sent) {
      response.writeHead(sent.status, { 'content-type': 'application/json', ...sent.headers }).end(sent.body);
      return;
    }
    reply(response, id, sent);
  };
  const server = await startLoopbackServer(async (request, response) => {
    if (request.method === 'GET') {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
      listening.add(response);
      response.on('close', () => listening.delete(response));
      return;
    }
    if (request.method === 'DELETE') {
      sessions.delete(String(request.headers['mcp-session-id']));
      response.writeHead(200).end();
      return;
    }
    const message = { ...(await bodyOf(request)), headers: request.headers };
    fake.received.push(message);
    await handle(message, response);
  });
  const fake: FakeMcpServer = {
    url: `${server.origin}/mcp`,
    received: [],
    of: (method) => fake.received.filter((message) => message.method === method),
    tools: [],
    pageSize: 100,
    streams: false,
    broken: null,
    answer: (next) => {
      answer = next;
    },
    forgetSessions: () => sessions.clear(),
    sessions: () => sessions.size,
    listening: () => listening.size,
    announce: () => {
      const changed = { jsonrpc: '2.0', method: 'notifications/tools/list_changed' };
      for (const response of listening) response.write(`data: ${JSON.stringify(changed)}\n\n`);
    },
    close: server.close,
  };
  return fake;
}

async function bodyOf(request: IncomingMessage): Promise<Omit<McpMessage, 'headers'>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString());
}
