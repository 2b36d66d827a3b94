import { findSecretKey, secretKeyFile } from '../../compose/secrets.ts';
import { type Config, readConfig, type Secrets } from '../../config/config.ts';
import { AppError } from '../../core/errors.ts';
import type { Executor } from '../../db/client.ts';
import { copyInstallation } from '../../db/copy/copy-installation.ts';
import { stopSignal } from '../../stop-signal.ts';
import { checkLedger } from '../check-ledger.ts';
import type { Command } from '../command.ts';
import { requireOption } from '../terminal.ts';
import { copiedTable, nextSteps, secretKeyAdvice, summary } from './copy-report.ts';
import { type CopySource, withSource } from './copy-source.ts';
import { type CopyTarget, prepareTarget, withTarget } from './copy-target.ts';
import { requireAddress } from './database-address.ts';
import { requireAnother } from './same-database.ts';

/** Copies the installation into an empty database of another PostgreSQL, and says how it goes on there. */
export async function copy({ options }: Command): Promise<number> {
  const address = requireAddress(requireOption(options, 'to'));
  const installation = readConfig();
  await withSource(installation, async (source) => {
    await source.requireQuiet();
    await withTarget(address, async (target) => {
      await requireAnother(source.database, target.database);
      process.stdout.write(`Copying ${source.name} to ${target.name}.\n`);
      await prepareTarget(target);
      process.stdout.write(await copyAll(source, target));
      process.stdout.write(nextSteps(target.name, await keyAdvice(installation, source)));
    });
  });
  return 0;
}

async function keyAdvice(
  { config, secrets }: { config: Config; secrets: Secrets },
  { database }: CopySource,
): Promise<string> {
  return secretKeyAdvice(await findSecretKey(config, secrets, database), secretKeyFile(config));
}

/** What was copied, in words. */
async function copyAll(source: CopySource, target: CopyTarget): Promise<string> {
  const startedAt = performance.now();
  const result = await copyInstallation({
    source: source.connection,
    target: target.connection,
    signal: stopSignal().signal,
    onTable: (table) => process.stdout.write(copiedTable(table)),
    beforeCommit: async (copied) => {
      await requireExplainedBalances(copied);
      // One that has started since would go on where the copy knows nothing of.
      await source.requireQuiet();
    },
  });
  return summary(result, performance.now() - startedAt);
}

async function requireExplainedBalances(copied: Pick<Executor, 'query'>): Promise<void> {
  const { isFine, text } = await checkLedger(copied);
  if (!isFine) throw new AppError('conflict', `${text} The target is as it was.`);
}
