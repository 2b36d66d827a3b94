import { Page } from '../../components/layout/page.tsx';
import { useRights } from '../../data/rights.ts';
import { t } from '../../lib/i18n/t.ts';
import { AlertsCard } from './alerts-card.tsx';
import { AppearanceCard } from './appearance-card.tsx';
import { InstallationCard } from './installation-card.tsx';
import { PronunciationsCard } from './pronunciations-card.tsx';
import { ZoneCard } from './zone-card.tsx';

export function SettingsPage() {
  const { includes } = useRights();
  return (
    <Page title={t('Settings')}>
      <div className="grid grid-cols-1 gap-5 lg:grid-cols-2">
        <AppearanceCard />
        <ZoneCard />
        {includes('admin') && <AlertsCard />}
        <PronunciationsCard />
        <InstallationCard />
      </div>
    </Page>
  );
}
