import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { StreamedAnswer } from './route.ts';

/**
 * Streams generated text with backpressure. Headers are sent with the first chunk, so an earlier failure is an ordinary
 * error answer. A later failure aborts the connection, so that no client mistakes a truncated file for a complete one.
 */
export async function sendStream(reply: FastifyReply, answer: StreamedAnswer): Promise<FastifyReply> {
  const pieces = answer.pieces[Symbol.asyncIterator]();
  const first = await pieces.next();
  const all = async function* (): AsyncGenerator<string> {
    try {
      for (let step = first; step.done !== true; step = await pieces.next()) yield step.value;
    } finally {
      await pieces.return?.();
    }
  };
  return reply
    .headers({
      'content-type': answer.contentType,
      'content-disposition': `attachment; filename="${answer.filename}"`,
    })
    .send(Readable.from(all(), { objectMode: false }));
}
