import { request as forward, type IncomingMessage } from 'node:http';
import { type LoopbackServer, startLoopbackServer } from './loopback-server.ts';

/** A proxy that loses responses: the server handles the request, but the client gets no response. */
export interface LosingProxy {
  /** For example `http://127.0.0.1:8080`. */
  origin: string;
  /** Loses the responses to the next `count` requests that match. */
  lose(isLost: (request: IncomingMessage) => boolean, count: number): void;
  close(): Promise<void>;
}

/** @param target origin of the server behind the proxy */
export async function startLosingProxy(target: string): Promise<LosingProxy> {
  let left = 0;
  let isChosen: (request: IncomingMessage) => boolean = () => false;
  const server: LoopbackServer = await startLoopbackServer((request, response) => {
    const { method, url = '/', headers } = request;
    const isLost = left > 0 && isChosen(request);
    if (isLost) left -= 1;
    const onward = forward(`${target}${url}`, { method, headers, agent: false }, (answer) => {
      if (isLost) {
        // A browser would retry by itself if the response had not started.
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        response.write(' ', () => response.destroy());
        answer.resume();
        return;
      }
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
      answer.on('error', () => response.destroy());
    });
    onward.on('error', () => response.destroy());
    response.on('close', () => onward.destroy());
    request.pipe(onward);
  });
  return {
    origin: server.origin,
    lose: (isLost, count) => {
      isChosen = isLost;
      left = count;
    },
    close: server.close,
  };
}
