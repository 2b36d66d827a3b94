import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { buttonClasses } from '../../components/button.tsx';
import { Loaded } from '../../components/feedback/states.tsx';
import { Card, Facts } from '../../components/layout/card.tsx';
import { sessionQuery } from '../../data/session.ts';
import { t } from '../../lib/i18n/t.ts';
import { publicAddress } from '../../lib/public-address.ts';

/** Capabilities of this server. */
export function InstallationCard() {
  const session = useQuery(sessionQuery);
  return (
    <Card
      id="installation"
      title={t('This server')}
      actions={
        session.data?.manages_vendors === true && (
          <Link to="/settings/vendors" className={buttonClasses({ size: 'small' })}>
            {t('Manage vendors')}
          </Link>
        )
      }
    >
      <Loaded query={session}>
        {({ version, features, ...address }) => (
          <Facts
            facts={[
              [t('Version'), version],
              [t('Address'), publicAddress(address, location.origin)],
              [t('Language models'), list(features.language_models)],
              [t('Speech-to-text'), list(features.transcribers)],
              [t('Text-to-speech'), list(features.synthesizers)],
              [t('Realtime models'), list(features.realtime_models)],
              [t('Message carriers'), list(features.message_carriers)],
              [t('SMS carriers'), list(features.sms_carriers)],
              [t('Number provider'), features.number_shop ?? t('None')],
              [t('Sandbox'), features.sandbox ? t('On') : t('Off')],
            ]}
          />
        )}
      </Loaded>
    </Card>
  );
}

function list(names: readonly string[]): string {
  return names.length === 0 ? t('None') : names.join(', ');
}
