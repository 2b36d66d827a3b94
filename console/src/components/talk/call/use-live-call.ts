import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { describeError } from '../../../lib/api/api-error.ts';
import type { CallView } from '../../../lib/call/call-state.ts';
import { type LiveCall, type LiveCallOptions, startCall } from '../../../lib/call/live-call.ts';

export interface LiveCallInPage {
  call: LiveCall | null;
  view: CallView | null;
  start(options: Omit<LiveCallOptions, 'describeError'>): void;
  /** Ends the call if it is running, and discards it. */
  forget(): void;
}

const never = (): (() => void) => () => undefined;
const nothing = (): null => null;

/** One call at a time; it ends when the component unmounts. */
export function useLiveCall(): LiveCallInPage {
  const [call, setCall] = useState<LiveCall | null>(null);
  const current = useRef<LiveCall | null>(null);
  useEffect(() => () => current.current?.close(), []);
  const view = useSyncExternalStore(
    call === null ? never : (listener) => call.subscribe(listener),
    call === null ? nothing : call.view,
  );
  const put = (next: LiveCall | null): void => {
    current.current?.close();
    current.current = next;
    setCall(next);
  };
  return {
    call,
    view,
    start: (options) => put(startCall({ ...options, describeError })),
    forget: () => put(null),
  };
}
