import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { parseByteRange } from './byte-range.ts';
import type { RangedAnswer } from './route.ts';

/** Sends the requested `Range` or the whole file. */
export function sendRange(reply: FastifyReply, { contentType, sizeBytes, read }: RangedAnswer): FastifyReply {
  const range = parseByteRange(reply.request.headers.range, sizeBytes);
  reply.header('accept-ranges', 'bytes');
  if (range.kind === 'unsatisfiable') {
    return reply
      .code(416)
      .headers({ 'content-range': `bytes */${sizeBytes}`, 'content-type': 'application/json; charset=utf-8' })
      .send(JSON.stringify({ message: 'The requested range cannot be satisfied.' }));
  }
  const { from, until } = range.kind === 'part' ? range : { from: 0, until: sizeBytes };
  if (range.kind === 'part') {
    reply.code(206).header('content-range', `bytes ${from}-${until - 1}/${sizeBytes}`);
  }
  return reply
    .headers({ 'content-type': contentType, 'content-length': until - from })
    .send(Readable.from(read(from, until), { objectMode: false }));
}
