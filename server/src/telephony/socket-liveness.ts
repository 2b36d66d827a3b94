import type { WebSocket } from 'ws';
import type { Clock } from '../core/clock.ts';

const PING_MS = 10_000;
/** For supervisors who speak with a customer: a lost connection is detected within 4.5 seconds. */
export const QUICK_PING_MS = 1500;
/** Unanswered pings after which the connection counts as dead. */
const MAX_UNANSWERED = 2;

export interface Heartbeat {
  clock: Clock;
  /** Default: ten seconds. */
  pingMs?: number;
}

/** Pings a WebSocket regularly and terminates it if the other side stops responding. */
export function keepAlive(
  socket: WebSocket,
  { clock, pingMs = PING_MS }: Heartbeat,
  signal: AbortSignal,
): void {
  let unanswered = 0;
  const onActivity = (): void => {
    unanswered = 0;
  };
  socket.on('pong', onActivity);
  socket.on('message', onActivity);
  const pingRegularly = async (): Promise<void> => {
    for (await clock.sleep(pingMs, signal); unanswered < MAX_UNANSWERED; await clock.sleep(pingMs, signal)) {
      unanswered += 1;
      if (socket.readyState === socket.OPEN) socket.ping();
    }
    socket.terminate();
  };
  pingRegularly().catch(() => undefined);
}
