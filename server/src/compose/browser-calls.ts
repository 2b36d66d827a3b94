import { randomUUID } from 'node:crypto';
import { WebSocket } from 'ws';
import { z } from 'zod';
import { MAX_BROWSER_MESSAGE_BYTES, RESUME_PARAMETER } from '#contract/browser-call.ts';
import type { Clock } from '../core/clock.ts';
import { AppError, notFound } from '../core/errors.ts';
import { isForwarded, type OtherProcesses } from '../http/other-processes.ts';
import type { RawRequest } from '../http/route.ts';
import { defineSocketRoute, type SocketRoute } from '../http/socket-route.ts';
import type { CallService } from '../modules/calls/active/create-call-service.ts';
import { WEB_MEDIA_PATH } from '../modules/calls/asking/web-call.ts';
import {
  openSandboxCall,
  openSandboxPhone,
  SANDBOX_CALL_PATH,
  SANDBOX_PHONE_PATH,
  type SandboxCall,
  type SandboxCallDependencies,
} from '../modules/sandbox/calls/sandbox-call.ts';
import type { BrowserLeg } from '../telephony/browser/browser-leg.ts';
import { processOfToken, ResumableLegs } from '../telephony/browser/resumable-legs.ts';
import { joinSockets } from '../telephony/media-stream/join-sockets.ts';
import type { InboundCall } from '../voice/legs/outbound-route.ts';
import type { SandboxPhoneBook } from './sandbox-phone-book.ts';

interface BrowserCallDeps {
  callService: CallService;
  /** Null if the sandbox is off. */
  sandbox: SandboxCallDependencies | null;
  /** Null if there is no sandbox carrier. */
  phones: SandboxPhoneBook | null;
  others: OtherProcesses;
  clock: Clock;
  processId: string;
  maxCalls: number;
}

/** WebSockets of web calls, and of sandbox phones that call or are called. */
export function browserCallSockets(deps: BrowserCallDeps): SocketRoute[] {
  const { callService, sandbox, phones } = deps;
  const about = { ...deps, legs: new ResumableLegs(deps.processId, deps.clock) };
  const web = resumableSocket(about, {
    path: WEB_MEDIA_PATH,
    resource: 'Call',
    admit: (token) => callService.admitWeb(token),
    open: (visitor, { openLeg }) => {
      const leg = openLeg();
      visitor.open(leg, (shown) => leg.show(shown));
    },
  });
  if (sandbox === null) return [web];
  const caller = resumableSocket(about, {
    path: SANDBOX_CALL_PATH,
    resource: 'Call',
    admit: (token) => openSandboxCall(sandbox, token),
    open: (call, { openLeg }) => ringFromBrowser(callService, call, openLeg),
  });
  if (phones === null) return [web, caller];
  const called = resumableSocket(about, {
    path: SANDBOX_PHONE_PATH,
    resource: 'Phone',
    admit: (token) => openSandboxPhone(sandbox, token),
    open: (phone, { socket, openLeg }) => phones.hold(phone, { socket, openLeg }),
  });
  return [web, caller, called];
}

interface ResumableSocketDeps extends Pick<BrowserCallDeps, 'others' | 'clock' | 'processId' | 'maxCalls'> {
  legs: ResumableLegs;
}

interface ResumableSocketDefinition<Admitted> {
  /** Path relative to `/api`; the token of the call follows. */
  path: string;
  resource: string;
  /** Redeems the token of a new call. */
  admit(mediaToken: string): Promise<Admitted>;
  /** @param connection `openLeg` takes over the socket; its `onEnd` runs once, when the call has ended */
  open(
    admitted: Admitted,
    connection: { socket: WebSocket; openLeg: (onEnd?: () => void) => BrowserLeg },
  ): void;
}

