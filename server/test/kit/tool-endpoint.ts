import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { startLoopbackServer } from './loopback-server.ts';

/** `reset` closes the connection without an answer. */
export type ToolReply =
  | { status?: number; headers?: Record<string, string>; body: unknown }
  | 'hang'
  | 'reset';

export interface ReceivedCall {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  rawHeaders: string[];
  body: string;
}

/** A customer's API, which records its requests. */
export interface ToolEndpoint {
  /** For example `http://127.0.0.1:8080`. */
  origin: string;
  calls: ReceivedCall[];
  /** Sets the response from now on; objects are sent as JSON. A function chooses it by the request. */
  answer(reply: ToolReply | ((call: ReceivedCall) => ToolReply | Promise<ToolReply>)): void;
  /** Clears recorded calls and answers `{}` again. */
  reset(): void;
  close(): Promise<void>;
}

export async function startToolEndpoint(): Promise<ToolEndpoint> {
  const calls: ToolEndpoint['calls'] = [];
  let reply: Parameters<ToolEndpoint['answer']>[0] = { body: {} };
  const server = await startLoopbackServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', async () => {
      const body = Buffer.concat(chunks).toString();
      const { method = '', url = '', headers, rawHeaders } = request;
      const call = { method, url, headers, rawHeaders, body };
      calls.push(call);
      send(response, typeof reply === 'function' ? await reply(call) : reply);
    });
  });
  return {
    origin: server.origin,
    calls,
    answer: (next) => {
      reply = next;
    },
    reset: () => {
      calls.length = 0;
      reply = { body: {} };
    },
    close: server.close,
  };
}

function send(response: ServerResponse, reply: ToolReply): void {
  if (reply === 'hang') return;
  if (reply === 'reset') {
    response.destroy();
    return;
  }
  const { status = 200, headers = {}, body } = reply;
  const isText = typeof body === 'string';
  response.writeHead(status, { 'content-type': isText ? 'text/plain' : 'application/json', ...headers });
  response.end(isText ? body : JSON.stringify(body));
}
