'use client';

import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { type Call, type CallOptions, openCall } from './call/call.ts';
import type { CallLevels } from './call/call-events.ts';
import { type CallSnapshot, type CallState, NEW_CALL } from './call/call-state.ts';

export interface CallInComponent extends Omit<CallSnapshot, 'state'> {
  /** `idle` until the first call is started. */
  state: CallState | 'idle';
  isMuted: boolean;
  /** For everything else; null while idle. */
  call: Call | null;
  /** Starts a call, in place of a running one. Call it from a user gesture. Problems are in `error` and `end`. */
  start(options: CallOptions): void;
  /** Ends the call if it is running, and returns to `idle`. */
  reset(): void;
  mute(isMuted: boolean): void;
  sendText(text: string): void;
  sendDigits(digits: string): void;
  hangUp(): void;
}

const none = (): (() => void) => () => undefined;
const IDLE = { ...NEW_CALL, state: 'idle' } as const;
const SILENCE: CallLevels = { microphone: 0, speaker: 0 };

/** One call at a time, which ends when the component unmounts. The functions stay the same between renders. */
export function useCall(): CallInComponent {
  const [call, setCall] = useState<Call | null>(null);
  const current = useRef<Call | null>(null);
  const subscribe = useCallback((listener: () => void) => call?.on('change', listener) ?? none(), [call]);
  const snapshot = useSyncExternalStore<CallSnapshot | typeof IDLE>(
    subscribe,
    () => call?.snapshot ?? IDLE,
    () => IDLE,
  );
  useEffect(() => () => current.current?.hangUp(), []);
  const actions = useMemo(() => {
    const put = (next: Call | null): void => {
      current.current?.hangUp();
      current.current = next;
      setCall(next);
    };
    return {
      start: (options: CallOptions) => put(openCall(options)),
      reset: () => put(null),
      mute: (isMuted: boolean) => current.current?.mute(isMuted),
      sendText: (text: string) => current.current?.sendText(text),
      sendDigits: (digits: string) => current.current?.sendDigits(digits),
      hangUp: () => current.current?.hangUp(),
    };
  }, []);
  return useMemo(
    () => ({ ...snapshot, ...actions, call, isMuted: snapshot.microphone === 'muted' }),
    [snapshot, actions, call],
  );
}

/** Audio levels of a call. Use it in a small component, because it renders 20 times a second. */
export function useCallLevels(call: Call | null): CallLevels {
  const subscribe = useCallback((listener: () => void) => call?.on('level', listener) ?? none(), [call]);
  return useSyncExternalStore(
    subscribe,
    () => call?.levels ?? SILENCE,
    () => SILENCE,
  );
}
