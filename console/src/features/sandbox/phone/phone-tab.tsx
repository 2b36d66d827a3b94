import { useQuery } from '@tanstack/react-query';
import { customerCallsQuery } from '../../../data/sandbox-calls.ts';
import { CallsCard } from './calls-card.tsx';
import { NumbersCard } from './numbers-card.tsx';
import { PhoneDevice } from './phone-device.tsx';
import type { CustomerPhone } from './use-customer-phone.ts';

/** The customer's phone, numbers to call and past calls. */
export function PhoneTab({ phone }: { phone: CustomerPhone }) {
  const { number } = phone.customer;
  const calls = useQuery(customerCallsQuery(number));
  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(20rem,24rem)_minmax(0,1fr)]">
      <PhoneDevice phone={phone} calls={calls.data ?? []} />
      <div className="grid grid-cols-1 gap-6">
        <NumbersCard onDial={phone.dial} isTalking={phone.isTalking} />
        <CallsCard number={number} calls={calls} />
      </div>
    </div>
  );
}
