import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { type CallInComponent, useCall } from '../../../../../sdk/web/src/react.ts';
import { showError } from '../../../components/feedback/toast-store.ts';
import { TYPING_HINT } from '../../../components/talk/call/transcribes-speech.ts';
import { orderSandboxCall } from '../../../data/sandbox-calls.ts';
import { sessionQuery } from '../../../data/session.ts';
import { t } from '../../../lib/i18n/t.ts';
import { CHOSEN } from '../../../routing/search-change.ts';
import type { Customer } from '../customers/customers.ts';
import { sandboxSearch } from '../sandbox-search.ts';
import { useHeldPhone } from './use-held-phone.ts';
import { useRingTone } from './use-ring-tone.ts';
import { useSpeechSupport } from './use-speech-support.ts';

export interface CustomerPhone {
  customer: Customer;
  /** Number on the display. */
  dialed: string;
  setDialed: (number: string) => void;
  /** A call placed by the customer. */
  outgoing: CallInComponent;
  /** The phone that waits for incoming calls. */
  held: CallInComponent;
  isReachable: boolean;
  setReachable: (isReachable: boolean) => void;
  isTalking: boolean;
  /** In an incoming call, which ends when the phone stops receiving calls. */
  isHolding: boolean;
  dial: (number: string) => void;
  /** Answers the ringing call and ends any other. */
  answer: () => void;
  /** Why speech must be typed, for outgoing and incoming calls; null if the microphone works. */
  typingHints: { caller: string | null; phone: string | null };
}

/** Phone of the selected customer. */
export function useCustomerPhone(customer: Customer): CustomerPhone {
  const session = useQuery(sessionQuery);
  const [dialed, setDialed] = useState('');
  const { reachable: isReachable = false } = useSearch({ from: '/console/sandbox' });
  const navigate = useNavigate({ from: '/sandbox' });
  const setReachable = (reachable: boolean): void => {
    void navigate({ search: (before) => sandboxSearch({ ...before, reachable }), ...CHOSEN });
  };
  const publicOrigin = session.data?.public_origin ?? location.origin;
  const speech = useSpeechSupport();
  const outgoing = useCall();
  const held = useHeldPhone({
    // Wait until speech support is known.
    number: customer.number,
    isReachable: isReachable && speech.isKnown,
    transcribesSpeech: speech.forIncoming,
    publicOrigin,
  });
  useRingTone(outgoing);
  useRingTone(held);
  const isUnderWay = ({ state }: CallInComponent): boolean =>
    state === 'live' || state === 'reconnecting' || state === 'calling';
  // The waiting phone also connects without a call.
  const isTalking = isUnderWay(outgoing) || isUnderWay(held) || outgoing.state === 'connecting';
  const dial = (to: string): void => {
    if (isTalking) {
      showError(new Error(t('Hang up before starting another call.')));
      return;
    }
    setDialed(to);
    outgoing.start({
      role: 'caller',
      microphone: speech.forNumber(to),
      textFallback: true,
      url: () => orderSandboxCall({ from: customer.number, to }, publicOrigin),
    });
  };
  const answer = (): void => {
    outgoing.reset();
    held.call?.answer();
  };
  return {
    customer,
    dialed,
    setDialed,
    outgoing,
    held,
    isReachable,
    setReachable,
    dial,
    answer,
    isTalking,
    isHolding: isUnderWay(held),
    typingHints: {
      caller: speech.forNumber(dialed) ? null : TYPING_HINT,
      phone: speech.forIncoming ? null : TYPING_HINT,
    },
  };
}
