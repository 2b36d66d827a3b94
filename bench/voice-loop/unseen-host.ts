import type { CallEvent } from '../../server/src/voice/call-event.ts';
import type { CallHost } from '../../server/src/voice/call-host.ts';

/** A call host that stores nothing. */
export function unseenHost(onEvent: (event: CallEvent) => void = () => undefined): CallHost {
  return {
    onEvent,
    recording: () => ({ append: () => undefined }),
    dial: () => ({ cancel: () => undefined }),
    assistant: async () => null,
    isExtension: async () => false,
    phoneNumber: async () => null,
    customerNumber: null,
    journal: { started: async () => undefined, finished: async () => undefined },
    earlierCalls: [],
  };
}
