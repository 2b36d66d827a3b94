import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { includesRole } from '#contract/roles.ts';
import { mergeFieldErrors, normalizeInput, type Validated, validate } from '#contract/validation.ts';
import type { AccountContext, VisitorContext } from '../core/context.ts';
import { AppError, type FieldErrors, invalid, notFound } from '../core/errors.ts';
import { KeyUsedOtherwise } from '../core/named-request.ts';
import { actingAs } from '../db/acting-as.ts';
import { type AccountReadLimits, AccountReads } from './account-reads.ts';
import { isMultipart } from './content-type.ts';
import { errorReply } from './error-reply.ts';
import { sendEvents } from './event-stream.ts';
import { type Caller, type CallerDeps, CrossSiteRequest, findCaller, type Identity } from './find-caller.ts';
import {
  digest,
  type IdempotencyStore,
  keyOfCaller,
  REPLAY_HEADERS,
  requestFingerprint,
  type StoredAnswer,
} from './idempotency.ts';
import { readMultipart } from './multipart.ts';
import { PublicUploads } from './public-uploads.ts';
import { readRawRequest } from './raw-route.ts';
import { type EarlyFacts, earlyFacts, requestFacts } from './request-facts.ts';
import { type LimitDeps, limitRequest, limitToken } from './request-limits.ts';
import {
  AnswerWithHeaders,
  BinaryAnswer,
  EventStream,
  RangedAnswer,
  RawJson,
  type RawRequest,
  type RequestFacts,
  type Route,
  type SpooledFile,
  StreamedAnswer,
  TextAnswer,
  type UploadedFile,
} from './route.ts';
import { requireRole, requireSecondFactor, roleOf } from './route-role.ts';
import { sendRange } from './send-range.ts';
import { receiveFile } from './spooled-file.ts';
import { queryNames, unknownFilters } from './unknown-filters.ts';

export interface ServeDeps extends LimitDeps, CallerDeps {
  idempotency: IdempotencyStore;
  reportFailure(error: unknown, request: { requestId: string; route: string }): void;
  /** Writes the download of a list to the audit log. */
  recordExport?(context: AccountContext, exported: { operationId: string; filter: string }): Promise<void>;
  /** If absent, the connection pool is the only limit. */
  accountReads?: AccountReadLimits;
  routes: readonly Route[];
}

interface Serving extends ServeDeps {
  reads: AccountReads;
  /** Names of the query parameters of all routes. */
  queryNames: ReadonlySet<string>;
}

