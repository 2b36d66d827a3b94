import manifest from '../../package.json' with { type: 'json' };
import { type OpenConnection, openConnection } from './compose/connection.ts';
import type { PreparedServer, Server } from './compose.ts';
import { type Config, readConfig } from './config/config.ts';
import { collectGarbageLessOften, collectStartupGarbage } from './core/garbage-collection.ts';
import type { Owner } from './demo/prepare-installation.ts';
import { loadServer } from './load-server.ts';
import { createLog } from './log.ts';
import { startFailure } from './start-failure.ts';
import { stopSignal } from './stop-signal.ts';

// Registered before anything is opened, so that a signal during the start closes what is already open.
const { signal, received } = stopSignal();

async function run(): Promise<void> {
  const { config, secrets } = readConfig();
  const log = createLog(config.logLevel);
  const opening = openConnection(config, secrets, log);
  // `startServer` awaits it and reports its failure.
  opening.catch(() => undefined);
  const { startServer, prepareInstallation } = await loadServer().catch((error) => failed(opening, error));
  const owner = Promise.withResolvers<Owner>();
  const prepare = async (prepared: PreparedServer): Promise<void> =>
    owner.resolve(await prepareInstallation(prepared, config, secrets));
  const server = await startServer(config, secrets, { log, signal, opening, prepare });
  try {
    process.stdout.write(welcome(server, config, await owner.promise));
    collectGarbageLessOften();
    collectStartupGarbage();
    log.info({ reason: await received }, 'Stopping after running requests and jobs have finished.');
  } finally {
    await server.stop();
  }
}

/** Stops a database that was started while the modules were loading. */
async function failed(opening: Promise<OpenConnection>, error: unknown): Promise<never> {
  const opened = await opening.catch(() => null);
  await opened?.stop();
  throw error;
}

try {
  await run();
} catch (error) {
  if (!signal.aborted) {
    process.stderr.write(`${startFailure(error)}\n`);
    process.exitCode = 1;
  }
}

/** Text that `npm start` prints when the server is ready. It contains the password only if it has just been generated. */
function welcome(server: Server, config: Config, owner: Owner): string {
  const address = config.publicUrl ?? server.address;
  const password =
    owner.newPassword === null
      ? `already set   (to change it: npx ${manifest.name} users password --email ${owner.email})`
      : `${owner.newPassword}   (shown only once)`;
  return `
  Parley is ready.

  Console    ${address}
  API        ${address}/api
  Docs       ${address}/docs
  Owner      ${owner.email}
  Password   ${password}

  Chat with the demo assistant:  npx ${manifest.name} chat
  Or call it:                    npx ${manifest.name} call
  Stop with Ctrl+C.

`;
}
