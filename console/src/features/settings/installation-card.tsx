import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { buttonClasses } from '../../components/button.tsx';
import { Loaded } from '../../components/feedback/states.tsx';
import { Card, Facts } from '../../components/layout/card.tsx';
import { sessionQuery } from '../../data/session.ts';
import { publicAddress } from '../../lib/public-address.ts';

/** Capabilities of this server. */
export function InstallationCard() {
  const session = useQuery(sessionQuery);
  return (
    <Card
      id="installation"
      title="This server"
      actions={
        session.data?.manages_vendors === true && (
          <Link to="/settings/vendors" className={buttonClasses({ size: 'small' })}>
            Manage vendors
          </Link>
        )
      }
    >
      <Loaded query={session}>
        {({ version, features, ...address }) => (
          <Facts
            facts={[
              ['Version', version],
              ['Address', publicAddress(address, location.origin)],
              ['Language models', list(features.language_models)],
              ['Speech-to-text', list(features.transcribers)],
              ['Text-to-speech', list(features.synthesizers)],
              ['Realtime models', list(features.realtime_models)],
              ['Message carriers', list(features.message_carriers)],
              ['SMS carriers', list(features.sms_carriers)],
              ['Number provider', features.number_shop ?? 'None'],
              ['Sandbox', features.sandbox ? 'On' : 'Off'],
            ]}
          />
        )}
      </Loaded>
    </Card>
  );
}

function list(names: readonly string[]): string {
  return names.length === 0 ? 'None' : names.join(', ');
}
