import { useNavigate, useSearch } from '@tanstack/react-router';
import { Page } from '../../components/layout/page.tsx';
import { Tabs } from '../../components/layout/tabs.tsx';
import { CustomerBar } from './customers/customer-bar.tsx';
import { useCustomers } from './customers/use-customers.ts';
import { MessengerTab } from './messenger/messenger-tab.tsx';
import { PhoneTab } from './phone/phone-tab.tsx';
import { SmsTab } from './sms/sms-tab.tsx';
import { WorldTab } from './world/world-tab.tsx';

/** Where one plays the customer, over a carrier that connects nobody real. */
export function SandboxPage() {
  const { tab = 'phone' } = useSearch({ from: '/console/sandbox' });
  const navigate = useNavigate({ from: '/sandbox' });
  const customers = useCustomers();
  const { chosen } = customers;
  return (
    <Page
      title="Sandbox"
      text="Play the customer: call your assistants, be called by them, and write to them. Nobody real is reached, and no carrier takes money."
    >
      <CustomerBar {...customers} />
      <Tabs
        label="What you play with"
        value={tab}
        onChange={(name) => void navigate({ search: (before) => ({ ...before, tab: name }) })}
        tabs={[
          { name: 'phone', label: 'Phone', content: <PhoneTab key={chosen.number} customer={chosen} /> },
          { name: 'messenger', label: 'Messenger', content: <MessengerTab customer={chosen} /> },
          { name: 'sms', label: 'SMS', content: <SmsTab customer={chosen} /> },
          { name: 'world', label: 'Balance and people', content: <WorldTab /> },
        ]}
      />
    </Page>
  );
}