/** A new call, or a resumed one: of this process, or forwarded to the process that holds it. */
type Connected<Admitted> =
  | { kind: 'new'; admitted: Admitted; mediaToken: string }
  | { kind: 'resumed'; leg: BrowserLeg }
  | { kind: 'forwarded'; holder: WebSocket };

/** A WebSocket of calls that can be resumed. The resumed connection may reach any process that holds calls. */
function resumableSocket<Admitted>(
  deps: ResumableSocketDeps,
  { path, resource, admit, open }: ResumableSocketDefinition<Admitted>,
): SocketRoute {
  const { legs, clock, maxCalls } = deps;
  return defineSocketRoute({
    path: `${path}/:token`,
    params: z.object({ token: z.string() }),
    resource,
    maxPayloadBytes: MAX_BROWSER_MESSAGE_BYTES,
    // Leaves room for forwarded calls and for broken connections that are not noticed yet.
    maxSockets: 2 * maxCalls,
    admit: async ({ params: { token: mediaToken }, request }): Promise<Connected<Admitted>> => {
      const resumeToken = new URL(request.url).searchParams.get(RESUME_PARAMETER);
      if (resumeToken !== null) return findCall(deps, { resource, mediaToken, resumeToken, request });
      return { kind: 'new', admitted: await admit(mediaToken), mediaToken };
    },
    abandon: (connected) => {
      if (connected.kind === 'forwarded') connected.holder.terminate();
    },
    open: (connected, socket) => {
      if (connected.kind === 'resumed') return connected.leg.resume(socket);
      if (connected.kind === 'forwarded') return joinSockets(socket, connected.holder, { clock });
      const openLeg = (onEnd?: () => void): BrowserLeg => legs.open(connected.mediaToken, socket, onEnd);
      return open(connected.admitted, { socket, openLeg });
    },
  });
}

/**
 * Finds the call to resume. Throws `not-found` if the tokens are wrong or the call has ended, and `unavailable` if the
 * process that holds it cannot be reached.
 */
async function findCall(
  { legs, others, processId }: ResumableSocketDeps,
  asked: { resource: string; mediaToken: string; resumeToken: string; request: RawRequest },
): Promise<Exclude<Connected<never>, { kind: 'new' }>> {
  const { resource, mediaToken, resumeToken, request } = asked;
  const holderId = processOfToken(resumeToken);
  const leg = holderId === processId ? legs.find(mediaToken, resumeToken) : null;
  if (leg !== null) return { kind: 'resumed', leg };
  if (holderId === null || holderId === processId) throw notFound(resource);
  const origin = await others.of(holderId);
  // No process of this installation issued the token, or the process that did has ended its calls.
  if (origin === null && !(await others.isAlive(holderId))) throw notFound(resource);
  const { pathname, search } = new URL(request.url);
  const holder =
    origin === null || isForwarded(request)
      ? null
      : await others.open(origin, `${pathname}${search}`, request);
  if (holder instanceof WebSocket) return { kind: 'forwarded', holder };
  if (holder === 404) throw notFound(resource);
  throw new AppError('unavailable', 'The process that holds the call cannot be reached right now.', {
    retryAfterSeconds: 1,
  });
}

/** Calls a number of the account from a browser phone; audio flows once answered. */
function ringFromBrowser(
  callService: CallService,
  { from, to, number }: SandboxCall,
  openLeg: (onEnd: () => void) => BrowserLeg,
): void {
  const gone = new AbortController();
  const leg = openLeg(() => gone.abort());
  const call: InboundCall = {
    route: 'sandbox',
    carrierCallId: randomUUID(),
    from,
    to,
    signal: gone.signal,
    ring: () => leg.show({ type: 'ringing' }),
    answer: async () => {
      gone.signal.throwIfAborted();
      leg.show({ type: 'answered' });
      return leg;
    },
    reject: (reason) => {
      leg.show({ type: 'rejected', reason: reason === 'stopping' ? 'unavailable' : reason });
      leg.hangUp();
    },
  };
  void callService.accept(call, async () => [number]);
}
