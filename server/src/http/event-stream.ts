import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import type { EventStream } from './route.ts';

export interface StreamTimes {
  /** After so much silence a comment is sent, so that proxies keep the stream open and a client that went is noticed. */
  silenceMs: number;
  /** A client that reads nothing for so long is cut off. */
  stallMs: number;
}

const STREAM_TIMES: StreamTimes = { silenceMs: 15_000, stallMs: 30_000 };

/**
 * Writes server-sent events as they come, at the speed at which the client reads.
 * The iterable is closed when the client goes, so that its producer stops too.
 */
export async function sendEvents(
  reply: FastifyReply,
  stream: EventStream,
  times: StreamTimes = STREAM_TIMES,
): Promise<FastifyReply> {
  const iterator = stream.events[Symbol.asyncIterator]();
  // The first event is awaited before the head goes out: what fails before it is still an ordinary answer.
  const first = await iterator.next();
  const response = reply.raw;
  reply.hijack();
  response.once('close', stream.onLeave);
  response.writeHead(200, {
    ...headersOf(reply),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache, no-transform',
    'x-accel-buffering': 'no',
    // A stream that outlasts the server's stop leaves no idle connection behind.
    connection: 'close',
  });
  const heartbeat = setInterval(() => {
    if (!response.writableNeedDrain) response.write(': still here\n\n');
  }, times.silenceMs);
  try {
    for (let step = first; step.done !== true && !response.destroyed; step = await iterator.next()) {
      const { event, data } = step.value;
      heartbeat.refresh();
      if (!response.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)) {
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

/** Resolves when the client has read enough, or is gone, or has been cut off; leaves no listener behind. */
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
