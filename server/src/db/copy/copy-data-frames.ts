/** Of one message, its header included. */
const FRAME_BYTES = 65_536;
/** The kind of the message, and its length without the kind. */
const HEADER_BYTES = 5;
const COPY_DATA = 'd';

/** Packs pieces of a COPY into CopyData messages of one size: a message per row would cost a write for each of them. */
export class CopyDataFrames {
  /** Bytes of the COPY so far, without headers. */
  byteCount = 0;
  readonly #send: (frame: Buffer) => void;
  #frame = Buffer.allocUnsafe(FRAME_BYTES);
  #filledTo = HEADER_BYTES;

  /** @param send gets whole messages, each in a buffer of its own */
  constructor(send: (frame: Buffer) => void) {
    this.#send = send;
  }

  /** Takes a copy of the bytes: the driver uses their memory again. */
  write(piece: Uint8Array): void {
    for (let at = 0; at < piece.length; ) {
      const taken = piece.subarray(at, at + FRAME_BYTES - this.#filledTo);
      this.#frame.set(taken, this.#filledTo);
      this.#filledTo += taken.length;
      at += taken.length;
      if (this.#filledTo === FRAME_BYTES) this.flush();
    }
    this.byteCount += piece.length;
  }

  /** Sends what waits for more. */
  flush(): void {
    if (this.#filledTo === HEADER_BYTES) return;
    const frame = this.#frame.subarray(0, this.#filledTo);
    frame.write(COPY_DATA, 'latin1');
    frame.writeInt32BE(frame.length - 1, 1);
    this.#frame = Buffer.allocUnsafe(FRAME_BYTES);
    this.#filledTo = HEADER_BYTES;
    this.#send(frame);
  }
}
