import { ConnectionError, ParleyError } from './errors.ts';
import { type ServerSentEvent, serverSentEvents } from './server-sent-events.ts';

export interface OpenedStream {
  response: Response;
  /** Chunks of the body. Fails with a `ConnectionError` if the connection breaks or goes silent. */
  chunks: AsyncIterable<Uint8Array>;
  close(): void;
}

export interface EventStreamOptions {
  /** An item is the event with its name, or only its data. */
  gives: 'event' | 'data';
  /** Name of the event that ends the stream. A stream that ends before it is reopened. */
  lastEvent: string | null;
  /** Opens the stream again after an event id. Null if a broken stream cannot continue. */
  reopen: ((lastEventId: string | null) => Promise<OpenedStream>) | null;
}

/** Server-sent events as an iterator. Leaving the loop, or `close`, ends the request. */
export class EventStream<Item> implements AsyncIterable<Item> {
  #opened: OpenedStream;
  readonly #options: EventStreamOptions;
  #lastEventId: string | null = null;
  #isClosed = false;

  constructor(opened: OpenedStream, options: EventStreamOptions) {
    this.#opened = opened;
    this.#options = options;
  }

  /** Id of the last event with an id. Pass it as `lastEventId` of the request options to continue the stream. */
  get lastEventId(): string | null {
    return this.#lastEventId;
  }

  close(): void {
    this.#isClosed = true;
    this.#opened.close();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    try {
      while (!this.#isClosed) {
        for await (const event of this.#received()) {
          if (event.id !== null) this.#lastEventId = event.id;
          yield this.#itemOf(event);
          if (event.event === this.#options.lastEvent) return;
        }
        const { reopen } = this.#options;
        if (reopen === null || this.#isClosed) return;
        this.#opened = await reopen(this.#lastEventId);
      }
    } finally {
      this.close();
    }
  }

  /** Events of the current connection. If the stream can be reopened, a broken connection ends it without an error. */
  async *#received(): AsyncGenerator<ServerSentEvent, void, undefined> {
    try {
      yield* serverSentEvents(this.#opened.chunks);
    } catch (error) {
      if (this.#isClosed) return;
      if (this.#options.reopen === null || !(error instanceof ConnectionError)) throw error;
    }
  }

  #itemOf({ event, data }: ServerSentEvent): Item {
    const parsed: unknown = JSON.parse(data);
    if (event === 'error') throw new ParleyError(errorText(parsed), { body: parsed });
    return asItem<Item>(this.#options.gives === 'event' ? { event, data: parsed } : parsed);
  }
}

/** Trusts the server's contract for the shape of an event. */
function asItem<Item>(value: unknown): Item {
  return value as Item;
}

function errorText(body: unknown): string {
  const said = typeof body === 'object' && body !== null && 'error' in body ? body.error : null;
  return typeof said === 'string' ? said : 'The server reported an error in the stream.';
}
