import { startServer } from './compose.ts';
import { ConfigError, readConfig } from './config/config.ts';
import { AppError, messageOf } from './core/errors.ts';
import { prepareInstallation } from './demo/prepare-installation.ts';
import { createLog } from './log.ts';
import { welcome } from './welcome.ts';

try {
  const { config, secrets } = readConfig();
  const log = createLog(config.logLevel);
  const server = await startServer(config, secrets, { log });
  const owner = await prepareInstallation(server, config, secrets);
  process.stdout.write(welcome(server, config, owner));
  const signal = await shutdownSignal();
  log.info({ signal }, 'Stopping: requests and jobs under way are finished first.');
  await server.stop();
} catch (error) {
  // What a person can mend is said in words; anything else with its stack.
  const isForPeople = error instanceof ConfigError || error instanceof AppError;
  process.stderr.write(`${isForPeople || !(error instanceof Error) ? messageOf(error) : error.stack}\n`);
  process.exitCode = 1;
}

/** Resolves at the first SIGTERM or SIGINT; a second one ends the process at once. */
function shutdownSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    process.once('SIGTERM', resolve);
    process.once('SIGINT', resolve);
  });
}
