import type { Socket } from 'node:net';
import { after } from '../../../core/after.ts';
import type { Clock } from '../../../core/clock.ts';
import { StreamFramer } from '../message/stream-framer.ts';
import { type Flow, plainAddress, type TransportListener } from './flow.ts';

const MAX_UNSENT_BYTES = 1024 * 1024;
/** Longer than half the session interval, so that session refreshes keep the connection open. */
const IDLE_MS = 35 * 60_000;
/** The transaction timeout: a slower message is too late. */
const MESSAGE_WITHIN_MS = 32_000;
const PONG = Buffer.from('\r\n');

/** A flow over a connection, with keep-alive. */
export interface StreamFlow extends Flow {
  /** Sends a keep-alive ping. */
  ping(): void;
}

/** Reads and writes messages on an open TCP or TLS connection. */
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
    ping: () => keepAlive.ping(),
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
    if (keepAlive.received(chunk, framer.isWithinMessage)) return;
    const events = framer.push(chunk);
    if (events.length > 0 || !framer.isWithinMessage) waitNoMore();
    if (framer.isWithinMessage) stopWaiting ??= after(clock, MESSAGE_WITHIN_MS, () => socket.destroy());
    for (const event of events) {
      if (event.type === 'message') listener.received(event.bytes, flow);
      else if (event.type === 'ping') flow.send(PONG);
      else socket.destroy();
    }
  });
  socket.on('error', () => socket.destroy());
  return flow;
}

/** One socket listener for all subscribers, because many requests wait for the same socket. */
function closing(socket: Socket): Flow['whenClosed'] {
  const waiting = new Set<() => void>();
  let isClosed = false;
  const tell = (): void => {
    for (const onClose of waiting) {
      waiting.delete(onClose);
      onClose();
    }
  };
  socket.once('close', () => {
    isClosed = true;
    tell();
  });
  return (onClose) => {
    const once = (): void => onClose();
    waiting.add(once);
    if (isClosed) queueMicrotask(tell);
    return () => waiting.delete(once);
  };
}

const PING = Buffer.from('\r\n\r\n');
/** RFC 5626 4.4.1. */
const ANSWER_WITHIN_MS = 10_000;

/**
 * Keep-alive pings on a connection (RFC 5626 4.4.1). Not all peers support them: only a peer that has answered before
 * counts as gone when it is silent.
 */
export class KeepAlive {
  readonly #clock: Clock;
  readonly #send: (bytes: Uint8Array) => void;
  readonly #gone: () => void;
  #isPinging = false;
  #hasAnswered = false;
  #stopWaiting: (() => void) | null = null;

  constructor({
    clock,
    send,
    gone,
  }: {
    clock: Clock;
    send: (bytes: Uint8Array) => void;
    /** Called when no pong arrives in time. */
    gone: () => void;
  }) {
    this.#clock = clock;
    this.#send = send;
    this.#gone = gone;
  }

  ping(): void {
    this.#isPinging = true;
    this.#send(PING);
    if (this.#hasAnswered) this.#stopWaiting ??= after(this.#clock, ANSWER_WITHIN_MS, this.#gone);
  }

  /** Handles received bytes. @returns true if they are a pong */
  received(chunk: Buffer, isWithinMessage: boolean): boolean {
    this.close();
    const isPong = this.#isPinging && !isWithinMessage && chunk.equals(PONG);
    if (!isPong) return false;
    this.#isPinging = false;
    this.#hasAnswered = true;
    return true;
  }

  /** Stops waiting for a pong. */
  close(): void {
    this.#stopWaiting?.();
    this.#stopWaiting = null;
  }
}
