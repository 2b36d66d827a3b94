import { findBody } from './parse-message.ts';

export type StreamEvent =
  | { type: 'message'; bytes: Buffer }
  /** A double CRLF keep-alive ping (RFC 5626 4.4.1). */
  | { type: 'ping' }
  /** Framing is lost: close the connection. */
  | { type: 'broken' };

const MAX_HEAD_BYTES = 64 * 1024;
const MAX_BODY_BYTES = 256 * 1024;
const LENGTH = /^(?:content-length|l)[ \t]*:[ \t]*(\d{1,9})[ \t]*\r?$/im;
const CARRIAGE_RETURN = 0x0d;
const LINE_FEED = 0x0a;
const NOTHING = Buffer.alloc(0);
const PING = [CARRIAGE_RETURN, LINE_FEED, CARRIAGE_RETURN, LINE_FEED];

/** Splits the stream of one TCP or TLS connection into messages by Content-Length, which defaults to 0. */
export class StreamFramer {
  /** Starts with a message or is empty; line endings before a message are dropped. */
  #rest: Buffer = NOTHING;
  /** Bytes of `#rest` already searched for the end of the headers. */
  #searched = 0;
  /** End of the message at the start of `#rest`; null while its headers are incomplete. */
  #end: number | null = null;
  /** Matched bytes of a ping. */
  #pinged = 0;
  #isBroken = false;

  /** True if a message is incomplete. */
  get isWithinMessage(): boolean {
    return this.#rest.length > 0;
  }

  push(chunk: Uint8Array): StreamEvent[] {
    if (this.#isBroken) return [];
    this.#rest = this.#rest.length === 0 ? Buffer.from(chunk) : Buffer.concat([this.#rest, chunk]);
    const events: StreamEvent[] = [];
    for (;;) {
      if (this.#end === null && this.#searched === 0 && this.#skipLineEnds()) events.push({ type: 'ping' });
      const event = this.#next();
      if (event === null) return events;
      events.push(event);
      if (event.type === 'broken') return events;
    }
  }

  #next(): StreamEvent | null {
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

  /** Infinity if it is too long; null while the headers are incomplete. */
  #findEnd(): number | null {
    const rest = this.#rest;
    const { headEnd, bodyStart } = findBody(rest, this.#searched);
    if (headEnd === rest.length) {
      // The last two bytes may belong to the empty line.
      this.#searched = Math.max(0, rest.length - 2);
      return null;
    }
    if (headEnd > MAX_HEAD_BYTES) return Number.POSITIVE_INFINITY;
    const length = Number(LENGTH.exec(rest.toString('latin1', 0, headEnd))?.[1] ?? 0);
    return length > MAX_BODY_BYTES ? Number.POSITIVE_INFINITY : bodyStart + length;
  }

  /** Skips line endings; a single one is a pong or ignored. @returns true if they contained a ping */
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

  /** An empty subarray would keep the whole chunk in memory. */
  #keepFrom(start: number): void {
    this.#rest = start === this.#rest.length ? NOTHING : this.#rest.subarray(start);
  }

  #break(): StreamEvent {
    this.#isBroken = true;
    this.#rest = NOTHING;
    return { type: 'broken' };
  }
}
