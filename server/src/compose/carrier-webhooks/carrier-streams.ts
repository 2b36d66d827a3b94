import type { WebSocket } from 'ws';
import { AppError } from '../../core/errors.ts';
import type { RawRequest } from '../../http/route.ts';
import { joinSockets } from '../../telephony/media-stream/join-sockets.ts';
import type { StreamRoute } from '../../telephony/media-stream/stream-route.ts';
import type { StreamAwaiter } from '../../telephony/media-stream/stream-tokens.ts';
import { callAddresses } from './addresses.ts';
import { type CarrierService, carrierOf } from './carrier-service.ts';
import { isForwarded } from './other-processes.ts';

export interface NamedStream {
  provider: string;
  process: string;
  token: string;
}

/** An admitted stream: for a call of this process, or proxied to the process that holds the call. */
export type AdmittedStream =
  | { kind: 'here'; route: StreamRoute; awaiter: StreamAwaiter }
  | { kind: 'elsewhere'; holder: WebSocket };

/** Admits the carrier with a valid one-time token. Throws `forbidden` and `not-found`. */
export async function admitStream(
  service: CarrierService,
  { stream, request }: { stream: NamedStream; request: RawRequest },
): Promise<AdmittedStream> {
  const carrier = carrierOf(service, stream.provider);
  const admitted = carrier.isGenuineUpgrade(request) ? await find(service, stream, request) : null;
  if (admitted === null) throw new AppError('forbidden', 'No call is waiting for this stream.');
  return admitted;
}

async function find(
  { processId, routes, others }: CarrierService,
  { provider, process, token }: NamedStream,
  request: RawRequest,
): Promise<AdmittedStream | null> {
  if (process === processId) {
    const route = routes.get(provider);
    const awaiter = route?.admit(token) ?? null;
    return route === undefined || awaiter === null ? null : { kind: 'here', route, awaiter };
  }
  const origin = isForwarded(request) ? null : await others.of(process);
  if (origin === null) return null;
  const path = `/api${callAddresses(provider, process).stream(token)}`;
  const holder = await others.open(origin, path, request);
  return holder === null ? null : { kind: 'elsewhere', holder };
}

export function openStream({ clock }: CarrierService, admitted: AdmittedStream, socket: WebSocket): void {
  if (admitted.kind === 'here') admitted.route.openStream(admitted.awaiter, socket);
  else joinSockets(socket, admitted.holder, clock);
}
