import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import type { EventStream } from './route.ts';

/**
 * Writes server-sent events as they come, at the speed at which the client reads.
 * The iterable is closed when the client goes, so that its producer stops too.
 */
export async function sendEvents(reply: FastifyReply, stream: EventStream): Promise<FastifyReply> {
  const iterator = stream.events[Symbol.asyncIterator]();
  // The first event is awaited before the head goes out: what fails before it is still an ordinary answer.
  const first = await iterator.next();
  const response = reply.raw;
  reply.hijack();
  response.writeHead(200, {
    ...headersOf(reply),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache, no-transform',
    'x-accel-buffering': 'no',
  });
  try {
    for (let step = first; step.done !== true && !response.destroyed; step = await iterator.next()) {
      const { event, data } = step.value;
      if (!response.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)) {
        await writable(response);
      }
    }
  } finally {
    await iterator.return?.();
    response.end();
  }
  return reply;
}

function headersOf(reply: FastifyReply): Record<string, string> {
  const entries = Object.entries(reply.getHeaders()).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as const],
  );
  return Object.fromEntries(entries);
}

/** Resolves when the client has read enough, or is gone; leaves no listener behind. */
function writable(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const goOn = (): void => {
      response.off('drain', goOn);
      response.off('close', goOn);
      resolve();
    };
    response.once('drain', goOn);
    response.once('close', goOn);
  });
}
