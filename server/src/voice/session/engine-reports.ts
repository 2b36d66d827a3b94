import type { ModelCallRecord } from '../../agent/turn.ts';
import type { CallAssistant } from '../call-host.ts';
import type { EngineEvent } from '../engines/engine.ts';
import type { CallContext } from './call-context.ts';

/** Reports events of an engine to the observers of the call: usage, tools, failures and what replaced a failed part. */
export class EngineReports {
  readonly #call: CallContext;
  readonly #assistant: Pick<CallAssistant, 'model' | 'fallback'>;
  /** Why the last request to the assistant's own language model failed; null if it did not. */
  #modelError: string | null = null;
  #isModelReplaced = false;

  constructor(call: CallContext, assistant: Pick<CallAssistant, 'model' | 'fallback'>) {
    this.#call = call;
    this.#assistant = assistant;
  }

  report(event: EngineEvent): void {
    const call = this.#call;
    switch (event.type) {
      case 'speech-usage':
        call.emit({ type: 'speech-usage', usage: event.usage });
        break;
      case 'model-call':
        call.emit({ type: 'model-call', call: event.call });
        this.#followModel(event.call);
        break;
      case 'tool-finished': {
        const { functionCall, key, failed, durationMs, isRepeat } = event;
        if (!isRepeat) call.emit({ type: 'tool-called', functionCall, key, failed, durationMs });
        break;
      }
      case 'failed': {
        // The account sees the reason. The cause may be an internal error, so it is only logged.
        call.services.log.warn({ error: event.error }, 'A provider failed in a call.');
        const { by, part, from } = event;
        call.emit({
          type: 'provider-failed',
          reason: event.error.message,
          ...(by !== undefined && { by }),
          ...(part !== undefined && { part }),
          ...(from !== undefined && { from }),
        });
        break;
      }
      case 'model-replaced': {
        const { type: _type, ...replacement } = event;
        call.services.log.warn(replacement, 'A realtime model failed and was replaced.');
        call.emit(event);
        break;
      }
    }
  }

  /** Reports once per call that the fallback language model answers. */
  #followModel({ modelId, errorCode }: ModelCallRecord): void {
    const { model, fallback } = this.#assistant;
    if (modelId === model.id) this.#modelError = errorCode === 'aborted' ? this.#modelError : errorCode;
    const hasTakenOver = modelId === fallback?.id && errorCode === null && this.#modelError !== null;
    if (!hasTakenOver || this.#isModelReplaced) return;
    this.#isModelReplaced = true;
    this.#call.emit({
      type: 'provider-failed',
      reason: `The model ${model.id} failed (${this.#modelError}).`,
      by: modelId,
      part: 'model',
      from: model.id,
    });
  }
}
