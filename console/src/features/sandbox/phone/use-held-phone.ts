import { useEffect, useState } from 'react';
import { type LiveCallInPage, useLiveCall } from '../../../components/talk/call/use-live-call.ts';
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
}: HeldPhoneOptions): LiveCallInPage {
  const live = useLiveCall();
  const [tries, setTries] = useState({ count: 0, failures: 0 });
  const { start, forget } = live;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only these values reopen the phone.
  useEffect(() => {
    if (!isReachable) return undefined;
    start({ role: 'phone', transcribesSpeech, open: () => orderSandboxPhone(number, publicOrigin) });
    return forget;
  }, [isReachable, number, tries.count]);
  const phase = live.view?.phase;
  const wasAnswered = live.view?.answeredAtMs != null;
  const { failures } = tries;
  useEffect(() => {
    if (!isReachable || phase !== 'ended') return undefined;
    const waitMs = wasAnswered ? AFTER_CALL_MS : (TRY_AGAIN_MS[failures] ?? TRY_AGAIN_MS.at(-1));
    const timer = setTimeout(
      () => setTries(({ count }) => ({ count: count + 1, failures: wasAnswered ? 0 : failures + 1 })),
      waitMs,
    );
    return () => clearTimeout(timer);
  }, [isReachable, phase, wasAnswered, failures]);
  useEffect(() => {
    if (phase === 'waiting')
      setTries((before) => (before.failures === 0 ? before : { ...before, failures: 0 }));
  }, [phase]);
  // When the user dismisses the message about why the call ended, wait for the next call immediately.
  const waitForNextCall = (): void => setTries(({ count }) => ({ count: count + 1, failures: 0 }));
  return { ...live, forget: waitForNextCall };
}
