import manifest from '../../../package.json' with { type: 'json' };
import type { Config } from '../config/config.ts';
import type { AccountDependencies } from '../modules/accounts/actions.ts';
import type { ChannelDependencies } from '../modules/channels/actions.ts';
import type { ConsoleDependencies } from '../modules/console/actions.ts';
import type { SmsDependencies } from '../modules/sms/actions.ts';
import { SANDBOX_CARRIER } from '../providers/spec/sandbox-reports.ts';
import type { Speech } from './providers.ts';

/** What the console is told of this installation. */
export function composeConsole(
  { config, origin }: { config: Config; origin(): string },
  parts: {
    accounts: AccountDependencies;
    models: readonly { code: string }[];
    speech: Speech;
    channels: ChannelDependencies;
    sms: SmsDependencies;
  },
): ConsoleDependencies {
  const { accounts, models, speech, channels, sms } = parts;
  return {
    ...{ accounts, origin, version: manifest.version },
    features: {
      sandbox: config.isSandboxOpen,
      registration: config.isRegistrationOpen,
      language_models: models.map(({ code }) => code),
      transcribers: [...speech.transcribers.keys()],
      synthesizers: [...speech.synthesizers.keys()],
      realtime_models: [...speech.realtimeModels.keys()],
      message_carriers: [...channels.vendors.keys()].filter(
        (name) => name !== SANDBOX_CARRIER || config.isSandboxOpen,
      ),
      sms_carriers: [...sms.carriers.keys()],
      number_shop: config.numberShop,
    },
  };
}
