import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A real HTTP server on loopback that counts connections and requests. */
export interface LoopbackServer {
  port: number;
  /** For example `http://127.0.0.1:8080`. */
  origin: string;
  /** Number of TCP connections, with or without a request. */
  connections(): number;
  /** `METHOD /path` of every request, in order. */
  requests: string[];
  server: Server;
  close(): Promise<void>;
}

/** Starts on a free port; the `host` `::` listens on every address of the machine, including IPv4. */
export async function startLoopbackServer(
  listener: RequestListener,
  host: '127.0.0.1' | '::' = '127.0.0.1',
): Promise<LoopbackServer> {
  let connections = 0;
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    listener(request, response);
  });
  server.on('connection', () => {
    connections += 1;
  });
  const port = await listen(server, host);
  return {
    port,
    origin: `http://127.0.0.1:${port}`,
    connections: () => connections,
    requests,
    server,
    close: () => close(server),
  };
}

function listen(server: Server, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, host, () => resolve(portOf(server.address())));
  });
}

export function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return address.port;
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
