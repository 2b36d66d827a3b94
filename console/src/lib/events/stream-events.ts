import { notRead, type RequestOptions, send } from '../api/request.ts';
import { createEventParser, type ServerEvent } from './parse-events.ts';

/**
 * Requests an API response sent as server-sent events. @throws ApiError for an error response, and when the stream
 * breaks
 */
export async function* streamEvents(path: string, options: RequestOptions): AsyncGenerator<ServerEvent> {
  const response = await send(path, { ...options, accept: 'text/event-stream' });
  if (response.body === null) return;
  const parse = createEventParser();
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  try {
    for (;;) {
      const step = await reader.read().catch(notRead);
      if (step.done) return;
      yield* parse(step.value);
    }
  } finally {
    reader.cancel().catch(() => undefined);
  }
}
