import type { Socket } from 'node:net';
import type { Clock } from '../../../core/clock.ts';
import { StreamFramer } from '../message/stream-framer.ts';
import { after } from '../transaction/timers.ts';
import { type Flow, plainAddress, type TransportListener } from './flow.ts';
import { KeepAlive } from './keep-alive.ts';

const MAX_UNSENT_BYTES = 1024 * 1024;
/** Longer than half a session interval, so that a call that refreshes keeps its connection. */
const IDLE_MS = 35 * 60_000;
/** As long as a request waits for its answer: what comes more slowly is nobody's message any more. */
const MESSAGE_WITHIN_MS = 32_000;
const PONG = Buffer.from('\r\n');

/** A connection, and how its far end is asked whether it is there. */
export interface StreamFlow extends Flow {
  ask(): void;
}

/** Reads messages off a connection that is up, TCP or TLS, and writes to it. */
export function streamFlow(
  socket: Socket,
  transport: 'tcp' | 'tls',
  { listener, clock, calledAs }: { listener: TransportListener; clock: Clock; calledAs?: string },
): StreamFlow {
  const framer = new StreamFramer();
  const keepAlive = new KeepAlive({
    clock,
    send: (bytes) => flow.send(bytes),
    gone: () => socket.destroy(),
  });
  const flow: StreamFlow = {
    transport,
    remoteAddress: plainAddress(socket.remoteAddress ?? ''),
    remotePort: socket.remotePort ?? 0,
    ...(calledAs === undefined ? {} : { calledAs }),
    isOpen: () => !socket.destroyed && socket.writable,
    whenClosed: closing(socket),
    ask: () => keepAlive.ask(),
    send: (bytes) => {
      if (socket.destroyed || !socket.writable) return;
      if (socket.writableLength > MAX_UNSENT_BYTES) socket.destroy();
      else socket.write(bytes);
    },
  };
  socket.setKeepAlive(true, 30_000);
  socket.setNoDelay(true);
  socket.setTimeout(IDLE_MS, () => socket.destroy());
  let stopWaiting: (() => void) | null = null;
  const waitNoMore = (): void => {
    stopWaiting?.();
    stopWaiting = null;
  };
  socket.once('close', () => {
    waitNoMore();
    keepAlive.close();
  });
  socket.on('data', (chunk: Buffer) => {
    if (keepAlive.heard(chunk, framer.isWithinMessage)) return;
    const pieces = framer.push(chunk);
    if (pieces.length > 0 || !framer.isWithinMessage) waitNoMore();
    if (framer.isWithinMessage) stopWaiting ??= after(clock, MESSAGE_WITHIN_MS, () => socket.destroy());
    for (const piece of pieces) {
      if (piece.type === 'message') listener.received(piece.bytes, flow);
      else if (piece.type === 'ping') flow.send(PONG);
      else socket.destroy();
    }
  });
  socket.on('error', () => socket.destroy());
  return flow;
}

/** Many requests wait for the end of one socket at a time: too many to be listeners of it. */
function closing(socket: Socket): Flow['whenClosed'] {
  const waiting = new Set<() => void>();
  let isClosed = false;
  const tell = (): void => {
    for (const told of waiting) {
      waiting.delete(told);
      told();
    }
  };
  socket.once('close', () => {
    isClosed = true;
    tell();
  });
  return (told) => {
    const once = (): void => told();
    waiting.add(once);
    if (isClosed) queueMicrotask(tell);
    return () => waiting.delete(once);
  };
}
