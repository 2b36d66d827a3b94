import { type RequestOptions, send } from '../api/request.ts';
import { createEventParser, type ServerEvent } from './parse-events.ts';

/** Asks the API for an answer that comes as server-sent events. @throws ApiError for a refusal before the first one */
export async function* streamEvents(path: string, options: RequestOptions): AsyncGenerator<ServerEvent> {
  const response = await send(path, { ...options, accept: 'text/event-stream' });
  if (response.body === null) return;
  const parse = createEventParser();
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  try {
    for (let step = await reader.read(); !step.done; step = await reader.read()) yield* parse(step.value);
  } finally {
    reader.cancel().catch(() => undefined);
  }
}
