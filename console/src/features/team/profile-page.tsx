import { useQuery } from '@tanstack/react-query';
import { Loaded } from '../../components/feedback/states.tsx';
import { Card } from '../../components/layout/card.tsx';
import { Page } from '../../components/layout/page.tsx';
import { sessionQuery } from '../../data/session.ts';
import { t } from '../../lib/i18n/t.ts';
import { AccountsCard } from './accounts-card.tsx';
import { PasswordCard } from './password-card.tsx';
import { ProfileForm } from './profile-form.tsx';
import { SecondFactorCard } from './second-factor-card.tsx';

export function ProfilePage() {
  const session = useQuery(sessionQuery);
  return (
    <Page title={t('Profile')}>
      <div className="grid grid-cols-1 gap-5 lg:grid-cols-2">
        <Card title={t('Your details')}>
          <Loaded query={session}>
            {({ person }) => (person === null ? null : <ProfileForm key={person.id} person={person} />)}
          </Loaded>
        </Card>
        <PasswordCard />
        <SecondFactorCard />
        <AccountsCard />
      </div>
    </Page>
  );
}
