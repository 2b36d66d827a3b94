import { z } from 'zod';
import { defineRawRoute } from '../../http/raw-route.ts';
import { type Route, TextAnswer } from '../../http/route.ts';
import { defineSocketRoute, type SocketRoute } from '../../http/socket-route.ts';
import type { CallAnswer } from '../../providers/interfaces/call-carrier.ts';
import { CARRIER_CALLS_PATH } from './addresses.ts';
import { answerInbound, answerOrdered, type CarrierService } from './carrier-service.ts';
import { admitStream, openStream } from './carrier-streams.ts';

const MAX_CALLBACK_BYTES = 65_536;
/** A carrier's message of 20 ms has some 400 bytes; some send up to a second at once. */
export const MAX_STREAM_MESSAGE_BYTES = 65_536;
const MAX_STREAMS = 2000;

const provider = z.string().max(50);

/** Where carriers ask what to do with calls, and report on them; any process of the installation answers. */
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
      path: `${CARRIER_CALLS_PATH}/:provider/${purpose}/:process/:attempt`,
      summary,
      params: z.object({ provider, process: z.uuid(), attempt: z.uuid() }),
      handle: async (_context, { params, request }) =>
        textOf(await answerOrdered(service, purpose, { call: params, request })),
    });
  return [
    defineRawRoute({
      ...shared,
      path: `${CARRIER_CALLS_PATH}/:provider/inbound`,
      summary: 'Tell a carrier what to do with a call that comes in',
      params: z.object({ provider }),
      handle: async (_context, { params, request }) =>
        textOf(await answerInbound(service, params.provider, request)),
    }),
    ofAttempt('answer', 'Tell a carrier what to do with a call that was answered'),
    ofAttempt('status', 'Take what a carrier reports of a call'),
  ];
}

/** Where carriers bring the sound of calls; any process of the installation takes it. */
export function carrierStreamRoute(service: CarrierService): SocketRoute {
  return defineSocketRoute({
    path: `${CARRIER_CALLS_PATH}/:provider/stream/:process/:token`,
    params: z.object({ provider, process: z.uuid(), token: z.string().regex(/^[\w-]{1,100}$/) }),
    resource: 'Carrier',
    maxPayloadBytes: MAX_STREAM_MESSAGE_BYTES,
    maxSockets: MAX_STREAMS,
    admit: ({ params, request }) => admitStream(service, { stream: params, request }),
    open: (admitted, socket) => openStream(service, admitted, socket),
  });
}

function textOf({ text, contentType }: CallAnswer): TextAnswer {
  return new TextAnswer(text, contentType);
}
