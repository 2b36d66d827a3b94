import { request as forward } from 'node:http';
import { type LoopbackServer, startLoopbackServer } from './loopback-server.ts';

/** A reverse proxy with a fixed address. The server behind it can be changed. */
export interface FrontProxy {
  /** For example `http://127.0.0.1:8080`. */
  origin: string;
  /** @param origin the server that gets requests from now on */
  aim(origin: string): void;
  close(): Promise<void>;
}

export async function startFrontProxy(): Promise<FrontProxy> {
  let target = 'http://127.0.0.1:9';
  const server: LoopbackServer = await startLoopbackServer((request, response) => {
    const { method, url = '/', headers } = request;
    const onward = forward(`${target}${url}`, { method, headers, agent: false }, (answer) => {
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
  return {
    origin: server.origin,
    aim: (origin) => {
      target = origin;
    },
    close: server.close,
  };
}
