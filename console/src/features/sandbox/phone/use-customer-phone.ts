import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { tellError } from '../../../components/feedback/toast-store.ts';
import { TYPING_HINT } from '../../../components/talk/call/may-hear.ts';
import { type LiveCallInPage, useLiveCall } from '../../../components/talk/call/use-live-call.ts';
import { orderSandboxCall } from '../../../data/sandbox-calls.ts';
import { sessionQuery } from '../../../data/session.ts';
import type { Customer } from '../customers/customers.ts';
import { useEars } from './use-ears.ts';
import { useHeldPhone } from './use-held-phone.ts';

export interface CustomerPhone {
  customer: Customer;
  /** What stands in the display. */
  dialled: string;
  setDialled: (number: string) => void;
  /** A call that the customer places. */
  outgoing: LiveCallInPage;
  /** The telephone that waits to be called. */
  held: LiveCallInPage;
  isReachable: boolean;
  setReachable: (isReachable: boolean) => void;
  isTalking: boolean;
  dial: (number: string) => void;
  /** Takes the call that rings; another one ends. */
  answer: () => void;
  /** Why one types, in a call that one placed and in one that came; null: one may speak. */
  typingHints: { caller: string | null; phone: string | null };
}

/** The telephone of the customer whom one plays. */
export function useCustomerPhone(customer: Customer): CustomerPhone {
  const session = useQuery(sessionQuery);
  const [dialled, setDialled] = useState('');
  const [isReachable, setReachable] = useState(false);
  const publicOrigin = session.data?.public_origin ?? location.origin;
  const ears = useEars();
  const outgoing = useLiveCall();
  const held = useHeldPhone({ number: customer.number, isReachable, mayHear: ears.ofCallers, publicOrigin });
  const isUnderWay = ({ view }: LiveCallInPage): boolean =>
    view?.phase === 'live' || view?.phase === 'calling';
  // A telephone that is held connects without a call.
  const isTalking = isUnderWay(outgoing) || isUnderWay(held) || outgoing.view?.phase === 'connecting';
  const dial = (to: string): void => {
    if (isTalking) {
      tellError(new Error('Hang up before you call somebody else.'));
      return;
    }
    setDialled(to);
    outgoing.start({
      role: 'caller',
      mayHear: ears.ofNumber(to),
      open: () => orderSandboxCall({ from: customer.number, to }, publicOrigin),
    });
  };
  const answer = (): void => {
    outgoing.forget();
    held.call?.answer();
  };
  return {
    ...{ customer, dialled, setDialled, outgoing, held, isReachable, setReachable, isTalking, dial, answer },
    typingHints: {
      caller: ears.ofNumber(dialled) ? null : TYPING_HINT,
      phone: ears.ofCallers ? null : TYPING_HINT,
    },
  };
}
