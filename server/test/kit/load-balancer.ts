import { request as forward, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type LoopbackServer, startLoopbackServer } from './loopback-server.ts';

/** One address in front of several processes, for requests and WebSockets. It chooses a process only by the path. */
export interface LoadBalancer {
  /** For example `http://127.0.0.1:8080`. */
  origin: string;
  /** @param choose returns the origin for a path; null if none is available */
  aim(choose: (path: string) => string | null): void;
  /** Breaks all open WebSockets, as a change of network does. */
  breakSockets(): void;
  close(): Promise<void>;
}

export async function startLoadBalancer(): Promise<LoadBalancer> {
  let choose: (path: string) => string | null = () => null;
  const sockets = new Set<Duplex>();
  const server: LoopbackServer = await startLoopbackServer((request, response) => {
    const origin = choose(request.url ?? '/');
    if (origin === null) {
      response.writeHead(502).end();
      return;
    }
    const onward = forwarded(origin, request);
    onward.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
      answer.on('error', () => response.destroy());
    });
    onward.on('error', () => {
      if (response.headersSent) response.destroy();
      else response.writeHead(502).end();
    });
    request.pipe(onward);
  });
  server.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy());
    const origin = choose(request.url ?? '/');
    if (origin === null) {
      socket.end('HTTP/1.1 502 Bad Gateway\r\ncontent-length: 0\r\n\r\n');
      return;
    }
    const onward = forwarded(origin, request);
    onward.on('upgrade', (answer, inner, innerHead) => {
      inner.on('error', () => socket.destroy());
      inner.on('close', () => socket.destroy());
      sockets.add(socket);
      socket.on('close', () => {
        sockets.delete(socket);
        inner.destroy();
      });
      socket.write(headOf('101 Switching Protocols', answer.headers));
      inner.unshift(innerHead);
      socket.unshift(head);
      inner.pipe(socket).pipe(inner);
    });
    onward.on('response', (answer) => {
      socket.end(headOf(`${answer.statusCode} Refused`, { 'content-length': '0' }));
      answer.resume();
    });
    onward.on('error', () => socket.destroy());
    onward.end();
  });
  return {
    origin: server.origin,
    aim: (next) => {
      choose = next;
    },
    breakSockets: () => {
      for (const socket of sockets) socket.destroy();
    },
    close: server.close,
  };
}

function forwarded(origin: string, { method, url = '/', headers }: IncomingMessage) {
  return forward(`${origin}${url}`, { method: method ?? 'GET', headers, agent: false });
}

function headOf(status: string, headers: IncomingHttpHeaders): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}`);
  return `HTTP/1.1 ${[status, ...lines].join('\r\n')}\r\n\r\n`;
}
