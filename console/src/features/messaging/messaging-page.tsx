import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Inbox, SquarePen } from 'lucide-react';
import { Button, buttonClasses } from '../../components/button.tsx';
import { IfAllowed } from '../../components/if-allowed.tsx';
import { Page } from '../../components/layout/page.tsx';
import { Tabs } from '../../components/layout/tabs.tsx';
import { t } from '../../lib/i18n/t.ts';
import { useDialogAddress } from '../../routing/use-dialog-address.ts';
import { MessagingDialogs } from './messaging-dialogs.tsx';
import { MESSAGING_DIALOGS, type MessagingTab, messagingSearch } from './messaging-search.ts';
import { SendersTab } from './senders/senders-tab.tsx';
import { SmsTab } from './sms/sms-tab.tsx';

export function MessagingPage() {
  const { tab = 'senders' } = useSearch({ from: '/console/messaging' });
  const navigate = useNavigate({ from: '/messaging' });
  const { show } = useDialogAddress(MESSAGING_DIALOGS);
  const choose = (chosen: MessagingTab | undefined): void => {
    void navigate({ search: (before) => messagingSearch({ ...before, tab: chosen, open: undefined }) });
  };
  return (
    <Page
      title={t('Messaging')}
      text={t('Customers write to a sender and its assistant answers. Teammates can take over in the inbox.')}
      actions={
        <>
          <Link to="/conversations" search={{ type: 'msgapp' }} className={buttonClasses({})}>
            <Inbox aria-hidden />
            {t('Open inbox')}
          </Link>
          <IfAllowed area="Conversations">
            <Button icon={<SquarePen />} onClick={() => show('write')}>
              {t('Message a customer')}
            </Button>
          </IfAllowed>
        </>
      }
    >
      <Tabs
        label={t('Messaging sections')}
        value={tab}
        onChange={(name) => choose(name === 'senders' ? undefined : name)}
        tabs={[
          { name: 'senders', label: t('Senders'), content: <SendersTab /> },
          { name: 'sms', label: 'SMS', content: <SmsTab /> },
        ]}
      />
      <MessagingDialogs />
    </Page>
  );
}
