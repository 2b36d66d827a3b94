import type { IncomingMessage } from 'node:http';
import { type WebSocket, WebSocketServer } from 'ws';
import { portOf, startLoopbackServer } from './loopback-server.ts';

/** A real WebSocket server on loopback. The test's handler decides what it sends. */
export interface SocketServer {
  /** For example `ws://127.0.0.1:8080`. */
  url: string;
  /** Connection requests, including refused ones. */
  requests: { path: string; headers: IncomingMessage['headers'] }[];
  /** Number of open connections. */
  open(): number;
  /** Answers the next connection requests with these statuses. */
  refuse(...statuses: number[]): void;
  /** Clears remaining refusals. */
  accept(): void;
  /** Closes all connections abruptly. */
  drop(): void;
  close(): Promise<void>;
}

export async function startSocketServer(
  handle: (socket: WebSocket, path: string) => void,
): Promise<SocketServer> {
  const requests: SocketServer['requests'] = [];
  const refusals: number[] = [];
  const sockets = new WebSocketServer({ noServer: true });
  const http = await startLoopbackServer((_request, response) => response.writeHead(404).end());
  http.server.on('upgrade', (request, stream, head) => {
    const path = request.url ?? '';
    requests.push({ path, headers: request.headers });
    const status = refusals.shift();
    if (status === undefined) sockets.handleUpgrade(request, stream, head, (socket) => handle(socket, path));
    else stream.end(`HTTP/1.1 ${status} Scripted\r\nconnection: close\r\n\r\n`);
  });
  return {
    url: `ws://127.0.0.1:${portOf(http.server.address())}`,
    requests,
    open: () => sockets.clients.size,
    refuse: (...statuses) => refusals.push(...statuses),
    accept: () => {
      refusals.length = 0;
    },
    drop: () => {
      for (const client of sockets.clients) client.terminate();
    },
    close: async () => {
      for (const client of sockets.clients) client.terminate();
      await http.close();
    },
  };
}
