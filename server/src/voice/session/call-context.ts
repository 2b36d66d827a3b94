import type { CallJournal } from '../../agent/made-calls.ts';
import type { PartialSpeech, UntimedEvent } from '../call-event.ts';
import type { CallHost } from '../call-host.ts';
import type { ReplacedSpeech } from '../engines/engine-options.ts';
import type { VoiceServices } from '../voice-services.ts';
import { KeypadMask } from './keypad-mask.ts';

export interface CallContext {
  readonly services: VoiceServices;
  readonly host: CallHost;
  /** Milliseconds since the answer. */
  nowMs(): number;
  emit(fact: UntimedEvent): void;
  emitPartial(partial: PartialSpeech): void;
  /** Hides keys in `emit`, `emitPartial` and `journal`. */
  readonly keypadMask: KeypadMask;
  readonly journal: CallJournal;
  /** Failed speech providers of this call. */
  readonly replacedSpeech: ReplacedSpeech;
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
  const keypadMask = new KeypadMask();
  return {
    services,
    host,
    nowMs,
    keypadMask,
    journal: keypadMask.journal(host.journal),
    replacedSpeech: { voices: new Map(), transcribers: new Map() },
    emit: (fact) => {
      const masked = keypadMask.event(fact);
      around.observe(masked);
      host.onEvent({ ...masked, atMs: nowMs() });
    },
    emitPartial: (partial) => host.onPartial?.({ ...partial, text: keypadMask.text(partial.text) }),
    signal: around.signal,
    toolSignal: around.toolSignal,
  };
}
