import { z } from 'zod';
import {
  assistantLatencyQuery,
  assistantLatencyResponse,
  callMessageResponse,
  callPage,
  callsExportQuery,
  callsQuery,
  callView,
  makeCallRequest,
  makeCallResponse,
  webCallRequest,
  webCallResponse,
} from '#contract/calls.ts';
import { pathId } from '#contract/fields.ts';
import { hangUpRequest } from '#contract/live-call.ts';
import { isoTimestamp } from '../../core/zoned-time.ts';
import { checkSelectedIds, EXPORTED } from '../../http/export-answer.ts';
import { pageRequest } from '../../http/pagination.ts';
import { defineRoute, RawJson, type Route } from '../../http/route.ts';
import { checkAssistantFilter } from '../assistants/listing/assistant-filter.ts';
import { listCalls, readCall } from './actions.ts';
import type { CallDependencies } from './asking/dependencies.ts';
import { cancelScheduledCall, deleteCall, hangUpCall } from './asking/end-calls.ts';
import { checkCall, makeCall } from './asking/make-call.ts';
import { openWebCall } from './asking/web-call.ts';
import { readAssistantLatency } from './estimate/assistant-latency.ts';
import { liveCallRoutes } from './live/live-routes.ts';
import { callFilter, callSort } from './reading/call-filter.ts';
import { exportCalls } from './reading/export-calls.ts';
import { readRecording } from './recordings/read-recording.ts';
import { RECORDING_PATH } from './recordings/recording-url.ts';
import { visitorCallRoute } from './visitors/visitor-call-route.ts';

const shared = { tag: 'Calls', access: 'account', errors: 'message', resource: 'Call' } as const;
const params = z.object({ id: pathId() });
const PAGE_SIZE = 15;

export function callRoutes(dependencies: CallDependencies): Route[] {
  return [
    makeCallRoute(dependencies),
    webCallRoute(dependencies),
    ...readRoutes(dependencies),
    exportRoute(dependencies),
    ...endRoutes(dependencies),
    recordingRoute(dependencies),
    latencyRoute(dependencies),
    ...liveCallRoutes(dependencies),
    visitorCallRoute(dependencies),
  ];
}

function makeCallRoute(dependencies: CallDependencies): Route {
  return defineRoute({
    ...shared,
    method: 'POST',
    operationId: 'calls.make',
    description:
      'Calls at once, or at `scheduled_at`. A number on the do-not-call list, or one that must not be called at this hour, is refused with 422; a number in a live call with 409. Follow the call with `GET /user/calls/{id}/events`.',
    example: { phone_number: '+14155550123', assistant_id: 1, variables: { first_name: 'Anna' } },
    path: '/user/make_call',
    summary: 'Start an outbound call, now or at a later time',
    body: makeCallRequest,
    success: { status: 200, schema: makeCallResponse },
    refusals: [400, 404, 409],
    isIdempotent: true,
    check: ({ userId }, { body, facts }) =>
      checkCall(dependencies, { userId, named: facts.namedRequest }, body),
    handle: async (context, { body, facts }) => {
      const { callId, warnings } = await makeCall(dependencies, context, {
        ...body,
        named: facts.namedRequest,
      });
      const isScheduled = body.scheduled_at != null;
      const message = `Call ${isScheduled ? 'scheduled' : 'initiated'} successfully.`;
      const status = isScheduled ? 'scheduled' : 'initiated';
      return { message, call_id: callId, status, data: {}, warnings };
    },
  });
}

function webCallRoute(dependencies: CallDependencies): Route {
  return defineRoute({
    ...shared,
    method: 'POST',
    operationId: 'calls.createWeb',
    description:
      'Returns the URL of a WebSocket that carries the call’s audio: binary messages of 16-bit PCM, mono, 16 kHz, in both directions, and JSON text messages (`ready`, `clear`, `transcript`, `ended`). The call is answered when it is opened.',
    path: '/user/calls/web',
    summary: 'Create a web call over a WebSocket',
    body: webCallRequest,
    success: { status: 200, schema: webCallResponse },
    refusals: [404, 503],
    isIdempotent: true,
    handle: async (context, { body, facts }) => {
      const { actor } = context;
      const sessionId = actor.person === null ? null : actor.tokenId;
      const call = await openWebCall(dependencies, context, { ...body, origin: facts.origin, sessionId });
      return {
        message: 'Call opened.',
        data: {
          call_id: call.callId,
          media_url: call.mediaUrl,
          expires_at: isoTimestamp(call.expiresAt),
        },
      };
    },
  });
}

