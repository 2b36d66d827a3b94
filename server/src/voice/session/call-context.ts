import type { CallEvent, PartialSpeech } from '../call-event.ts';
import type { CallHost } from '../call-host.ts';
import type { VoiceServices } from '../voice-services.ts';

export type UntimedEvent = CallEvent extends infer Each
  ? Each extends CallEvent
    ? Omit<Each, 'atMs'>
    : never
  : never;

export interface CallContext {
  readonly services: VoiceServices;
  readonly host: CallHost;
  /** Milliseconds since the answer. */
  nowMs(): number;
  emit(fact: UntimedEvent): void;
  emitPartial(partial: PartialSpeech): void;
  /** Aborted when the call ends. */
  readonly signal: AbortSignal;
  /** Aborted when tools that still run after the call's end are given up. */
  readonly toolSignal: AbortSignal;
}

interface Around {
  signal: AbortSignal;
  toolSignal: AbortSignal;
  observe(fact: UntimedEvent): void;
}

/** Creates the context of a call that is answered at this moment. */
export function callContext(services: VoiceServices, host: CallHost, around: Around): CallContext {
  const answeredMs = services.clock.monotonicMs();
  const nowMs = (): number => services.clock.monotonicMs() - answeredMs;
  return {
    services,
    host,
    nowMs,
    emit: (fact) => {
      around.observe(fact);
      host.onEvent({ ...fact, atMs: nowMs() });
    },
    emitPartial: (partial) => host.onPartial?.(partial),
    signal: around.signal,
    toolSignal: around.toolSignal,
  };
}
