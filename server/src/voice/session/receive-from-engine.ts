import type { EngineEvent } from '../engines/engine.ts';
import type { CallContext } from './call-context.ts';
import type { Speech } from './speech.ts';

interface EngineReceivers {
  call: CallContext;
  speech: Speech;
  /** Words of the customer, never none. */
  understood(text: string, isFinal: boolean): void;
  /** Told before the words. @param language as the transcriber writes it; null: it does not know */
  spokeIn(language: string | null): void;
  /** When the words began that were just understood. */
  saidSince(): number;
  /** The engine heard the customer begin. */
  speechStarted(): void;
  /** And end. */
  speechStopped(): void;
  /** The engine answers by itself. */
  replyStarted(replyId: string): void;
  /** The engine cannot go on. */
  failed(reason: string): void;
}

/** Gives what an engine tells to those whom it concerns, and to the call's observers. */
export function receiveFromEngine(event: EngineEvent, to: EngineReceivers): void {
  observe(event, to.call);
  switch (event.type) {
    case 'customer-interim':
      if (event.text !== '') to.understood(event.text, false);
      break;
    case 'customer-text':
      to.speech.transcribed(to.call.nowMs());
      if (event.text === '') break;
      to.spokeIn(event.language);
      to.understood(event.text, true);
      // After what they interrupted: that began before.
      to.call.tell({
        ...{ type: 'customer-said', sinceMs: to.saidSince() },
        ...{ text: event.text, language: event.language },
      });
      break;
    case 'customer-speech-started':
      to.speechStarted();
      break;
    case 'customer-speech-stopped':
      to.speechStopped();
      break;
    case 'reply-started':
      to.replyStarted(event.replyId);
      break;
    default:
      to.speech.receive(event);
  }
  if (event.type === 'failed' && event.fatal) to.failed(event.error.message);
}

function observe(event: EngineEvent, call: CallContext): void {
  switch (event.type) {
    case 'speech-usage':
      call.tell({ type: 'speech-usage', usage: event.usage });
      break;
    case 'model-call':
      call.tell({ type: 'model-call', call: event.call });
      break;
    case 'tool-finished': {
      const { functionCall, failed, durationMs } = event;
      call.tell({ type: 'tool-called', functionCall, failed, durationMs });
      break;
    }
    case 'failed':
      // The account is told the reason; its cause, which may be a mistake of ours, is for whoever runs this.
      call.services.log.warn({ error: event.error }, 'A provider failed in a call.');
      call.tell({
        type: 'provider-failed',
        reason: event.error.message,
        ...(event.by !== undefined && { by: event.by }),
      });
      break;
    case 'model-replaced': {
      const { model, by } = event;
      call.services.log.warn({ model, by }, 'A realtime model failed and was replaced.');
      call.tell({ type: 'model-replaced', model, by });
      break;
    }
  }
}
