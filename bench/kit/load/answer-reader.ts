const headEnd = Buffer.from('\r\n\r\n');

/**
 * Finds the ends of HTTP/1.1 responses in a byte stream and reports their status. Requires a content-length. Parses only
 * what it needs, so that the generator uses less CPU than the server.
 */
export class AnswerReader {
  readonly #onAnswer: (status: number) => void;
  #pending: Buffer | null = null;
  #bodyLeft = 0;
  #status = 0;

  constructor(onAnswer: (status: number) => void) {
    this.#onAnswer = onAnswer;
  }

  /** Throws if a response has no content-length. */
  push(chunk: Buffer): void {
    let rest = this.#pending === null ? chunk : Buffer.concat([this.#pending, chunk]);
    this.#pending = null;
    while (rest.length > 0) {
      if (this.#bodyLeft === 0) {
        const end = rest.indexOf(headEnd);
        if (end === -1) {
          this.#pending = rest;
          return;
        }
        this.#readHead(rest.toString('latin1', 0, end));
        rest = rest.subarray(end + headEnd.length);
      }
      const taken = Math.min(this.#bodyLeft, rest.length);
      this.#bodyLeft -= taken;
      rest = rest.subarray(taken);
      if (this.#bodyLeft === 0) this.#onAnswer(this.#status);
    }
  }

  #readHead(head: string): void {
    this.#status = Number(head.slice(9, 12));
    const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
    if (length === undefined) throw new Error(`A response without content-length:\n${head}`);
    this.#bodyLeft = Number(length);
  }
}
