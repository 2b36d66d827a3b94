import type { ProviderError } from '../../../providers/interfaces/provider-error.ts';
import type { RealtimeEvent } from '../../../providers/interfaces/realtime-model.ts';
import type { EngineEvent } from '../engine.ts';
import type { CustomerWords } from './customer-words.ts';
import type { RealtimeReplies } from './realtime-replies.ts';
import type { ResponseWatchdog } from './response-watchdog.ts';

export interface ModelReceivers {
  /** Catalog code of the model. */
  model: string;
  replies: RealtimeReplies;
  words: CustomerWords;
  watchdog: ResponseWatchdog;
  emit(event: EngineEvent): void;
  itemEnded(itemId: string): void;
  toolCalled(call: Extract<RealtimeEvent, { type: 'tool-call' }>): void;
  toolCanceled(callId: string): void;
  /** The current answer failed; the session is still open. */
  failed(error: ProviderError): void;
}

export function receiveFromModel(event: RealtimeEvent, to: ModelReceivers): void {
  watchAnswers(event.type, to.watchdog);
  switch (event.type) {
    case 'ready':
    case 'customer-wordless':
      break;
    case 'customer-speech-started':
    case 'customer-speech-stopped':
      to.emit(event);
      break;
    case 'customer-interim':
      to.words.interim(event.text);
      break;
    case 'customer-text':
      to.words.said(event.text, event.language);
      break;
    case 'reply-started':
      to.replies.open().itemStarted(event.itemId);
      break;
    case 'audio':
      to.replies.ofItem(event.itemId)?.audio(event.itemId, event.samples);
      break;
    case 'text-delta':
      to.replies.ofItem(event.itemId)?.text(event.itemId, event.text);
      break;
    case 'reply-ended':
      to.itemEnded(event.itemId);
      break;
    case 'tool-call':
      to.toolCalled(event);
      break;
    case 'tool-call-canceled':
      to.toolCanceled(event.callId);
      break;
    case 'usage':
      to.emit(usageOf(event, to.model));
      break;
    case 'failed':
      to.failed(event.error);
      break;
  }
}

function watchAnswers(type: RealtimeEvent['type'], watchdog: ResponseWatchdog): void {
  if (type === 'reply-started' || type === 'audio' || type === 'text-delta') watchdog.expect();
  else if (type === 'reply-ended' || type === 'tool-call' || type === 'failed') watchdog.settled();
  else if (type === 'ready') watchdog.ready();
  else if (type === 'customer-speech-started') watchdog.noticed();
  else if (type === 'customer-wordless') watchdog.dismissed();
}

function usageOf(
  { usage, audioMs }: Extract<RealtimeEvent, { type: 'usage' }>,
  provider: string,
): EngineEvent {
  const { inputTokens, outputTokens } = usage;
  const audio = audioMs === null ? {} : { audioMs };
  return { type: 'speech-usage', usage: { kind: 'realtime', provider, ...audio, inputTokens, outputTokens } };
}
