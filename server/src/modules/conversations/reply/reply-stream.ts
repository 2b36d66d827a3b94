import type { z } from 'zod';
import type { replyEvent } from '#contract/conversations.ts';
import { withoutReason } from '../../../agent/tool.ts';
import { AppError } from '../../../core/errors.ts';
import type { ReplyEvent } from './start-reply.ts';

type StreamEvent = z.output<typeof replyEvent>;

/**
 * The reply as server-sent events. An error before the first event is thrown, so that it becomes an ordinary error
 * response.
 */
export async function* replyStream(events: AsyncIterable<ReplyEvent>): AsyncGenerator<StreamEvent> {
  let hasBegun = false;
  try {
    for await (const event of events) {
      yield present(event);
      hasBegun = true;
    }
  } catch (error) {
    if (!hasBegun) throw error;
    const text = error instanceof AppError ? error.message : 'Something went wrong on our side.';
    yield { event: 'error', data: { status: false, error: text } };
  }
}

function present(event: ReplyEvent): StreamEvent {
  switch (event.type) {
    case 'delta':
      return { event: 'delta', data: { text: event.text } };
    case 'reset':
      return { event: 'reset', data: { text: event.text } };
    case 'tool-started':
      return { event: 'tool-started', data: { name: event.name, arguments: event.arguments } };
    case 'tool-finished':
      return { event: 'tool-finished', data: withoutReason(event.call) };
    case 'done':
      return {
        event: 'done',
        data: { status: true, message: event.text, function_calls: event.functionCalls.map(withoutReason) },
      };
  }
}
