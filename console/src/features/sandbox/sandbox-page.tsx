import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { Page } from '../../components/layout/page.tsx';
import { Tabs } from '../../components/layout/tabs.tsx';
import { CallGuard } from '../../components/talk/call/call-guard.tsx';
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

/** Where one plays the customer, over a carrier that connects nobody real. */
export function SandboxPage() {
  const customers = useCustomers();
  const [isTalking, setTalking] = useState(false);
  return (
    <Page
      title="Sandbox"
      text="Play the customer: call your assistants, be called by them, and write to them. Nobody real is reached, and no carrier takes money."
    >
      <CustomerBar {...customers} isTalking={isTalking} />
      <CustomerDesk key={customers.chosen.number} customer={customers.chosen} onTalking={setTalking} />
    </Page>
  );
}

interface CustomerDeskProps {
  customer: Customer;
  onTalking: (isTalking: boolean) => void;
}

/** All that one customer has at hand; their telephone rings whatever one looks at. */
function CustomerDesk({ customer, onTalking }: CustomerDeskProps) {
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
  // Another customer has another telephone, and what came to it lives as long as it waits.
  const keepsCall = (next: SandboxSearch, current: SandboxSearch): boolean =>
    next.customer === current.customer && (next.reachable === true || !phone.isHolding);
  return (
    <>
      <CallGuard isTalking={phone.isTalking} isKept={keepsCall} />
      {tab !== 'phone' && phone.held.view?.phase === 'ringing' && (
        <div className="mb-5 max-w-md">
          <Ringing phone={phone} onAnswer={() => open('phone')} />
        </div>
      )}
      <Tabs
        label="What you play with"
        value={tab}
        onChange={open}
        tabs={[
          { name: 'phone', label: 'Phone', content: <PhoneTab phone={phone} /> },
          { name: 'messenger', label: 'Messenger', content: <MessengerTab customer={customer} /> },
          { name: 'sms', label: 'SMS', content: <SmsTab customer={customer} /> },
          { name: 'world', label: 'Balance and people', content: <WorldTab /> },
        ]}
      />
    </>
  );
}
