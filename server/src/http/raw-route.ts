import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { VisitorContext } from '../core/context.ts';
import {
  defineRoute,
  type RawRequest,
  type Route,
  type RouteDefinition,
  type RouteInput,
  type TextAnswer,
} from './route.ts';

type Shared = Pick<
  RouteDefinition<undefined, undefined, undefined, 'public'>,
  'path' | 'operationId' | 'tag' | 'summary' | 'description' | 'errors' | 'resource' | 'refusals'
>;

interface RawRouteDefinition<Params extends z.ZodObject> extends Shared {
  method: 'GET' | 'POST';
  params: Params;
  /** Listed in the OpenAPI document. Other content types are accepted, too. */
  contentTypes: readonly string[];
  maxBytes: number;
  success: { status: 200; schema: z.ZodString; contentType: string };
  handle(
    context: VisitorContext,
    input: { params: RouteInput<Params, undefined, undefined>['params']; request: RawRequest },
  ): Promise<TextAnswer>;
}

/** Declares a public endpoint whose callers are authenticated by a signature over the request's bytes. */
export function defineRawRoute<Params extends z.ZodObject>(definition: RawRouteDefinition<Params>): Route {
  const { contentTypes, maxBytes, handle, ...route } = definition;
  return defineRoute<Params, undefined, undefined, 'public'>({
    ...route,
    access: 'public',
    raw: { maxBytes, contentTypes },
    handle: (context, { params, raw }) => {
      if (raw === null) throw new Error('A raw route needs the raw request.');
      return handle(context, { params, request: raw });
    },
  });
}

/** @param origin this server's origin as the caller addresses it */
export function readRawRequest(
  route: Pick<Route, 'method'>,
  request: FastifyRequest,
  origin: string,
): RawRequest {
  return {
    method: route.method === 'GET' ? 'GET' : 'POST',
    url: `${origin}${request.url}`,
    headers: headersAsSent(request.raw.rawHeaders),
    body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
  };
}

/** The original headers: the server rewrites content types for its own parsers. */
function headersAsSent(raw: readonly string[]): Record<string, string> {
  const headers = new Map<string, string>();
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const name = (raw[index] ?? '').toLowerCase();
    const value = raw[index + 1] ?? '';
    const before = headers.get(name);
    headers.set(name, before === undefined ? value : `${before}, ${value}`);
  }
  return Object.fromEntries(headers);
}
