import { useNavigate, useSearch } from '@tanstack/react-router';
import { Page } from '../../components/layout/page.tsx';
import { Tabs } from '../../components/layout/tabs.tsx';
import { SendersTab } from './senders/senders-tab.tsx';
import { SmsTab } from './sms/sms-tab.tsx';

export function MessagingPage() {
  const { tab = 'senders' } = useSearch({ from: '/console/messaging' });
  const navigate = useNavigate({ from: '/messaging' });
  return (
    <Page
      title="Messaging"
      text="Customers write to a sender, its assistant answers, and a person can take over. What was written stands in the conversations."
    >
      <Tabs
        label="Ways of messaging"
        value={tab}
        onChange={(name) => void navigate({ search: name === 'senders' ? {} : { tab: name } })}
        tabs={[
          { name: 'senders', label: 'Senders', content: <SendersTab /> },
          { name: 'sms', label: 'SMS', content: <SmsTab /> },
        ]}
      />
    </Page>
  );
}
