import type { CallEvent } from '../call-event.ts';
import type { CallHost } from '../call-host.ts';
import type { VoiceServices } from '../voice-services.ts';

/** An event of a call without its time. */
export type CallFact = CallEvent extends infer Each
  ? Each extends CallEvent
    ? Omit<Each, 'atMs'>
    : never
  : never;

/** What all parts of one call share. */
export interface CallContext {
  readonly services: VoiceServices;
  readonly host: CallHost;
  /** Milliseconds since the answer. */
  nowMs(): number;
  tell(fact: CallFact): void;
  /** Aborted when the call is over. */
  readonly signal: AbortSignal;
}

interface Around {
  signal: AbortSignal;
  observe(fact: CallFact): void;
}

/** The context of a call that is answered now. */
export function callContext(services: VoiceServices, host: CallHost, around: Around): CallContext {
  const answeredMs = services.clock.monotonicMs();
  const nowMs = (): number => services.clock.monotonicMs() - answeredMs;
  return {
    services,
    host,
    nowMs,
    tell: (fact) => {
      around.observe(fact);
      host.happened({ ...fact, atMs: nowMs() });
    },
    signal: around.signal,
  };
}
