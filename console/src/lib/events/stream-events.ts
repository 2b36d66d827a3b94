import { notRead, type RequestOptions, send } from '../api/request.ts';
import { createEventParser, type ServerEvent } from './parse-events.ts';

/** Asks the API for an answer that comes as server-sent events. @throws ApiError for a refusal, and where it breaks off */
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
