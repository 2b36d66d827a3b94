import { useQuery } from '@tanstack/react-query';
import { Loaded } from '../../components/feedback/states.tsx';
import { Card, Facts } from '../../components/layout/card.tsx';
import { sessionQuery } from '../../data/session.ts';
import { publicAddress } from '../../lib/public-address.ts';

/** What this server can do, so that one knows why something is not offered. */
export function InstallationCard() {
  const session = useQuery(sessionQuery);
  return (
    <Card
      id="installation"
      title="This installation"
      text="What is configured. Keys of vendors are set where the server is started; its README lists them."
    >
      <Loaded query={session}>
        {({ version, features, ...address }) => (
          <Facts
            facts={[
              ['Version', version],
              ['Address', publicAddress(address, location.origin)],
              ['Language models', list(features.language_models)],
              ['Speech to text', list(features.transcribers)],
              ['Text to speech', list(features.synthesizers)],
              ['Realtime models', list(features.realtime_models)],
              ['Message carriers', list(features.message_carriers)],
              ['SMS carriers', list(features.sms_carriers)],
              ['Numbers are bought from', features.number_shop ?? 'nobody'],
              ['Sandbox', features.sandbox ? 'open' : 'closed'],
            ]}
          />
        )}
      </Loaded>
    </Card>
  );
}

function list(names: readonly string[]): string {
  return names.length === 0 ? 'none' : names.join(', ');
}
