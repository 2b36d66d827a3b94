import { randomBytes } from 'node:crypto';
import manifest from '../../../package.json' with { type: 'json' };
import type { Config } from '../config/config.ts';
import { systemClock } from '../core/clock.ts';
import type { Log } from '../core/log.ts';
import type { Database, Executor } from '../db/client.ts';
import { sessionCookies } from '../http/session-cookie.ts';
import { type AccountDependencies, validTokens } from '../modules/accounts/actions.ts';
import type { ConsoleDependencies } from '../modules/console/actions.ts';
import { ChangeHub } from '../modules/console/changes/change-hub.ts';
import type { MessageDependencies } from '../modules/messages/dependencies.ts';
import type { PhoneNumberDependencies } from '../modules/phone-numbers/wiring/dependencies.ts';
import { SANDBOX_CARRIER } from '../providers/interfaces/sandbox-reports.ts';
import type { LiveProviders } from './vendors/provider-set.ts';

interface Installation {
  config: Config;
  database: Database;
  log: Log;
  processId: string;
  origin(): string;
}

/** Dependencies of the console's own endpoints: settings of the installation and live changes. */
export async function composeConsole(
  installation: Installation,
  deps: {
    accounts: AccountDependencies;
    providers: Pick<LiveProviders, 'languageModels' | 'speech'>;
    messages: MessageDependencies;
    phoneNumbers: PhoneNumberDependencies;
  },
): Promise<ConsoleDependencies> {
  const { config, origin, database } = installation;
  const { accounts, providers, messages, phoneNumbers } = deps;
  const { languageModels, speech } = providers;
  return {
    changes: composeChanges(installation, accounts),
    cookies: sessionCookies(await installationId(database), config.publicUrl),
    accounts,
    origin,
    version: manifest.version,
    hasPublicUrl: config.publicUrl !== null,
    features: () => ({
      sandbox: config.isSandboxOpen,
      language_models: [...languageModels.keys()],
      transcribers: [...speech.sttProviders.keys()],
      synthesizers: [...speech.ttsProviders.keys()],
      realtime_models: [...speech.realtimeModels.keys()],
      message_carriers: [...messages.vendors.keys()].filter(
        (name) => name !== SANDBOX_CARRIER || config.isSandboxOpen,
      ),
      sms_carriers: [...messages.smsCarriers.keys()],
      number_shop: phoneNumbers.shop()?.name ?? null,
    }),
  };
}

function composeChanges(
  { database, log, processId }: Installation,
  accounts: AccountDependencies,
): ChangeHub {
  return new ChangeHub({
    database,
    processId,
    log,
    clock: systemClock,
    validTokens: (tokenIds) => validTokens(accounts, tokenIds),
  });
}

/**
 * Id of this installation, shared by all processes of one database: 8 hexadecimal digits. It keeps cookies of several
 * installations on one host apart. The first process generates it; it is not secret.
 */
async function installationId(database: Executor): Promise<string> {
  const [row] = await database.query<{ value: string }>(
    `insert into installation as kept (name, value) values ('id', $1)
     on conflict (name) do update set value = kept.value returning value`,
    [randomBytes(4).toString('hex')],
  );
  if (row === undefined) throw new Error('The name of the installation was not stored.');
  return row.value;
}
