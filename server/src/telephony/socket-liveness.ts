import type { WebSocket } from 'ws';
import type { Clock } from '../core/clock.ts';

const PING_MS = 10_000;
/** So many pings without a word, and the other side is gone, whatever the connection says. */
const MAX_UNANSWERED = 2;

/** Asks every ten seconds whether the other side is still there; cuts the connection when it is not. */
export function keepAlive(socket: WebSocket, clock: Clock, signal: AbortSignal): void {
  let unanswered = 0;
  const isThere = (): void => {
    unanswered = 0;
  };
  socket.on('pong', isThere);
  socket.on('message', isThere);
  const ask = async (): Promise<void> => {
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
  ask().catch(() => undefined);
}
