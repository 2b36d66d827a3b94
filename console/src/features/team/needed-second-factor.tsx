import { Card } from '../../components/layout/card.tsx';
import { Page } from '../../components/layout/page.tsx';
import { t } from '../../lib/i18n/t.ts';
import { SecondFactorSetup } from './second-factor-setup.tsx';

/** In place of every page while the account requires a second factor that the person does not have. */
export function NeededSecondFactor() {
  return (
    <Page
      title={t('Set up second factor')}
      text={t(
        'This account requires a second factor: a code from an app on your phone, in addition to your password.',
      )}
    >
      <div className="max-w-lg">
        <Card title={t('Authenticator app')}>
          <SecondFactorSetup onDone={() => location.reload()} />
        </Card>
      </div>
    </Page>
  );
}
