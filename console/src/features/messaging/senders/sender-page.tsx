import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Badge } from '../../../components/badge.tsx';
import { Button } from '../../../components/button.tsx';
import { Loaded } from '../../../components/feedback/states.tsx';
import { showSuccess } from '../../../components/feedback/toast-store.ts';
import { IfAllowed } from '../../../components/if-allowed.tsx';
import { Page } from '../../../components/layout/page.tsx';
import { Tabs } from '../../../components/layout/tabs.tsx';
import { ActionDialog } from '../../../components/overlay/action-dialog.tsx';
import { deleteSender, type SenderDetail, senderQuery } from '../../../data/senders.ts';
import { t } from '../../../lib/i18n/t.ts';
import { TemplatesTab } from '../templates/templates-tab.tsx';
import { ReportsTab } from './reports-tab.tsx';
import { SenderSetup } from './sender-setup.tsx';

export function SenderPage() {
  const { senderId } = useParams({ from: '/console/messaging/senders/$senderId' });
  const { tab = 'setup' } = useSearch({ from: '/console/messaging/senders/$senderId' });
  const navigate = useNavigate({ from: '/messaging/senders/$senderId' });
  const sender = useQuery(senderQuery(senderId));
  return (
    <Page
      area="Messaging"
      title={sender.data?.display_name ?? t('Sender')}
      text={sender.data?.phone_number}
      trail={
        <Link to="/messaging" className="hover:underline">
          {t('Messaging')}
        </Link>
      }
      actions={sender.data && <SenderActions sender={sender.data} />}
    >
      <Loaded query={sender}>
        {(data) => (
          <Tabs
            label={t('Sender sections')}
            value={tab}
            onChange={(name) => void navigate({ search: name === 'setup' ? {} : { tab: name } })}
            tabs={[
              {
                name: 'setup',
                label: t('Setup'),
                isKept: true,
                content: <SenderSetup key={data.id} sender={data} />,
              },
              { name: 'templates', label: t('Templates'), content: <TemplatesTab sender={data} /> },
              { name: 'reports', label: t('Unmatched reports'), content: <ReportsTab sender={data} /> },
            ]}
          />
        )}
      </Loaded>
    </Page>
  );
}

function SenderActions({ sender }: { sender: SenderDetail }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Badge tone={sender.status === 'online' ? 'good' : 'neutral'}>
        {sender.status === 'online' ? t('Online') : t('Offline')}
      </Badge>
      <IfAllowed area="Messaging">
        <Button variant="danger" icon={<Trash2 />} onClick={() => setAsking(true)}>
          {t('Delete sender')}
        </Button>
      </IfAllowed>
      <ActionDialog
        subject={isAsking ? sender : null}
        ask={({ display_name }) => ({
          title: t('Delete “{name}”?', { name: display_name }),
          text: t('Messages to it are no longer received or answered. Past conversations stay.'),
          action: t('Delete sender'),
        })}
        action={({ id }) => deleteSender(id)}
        onDone={async ({ id }) => {
          await navigate({ to: '/messaging', ignoreBlocker: true });
          queries.removeQueries({ queryKey: senderQuery(String(id)).queryKey });
          await queries.invalidateQueries({ queryKey: ['senders'] });
          showSuccess(t('Sender deleted.'));
        }}
        onClose={() => setAsking(false)}
        isPageLeft
      />
    </>
  );
}
