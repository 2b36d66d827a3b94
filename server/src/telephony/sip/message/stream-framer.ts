import { findBody } from './parse-message.ts';

/** What a stream brings, in order. */
export type StreamPiece =
  | { type: 'message'; bytes: Buffer }
  /** Two line ends: the peer asks whether we are there (RFC 5626 4.4.1). */
  | { type: 'ping' }
  /** Nothing that follows can be read: the connection has to be closed. */
  | { type: 'broken' };

const MAX_HEAD_BYTES = 64 * 1024;
const MAX_BODY_BYTES = 256 * 1024;
const LENGTH = /^(?:content-length|l)[ \t]*:[ \t]*(\d{1,9})[ \t]*\r?$/im;

/** Cuts the byte stream of one TCP or TLS connection into messages by their Content-Length; missing means 0. */
export class StreamFramer {
  #rest: Buffer = Buffer.alloc(0);
  #isBroken = false;

  push(chunk: Uint8Array): StreamPiece[] {
    if (this.#isBroken) return [];
    this.#rest = this.#rest.length === 0 ? Buffer.from(chunk) : Buffer.concat([this.#rest, chunk]);
    const pieces: StreamPiece[] = [];
    for (let piece = this.#next(); piece !== null; piece = this.#next()) {
      pieces.push(piece);
      if (piece.type === 'broken') break;
    }
    return pieces;
  }

  #next(): StreamPiece | null {
    const rest = this.#rest;
    if (rest.length >= 4 && rest.toString('latin1', 0, 4) === '\r\n\r\n')
      return this.#take(4, { type: 'ping' });
    const start = this.#lineEnds();
    if (start === rest.length) return null;
    const { headEnd, bodyStart } = findBody(rest, start);
    if (headEnd - start > MAX_HEAD_BYTES) return this.#break();
    if (headEnd === rest.length) return null;
    const length = Number(LENGTH.exec(rest.toString('latin1', start, headEnd))?.[1] ?? 0);
    if (length > MAX_BODY_BYTES) return this.#break();
    const end = bodyStart + length;
    if (rest.length < end) return null;
    return this.#take(end, { type: 'message', bytes: rest.subarray(start, end) });
  }

  /** A single line end before a message is a pong, or sloppiness; it may also be the first half of a ping. */
  #lineEnds(): number {
    let start = 0;
    while (this.#rest[start] === 0x0d || this.#rest[start] === 0x0a) start += 1;
    return start;
  }

  #take(bytes: number, piece: StreamPiece): StreamPiece {
    this.#rest = this.#rest.subarray(bytes);
    return piece;
  }

  #break(): StreamPiece {
    this.#isBroken = true;
    this.#rest = Buffer.alloc(0);
    return { type: 'broken' };
  }
}
