import { useEffect, useState } from 'react';
import { type CallInComponent, useCall } from '../../../../../sdk/web/src/react.ts';
import { orderSandboxPhone } from '../../../data/sandbox-calls.ts';

interface HeldPhoneOptions {
  number: string;
  isReachable: boolean;
  transcribesSpeech: boolean;
  publicOrigin: string;
}

/** Backoff after a lost connection. */
const TRY_AGAIN_MS = [1_000, 2_000, 5_000, 10_000, 30_000];
/** How long the end reason stays visible before the phone waits for the next call. */
const AFTER_CALL_MS = 4_000;

/** A phone that rings for the account's calls to its number while `isReachable`. */
export function useHeldPhone({
  number,
  isReachable,
  transcribesSpeech,
  publicOrigin,
}: HeldPhoneOptions): CallInComponent {
  const call = useCall();
  const [tries, setTries] = useState({ count: 0, failures: 0 });
  const { start, reset, state } = call;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only these values reopen the phone.
  useEffect(() => {
    if (!isReachable) return undefined;
    start({
      role: 'phone',
      microphone: transcribesSpeech,
      textFallback: true,
      url: () => orderSandboxPhone(number, publicOrigin),
    });
    return reset;
  }, [isReachable, number, tries.count]);
  const wasAnswered = call.startedAtMs !== null;
  const { failures } = tries;
  useEffect(() => {
    if (!isReachable || state !== 'ended') return undefined;
    const waitMs = wasAnswered ? AFTER_CALL_MS : (TRY_AGAIN_MS[failures] ?? TRY_AGAIN_MS.at(-1));
    const timer = setTimeout(
      () => setTries(({ count }) => ({ count: count + 1, failures: wasAnswered ? 0 : failures + 1 })),
      waitMs,
    );
    return () => clearTimeout(timer);
  }, [isReachable, state, wasAnswered, failures]);
  useEffect(() => {
    if (state === 'waiting')
      setTries((before) => (before.failures === 0 ? before : { ...before, failures: 0 }));
  }, [state]);
  // When the user dismisses the message about why the call ended, wait for the next call immediately.
  const waitForNextCall = (): void => setTries(({ count }) => ({ count: count + 1, failures: 0 }));
  return { ...call, reset: waitForNextCall };
}
