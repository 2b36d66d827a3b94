import { Link } from '@tanstack/react-router';
import { Page } from '../../components/layout/page.tsx';
import { t } from '../../lib/i18n/t.ts';
import { AlertsCard } from './alerts-card.tsx';
import { CannedRepliesCard } from './canned-replies-card.tsx';
import { GroupsCard } from './groups-card.tsx';

export function InboxSettingsPage() {
  return (
    <Page
      title={t('Inbox settings')}
      trail={
        <Link to="/conversations" className="hover:underline">
          {t('Conversations')}
        </Link>
      }
    >
      <div className="grid gap-6">
        <GroupsCard />
        <CannedRepliesCard />
        <AlertsCard />
      </div>
    </Page>
  );
}