export interface RouteServing {
  /** Authenticates and applies rate limits before the body is read. @returns a reply if the request is refused */
  admit(route: Route, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined>;
  /** Counts a request to an unknown path against the limit of its token. Throws `rate-limited`. */
  count(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  /** Validates the input, runs the verb and sends its answer. */
  serve(route: Route, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
}

/** Serves the requests of declared routes: first `admit`, then `serve`. */
export function routeServing(deps: ServeDeps): RouteServing {
  const admitted = new WeakMap<FastifyRequest, Caller>();
  const guests = new WeakMap<FastifyRequest, Caller>();
  const uploads = new PublicUploads();
  const serving: Serving = {
    ...deps,
    reads: new AccountReads(deps.accountReads),
    queryNames: queryNames(deps.routes),
  };
  return {
    admit: async (route, request, reply) => {
      try {
        const caller = await identify(deps, route, request);
        if (caller?.isBrowser === true && route.access === 'account') keepToThisOrigin(reply);
        await limitRequest(deps, route, { request, reply, caller });
        if (caller !== null && route.access === 'account') {
          requireRole(caller.role, roleOf(route));
          requireSecondFactor(caller, route);
          admitted.set(request, caller);
        }
        if (
          caller !== null &&
          caller.needsSecondFactor !== true &&
          route.access === 'public' &&
          includesRole(caller.role, roleOf(route))
        ) {
          guests.set(request, caller);
        }
        await checkBeforeUpload(deps, route, { request, guest: guests.get(request) ?? null });
        return undefined;
      } catch (error) {
        const style = error instanceof CrossSiteRequest ? { ...route, errors: 'message' as const } : route;
        return refuse(deps, { route: style, request, reply }, error);
      }
    },
    count: async (request, reply) => {
      const caller = await findCaller(deps, request);
      if (caller !== null) await limitToken(deps, reply, caller.tokenId);
    },
    serve: async (route, request, reply) => {
      try {
        const caller = admitted.get(request) ?? null;
        const guest = guests.get(request) ?? null;
        const { actor } = contextOf(request, caller ?? guest);
        const about = { request, reply, caller, guest };
        const work = (): Promise<FastifyReply> => serveRoute(serving, route, about);
        return await actingAs({ actor, address: request.ip }, () => uploads.run(route, request, work));
      } catch (error) {
        return refuse(deps, { route, request, reply }, error);
      }
    },
  };
}

async function checkBeforeUpload(
  { publicUrl }: ServeDeps,
  route: Route,
  { request, guest }: { request: FastifyRequest; guest: Caller | null },
): Promise<void> {
  if (route.beforeUpload === undefined) return;
  const facts = earlyFacts(request, { publicUrl, caller: null, guest });
  await route.beforeUpload({ params: paramsOf(route, Object.assign({}, request.params)), facts });
  // Other bodies contain no file and would be kept in memory.
  if (route.upload === undefined || isMultipart(request.headers['content-type'])) return;
  const { field } = route.upload;
  throw invalid({ [field]: [`The ${field} field is required.`] });
}

async function serveRoute(
  deps: Serving,
  route: Route,
  about: { request: FastifyRequest; reply: FastifyReply; caller: Caller | null; guest: Caller | null },
): Promise<FastifyReply> {
  const { request, reply, caller, guest } = about;
  const context = contextOf(request, caller);
  const early = earlyFacts(request, { publicUrl: deps.publicUrl, caller, guest });
  const input = await readInput(route, request, early);
  try {
    const named = await nameOf(route, request, { early, input });
    const facts = requestFacts(early, { named, caller });
    if (named === null || caller === null) {
      const work = (): Promise<unknown> => answer(deps, route, { context, input, facts });
      const asked = { request, route, userId: caller?.userId ?? null };
      return await send(reply, route, await deps.reads.answer(asked, work));
    }
    return await answerOnce(deps, route, { context, input, facts, named, reply, caller });
  } finally {
    await input.spooled?.close();
  }
}

/** The request's idempotency key and fingerprint; null if the route or the request has none. */
async function nameOf(
  route: Route,
  request: FastifyRequest,
  { early, input }: { early: EarlyFacts; input: RawInput },
): Promise<{ key: string; fingerprint: Buffer } | null> {
  const key = route.isIdempotent === true ? request.headers['idempotency-key'] : undefined;
  if (typeof key !== 'string' || key === '') return null;
  const content = [input.body, input.file === null ? null : await digest(input.file.bytes)];
  // For file uploads the query is part of the request's identity.
  const spooled = input.spooled === null ? [] : [input.spooled.sha256, early.queryString];
  return { key, fingerprint: requestFingerprint(route.method, early.path, [...content, ...spooled]) };
}

async function identify(deps: ServeDeps, route: Route, request: FastifyRequest): Promise<Caller | null> {
  if (route.access === 'public') return route.takesCredential === true ? findGuest(deps, request) : null;
  const caller = await findCaller(deps, request);
  if (caller === null) throw new AppError('unauthenticated', 'Unauthenticated.');
  return caller;
}

/** The caller of a public route, if its credential is valid. */
async function findGuest(deps: ServeDeps, request: FastifyRequest): Promise<Caller | null> {
  try {
    return await findCaller(deps, request);
  } catch (error) {
    if (error instanceof CrossSiteRequest) return null;
    throw error;
  }
}

/** Answers to a session cookie must only be readable by our own pages. */
function keepToThisOrigin(reply: FastifyReply): void {
  reply.removeHeader('access-control-allow-origin');
  reply.removeHeader('access-control-expose-headers');
}

interface RawInput {
  params: unknown;
  query: unknown;
  body: unknown;
  file: UploadedFile | null;
  spooled: SpooledFile | null;
  raw: RawRequest | null;
}

async function readInput(route: Route, request: FastifyRequest, facts: EarlyFacts): Promise<RawInput> {
  const { body, file } = await readBody(route, request);
  const spooled = route.spool === undefined ? null : await receiveFile(request, route.spool);
  // The router creates objects without a prototype.
  const params = Object.assign({}, request.params);
  const query = normalizeInput(Object.assign({}, request.query));
  const raw = route.raw === undefined ? null : readRawRequest(route, request, facts.origin);
  return { params, query, body: normalizeInput(body), file, spooled, raw };
}

async function readBody(route: Route, request: FastifyRequest): Promise<Pick<RawInput, 'body' | 'file'>> {
  if (route.raw !== undefined || route.spool !== undefined) return { body: {}, file: null };
  if (!isMultipart(request.headers['content-type'])) return { body: request.body, file: null };
  if (route.upload !== undefined) return readMultipart(request, route.upload);
  throw new AppError('bad-request', 'This request takes JSON, not multipart/form-data.');
}

/** The validated parameters of the path. Throws `not-found`. */
function paramsOf(route: Route, given: unknown): Record<string, unknown> {
  if (route.params === undefined) return {};
  const params = validate(route.params, given);
  if (!params.ok) throw notFound(route.resource ?? 'Resource');
  return params.value;
}

async function answer(
  { queryNames: known, recordExport }: Serving,
  route: Route,
  about: { context: AccountContext | VisitorContext; input: RawInput; facts: RequestFacts },
): Promise<unknown> {
  const { context, input, facts } = about;
  const params = paramsOf(route, input.params);
  const query = route.query === undefined ? undefined : validate(route.query, input.query);
  const body = route.body === undefined ? undefined : validate(route.body, input.body);
  const value = {
    params,
    query: query?.ok ? query.value : undefined,
    file: input.file,
    spooled: input.spooled,
    raw: input.raw,
    facts,
  };
  const broken: FieldErrors[] = [
    query?.ok === false ? query.fields : {},
    unknownFilters(route, input.query, known),
    body?.ok === false ? body.fields : {},
  ];
  if (route.check !== undefined) {
    const known = {
      params,
      query: validPart(query),
      body: validPart(body),
      file: input.file,
      facts,
    };
    broken.push(await route.check(context, known));
  }
  const fields = mergeFieldErrors(...broken);
  if (Object.keys(fields).length > 0) throw invalid(fields);
  const answered = await route.handle(context, {
    ...value,
    query: value.query ?? {},
    body: body?.ok ? body.value : {},
  });
  if (answered instanceof StreamedAnswer && isOfAccount(context)) {
    await recordExport?.(context, { operationId: route.operationId, filter: facts.queryString });
  }
  return answered;
}

function isOfAccount(context: AccountContext | VisitorContext): context is AccountContext {
  return context.actor.kind === 'account';
}

function validPart(validated: Validated<Record<string, unknown>> | undefined): Record<string, unknown> {
  if (validated === undefined) return {};
  return validated.ok ? validated.value : validated.partial;
}

async function answerOnce(
  deps: Serving,
  route: Route,
  about: {
    context: AccountContext | VisitorContext;
    input: RawInput;
    facts: RequestFacts;
    named: { key: string; fingerprint: Buffer };
    reply: FastifyReply;
    caller: Caller;
  },
): Promise<FastifyReply> {
  const { context, input, facts, named, reply, caller } = about;
  let headers: Record<string, string> = {};
  const { fingerprint } = named;
  const key = keyOfCaller(caller, named.key);
  const stored = await deps.idempotency.once({ userId: caller.userId, key, fingerprint }, async () => {
    try {
      return toStored(route, await answer(deps, route, { context, input, facts }));
    } catch (error) {
      // The key belongs to another request, so it must not be released here.
      if (!(error instanceof AppError) || error instanceof KeyUsedOtherwise) throw error;
      const refusal = errorReply(error, route, context.requestId);
      headers = refusal.headers;
      return { status: refusal.status, body: JSON.stringify(refusal.body) };
    }
  });
  reply.headers(stored.isReplay ? REPLAY_HEADERS : headers);
  return sendJson(reply, stored.status, stored.body);
}

function toStored(route: Route, value: unknown): StoredAnswer {
  return {
    status: route.success.status,
    body: value instanceof RawJson ? value.text : JSON.stringify(value),
  };
}

function send(reply: FastifyReply, route: Route, value: unknown): FastifyReply | Promise<FastifyReply> {
  if (route.headers !== undefined) reply.headers(route.headers);
  if (value instanceof EventStream) return sendEvents(reply, value);
  if (value instanceof Response) return reply.send(value);
  if (value instanceof AnswerWithHeaders) {
    reply.headers(value.headers);
    const { etag } = value.headers;
    const isKnown = etag !== undefined && reply.request.headers['if-none-match'] === etag;
    if (isKnown) return reply.code(304).send();
    return sendJson(reply, route.success.status, JSON.stringify(value.body));
  }
  if (value instanceof BinaryAnswer) {
    return reply.headers({ ...value.headers, 'content-type': value.contentType }).send(value.bytes);
  }
  if (value instanceof TextAnswer) return reply.header('content-type', value.contentType).send(value.text);
  if (value instanceof StreamedAnswer) return sendStream(reply, value);
  if (value instanceof RangedAnswer) return sendRange(reply, value);
  const { status, body } = toStored(route, value);
  return sendJson(reply, status, body);
}

function sendJson(reply: FastifyReply, status: number, body: string): FastifyReply {
  return reply.code(status).header('content-type', 'application/json; charset=utf-8').send(body);
}

function refuse(
  deps: ServeDeps,
  about: { route: Route; request: FastifyRequest; reply: FastifyReply },
  error: unknown,
): FastifyReply {
  const { route, request, reply } = about;
  if (!(error instanceof AppError)) {
    deps.reportFailure(error, { requestId: request.id, route: `${route.method} ${route.path}` });
  }
  const refusal = errorReply(error, route, request.id);
  // The rest of a body that is too large is not read.
  if (refusal.status === 413) reply.header('connection', 'close');
  return sendJson(reply.headers(refusal.headers), refusal.status, JSON.stringify(refusal.body));
}

/** The context of a verb: account or visitor. */
function contextOf(request: FastifyRequest, identity: Identity | null): AccountContext | VisitorContext {
  const requestId = request.id;
  if (identity === null) {
    return {
      actor: { kind: 'visitor' },
      requestId,
      get signal() {
        return request.signal;
      },
    };
  }
  return {
    userId: identity.userId,
    actor: {
      kind: 'account',
      tokenId: identity.tokenId,
      role: identity.role,
      person: identity.person,
    },
    requestId,
    // Lazy, because most verbs need no signal.
    get signal() {
      return request.signal;
    },
  };
}

/**
 * Streams generated text with backpressure. Headers are sent with the first chunk, so an earlier failure is an ordinary
 * error answer. A later failure aborts the connection, so that no client mistakes a truncated file for a complete one.
 */
async function sendStream(reply: FastifyReply, answer: StreamedAnswer): Promise<FastifyReply> {
  const pieces = answer.pieces[Symbol.asyncIterator]();
  const first = await pieces.next();
  const all = async function* (): AsyncGenerator<string> {
    try {
      for (let step = first; step.done !== true; step = await pieces.next()) yield step.value;
    } finally {
      await pieces.return?.();
    }
  };
  return reply
    .headers({
      'content-type': answer.contentType,
      'content-disposition': `attachment; filename="${answer.filename}"`,
    })
    .send(Readable.from(all(), { objectMode: false }));
}
