import type { RawData, WebSocket } from 'ws';
import type { Clock } from '../../core/clock.ts';
import { keepAlive } from '../socket-liveness.ts';

/** Whoever reads so slowly has stopped to: some seconds of sound in messages. */
const MAX_WAITING_BYTES = 262_144;

/** Passes messages on between two sockets that are open, both ways; when one is gone, or too slow, so is the other. */
export function joinSockets(one: WebSocket, other: WebSocket, clock: Clock): void {
  const over = new AbortController();
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    from.on('message', (data: RawData, isBinary: boolean) => {
      if (to.bufferedAmount > MAX_WAITING_BYTES) to.terminate();
      else if (to.readyState === to.OPEN) to.send(data, { binary: isBinary }, () => undefined);
    });
    from.on('close', () => {
      over.abort();
      to.close();
    });
    keepAlive(from, clock, over.signal);
  }
  if (one.readyState !== one.OPEN) other.close();
  if (other.readyState !== other.OPEN) one.close();
}
