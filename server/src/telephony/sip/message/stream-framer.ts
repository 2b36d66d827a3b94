import { findBody } from './parse-message.ts';

/** What a stream brings, in order. */
export type StreamPiece =
  | { type: 'message'; bytes: Buffer }
  /** Two line ends, or a run of them: the peer asks whether we are there (RFC 5626 4.4.1). */
  | { type: 'ping' }
  /** Nothing that follows can be read: the connection has to be closed. */
  | { type: 'broken' };

const MAX_HEAD_BYTES = 64 * 1024;
const MAX_BODY_BYTES = 256 * 1024;
const LENGTH = /^(?:content-length|l)[ \t]*:[ \t]*(\d{1,9})[ \t]*\r?$/im;
const CARRIAGE_RETURN = 0x0d;
const LINE_FEED = 0x0a;
const NOTHING = Buffer.alloc(0);
const PING = [CARRIAGE_RETURN, LINE_FEED, CARRIAGE_RETURN, LINE_FEED];

/** Cuts the byte stream of one TCP or TLS connection into messages by their Content-Length; missing means 0. */
export class StreamFramer {
  /** Begins with the first byte of a message, or is empty: line ends before it are thrown away as they come. */
  #rest: Buffer = NOTHING;
  /** How much of `#rest` holds no end of a head. */
  #searched = 0;
  /** Where the message at the start of `#rest` ends; null: its head is not whole. */
  #end: number | null = null;
  /** How many bytes of a ping the line ends before the next message make. */
  #pinged = 0;
  #isBroken = false;

  /** Whether a message has begun that is not whole. */
  get isWithinMessage(): boolean {
    return this.#rest.length > 0;
  }

  push(chunk: Uint8Array): StreamPiece[] {
    if (this.#isBroken) return [];
    this.#rest = this.#rest.length === 0 ? Buffer.from(chunk) : Buffer.concat([this.#rest, chunk]);
    const pieces: StreamPiece[] = [];
    for (;;) {
      if (this.#end === null && this.#searched === 0 && this.#skipLineEnds()) pieces.push({ type: 'ping' });
      const piece = this.#next();
      if (piece === null) return pieces;
      pieces.push(piece);
      if (piece.type === 'broken') return pieces;
    }
  }

  #next(): StreamPiece | null {
    const rest = this.#rest;
    this.#end ??= this.#findEnd();
    if (this.#end === null) return rest.length > MAX_HEAD_BYTES ? this.#break() : null;
    if (this.#end === Number.POSITIVE_INFINITY) return this.#break();
    if (rest.length < this.#end) return null;
    const bytes = rest.subarray(0, this.#end);
    this.#keepFrom(this.#end);
    this.#searched = 0;
    this.#end = null;
    return { type: 'message', bytes };
  }

  /** Infinity: longer than any message may be; null: the head is not whole. */
  #findEnd(): number | null {
    const rest = this.#rest;
    const { headEnd, bodyStart } = findBody(rest, this.#searched);
    if (headEnd === rest.length) {
      // The last two bytes may be the first of the empty line.
      this.#searched = Math.max(0, rest.length - 2);
      return null;
    }
    if (headEnd > MAX_HEAD_BYTES) return Number.POSITIVE_INFINITY;
    const length = Number(LENGTH.exec(rest.toString('latin1', 0, headEnd))?.[1] ?? 0);
    return length > MAX_BODY_BYTES ? Number.POSITIVE_INFINITY : bodyStart + length;
  }

  /** A single line end before a message is a pong, or sloppiness. @returns whether there was a ping among them */
  #skipLineEnds(): boolean {
    let hasPing = false;
    let start = 0;
    for (; start < this.#rest.length; start += 1) {
      const byte = this.#rest[start];
      if (byte !== CARRIAGE_RETURN && byte !== LINE_FEED) {
        this.#pinged = 0;
        break;
      }
      if (byte === PING[this.#pinged]) this.#pinged += 1;
      else this.#pinged = byte === CARRIAGE_RETURN ? 1 : 0;
      if (this.#pinged < PING.length) continue;
      hasPing = true;
      this.#pinged = 0;
    }
    this.#keepFrom(start);
    return hasPing;
  }

  /** A view of nothing would keep the whole chunk alive. */
  #keepFrom(start: number): void {
    this.#rest = start === this.#rest.length ? NOTHING : this.#rest.subarray(start);
  }

  #break(): StreamPiece {
    this.#isBroken = true;
    this.#rest = NOTHING;
    return { type: 'broken' };
  }
}
