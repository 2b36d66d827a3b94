import { findSecretKey, secretKeyFile } from '../../compose/secrets.ts';
import { type Config, readConfig, type Secrets } from '../../config/config.ts';
import { AppError, messageOf } from '../../core/errors.ts';
import type { Executor } from '../../db/client.ts';
import { copyFailure } from '../../db/copy/copy-failure.ts';
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

/** Copies the installation into an empty database of another PostgreSQL, and prints the next steps. */
export async function copy({ options }: Command): Promise<number> {
  const address = requireAddress(requireOption(options, 'to'));
  const installation = readConfig();
  // From here on a signal stops the copy instead of the process, so that the embedded database is always stopped.
  const { signal } = stopSignal();
  await withSource(installation, async (source) => {
    await source.requireQuiet();
    await withTarget(address, async (target) => {
      await requireAnother(source.database, target.database);
      requireWanted(signal);
      process.stdout.write(`Copying ${source.name} to ${target.name}.\n`);
      await prepareTarget(target).catch((error: unknown) => {
        throw copyFailure(error, signal);
      });
      requireWanted(signal);
      process.stdout.write(await copyAll({ source, target, signal }));
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

function requireWanted(signal: AbortSignal): void {
  if (signal.aborted) throw new AppError('unavailable', `${messageOf(signal.reason)} Nothing was copied.`);
}

/** Copies all tables and returns the summary to print. */
async function copyAll({
  source,
  target,
  signal,
}: {
  source: CopySource;
  target: CopyTarget;
  signal: AbortSignal;
}): Promise<string> {
  const startedAt = performance.now();
  const result = await copyInstallation({
    source: source.connection,
    target: target.connection,
    signal,
    onTable: (table) => process.stdout.write(copiedTable(table)),
    beforeCommit: async (copied) => {
      await requireExplainedBalances(copied);
      // A process that started after the first check would store data that the copy lacks.
      await source.requireQuiet();
    },
  });
  return summary(result, performance.now() - startedAt);
}

async function requireExplainedBalances(copied: Pick<Executor, 'query'>): Promise<void> {
  const { isFine, text } = await checkLedger(copied);
  if (!isFine) throw new AppError('conflict', `${text} Nothing was copied.`);
}
