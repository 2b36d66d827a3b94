import type { WebSocket } from 'ws';
import { z } from 'zod';
import { MAX_BROWSER_MESSAGE_BYTES, RESUME_PARAMETER } from '#contract/browser-call.ts';
import type { Clock } from '../core/clock.ts';
import { notFound } from '../core/errors.ts';
import { isForwarded, type OtherProcesses } from '../http/other-processes.ts';
import type { RawRequest } from '../http/route.ts';
import { defineSocketRoute, type SocketRoute } from '../http/socket-route.ts';
import type { CallService, WebVisitor } from '../modules/calls/active/create-call-service.ts';
import { WEB_MEDIA_PATH } from '../modules/calls/asking/web-call.ts';
import type { ResumableBrowserLeg } from '../telephony/browser/browser-leg.ts';
import { processOfToken, ResumableLegs } from '../telephony/browser/resumable-legs.ts';
import { joinSockets } from '../telephony/media-stream/join-sockets.ts';

interface WebCallSocketDeps {
  callService: CallService;
  others: OtherProcesses;
  clock: Clock;
  processId: string;
  maxCalls: number;
}

/** A new call, or a resumed one: of this process, or forwarded to the process that holds it. */
type AdmittedBrowser =
  | { kind: 'new'; visitor: WebVisitor; mediaToken: string }
  | { kind: 'resumed'; leg: ResumableBrowserLeg }
  | { kind: 'forwarded'; holder: WebSocket };

/** WebSocket of a web call. A resumed connection may reach any process that holds calls. */
export function webCallSocket(deps: WebCallSocketDeps): SocketRoute {
  const { callService, clock, processId, maxCalls } = deps;
  const legs = new ResumableLegs(processId, clock);
  return defineSocketRoute({
    path: `${WEB_MEDIA_PATH}/:token`,
    params: z.object({ token: z.string() }),
    resource: 'Call',
    maxPayloadBytes: MAX_BROWSER_MESSAGE_BYTES,
    // Leaves room for forwarded calls and for broken connections that are not noticed yet.
    maxSockets: 2 * maxCalls,
    admit: async ({ params: { token: mediaToken }, request }): Promise<AdmittedBrowser> => {
      const resumeToken = new URL(request.url).searchParams.get(RESUME_PARAMETER);
      if (resumeToken !== null) return findCall(deps, legs, { mediaToken, resumeToken, request });
      return { kind: 'new', visitor: await callService.admitWeb(mediaToken), mediaToken };
    },
    abandon: (admitted) => {
      if (admitted.kind === 'forwarded') admitted.holder.terminate();
    },
    open: (admitted, socket) => {
      if (admitted.kind === 'resumed') return admitted.leg.resume(socket);
      if (admitted.kind === 'forwarded') return joinSockets(socket, admitted.holder, { clock });
      const leg = legs.open(admitted.mediaToken, socket);
      return admitted.visitor.open(leg, (shown) => leg.show(shown));
    },
  });
}

/** Finds the call to resume. Throws `not-found` if the tokens are wrong or the call has ended. */
async function findCall(
  { others, processId }: Pick<WebCallSocketDeps, 'others' | 'processId'>,
  legs: ResumableLegs,
  asked: { mediaToken: string; resumeToken: string; request: RawRequest },
): Promise<AdmittedBrowser> {
  const { mediaToken, resumeToken, request } = asked;
  const holderId = processOfToken(resumeToken);
  if (holderId === processId) {
    const leg = legs.find(mediaToken, resumeToken);
    if (leg !== null) return { kind: 'resumed', leg };
  }
  const isElsewhere = holderId !== null && holderId !== processId && !isForwarded(request);
  const origin = isElsewhere ? await others.of(holderId) : null;
  const { pathname, search } = new URL(request.url);
  const holder = origin === null ? null : await others.open(origin, `${pathname}${search}`, request);
  if (holder === null || typeof holder === 'number') throw notFound('Call');
  return { kind: 'forwarded', holder };
}
