import { createServer } from 'node:http';
import { z } from 'zod';
import { wallMs } from './protocol.ts';

// A customer's endpoint. /count… answers immediately; /timed… also records the event's latency; /hang… never answers.
// Sends its port to the parent, then on every message the latencies since the previous one.

let latenciesMs: number[] = [];
const timed = z.object({ at: z.number() });

const server = createServer((request, response) => {
  const arrivedMs = wallMs();
  const path = request.url ?? '';
  if (!path.startsWith('/timed')) {
    request.resume();
    if (!path.startsWith('/hang')) request.once('end', () => response.end());
    return;
  }
  const pieces: Buffer[] = [];
  request.on('data', (piece: Buffer) => pieces.push(piece));
  request.once('end', () => {
    const { at } = timed.parse(JSON.parse(Buffer.concat(pieces).toString()));
    latenciesMs.push(arrivedMs - at);
    response.end();
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.send?.(typeof address === 'object' ? address?.port : null);
});
process.on('message', () => {
  process.send?.({ latenciesMs });
  latenciesMs = [];
});
process.once('disconnect', () => process.exit());
