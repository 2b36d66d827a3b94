import type { PreparedServer } from '../compose.ts';
import { readConfig } from '../config/config.ts';
import { AppError } from '../core/errors.ts';
import type { Database } from '../db/client.ts';
import { readDemoAssistant } from '../demo/read-demo-assistant.ts';
import type { Command } from './command.ts';
import { versionAt } from './health.ts';
import { withDatabase } from './open-database.ts';

/** A running server and its database. */
export interface NearServer {
  /** `http://host:port` */
  address: string;
  database: Database;
}

/** Runs `work` with this installation's running server, or with a temporary one. */
export async function withServer(work: (server: NearServer) => Promise<void>): Promise<void> {
  const { config, secrets } = readConfig();
  const address = `http://${config.host}:${config.port}`;
  if ((await versionAt(address)) !== null) {
    await withDatabase((database) => work({ address, database }));
    return;
  }
  process.stderr.write('No server is running. Starting one for this command.\n');
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

/** Error for a data folder whose server does not listen on the configured address. */
function elsewhere(error: AppError, address: string): AppError {
  const advice = `To use that server, set PORT to the port it listens on: nothing answers at ${address}.`;
  return new AppError('conflict', `${error.message} ${advice}`, { cause: error });
}

/** UUID of the named assistant, or of the demo assistant. */
export async function chosenAssistant(database: Database, { options }: Command): Promise<string> {
  const uuid = options['assistant'] ?? (await readDemoAssistant(database));
  if (uuid !== null) return String(uuid);
  throw new AppError('not-found', 'The demo assistant was deleted. Choose another with --assistant UUID.');
}
