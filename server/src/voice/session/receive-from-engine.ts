import type { EngineEvent } from '../engines/engine.ts';
import type { CallContext } from './call-context.ts';
import type { Speech } from './speech.ts';

interface EngineReceivers {
  call: CallContext;
  speech: Speech;
  /** Transcript of the customer, never empty. */
  understood(text: string, isFinal: boolean): void;
  /** Called before `understood`. @param language as reported by the STT provider; null if unknown */
  languageDetected(language: string | null): void;
  /** Start of the speech just transcribed. */
  speechStartedMs(): number;
  speechStarted(): void;
  speechStopped(): void;
  /** The engine started a reply by itself. */
  replyStarted(replyId: string): void;
  failed(reason: string): void;
}

/** Dispatches engine events, and reports them to the observers of the call. */
export function receiveFromEngine(event: EngineEvent, to: EngineReceivers): void {
  observe(event, to.call);
  switch (event.type) {
    case 'customer-interim':
      if (event.text !== '') to.understood(event.text, false);
      break;
    case 'customer-text':
      to.speech.transcribed(to.call.nowMs());
      if (event.text === '') break;
      to.languageDetected(event.language);
      to.understood(event.text, true);
      // Reported after the reply it interrupted, which started earlier.
      to.call.emit({
        type: 'customer-said',
        sinceMs: to.speechStartedMs(),
        text: event.text,
        language: event.language,
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
      call.emit({ type: 'speech-usage', usage: event.usage });
      break;
    case 'model-call':
      call.emit({ type: 'model-call', call: event.call });
      break;
    case 'tool-finished': {
      const { functionCall, failed, durationMs } = event;
      call.emit({ type: 'tool-called', functionCall, failed, durationMs });
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
