import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { tellError } from '../../../components/feedback/toast-store.ts';
import { mayHear, TYPING_HINT } from '../../../components/talk/call/may-hear.ts';
import { useLiveCall } from '../../../components/talk/call/use-live-call.ts';
import { customerCallsQuery, orderSandboxCall } from '../../../data/sandbox-calls.ts';
import { sessionQuery } from '../../../data/session.ts';
import type { Customer } from '../customers/customers.ts';
import { CallsCard } from './calls-card.tsx';
import { NumbersCard } from './numbers-card.tsx';
import { PhoneDevice } from './phone-device.tsx';
import { useHeldPhone } from './use-held-phone.ts';

/** The customer's telephone, and whom one can call with it. */
export function PhoneTab({ customer }: { customer: Customer }) {
  const session = useQuery(sessionQuery);
  const calls = useQuery(customerCallsQuery(customer.number));
  const [dialled, setDialled] = useState('');
  const [isReachable, setReachable] = useState(false);
  const publicOrigin = session.data?.public_origin ?? location.origin;
  const hears = mayHear(session.data?.features, null);
  const outgoing = useLiveCall();
  const held = useHeldPhone({ number: customer.number, isReachable, mayHear: hears, publicOrigin });
  const isTalking = [outgoing, held].some(({ view }) => view?.phase === 'live' || view?.phase === 'calling');
  const dial = (to: string): void => {
    if (isTalking) {
      tellError(new Error('Hang up before you call somebody else.'));
      return;
    }
    setDialled(to);
    outgoing.start({
      role: 'caller',
      mayHear: hears,
      open: () => orderSandboxCall({ from: customer.number, to }, publicOrigin),
    });
  };
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(20rem,24rem)_minmax(0,1fr)]">
      <PhoneDevice
        customer={customer}
        dialled={dialled}
        setDialled={setDialled}
        outgoing={outgoing}
        held={held}
        isReachable={isReachable}
        setReachable={setReachable}
        onDial={dial}
        calls={calls.data ?? []}
        typingHint={hears ? null : TYPING_HINT}
      />
      <div className="grid gap-6">
        <NumbersCard onDial={dial} isDisabled={isTalking} />
        <CallsCard number={customer.number} calls={calls} />
      </div>
    </div>
  );
}
