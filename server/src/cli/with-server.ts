import type { PreparedServer } from '../compose.ts';
import { readConfig } from '../config/config.ts';
import { AppError } from '../core/errors.ts';
import type { Database } from '../db/client.ts';
import { readDemoAssistant } from '../demo/read-demo-assistant.ts';
import type { Command } from './command.ts';
import { versionAt } from './health.ts';
import { withDatabase } from './open-database.ts';

/** A server to talk to, and its database. */
export interface NearServer {
  /** `http://host:port` */
  address: string;
  database: Database;
}

/** Runs `work` with the server that runs on this installation, or with one that is started for as long as it takes. */
export async function withServer(work: (server: NearServer) => Promise<void>): Promise<void> {
  const { config, secrets } = readConfig();
  const address = `http://${config.host}:${config.port}`;
  if ((await versionAt(address)) !== null) {
    await withDatabase((database) => work({ address, database }));
    return;
  }
  process.stderr.write('No server is running here, so one is started for this talk.\n');
  const { createLog } = await import('../log.ts');
  const { startServer } = await import('../compose.ts');
  const { prepareInstallation } = await import('../demo/prepare-installation.ts');
  const deps = {
    log: createLog('error'),
    prepare: async (prepared: PreparedServer): Promise<void> => {
      await prepareInstallation(prepared, config, secrets);
    },
  };
  const server = await startServer({ ...config, port: 0, role: 'all' }, secrets, deps).catch(
    (error: unknown) => {
      throw isFolderInUse(error) ? elsewhere(error, address) : error;
    },
  );
  try {
    await work(server);
  } finally {
    await server.stop();
  }
}

function isFolderInUse(error: unknown): error is AppError {
  return error instanceof AppError && error.code === 'conflict';
}

/** The folder's server was looked for at the configured address, which is not where it listens. */
function elsewhere(error: AppError, address: string): AppError {
  const advice = `To talk to that server, set PORT to the port it listens on: nothing answers at ${address}.`;
  return new AppError('conflict', `${error.message} ${advice}`, { cause: error });
}

/** The UUID of the assistant that the command names, or of the demo's. */
export async function chosenAssistant(database: Database, { options }: Command): Promise<string> {
  const uuid = options['assistant'] ?? (await readDemoAssistant(database));
  if (uuid !== null) return String(uuid);
  throw new AppError('not-found', 'There is no demo assistant any more; name one with --assistant UUID.');
}
