import { randomUUID } from 'node:crypto';
import type { WebSocket } from 'ws';
import type { CallService } from '../modules/calls/active/create-call-service.ts';
import type { SandboxCall } from '../modules/sandbox/calls/sandbox-call.ts';
import type { BrowserLeg } from '../telephony/browser/browser-leg.ts';
import type { InboundCall } from '../voice/legs/outbound-route.ts';

/** Calls a number of the account from a browser phone; audio flows once answered. */
export function ringFromBrowser(
  callService: CallService,
  { from, to, number }: SandboxCall,
  { leg, socket }: { leg: BrowserLeg; socket: WebSocket },
): void {
  const gone = new AbortController();
  socket.once('close', () => gone.abort());
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
