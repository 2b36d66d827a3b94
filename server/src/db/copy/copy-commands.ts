import type { Connection, Submittable } from 'pg';

/**
 * What `COPY … TO STDOUT` and `COPY … FROM STDIN` have in common. The driver runs anything that can submit itself, and
 * tells it what the server says by the names of these methods.
 */
abstract class CopyCommand implements Submittable {
  /** Resolves with the number of rows once the server is ready for the next statement. */
  readonly done: Promise<number>;
  readonly #text: string;
  readonly #end = Promise.withResolvers<number>();
  #rowCount = 0;

  constructor(text: string) {
    this.#text = text;
    this.done = this.#end.promise;
    // Whoever waits for something else first hears of it later.
    this.done.catch(() => undefined);
  }

  submit(connection: Connection): void {
    connection.query(this.#text);
  }

  /** @param answer its text is `COPY 12` */
  handleCommandComplete({ text }: { text: string }): void {
    this.#rowCount = Number(text.split(' ')[1]);
  }

  handleReadyForQuery(): void {
    this.#end.resolve(this.#rowCount);
  }

  handleError(error: Error): void {
    this.#end.reject(error);
  }
}

/** `COPY … TO STDOUT`. */
export class CopyOut extends CopyCommand {
  readonly #onData: (piece: Uint8Array, from: Connection) => void;

  /** @param onData must be done with the bytes when it returns */
  constructor(text: string, onData: (piece: Uint8Array, from: Connection) => void) {
    super(text);
    this.#onData = onData;
  }

  handleCopyData({ chunk }: { chunk: Uint8Array }, connection: Connection): void {
    this.#onData(chunk, connection);
  }
}

/** `COPY … FROM STDIN`. */
export class CopyIn extends CopyCommand {
  /** Resolves when the server takes data. */
  readonly opened: Promise<Connection>;
  readonly #opening = Promise.withResolvers<Connection>();

  constructor(text: string) {
    super(text);
    this.opened = this.#opening.promise;
    this.opened.catch(() => undefined);
  }

  handleCopyInResponse(connection: Connection): void {
    this.#opening.resolve(connection);
  }

  override handleError(error: Error): void {
    this.#opening.reject(error);
    super.handleError(error);
  }
}

/** CopyDone: everything is sent. */
export const COPY_DONE = Buffer.from([0x63, 0, 0, 0, 4]);
/** CopyFail, with an empty reason: nothing of it is to be kept. */
export const COPY_FAIL = Buffer.from([0x66, 0, 0, 0, 5, 0]);
