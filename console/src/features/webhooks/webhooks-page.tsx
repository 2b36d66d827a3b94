import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { History, Plus } from 'lucide-react';
import { Button } from '../../components/button.tsx';
import { Page } from '../../components/layout/page.tsx';
import { Tabs } from '../../components/layout/tabs.tsx';
import { targetListQuery } from '../../data/webhooks.ts';
import { t } from '../../lib/i18n/t.ts';
import { useDialogAddress } from '../../routing/use-dialog-address.ts';
import { DeliveriesTab } from './deliveries/deliveries-tab.tsx';
import { ReplayDialog } from './deliveries/replay-dialog.tsx';
import { DisabledNotice } from './endpoints/disabled-notice.tsx';
import { EndpointDialogs } from './endpoints/endpoint-dialog.tsx';
import { EndpointsTab } from './endpoints/endpoints-tab.tsx';
import { EventTypesTab } from './event-types/event-types-tab.tsx';
import { SecretTab } from './secret/secret-tab.tsx';
import { WEBHOOKS_DIALOGS, type WebhookTab, webhooksSearch } from './webhooks-search.ts';

export function WebhooksPage() {
  const { tab = 'deliveries' } = useSearch({ from: '/console/webhooks' });
  const navigate = useNavigate({ from: '/webhooks' });
  const dialog = useDialogAddress(WEBHOOKS_DIALOGS);
  const targets = useQuery(targetListQuery);
  const open = (name: WebhookTab): void => {
    const tab = name === 'deliveries' ? undefined : name;
    void navigate({
      search: (before) =>
        webhooksSearch({ ...before, tab, row: undefined, type: undefined, open: undefined }),
    });
  };
  return (
    <Page
      title={t('Webhooks')}
      text={t(
        'Signed events sent to your server, such as the end of a call. Retried for three days, kept for 90.',
      )}
      actions={
        <>
          <Button icon={<History />} onClick={() => dialog.show('replay')}>
            {t('Resend by date')}
          </Button>
          <Button variant="primary" icon={<Plus />} onClick={() => dialog.show('new-endpoint')}>
            {t('New endpoint')}
          </Button>
        </>
      }
    >
      <DisabledNotice targets={targets.data ?? []} />
      <Tabs
        label={t('Webhook sections')}
        value={tab}
        onChange={open}
        tabs={[
          { name: 'deliveries', label: t('Deliveries'), content: <DeliveriesTab /> },
          { name: 'targets', label: t('Endpoints'), content: <EndpointsTab /> },
          { name: 'events', label: t('Event types'), content: <EventTypesTab /> },
          { name: 'secret', label: t('Signing secret'), content: <SecretTab /> },
        ]}
      />
      <EndpointDialogs dialog={dialog} />
      {dialog.isOpen('replay') && <ReplayDialog onClose={dialog.close} />}
    </Page>
  );
}
