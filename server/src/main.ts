import { startServer } from './compose.ts';
import { readConfig } from './config/config.ts';
import { collectGarbageLessOften, collectGarbageOfStart } from './core/garbage-collection.ts';
import { prepareInstallation } from './demo/prepare-installation.ts';
import { createLog } from './log.ts';
import { startFailure } from './start-failure.ts';
import { stopSignal } from './stop-signal.ts';
import { welcome } from './welcome.ts';

// Listened for before anything is opened: who is told to stop while starting closes what is open by then.
const { signal, received } = stopSignal();

async function run(): Promise<void> {
  collectGarbageLessOften();
  const { config, secrets } = readConfig();
  const log = createLog(config.logLevel);
  const server = await startServer(config, secrets, { log, signal });
  try {
    const owner = await prepareInstallation(server, config, secrets);
    process.stdout.write(welcome(server, config, owner));
    collectGarbageOfStart();
    log.info({ signal: await received }, 'Stopping: requests and jobs under way are finished first.');
  } finally {
    await server.stop();
  }
}

try {
  await run();
} catch (error) {
  if (!signal.aborted) {
    process.stderr.write(`${startFailure(error)}\n`);
    process.exitCode = 1;
  }
}
