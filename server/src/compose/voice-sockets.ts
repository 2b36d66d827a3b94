import { z } from 'zod';
import { MAX_BROWSER_MESSAGE_BYTES } from '#contract/browser-call.ts';
import type { Clock } from '../core/clock.ts';
import { defineSocketRoute, type SocketRoute } from '../http/socket-route.ts';
import type { CallService } from '../modules/calls/active/create-call-service.ts';
import { WEB_MEDIA_PATH } from '../modules/calls/asking/web-call.ts';
import {
  openSandboxCall,
  openSandboxPhone,
  SANDBOX_CALL_PATH,
  SANDBOX_PHONE_PATH,
  type SandboxCallDependencies,
} from '../modules/sandbox/calls/sandbox-call.ts';
import { createBrowserLeg } from '../telephony/browser/browser-leg.ts';
import { ringFromBrowser } from './sandbox-phone.ts';
import type { SandboxPhoneBook } from './sandbox-phone-book.ts';

/** WebSocket endpoints for browser calls. */
export function voiceSockets(deps: {
  callService: CallService;
  clock: Clock;
  /** Null if the sandbox is off. */
  sandbox: SandboxCallDependencies | null;
  /** Null if there is no sandbox carrier. */
  phones: SandboxPhoneBook | null;
  maxCalls: number;
}): SocketRoute[] {
  const { callService, clock, sandbox, phones, maxCalls } = deps;
  const shared = {
    params: z.object({ token: z.string() }),
    resource: 'Call',
    maxPayloadBytes: MAX_BROWSER_MESSAGE_BYTES,
    maxSockets: maxCalls,
  };
  const web = defineSocketRoute({
    ...shared,
    path: `${WEB_MEDIA_PATH}/:token`,
    admit: ({ params }) => callService.admitWeb(params.token),
    open: (visitor, socket) => {
      const leg = createBrowserLeg(socket, clock);
      visitor.open(leg, (shown) => leg.show(shown));
    },
  });
  if (sandbox === null) return [web];
  const caller = defineSocketRoute({
    ...shared,
    path: `${SANDBOX_CALL_PATH}/:token`,
    admit: ({ params }) => openSandboxCall(sandbox, params.token),
    open: (call, socket) =>
      ringFromBrowser(callService, call, { leg: createBrowserLeg(socket, clock), socket }),
  });
  const called = defineSocketRoute({
    ...shared,
    resource: 'Phone',
    path: `${SANDBOX_PHONE_PATH}/:token`,
    admit: ({ params }) => openSandboxPhone(sandbox, params.token),
    open: (phone, socket) => phones?.hold(phone, socket),
  });
  return phones === null ? [web, caller] : [web, caller, called];
}
