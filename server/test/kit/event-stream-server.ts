import { type LoopbackServer, startLoopbackServer } from './loopback-server.ts';

/** A vendor's endpoint that answers every request with the same recorded events. */
export interface EventStreamServer extends LoopbackServer {
  /** Parsed request bodies, in order. */
  bodies: unknown[];
  headers: Record<string, unknown>[];
}

/**
 * Sends `events` as one `data:` line each, with an `event:` name if it has a `type`. A `status` other than 200 is an
 * error.
 */
export async function startEventStreamServer(
  events: readonly Record<string, unknown>[],
  status = 200,
): Promise<EventStreamServer> {
  const bodies: unknown[] = [];
  const headers: Record<string, unknown>[] = [];
  const server = await startLoopbackServer(async (request, response) => {
    let text = '';
    for await (const piece of request) text += String(piece);
    bodies.push(JSON.parse(text));
    headers.push(request.headers);
    if (status !== 200) {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(events[0] ?? {}));
      return;
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const event of events) {
      const name = typeof event['type'] === 'string' ? `event: ${event['type']}\n` : '';
      response.write(`${name}data: ${JSON.stringify(event)}\n\n`);
    }
    response.end();
  });
  return { ...server, bodies, headers };
}
