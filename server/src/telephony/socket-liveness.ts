import type { WebSocket } from 'ws';
import type { Clock } from '../core/clock.ts';

const PING_MS = 10_000;
/** Unanswered pings after which the connection counts as dead. */
const MAX_UNANSWERED = 2;

/** Pings a WebSocket every ten seconds and terminates it if the other side stops responding. */
export function keepAlive(socket: WebSocket, clock: Clock, signal: AbortSignal): void {
  let unanswered = 0;
  const onActivity = (): void => {
    unanswered = 0;
  };
  socket.on('pong', onActivity);
  socket.on('message', onActivity);
  const pingRegularly = async (): Promise<void> => {
    for (
      await clock.sleep(PING_MS, signal);
      unanswered < MAX_UNANSWERED;
      await clock.sleep(PING_MS, signal)
    ) {
      unanswered += 1;
      if (socket.readyState === socket.OPEN) socket.ping();
    }
    socket.terminate();
  };
  pingRegularly().catch(() => undefined);
}
