import { useNavigate, useSearch } from '@tanstack/react-router';
import { Page } from '../../components/layout/page.tsx';
import { Tabs } from '../../components/layout/tabs.tsx';
import { t } from '../../lib/i18n/t.ts';
import { NumbersDialogs } from './numbers-dialogs.tsx';
import { NumbersTab } from './numbers-tab.tsx';
import { TrunksTab } from './trunks/trunks-tab.tsx';

export function NumbersPage() {
  const { tab = 'numbers' } = useSearch({ from: '/console/numbers' });
  const navigate = useNavigate({ from: '/numbers' });
  return (
    <Page
      area="Assistants"
      title={t('Phone numbers')}
      text={t('Numbers for inbound and outbound calls. Choose the assistant that answers each number.')}
    >
      <Tabs
        label={t('Phone number sections')}
        value={tab}
        onChange={(name) => void navigate({ search: name === 'numbers' ? {} : { tab: name } })}
        tabs={[
          { name: 'numbers', label: t('Numbers'), content: <NumbersTab /> },
          { name: 'trunks', label: t('SIP trunks'), content: <TrunksTab /> },
        ]}
      />
      <NumbersDialogs />
    </Page>
  );
}
