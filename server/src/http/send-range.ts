import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
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

type ByteRange =
  | { kind: 'whole' }
  /** `from` is the offset of the first byte, `until` that of the byte after the last. */
  | { kind: 'part'; from: number; until: number }
  | { kind: 'unsatisfiable' };

/** Parses a `Range` header (RFC 9110) with one byte range; several ranges or invalid ones mean the whole file. */
export function parseByteRange(header: string | undefined, sizeBytes: number): ByteRange {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '') ?? [];
  if (first === '' && last === '') return { kind: 'whole' };
  if (first === '') {
    const length = Math.min(Number(last), sizeBytes);
    return length === 0
      ? { kind: 'unsatisfiable' }
      : { kind: 'part', from: sizeBytes - length, until: sizeBytes };
  }
  if (last !== '' && Number(last) < Number(first)) return { kind: 'whole' };
  if (Number(first) >= sizeBytes) return { kind: 'unsatisfiable' };
  const until = last === '' ? sizeBytes : Math.min(Number(last) + 1, sizeBytes);
  return { kind: 'part', from: Number(first), until };
}
