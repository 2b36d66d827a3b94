import type { WebSocket } from 'ws';
import type { z } from 'zod';
import type { Role } from '#contract/roles.ts';
import type { Identity } from './find-caller.ts';
import type { RawRequest, RouteInput } from './route.ts';

/** A WebSocket request before it is accepted. */
export interface SocketRequest<Params> {
  params: Params;
  /** The unparsed request, for checking signatures; the URL's scheme is http or https. */
  request: RawRequest;
  /** `Origin` header. Browsers apply no CORS to WebSockets, so the route must check it. */
  browserOrigin: string | null;
  /** The client's network for limits. */
  remoteNetwork: string;
  requestId: string;
  /**
   * The caller by bearer token or session cookie. Throws `unauthenticated`, and `forbidden` for a role that does not
   * include `needed`, and for a cookie that a page of another origin sends.
   */
  authenticate(needed: Role): Promise<Identity>;
}

interface SocketRouteDefinition<Params extends z.ZodObject, Admitted> {
  /** Path relative to `/api`, with parameters written `:id`. */
  path: string;
  params: Params;
  /** Names the resource in 404 answers for malformed ids: `Call not found.` */
  resource: string;
  /** A longer message closes the connection. */
  maxPayloadBytes: number;
  /** Maximum number of concurrent sockets in this process; more are refused with 503. */
  maxSockets: number;
  /** Admits the client before the upgrade. Throws an `AppError` to refuse it. */
  admit(request: SocketRequest<RouteInput<Params, undefined, undefined>['params']>): Promise<Admitted>;
  /** Releases what `admit` opened if the client left before the upgrade. */
  abandon?(admitted: Admitted): void;
  /** Takes ownership of the socket and must close it. Its `error` event already has a listener. */
  open(admitted: Admitted, socket: WebSocket): void;
}

/** A socket route with erased types, so that all fit into one list. */
export type SocketRoute = SocketRouteDefinition<z.ZodObject, unknown>;

export function defineSocketRoute<Params extends z.ZodObject, Admitted>(
  definition: SocketRouteDefinition<Params, Admitted>,
): SocketRoute {
  return asSocketRoute(definition);
}

/** Erases the types. Safe because parameters are validated before `admit`, and `open` gets the result of `admit`. */
function asSocketRoute(definition: object): SocketRoute {
  return definition as SocketRoute;
}
