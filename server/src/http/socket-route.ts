import type { WebSocket } from 'ws';
import type { z } from 'zod';
import type { RawRequest, RouteInput } from './route.ts';

/** A request to open a WebSocket, before it is granted. */
export interface SocketRequest<Params> {
  params: Params;
  /** As it came, for callers that sign what they send; the scheme of the address is http or https. */
  request: RawRequest;
  /** Value of the `Origin` header of a browser's request. Browsers ask no leave for WebSockets: the route decides. */
  browserOrigin: string | null;
  /** The client's address as limits count it. */
  remoteNetwork: string;
  requestId: string;
}

interface SocketRouteDefinition<Params extends z.ZodObject, Admitted> {
  /** Relative to `/api`, parameters written `:id`. */
  path: string;
  params: Params;
  /** What a malformed parameter could not find: `Call not found.` */
  resource: string;
  /** A longer message ends the connection. */
  maxPayloadBytes: number;
  /** Open at a time, in this process; one more is refused with 503. */
  maxSockets: number;
  /** Who may come in, decided before the connection is upgraded. Throws an `AppError` to refuse. */
  admit(request: SocketRequest<RouteInput<Params, undefined, undefined>['params']>): Promise<Admitted>;
  /** Takes the socket over. Its errors are listened for; it must be closed by whoever owns it. */
  open(admitted: Admitted, socket: WebSocket): void;
}

/** A WebSocket's address whose types are forgotten, so that all fit in one list. */
export type SocketRoute = SocketRouteDefinition<z.ZodObject, unknown>;

/** Declares an address at which a WebSocket is opened. */
export function defineSocketRoute<Params extends z.ZodObject, Admitted>(
  definition: SocketRouteDefinition<Params, Admitted>,
): SocketRoute {
  return asSocketRoute(definition);
}

/** Forgets the types: the shell checks the parameters before `admit` sees them, and `open` gets what `admit` gave. */
function asSocketRoute(definition: object): SocketRoute {
  return definition as SocketRoute;
}
