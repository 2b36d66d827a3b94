import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import type { EventStream } from './route.ts';

export interface StreamTimes {
  /**
   * After this time without an event a comment is sent. It keeps proxies from closing the connection, and detects
   * clients that are gone.
   */
  silenceMs: number;
  /** A client that reads nothing for this long is disconnected. */
  stallMs: number;
}

const STREAM_TIMES: StreamTimes = { silenceMs: 15_000, stallMs: 30_000 };

/**
 * Sends server-sent events with backpressure.
 * When the client disconnects, the iterable is closed, so its producer stops.
 */
export async function sendEvents(
  reply: FastifyReply,
  stream: EventStream,
  times: StreamTimes = STREAM_TIMES,
): Promise<FastifyReply> {
  const iterator = stream.events[Symbol.asyncIterator]();
  const response = reply.raw;
  // The client may leave before the first event.
  response.once('close', stream.onLeave);
  // Headers are sent with the first event, so an earlier failure is still an ordinary error answer.
  const first = await iterator.next();
  reply.hijack();
  response.writeHead(200, {
    ...headersOf(reply),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache, no-transform',
    'x-accel-buffering': 'no',
    // A stream that ends during shutdown must not leave an idle connection.
    connection: 'close',
  });
  const heartbeat = setInterval(() => {
    if (!response.writableNeedDrain) response.write(': still here\n\n');
  }, times.silenceMs);
  try {
    for (let step = first; step.done !== true && !response.destroyed; step = await iterator.next()) {
      const { event, data, id } = step.value;
      const named = id === undefined ? '' : `id: ${id}\n`;
      heartbeat.refresh();
      if (!response.write(`${named}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)) {
        await settled(response, 'drain', times.stallMs);
      }
    }
  } finally {
    clearInterval(heartbeat);
    stream.onLeave();
    await iterator.return?.();
    response.end();
    if (!response.writableFinished) await settled(response, 'finish', times.stallMs);
  }
  return reply;
}

function headersOf(reply: FastifyReply): Record<string, string> {
  const entries = Object.entries(reply.getHeaders()).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as const],
  );
  return Object.fromEntries(entries);
}

/** Resolves when the client has read enough, disconnected or was cut off. Removes its listeners. */
function settled(response: ServerResponse, event: 'drain' | 'finish', stallMs: number): Promise<void> {
  if (response.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    const timer = setTimeout(() => response.destroy(), stallMs);
    const goOn = (): void => {
      clearTimeout(timer);
      response.off(event, goOn);
      response.off('close', goOn);
      resolve();
    };
    response.once(event, goOn);
    response.once('close', goOn);
  });
}
