import type { z } from 'zod';
import type { ErrorFamily } from '#contract/errors.ts';
import type { Role } from '#contract/roles.ts';
import type { FieldErrors, Holding } from '#contract/validation.ts';
import type { AccountContext, VisitorContext } from '../core/context.ts';
import type { NamedRequest } from '../core/named-request.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** JSON text rendered by PostgreSQL, sent unchanged. */
export class RawJson {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** A JSON answer with extra headers. With an `etag`, clients that have it get 304. */
export class AnswerWithHeaders {
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
  constructor(body: unknown, headers: Readonly<Record<string, string>>) {
    this.body = body;
    this.headers = headers;
  }
}

/** An answer whose bytes are not JSON, such as audio. */
export class BinaryAnswer {
  readonly bytes: Uint8Array;
  readonly contentType: string;
  readonly headers: Readonly<Record<string, string>>;
  constructor(bytes: Uint8Array, contentType: string, headers: Readonly<Record<string, string>> = {}) {
    this.bytes = bytes;
    this.contentType = contentType;
    this.headers = headers;
  }
}

/** An answer in another text format, such as XML for a carrier. */
export class TextAnswer {
  readonly text: string;
  readonly contentType: string;
  constructor(text: string, contentType: string) {
    this.text = text;
    this.contentType = contentType;
  }
}

/** A streamed file that supports `Range` requests. */
export class RangedAnswer {
  readonly contentType: string;
  readonly sizeBytes: number;
  /** Bytes `from` (inclusive) to `until` (exclusive). */
  readonly read: (from: number, until: number) => AsyncIterable<Uint8Array>;
  constructor(parts: Pick<RangedAnswer, 'contentType' | 'sizeBytes' | 'read'>) {
    this.contentType = parts.contentType;
    this.sizeBytes = parts.sizeBytes;
    this.read = parts.read;
  }
}

export interface StreamedEvent {
  event: string;
  data: unknown;
  /** The client sends the last one that it received as `Last-Event-ID` when it reconnects. */
  id?: string;
}

/** Server-sent events; the stream ends with the iterable or when the client disconnects. */
export class EventStream {
  readonly events: AsyncIterable<StreamedEvent>;
  /** Called when the client disconnects, even while the next event is awaited. May be called twice. */
  readonly onLeave: () => void;
  constructor(events: AsyncIterable<StreamedEvent>, onLeave: () => void = () => undefined) {
    this.events = events;
    this.onLeave = onLeave;
  }
}

/** A generated text file, streamed as a download. */
export class StreamedAnswer {
  readonly contentType: string;
  /** ASCII without quotes. */
  readonly filename: string;
  readonly pieces: AsyncIterable<string>;
  constructor(parts: Pick<StreamedAnswer, 'contentType' | 'filename' | 'pieces'>) {
    this.contentType = parts.contentType;
    this.filename = parts.filename;
    this.pieces = parts.pieces;
  }
}

/** An uploaded file of any size, on disk until the request is answered. */
export interface SpooledFile {
  sizeBytes: number;
  sha256: string;
  /** Streams the whole file; may be called repeatedly. */
  read(): AsyncIterable<Buffer>;
  /** A received file is closed by the HTTP layer. */
  close(): Promise<void>;
}

/** The `file` part of a multipart request, at most `upload.maxBytes` long. */
export interface UploadedFile {
  filename: string;
  bytes: Buffer<ArrayBuffer>;
  /** True if the file exceeded `maxBytes`; `bytes` is empty then. */
  isTooLarge: boolean;
  /** True if there were more files with the same field name, which were discarded. */
  isRepeated: boolean;
}

/** The unparsed request, for checking signatures. */
export interface RawRequest {
  method: 'GET' | 'POST';
  /** The URL as the caller addressed it. */
  url: string;
  /** Lower-case names; repeated headers are joined by commas. */
  headers: Readonly<Record<string, string>>;
  body: Buffer;
}

/** Facts about the request besides its parsed input. */
export interface RequestFacts {
  /** This server's origin as the client addresses it, `http://host:port`. */
  origin: string;
  /** Path without the query. */
  path: string;
  /** The query as the client sent it, without `?`. */
  queryString: string;
  accept: string;
  /** `Last-Event-ID` header of a client that resumes an event stream. */
  lastEventId: string | null;
  /** Value of the `Origin` header of a browser's request. */
  browserOrigin: string | null;
  /** True if a browser reports that a page of another origin makes the request. */
  isCrossOrigin: boolean;
  /** CSRF token of the session cookie; null without a session. */
  csrfToken: string | null;
  /** The authenticated account on a route with `takesCredential`. */
  accountId: number | null;
  /** The person who is logged in, on a route with `takesCredential`; null for API keys. */
  guest: { personId: number; tokenId: number } | null;
  /** The client's network for limits; see `clientNetwork`. */
  remoteNetwork: string;
  /** Id of the token, for limits per token. */
  tokenId: number | null;
  /**
   * The request's `Idempotency-Key` with its account; null without a key. After a server error, the client
   * repeats the request with the same key, so that the verb can find what it has already stored.
   */
  namedRequest: NamedRequest | null;
}

/** Facts known before the body is read. */
export type FactsBeforeUpload = Pick<RequestFacts, 'browserOrigin' | 'isCrossOrigin' | 'accountId'>;

type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;

export interface RouteInput<Params, Query, Body> {
  params: Parsed<Params>;
  query: Parsed<Query>;
  body: Parsed<Body>;
  file: UploadedFile | null;
  /** Set on routes with `spool` when a file was sent. */
  spooled: SpooledFile | null;
  /** Set on `raw` routes. */
  raw: RawRequest | null;
  facts: RequestFacts;
}

export interface RateRule {
  /** A sliding-window limit, exact across processes. */
  name: string;
  limit: number;
  windowMs: number;
  /**
   * `user`: one budget for all tokens of an account. `address`: one per network for requests without a credential,
   * checked before the body is read.
   */
  per: 'user' | 'token' | 'address';
  /** A limit per address that also counts requests with a credential. */
  countsCredentials?: true;
}

type Schema = z.ZodObject | undefined;

type Access = 'account' | 'public';

type OperationId = `${string}.${string}`;

type ContextFor<Who extends Access> = Who extends 'account' ? AccountContext : VisitorContext;

export interface RouteDefinition<
  Params extends Schema,
  Query extends Schema,
  Body extends Schema,
  Who extends Access,
> {
  method: Method;
  /** Path relative to `/api`, with parameters written `:id`. */
  path: string;
  tag: string;
  /** For lists of operations; no full stop. */
  summary: string;
  /** Further information for clients, in sentences. */
  description?: string;
  /** Body of the document's example, where the required fields alone are not a valid request. */
  example?: Readonly<Record<string, unknown>>;
  /** Unique name in the OpenAPI document, such as `conversations.messages.list`: resource, then verb, at most three parts. */
  operationId: OperationId;
  /** Id of the operation that this one repeats under another path. */
  aliasOf?: OperationId;
  /** `public` routes need no credential; their context has no account. */
  access: Who;
  /** The role that the route needs, if it is not the one of its tag's area. */
  role?: Role;
  /** Open to members who have to set up a second factor first. */
  duringSetup?: true;
  /** Public routes only: an optional credential is read into `facts.accountId`. */
  takesCredential?: true;
  /** A limit for the JSON body in place of the default of its access. */
  maxBodyBytes?: number;
  /** A limit for the keys and items of the JSON body, if it is not the usual one. */
  maxBodyValues?: number;
  errors: ErrorFamily;
  /** Names the resource in 404 answers for malformed ids: `Assistant not found.` */
  resource?: string;
  params?: Params;
  query?: Query;
  body?: Body;
  upload?: { field: string; maxBytes: number };
  /** Runs before the file is read. Throws for requests that no file can make valid. */
  beforeUpload?(input: { params: Parsed<Params>; facts: FactsBeforeUpload }): Promise<void>;
  /** The body is a file of any size, alone or as the named multipart field; other fields are ignored. */
  spool?: { field: string; maxBytes: number; contentType: string };
  /** The body is passed on unparsed; see `defineRawRoute`. */
  raw?: { maxBytes: number; contentTypes: readonly string[] };
  /**
   * `otherContentTypes`: of a file that the client can choose. `events`: schema of the server-sent events that replace JSON for clients that accept them. `isRanged`: the handler
   * returns a `RangedAnswer`.
   */
  success: {
    status: 200 | 201;
    schema: z.ZodType;
    contentType?: string;
    otherContentTypes?: readonly string[];
    events?: z.ZodType;
    isRanged?: true;
  };
  /** Extra headers of successful answers. */
  headers?: Readonly<Record<string, string>>;
  /** Error statuses besides 401, 404 (with params) and 422 (with a body or query). */
  refusals?: readonly number[];
  /** Status of validation errors if it is not 422. */
  invalidStatus?: 400;
  limit?: RateRule;
  /**
   * True if requests do not hold a database connection each: they wait for a vendor or share a statement. They do not
   * count against the account's connections.
   */
  holdsNoConnection?: boolean;
  /** Supports `Idempotency-Key`. */
  isIdempotent?: boolean;
  /** Checks rules between fields and about other objects. Also runs on the valid fields if others are invalid. */
  check?(
    context: ContextFor<Who>,
    input: {
      params: Parsed<Params>;
      query: Holding<Parsed<Query>>;
      body: Holding<Parsed<Body>>;
      file: UploadedFile | null;
      facts: RequestFacts;
    },
  ): FieldErrors | Promise<FieldErrors>;
  handle(context: ContextFor<Who>, input: RouteInput<Params, Query, Body>): Promise<unknown>;
}

/** A route with erased schema types, so that all routes fit into one list. */
export type Route = RouteDefinition<z.ZodObject, z.ZodObject, z.ZodObject, Access>;

/** Declares one endpoint: its schemas drive validation, types and the OpenAPI document. */
export function defineRoute<
  Params extends Schema = undefined,
  Query extends Schema = undefined,
  Body extends Schema = undefined,
  Who extends Access = 'account',
>(definition: RouteDefinition<Params, Query, Body, Who>): Route {
  return asRoute(definition);
}

/** Erases the schema types. Safe because input is validated against the schemas before the handler runs. */
function asRoute(definition: object): Route {
  return definition as Route;
}
