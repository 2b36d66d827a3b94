import { z } from 'zod';
import type { Clock } from '../core/clock.ts';
import { AppError, notFound } from '../core/errors.ts';
import type { Log } from '../core/log.ts';
import { defineRawRoute } from '../http/raw-route.ts';
import { type RawRequest, type Route, TextAnswer } from '../http/route.ts';
import { defineSocketRoute, type SocketRoute } from '../http/socket-route.ts';
import type { CallCarrier } from '../providers/spec/call-carrier.ts';
import {
  type CallbackPurpose,
  createStreamLine,
  type StreamLine,
} from '../telephony/media-stream/stream-line.ts';
import type { AcceptCall } from '../voice/legs/line.ts';

const CARRIER_CALLS_PATH = '/carriers/calls';
const MAX_CALLBACK_BYTES = 65_536;
/** A carrier's message of 20 ms has some 400 bytes; some send up to a second at once. */
const MAX_STREAM_MESSAGE_BYTES = 65_536;
const MAX_STREAMS = 2000;

export interface CarrierLineParts {
  /** The name of the provider in the addresses. */
  name: string;
  carrier: CallCarrier;
  clock: Clock;
  log: Log;
  /** Aborted when the process ends. */
  lifetime: AbortSignal;
  accept: AcceptCall;
  /** Where the carrier reaches this server, without a slash at the end. */
  origin(): string;
}

/** Where a carrier asks what to do with calls to its numbers. */
export function inboundCallsUrl(origin: string, provider: string): string {
  return `${origin}/api${CARRIER_CALLS_PATH}/${provider}/inbound`;
}

/** A line over a carrier's REST API, webhooks and media streams, which it finds under the routes below. */
export function composeCarrierLine({ origin, ...parts }: CarrierLineParts): StreamLine {
  const url = (rest: string): string => `${origin()}/api${CARRIER_CALLS_PATH}/${parts.name}/${rest}`;
  return createStreamLine({
    ...parts,
    urls: {
      answer: (attemptId) => url(`answer/${attemptId}`),
      status: (attemptId) => url(`status/${attemptId}`),
      stream: (token) => url(`stream/${token}`).replace(/^http/, 'ws'),
    },
  });
}

/** The line of a provider in this process; null: it has none. */
export type FindCarrierLine = (provider: string) => StreamLine | null;

/** Where carriers ask what to do with calls, and report on them. */
export function carrierCallRoutes(lineOf: FindCarrierLine): Route[] {
  const provider = z.string().max(50);
  const take = async (
    name: string,
    request: RawRequest,
    about: { purpose: CallbackPurpose; attemptId: string | null },
  ): Promise<TextAnswer> => {
    const outcome = await lineFor(lineOf, name).callback(request, about);
    if (outcome.kind === 'refused') throw new AppError('forbidden', outcome.reason);
    return new TextAnswer(outcome.answer.text, outcome.answer.contentType);
  };
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
      path: `${CARRIER_CALLS_PATH}/:provider/${purpose}/:attempt`,
      summary,
      params: z.object({ provider, attempt: z.uuid() }),
      handle: (_context, { params, request }) =>
        take(params.provider, request, { purpose, attemptId: params.attempt }),
    });
  return [
    defineRawRoute({
      ...shared,
      path: `${CARRIER_CALLS_PATH}/:provider/inbound`,
      summary: 'Tell a carrier what to do with a call that comes in',
      params: z.object({ provider }),
      handle: (_context, { params, request }) =>
        take(params.provider, request, { purpose: 'inbound', attemptId: null }),
    }),
    ofAttempt('answer', 'Tell a carrier what to do with a call that was answered'),
    ofAttempt('status', 'Take what a carrier reports of a call'),
  ];
}

/** Where carriers bring the sound of calls. */
export function carrierStreamRoute(lineOf: FindCarrierLine): SocketRoute {
  return defineSocketRoute({
    path: `${CARRIER_CALLS_PATH}/:provider/stream/:token`,
    params: z.object({ provider: z.string().max(50), token: z.string().max(100) }),
    resource: 'Carrier',
    maxPayloadBytes: MAX_STREAM_MESSAGE_BYTES,
    maxSockets: MAX_STREAMS,
    admit: async ({ params, request }) => {
      const line = lineFor(lineOf, params.provider);
      const awaiter = line.admit(params.token, request);
      if (awaiter === null) throw new AppError('forbidden', 'Nobody waits for this stream.');
      return { line, awaiter };
    },
    open: ({ line, awaiter }, socket) => line.openStream(awaiter, socket),
  });
}

function lineFor(lineOf: FindCarrierLine, provider: string): StreamLine {
  const line = lineOf(provider);
  if (line === null) throw notFound('Carrier');
  return line;
}