function readRoutes(dependencies: CallDependencies): Route[] {
  return [
    defineRoute({
      ...shared,
      method: 'GET',
      operationId: 'calls.list',
      description: 'Filters can be combined.',
      path: '/user/calls',
      summary: 'List calls by page, newest first; with `status=scheduled`, the next call first',
      query: callsQuery,
      success: { status: 200, schema: callPage },
      check: (context, { query }) =>
        checkAssistantFilter(dependencies.database, context.userId, query.assistant_id ?? null),
      handle: async (context, { query, facts }) => {
        const filter = await callFilter(dependencies.database, context.userId, query);
        const page = pageRequest(query, PAGE_SIZE);
        return new RawJson(
          await listCalls(dependencies, context, { filter, order: callSort(query), page, facts }),
        );
      },
    }),
    defineRoute({
      ...shared,
      method: 'GET',
      operationId: 'calls.get',
      description: 'Charges and the evaluation follow shortly after the end.',
      path: '/user/calls/:id',
      summary: 'Read one call with its transcript, evaluation, latency and costs',
      params,
      success: { status: 200, schema: callView },
      handle: async (context, { params: { id }, facts: { origin } }) =>
        new RawJson(await readCall(dependencies, context, { callId: id, origin })),
    }),
  ];
}

function exportRoute(dependencies: CallDependencies): Route {
  return defineRoute({
    ...shared,
    method: 'GET',
    operationId: 'calls.export',
    description:
      'Streamed, newest first, with the filters of the list. The connection breaks if the export fails, so a download that ended normally is complete.',
    path: '/user/calls/export',
    summary: 'Export calls with their transcripts as CSV or JSON Lines',
    query: callsExportQuery,
    success: EXPORTED,
    check: async ({ userId }, { query }) => ({
      ...checkSelectedIds(query.ids),
      ...(await checkAssistantFilter(dependencies.database, userId, query.assistant_id ?? null)),
    }),
    handle: (context, { query, facts }) =>
      exportCalls(dependencies, context, { query, origin: facts.origin }),
  });
}

function endRoutes(dependencies: CallDependencies): Route[] {
  return [
    defineRoute({
      ...shared,
      method: 'POST',
      operationId: 'calls.cancel',
      description: 'Only while the call is `scheduled`; otherwise 409.',
      path: '/user/calls/:id/cancel',
      summary: 'Cancel a scheduled call',
      params,
      success: { status: 200, schema: callMessageResponse },
      refusals: [409],
      handle: async (context, { params: { id } }) => {
        await cancelScheduledCall(dependencies, context, id);
        return { message: 'Call canceled successfully.' };
      },
    }),
    defineRoute({
      ...shared,
      method: 'POST',
      operationId: 'calls.hangUp',
      description: 'Only while the call is live; otherwise 409.',
      path: '/user/calls/:id/hang-up',
      summary: 'End a live call, after a message to the customer or at once',
      params,
      body: hangUpRequest,
      success: { status: 200, schema: callMessageResponse },
      isIdempotent: true,
      handle: async (context, { params: { id }, body }) => {
        await hangUpCall(dependencies, context, { callId: id, message: body.message ?? null });
        return { message: 'The call is being ended.' };
      },
    }),
    defineRoute({
      ...shared,
      method: 'DELETE',
      operationId: 'calls.delete',
      role: 'admin',
      path: '/user/calls/:id',
      summary: 'Delete a call with its recording, ending it first if it is live',
      params,
      success: { status: 200, schema: callMessageResponse },
      handle: async (context, { params: { id } }) => {
        await deleteCall(dependencies, context, id);
        return { message: 'Call deleted successfully.' };
      },
    }),
  ];
}

function recordingRoute({ database }: CallDependencies): Route {
  return defineRoute({
    ...shared,
    access: 'public',
    resource: 'Recording',
    method: 'GET',
    operationId: 'recordings.download',
    description:
      'The URL is the `recording_url` of a call and needs no token: treat it as a secret. Left channel: customer; right channel: assistant.',
    path: `${RECORDING_PATH}/:key`,
    summary: 'Download a recording as WAV by its secret URL, with Range support',
    params: z.object({ key: z.string() }),
    success: { status: 200, schema: z.string(), contentType: 'audio/wav', isRanged: true },
    handle: (_context, input) => readRecording(database, input.params.key),
  });
}

function latencyRoute(dependencies: CallDependencies): Route {
  return defineRoute({
    ...shared,
    resource: 'Assistant',
    method: 'GET',
    operationId: 'assistants.latency.get',
    description: 'The estimate also says what other settings, given as filters, would change.',
    path: '/user/assistant/:id/latency',
    summary: 'Read the measured response latency of an assistant in calls, with estimates for other settings',
    params,
    query: assistantLatencyQuery,
    success: { status: 200, schema: assistantLatencyResponse },
    handle: async (context, { params: { id }, query }) => ({
      data: await readAssistantLatency(dependencies, context, { assistantId: id, chosen: query }),
    }),
  });
}
