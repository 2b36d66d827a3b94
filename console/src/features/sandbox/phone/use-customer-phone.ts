import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { tellError } from '../../../components/feedback/toast-store.ts';
import { TYPING_HINT } from '../../../components/talk/call/may-hear.ts';
import { type LiveCallInPage, useLiveCall } from '../../../components/talk/call/use-live-call.ts';
import { orderSandboxCall } from '../../../data/sandbox-calls.ts';
import { sessionQuery } from '../../../data/session.ts';
import { CHOSEN } from '../../../routing/search-change.ts';
import type { Customer } from '../customers/customers.ts';
import { sandboxSearch } from '../sandbox-search.ts';
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
  /** In a call that came: it ends where the telephone waits no longer. */
  isHolding: boolean;
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
  const { reachable: isReachable = false } = useSearch({ from: '/console/sandbox' });
  const navigate = useNavigate({ from: '/sandbox' });
  const setReachable = (reachable: boolean): void => {
    void navigate({ search: (before) => sandboxSearch({ ...before, reachable }), ...CHOSEN });
  };
  const publicOrigin = session.data?.public_origin ?? location.origin;
  const ears = useEars();
  const outgoing = useLiveCall();
  const held = useHeldPhone({
    // Whether one may speak to those who call is known a little later than the address.
    ...{ number: customer.number, isReachable: isReachable && ears.areKnown },
    ...{ mayHear: ears.ofCallers, publicOrigin },
  });
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
    ...{ customer, dialled, setDialled, outgoing, held, isReachable, setReachable, dial, answer },
    ...{ isTalking, isHolding: isUnderWay(held) },
    typingHints: {
      caller: ears.ofNumber(dialled) ? null : TYPING_HINT,
      phone: ears.ofCallers ? null : TYPING_HINT,
    },
  };
}
