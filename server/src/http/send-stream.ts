import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { StreamedAnswer } from './route.ts';

/**
 * Sends text while it is made, at the speed at which the client reads. The first piece is awaited before the head goes
 * out: what fails before it is still an ordinary answer. What fails later breaks the body off, so that nobody takes a
 * part of it for the whole.
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
