import { Phone, PhoneIncoming, PhoneOff } from 'lucide-react';
import { Button } from '../../../components/button.tsx';
import { t } from '../../../lib/i18n/t.ts';
import type { CustomerPhone } from './use-customer-phone.ts';

/** Incoming call with buttons to answer or reject. */
export function Ringing({ phone, onAnswer }: { phone: CustomerPhone; onAnswer?: () => void }) {
  const { held, answer } = phone;
  return (
    <div role="alert" className="grid gap-3 rounded-2xl bg-accent-soft p-4 text-center">
      <PhoneIncoming className="mx-auto size-8 animate-pulse text-accent-strong" aria-hidden />
      <p className="font-medium">
        {held.from === null
          ? t('Incoming call from a withheld number')
          : t('Incoming call from {number}', { number: held.from })}
      </p>
      <div className="flex justify-center gap-3">
        <Button variant="danger" icon={<PhoneOff />} onClick={() => held.call?.decline()}>
          {t('Reject')}
        </Button>
        <Button
          variant="primary"
          icon={<Phone />}
          onClick={() => {
            answer();
            onAnswer?.();
          }}
        >
          {t('Answer')}
        </Button>
      </div>
    </div>
  );
}
