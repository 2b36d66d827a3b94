import { useQuery } from '@tanstack/react-query';
import { Loaded } from '../../components/feedback/states.tsx';
import { Card, Facts } from '../../components/layout/card.tsx';
import { Page } from '../../components/layout/page.tsx';
import { useRights } from '../../data/rights.ts';
import { sessionQuery } from '../../data/session.ts';
import { t } from '../../lib/i18n/t.ts';
import { AlertsCard } from './alerts-card.tsx';
import { AppearanceCard } from './appearance-card.tsx';
import { InstallationCard } from './installation-card.tsx';
import { PasswordCard } from './password-card.tsx';
import { PronunciationsCard } from './pronunciations-card.tsx';

import { ZoneCard } from './zone-card.tsx';

export function SettingsPage() {
  const session = useQuery(sessionQuery);
  const { includes } = useRights();
  return (
    <Page title={t('Settings')}>
      <div className="grid grid-cols-1 gap-5 lg:grid-cols-2 lg:items-start">
        <Card id="account" title={t('Account')}>
          <Loaded query={session}>
            {({ user }) => (
              <Facts
                facts={[
                  [t('Name'), user.name],
                  [t('Email'), user.email],
                ]}
              />
            )}
          </Loaded>
        </Card>
        <AppearanceCard />
        <ZoneCard />
        <PasswordCard />
        <PronunciationsCard />
        {includes('admin') && <AlertsCard />}
        <InstallationCard />
      </div>
    </Page>
  );
}
