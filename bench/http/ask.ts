import { request as open } from 'node:http';
import type { LoadRequest } from '../kit/load/request.ts';

/** Sends exactly the generator's request. The Host header has no port, so links are the same for all contenders. */
export function ask(port: number, request: LoadRequest): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const { method, path, headers, body } = request;
  const host = '127.0.0.1';
  const outgoing = open({ port, host, method, path, headers: { ...headers, host } }, (response) => {
    const chunks: Buffer[] = [];
    response.on('data', (chunk) => chunks.push(chunk));
    response.on('end', () => resolve(Buffer.concat(chunks)));
    response.on('error', reject);
  });
  outgoing.on('error', reject);
  outgoing.end(body);
  return promise;
}
