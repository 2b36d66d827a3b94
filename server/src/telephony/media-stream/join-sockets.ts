import type { RawData, WebSocket } from 'ws';
import { type Heartbeat, keepAlive } from '../socket-liveness.ts';

/** A few seconds of audio. A slower reader counts as dead. */
const MAX_QUEUED_BYTES = 262_144;

/** Status codes of a close without one, and of a broken connection (RFC 6455 7.4.1). */
const NO_REASON = 1005;
const BROKEN = 1006;

/** Forwards messages between two open or paused sockets in both directions. Closes both if one closes, breaks or is too slow. */
export function joinSockets(one: WebSocket, other: WebSocket, heartbeat: Heartbeat): void {
  const over = new AbortController();
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    from.on('message', (data: RawData, isBinary: boolean) => {
      if (to.bufferedAmount > MAX_QUEUED_BYTES) to.terminate();
      else if (to.readyState === to.OPEN) to.send(data, { binary: isBinary }, () => undefined);
    });
    from.on('close', (code) => {
      over.abort();
      // A browser call ends when its connection closes, but can resume when it breaks.
      if (code === BROKEN) to.terminate();
      else if (code === NO_REASON) to.close();
      else to.close(code);
    });
    keepAlive(from, heartbeat, over.signal);
    from.resume();
  }
  if (one.readyState !== one.OPEN) other.close();
  if (other.readyState !== other.OPEN) one.close();
}
