import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { Editable } from '../../components/editable.tsx';
import { Page } from '../../components/layout/page.tsx';
import { Tabs } from '../../components/layout/tabs.tsx';
import { CallGuard } from '../../components/talk/call/call-guard.tsx';
import { t } from '../../lib/i18n/t.ts';
import { CustomerBar } from './customers/customer-bar.tsx';
import type { Customer } from './customers/customers.ts';
import { useCustomers } from './customers/use-customers.ts';
import { MessengerTab } from './messenger/messenger-tab.tsx';
import { PhoneTab } from './phone/phone-tab.tsx';
import { Ringing } from './phone/ringing.tsx';
import { useCustomerPhone } from './phone/use-customer-phone.ts';
import type { SandboxSearch } from './sandbox-search.ts';
import { SmsTab } from './sms/sms-tab.tsx';
import { WorldTab } from './world/world-tab.tsx';

/** Lets the user play a customer over the simulated carrier. */
export function SandboxPage() {
  const customers = useCustomers();
  const [isTalking, setTalking] = useState(false);
  return (
    <Page
      area="Sandbox"
      title={t('Sandbox')}
      text={t(
        'Play the customer: call and message your assistants, and receive their calls. Free, and no real people are contacted.',
      )}
    >
      <CustomerBar {...customers} isTalking={isTalking} />
      <CustomerView key={customers.chosen.number} customer={customers.chosen} onTalking={setTalking} />
    </Page>
  );
}

interface CustomerViewProps {
  customer: Customer;
  onTalking: (isTalking: boolean) => void;
}

/** Phone, messenger and SMS of one customer. Incoming calls ring on every tab. */
function CustomerView({ customer, onTalking }: CustomerViewProps) {
  const { tab = 'phone' } = useSearch({ from: '/console/sandbox' });
  const navigate = useNavigate({ from: '/sandbox' });
  const phone = useCustomerPhone(customer);
  useEffect(() => {
    onTalking(phone.isTalking);
    return () => onTalking(false);
  }, [phone.isTalking, onTalking]);
  const open = (name: typeof tab): void => {
    void navigate({ search: (before) => ({ ...before, tab: name }) });
  };
  // A call survives navigation only if the customer stays the same and the phone keeps receiving calls.
  const keepsCall = (next: SandboxSearch, current: SandboxSearch): boolean =>
    next.customer === current.customer && (next.reachable === true || !phone.isHolding);
  return (
    <>
      <CallGuard isTalking={phone.isTalking} isKept={keepsCall} />
      {tab !== 'phone' && phone.held.state === 'ringing' && (
        <div className="mb-5 max-w-md">
          <Ringing phone={phone} onAnswer={() => open('phone')} />
        </div>
      )}
      <Tabs
        label={t('Sandbox sections')}
        value={tab}
        onChange={open}
        tabs={[
          {
            name: 'phone',
            label: t('Phone'),
            content: (
              <Editable area="Sandbox">
                <PhoneTab phone={phone} />
              </Editable>
            ),
          },
          {
            name: 'messenger',
            label: t('Messenger'),
            content: (
              <Editable area="Sandbox">
                <MessengerTab customer={customer} />
              </Editable>
            ),
          },
          {
            name: 'sms',
            label: 'SMS',
            content: (
              <Editable area="Sandbox">
                <SmsTab customer={customer} />
              </Editable>
            ),
          },
          { name: 'world', label: t('Balance and test numbers'), content: <WorldTab /> },
        ]}
      />
    </>
  );
}
