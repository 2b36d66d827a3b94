import path from 'node:path';
import { parleyCommand } from '../kit/parley-command.ts';
import { type ServerCommand, type ServerProcess, startServer } from '../kit/server-process.ts';

export interface Start {
  /** From process start to the first successful response. */
  seconds: number;
  server: ServerProcess;
}

/** The server on its embedded database, as `npm start` runs it. */
export function startParley(dataFolder: string): Promise<Start> {
  const env = {
    PARLEY_DATA: dataFolder,
    PARLEY_HOST: '127.0.0.1',
    DATABASE_URL: '',
  };
  return timed(parleyCommand({ env }));
}

/** The lower bound: Node with only an HTTP server. */
export function startBare(): Promise<Start> {
  const args = [path.join(import.meta.dirname, 'bare.process.ts')];
  return timed({ args, env: {}, healthPath: '/api/health' });
}

async function timed(command: ServerCommand): Promise<Start> {
  const startedAt = performance.now();
  const server = await startServer(command);
  return { seconds: (performance.now() - startedAt) / 1000, server };
}
