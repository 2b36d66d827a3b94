import { WebSocket } from 'ws';
import { z } from 'zod';
import { AppError } from '../../core/errors.ts';
import { isForwarded } from '../../http/other-processes.ts';
import { defineRawRoute } from '../../http/raw-route.ts';
import { type RawRequest, type Route, TextAnswer } from '../../http/route.ts';
import { defineSocketRoute, type SocketRoute } from '../../http/socket-route.ts';
import type { CallAnswer } from '../../providers/interfaces/call-carrier.ts';
import { joinSockets } from '../../telephony/media-stream/join-sockets.ts';
import type { StreamRoute } from '../../telephony/media-stream/stream-route.ts';
import type { StreamAwaiter } from '../../telephony/media-stream/stream-tokens.ts';
import { CARRIER_CALLS_PATH, callAddresses } from './addresses.ts';
import { answerInbound, answerOrdered, type CarrierService, carrierOf } from './carrier-service.ts';

const MAX_CALLBACK_BYTES = 65_536;
/** 20 ms of audio take about 400 bytes; some carriers send up to one second per message. */
export const MAX_STREAM_MESSAGE_BYTES = 65_536;
const MAX_STREAMS = 2000;

const provider = z.string().max(50);

/** Webhooks of call carriers; any process of the installation may receive them. */
export function carrierCallRoutes(service: CarrierService): Route[] {
  const shared = {
    tag: 'Calls',
    errors: 'message',
    resource: 'Carrier',
    method: 'POST',
    contentTypes: ['application/x-www-form-urlencoded'],
    maxBytes: MAX_CALLBACK_BYTES,
    refusals: [403],
    success: { status: 200, schema: z.string(), contentType: 'text/xml' },
  } as const;
  const ofAttempt = (purpose: 'answer' | 'status', summary: string): Route =>
    defineRawRoute({
      ...shared,
      operationId: `carriers.calls.${purpose}`,
      path: `${CARRIER_CALLS_PATH}/:provider/${purpose}/:process/:attempt`,
      summary,
      params: z.object({ provider, process: z.uuid(), attempt: z.uuid() }),
      handle: async (_context, { params, request }) =>
        textOf(await answerOrdered(service, purpose, { call: params, request })),
    });
  return [
    defineRawRoute({
      ...shared,
      operationId: 'carriers.calls.inbound',
      description: 'For carriers only: signed by the carrier.',
      path: `${CARRIER_CALLS_PATH}/:provider/inbound`,
      summary: 'Tell a carrier how to handle an inbound call',
      params: z.object({ provider }),
      handle: async (_context, { params, request }) =>
        textOf(await answerInbound(service, params.provider, request)),
    }),
    ofAttempt('answer', 'Tell a carrier how to handle an answered call'),
    ofAttempt('status', 'Receive a call status report from a carrier'),
  ];
}

/** Media streams of call carriers; any process of the installation may receive them. */
export function carrierStreamRoute(service: CarrierService): SocketRoute {
  return defineSocketRoute({
    path: `${CARRIER_CALLS_PATH}/:provider/stream/:process/:token`,
    params: z.object({ provider, process: z.uuid(), token: z.string().regex(/^[\w-]{1,100}$/) }),
    resource: 'Carrier',
    maxPayloadBytes: MAX_STREAM_MESSAGE_BYTES,
    maxSockets: MAX_STREAMS,
    admit: ({ params, request }) => admitStream(service, { stream: params, request }),
    abandon: (admitted) => {
      if (admitted.kind === 'elsewhere') admitted.holder.terminate();
    },
    open: (admitted, socket) => openStream(service, admitted, socket),
  });
}

function textOf({ text, contentType }: CallAnswer): TextAnswer {
  return new TextAnswer(text, contentType);
}

interface NamedStream {
  provider: string;
  process: string;
  token: string;
}

/** An admitted stream: for a call of this process, or proxied to the process that holds the call. */
type AdmittedStream =
  | { kind: 'here'; route: StreamRoute; awaiter: StreamAwaiter }
  | { kind: 'elsewhere'; holder: WebSocket };

/** Admits the carrier with a valid one-time token. Throws `forbidden` and `not-found`. */
async function admitStream(
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
  return holder instanceof WebSocket ? { kind: 'elsewhere', holder } : null;
}

function openStream({ clock }: CarrierService, admitted: AdmittedStream, socket: WebSocket): void {
  if (admitted.kind === 'here') admitted.route.openStream(admitted.awaiter, socket);
  else joinSockets(socket, admitted.holder, { clock });
}
