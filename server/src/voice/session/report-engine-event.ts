import type { EngineEvent } from '../engines/engine.ts';
import type { CallContext } from './call-context.ts';

/** Reports an event of an engine to the observers of the call: usage, tools and failures. */
export function reportEngineEvent(event: EngineEvent, call: CallContext): void {
  switch (event.type) {
    case 'speech-usage':
      call.emit({ type: 'speech-usage', usage: event.usage });
      break;
    case 'model-call':
      call.emit({ type: 'model-call', call: event.call });
      break;
    case 'tool-finished': {
      const { functionCall, key, failed, durationMs, isRepeat } = event;
      if (!isRepeat) call.emit({ type: 'tool-called', functionCall, key, failed, durationMs });
      break;
    }
    case 'failed':
      // The account sees the reason. The cause may be an internal error, so it is only logged.
      call.services.log.warn({ error: event.error }, 'A provider failed in a call.');
      call.emit({
        type: 'provider-failed',
        reason: event.error.message,
        ...(event.by !== undefined && { by: event.by }),
      });
      break;
    case 'model-replaced': {
      const { model, by } = event;
      call.services.log.warn({ model, by }, 'A realtime model failed and was replaced.');
      call.emit({ type: 'model-replaced', model, by });
      break;
    }
  }
}
