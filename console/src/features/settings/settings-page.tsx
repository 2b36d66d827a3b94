import { useQuery } from '@tanstack/react-query';
import { Loaded } from '../../components/feedback/states.tsx';
import { Card, Facts } from '../../components/layout/card.tsx';
import { Page } from '../../components/layout/page.tsx';
import { sessionQuery } from '../../data/session.ts';
import { AlertsCard } from './alerts-card.tsx';
import { InstallationCard } from './installation-card.tsx';
import { PasswordCard } from './password-card.tsx';
import { PronunciationsCard } from './pronunciations-card.tsx';
import { ThemeCard } from './theme-card.tsx';
import { ZoneCard } from './zone-card.tsx';

export function SettingsPage() {
  const session = useQuery(sessionQuery);
  return (
    <Page title="Settings">
      <div className="grid grid-cols-1 gap-5 lg:grid-cols-2 lg:items-start">
        <Card id="account" title="Account">
          <Loaded query={session}>
            {({ user }) => (
              <Facts
                facts={[
                  ['Name', user.name],
                  ['Email', user.email],
                ]}
              />
            )}
          </Loaded>
        </Card>
        <ThemeCard />
        <ZoneCard />
        <PasswordCard />
        <PronunciationsCard />
        <AlertsCard />
        <InstallationCard />
      </div>
    </Page>
  );
}
