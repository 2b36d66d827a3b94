import { z } from 'zod';
import { callMessageResponse } from '#contract/calls.ts';
import { pathId } from '#contract/fields.ts';
import { liveCallEvent, sayRequest, transferRequest, whisperRequest } from '#contract/live-call.ts';
import { AppError } from '../../../core/errors.ts';
import { parseJsonBody } from '../../../http/json-body.ts';
import { defineRawRoute } from '../../../http/raw-route.ts';
import { defineRoute, EventStream, type Route, TextAnswer } from '../../../http/route.ts';
import { seqOf } from './call-record.ts';
import { callCommand, commandCall, performCommand } from './command-call.ts';
import { followCall } from './follow-call.ts';
import { HELD_CALL_PATH, MAX_TOKEN_CHARACTERS, redeemHeldCall } from './held-call.ts';
import type { LiveCallDependencies } from './live-dependencies.ts';

const shared = {
  tag: 'Calls',
  access: 'account',
  errors: 'message',
  resource: 'Call',
  params: z.object({ id: pathId() }),
} as const;

/** Routes for supervisors of running calls. */
export function liveCallRoutes(dependencies: LiveCallDependencies): Route[] {
  return [eventsRoute(dependencies), ...commandRoutes(dependencies), heldCallRoute(dependencies)];
}

function commandRoutes(dependencies: LiveCallDependencies): Route[] {
  const posted = {
    ...shared,
    method: 'POST',
    success: { status: 200, schema: callMessageResponse },
    refusals: [409, 503],
    isIdempotent: true,
  } as const;
  return [
    defineRoute({
      ...posted,
      operationId: 'calls.say',
      description: 'In the next pause, or at once with `interrupt`.',
      path: '/user/calls/:id/say',
      summary: 'Say a text to the customer as the assistant',
      body: sayRequest,
      handle: async (context, { params: { id: callId }, body }) => {
        const command = { type: 'say', text: body.text, interrupts: body.interrupt ?? false } as const;
        await commandCall(dependencies, context, { callId, command });
        return { message: 'Text sent to the assistant.' };
      },
    }),
    defineRoute({
      ...posted,
      operationId: 'calls.whisper',
      path: '/user/calls/:id/whisper',
      summary: 'Give the assistant an instruction for its next answers, unheard by the customer',
      body: whisperRequest,
      handle: async (context, { params: { id: callId }, body }) => {
        await commandCall(dependencies, context, { callId, command: { type: 'whisper', text: body.text } });
        return { message: 'Instruction sent to the assistant.' };
      },
    }),
    defineRoute({
      ...posted,
      operationId: 'calls.transfer',
      description: 'The assistant leaves the call when the transfer succeeds; if it fails, it continues.',
      path: '/user/calls/:id/transfer',
      summary: 'Transfer the customer of a running call to a phone number or SIP address',
      body: transferRequest,
      handle: async (context, { params: { id: callId }, body }) => {
        const command = {
          type: 'transfer',
          target: body.phone_number,
          message: body.message ?? null,
          isWarm: body.warm ?? false,
          briefing: body.briefing ?? null,
        } as const;
        await commandCall(dependencies, context, { callId, command });
        return { message: 'The call is being transferred.' };
      },
    }),
  ];
}

const MAX_COMMAND_BYTES = 65_536;

/** Commands to calls of this process, forwarded by other processes of the installation. */
function heldCallRoute(dependencies: LiveCallDependencies): Route {
  return defineRawRoute({
    tag: 'Calls',
    errors: 'message',
    resource: 'Call',
    method: 'POST',
    operationId: 'calls.forwardCommand',
    description: 'Not for clients.',
    path: `${HELD_CALL_PATH}/command/:token`,
    summary: 'Forward a command to the process that holds a call; used between processes of an installation',
    params: z.object({ token: z.string().max(MAX_TOKEN_CHARACTERS) }),
    contentTypes: ['application/json'],
    maxBytes: MAX_COMMAND_BYTES,
    success: { status: 200, schema: z.string(), contentType: 'text/plain; charset=utf-8' },
    refusals: [400],
    handle: async (_context, { params, request }) => {
      const { call } = redeemHeldCall(dependencies, 'command', params.token);
      const command = callCommand.safeParse(parseJsonBody(request.body.toString()));
      if (!command.success) throw new AppError('bad-request', 'The command is unknown.');
      return new TextAnswer(performCommand(call, command.data), 'text/plain; charset=utf-8');
    },
  });
}

function eventsRoute(dependencies: LiveCallDependencies): Route {
  return defineRoute({
    ...shared,
    method: 'GET',
    operationId: 'calls.events.stream',
    description:
      'Send `Last-Event-ID` to continue after the last event that you received. Partial transcripts are not stored and not repeated. To hear the call, open the WebSocket `/user/calls/{id}/listen`; to speak with the customer, `/user/calls/{id}/take-over`.',
    path: '/user/calls/:id/events',
    summary:
      'Stream the events of a call as server-sent events until it ends; `Last-Event-ID` resumes, and an ended call is replayed',
    success: { status: 200, schema: liveCallEvent, contentType: 'text/event-stream; charset=utf-8' },
    refusals: [429, 503],
    handle: async ({ userId, actor }, { params: { id: callId }, facts }) => {
      const gone = new AbortController();
      const caller = {
        userId,
        tokenId: actor.tokenId,
        role: actor.role,
        callId,
        after: seqOf(callId, facts.lastEventId),
      };
      return new EventStream(followCall(dependencies, caller, gone.signal), () => gone.abort());
    },
  });
}
