/** Query values; undefined ones are not sent. */
export type Query = Readonly<Record<string, string | number | boolean | undefined>>;

/** A server-sent event. */
export interface ServerEvent {
  event: string;
  data: unknown;
}

/** A file to upload, with text fields of the same form. */
export interface Upload {
  file: { name: string; content: Uint8Array; type: string };
  fields?: Readonly<Record<string, string>>;
  query?: Query;
}

/** Requests to one server with one credential. Paths are below `/api`. A refusal is thrown as an `ApiFailure`. */
export interface Api {
  /** `https://parley.example`, without `/api`. */
  readonly url: string;
  get<Answer>(path: string, query?: Query): Promise<Answer>;
  /** A POST with an idempotency key, so that it can be retried. */
  create<Answer>(path: string, body: object): Promise<Answer>;
  send<Answer>(method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object): Promise<Answer>;
  upload<Answer>(path: string, upload: Upload): Promise<Answer>;
  /** The bytes of a response that is not JSON. */
  download(path: string): Promise<AsyncIterable<Uint8Array>>;
  /** Events of a call until it ends. */
  events(path: string, signal: AbortSignal): AsyncIterable<ServerEvent>;
}

/** The server refused a request. */
export class ApiFailure extends Error {
  readonly status: number;
  /** Messages by field, for invalid fields. */
  readonly fields: Readonly<Record<string, readonly string[]>>;

  constructor(status: number, message: string, fields: ApiFailure['fields'] = {}) {
    super(message);
    this.name = 'ApiFailure';
    this.status = status;
    this.fields = fields;
  }
}
