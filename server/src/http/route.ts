import type { z } from 'zod';
import type { ErrorFamily } from '#contract/errors.ts';
import type { FieldErrors, Holding } from '#contract/validation.ts';
import type { Context, VisitorContext } from '../core/context.ts';
import type { NamedRequest } from '../core/named-request.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** JSON that PostgreSQL has rendered: sent as it is, neither parsed nor written again. */
export class RawJson {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** A JSON answer with headers of its own. */
export class AnswerWithHeaders {
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
  constructor(body: unknown, headers: Readonly<Record<string, string>>) {
    this.body = body;
    this.headers = headers;
  }
}

/** An answer whose bytes are not JSON, for example audio. */
export class BinaryAnswer {
  readonly bytes: Uint8Array;
  readonly contentType: string;
  constructor(bytes: Uint8Array, contentType: string) {
    this.bytes = bytes;
    this.contentType = contentType;
  }
}

/** An answer in a text format of the caller's own, for example XML. */
export class TextAnswer {
  readonly text: string;
  readonly contentType: string;
  constructor(text: string, contentType: string) {
    this.text = text;
    this.contentType = contentType;
  }
}

/** An answer whose bytes are read while they are sent, all of them or those of the request's `Range`. */
export class RangedAnswer {
  readonly contentType: string;
  readonly sizeBytes: number;
  /** The bytes from one to before the other. */
  readonly read: (from: number, until: number) => AsyncIterable<Uint8Array>;
  constructor(parts: Pick<RangedAnswer, 'contentType' | 'sizeBytes' | 'read'>) {
    this.contentType = parts.contentType;
    this.sizeBytes = parts.sizeBytes;
    this.read = parts.read;
  }
}

/** Server-sent events; the stream ends with the iterable, or when the client goes. */
export class EventStream {
  readonly events: AsyncIterable<{ event: string; data: unknown }>;
  /** Called when the client goes, also while the next event is awaited; may be called again. */
  readonly onLeave: () => void;
  constructor(
    events: AsyncIterable<{ event: string; data: unknown }>,
    onLeave: () => void = () => undefined,
  ) {
    this.events = events;
    this.onLeave = onLeave;
  }
}

/** An answer whose text is made while it is sent, as a file to be kept. */
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

/** A file of any size, kept on the disk until the answer is made. */
export interface SpooledFile {
  sizeBytes: number;
  sha256: string;
  /** All of it, a small piece at a time; as often as it is wanted. */
  read(): AsyncIterable<Buffer>;
  /** The shell calls it. */
  close(): Promise<void>;
}

/** The `file` part of a multipart request, at most `upload.maxBytes` long. */
export interface UploadedFile {
  filename: string;
  bytes: Buffer<ArrayBuffer>;
  /** The part went on after `maxBytes`; `bytes` is empty then. */
  isTooLarge: boolean;
  /** Further files came under the same name; they were dropped. */
  isRepeated: boolean;
}

/** A request byte for byte, for callers that sign what they send. */
export interface RawRequest {
  method: 'GET' | 'POST';
  /** As the caller was told to call it: scheme, host, path and query. */
  url: string;
  /** Lower-case names; repeated headers are joined by commas. */
  headers: Readonly<Record<string, string>>;
  body: Buffer;
}

/** What a handler may want to know of the request beside its parsed parts. */
export interface RequestFacts {
  /** `http://host:port`, as the client sees this server. */
  origin: string;
  /** Path without the query. */
  path: string;
  /** The query as the client sent it, without `?`. */
  queryString: string;
  accept: string;
  /** Value of the `Origin` header of a browser's request. */
  browserOrigin: string | null;
  /** A browser says that a page of another origin asks. */
  isAskedFromElsewhere: boolean;
  /** What must come with the caller's session cookie; null: nobody is logged in. */
  csrfToken: string | null;
  /** The account whose credential came with a request of a route with `takesCredential`. */
  accountId: number | null;
  /** The client's address as limits count it: see `clientNetwork`. */
  remoteNetwork: string;
  /** Hash or id of the credential, for limits per token. */
  tokenId: number | null;
  /**
   * The request by its `Idempotency-Key` and its account, null without one. A request that failed on our side
   * comes again under the same name, so that the verb can know what it has stored already.
   */
  namedRequest: NamedRequest | null;
}

type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;

export interface RouteInput<Params, Query, Body> {
  params: Parsed<Params>;
  query: Parsed<Query>;
  body: Parsed<Body>;
  file: UploadedFile | null;
  /** Only of a route with `spool`; null elsewhere, and where no file came. */
  spooled: SpooledFile | null;
  /** Only of a `raw` route; null elsewhere. */
  raw: RawRequest | null;
  facts: RequestFacts;
}

export interface RateRule {
  /** Requests in a window, exact over all processes, in any window of that length. */
  name: string;
  limit: number;
  windowMs: number;
  /**
   * `user`: one budget for all tokens of an account. `address`: one per network for requests without a credential,
   * checked before the body is read.
   */
  per: 'user' | 'token' | 'address';
}

type Schema = z.ZodObject | undefined;

type Access = 'account' | 'public';

type ContextFor<Who extends Access> = Who extends 'account' ? Context : VisitorContext;

export interface RouteDefinition<
  Params extends Schema,
  Query extends Schema,
  Body extends Schema,
  Who extends Access,
> {
  method: Method;
  /** Relative to `/api`, parameters written `:id`. */
  path: string;
  tag: string;
  summary: string;
  /** Needed if method and path give the id of another operation; see `operationId`. */
  operationId?: string;
  /** `public` routes take no credential; their verbs get no account in the context. */
  access: Who;
  /** Only of public routes: `facts.accountId` says whose credential came with the request, if any. */
  takesCredential?: true;
  /** Limit of a JSON body, if its fields can hold less than its access allows. */
  maxBodyBytes?: number;
  errors: ErrorFamily;
  /** What a malformed path parameter could not find: `Assistant not found.` */
  resource?: string;
  params?: Params;
  query?: Query;
  body?: Body;
  upload?: { field: string; maxBytes: number };
  /** The body is a file of any size, by itself or as the named part of a multipart body; nothing else is read of it. */
  spool?: { field: string; maxBytes: number; contentType: string };
  /** The body is handed on as it came, whatever it is; see `defineRawRoute`. */
  raw?: { maxBytes: number; contentTypes: readonly string[] };
  /** `events`: one of the server-sent events that come in place of JSON, to clients that accept them. */
  success: { status: 200 | 201; schema: z.ZodType; contentType?: string; events?: z.ZodType };
  /** Of successes, beside those that every answer carries. */
  headers?: Readonly<Record<string, string>>;
  /** Status codes of refusals beside 401, 404 (with params) and 422 (with a body or query). */
  refusals?: readonly number[];
  /** Status of broken field rules where it is not 422. */
  invalidStatus?: 400;
  limit?: RateRule;
  /** It waits for a vendor, not for the database: it takes none of the account's connections. */
  readsElsewhere?: boolean;
  /** Honours `Idempotency-Key`. */
  isIdempotent?: boolean;
  /** Rules between fields and about other objects; runs also when single fields are broken, on the part that holds. */
  check?(
    context: ContextFor<Who>,
    input: {
      params: Parsed<Params>;
      query: Holding<Parsed<Query>>;
      body: Holding<Parsed<Body>>;
      file: UploadedFile | null;
    },
  ): FieldErrors | Promise<FieldErrors>;
  handle(context: ContextFor<Who>, input: RouteInput<Params, Query, Body>): Promise<unknown>;
}

/** A route whose schema types are forgotten, so that all routes fit in one list. */
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

/** Forgets the types of the schemas: the shell checks every part against them before the handler sees it. */
function asRoute(definition: object): Route {
  return definition as Route;
}
