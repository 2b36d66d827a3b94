import path from 'node:path';
import { type ServerProcess, startServer } from '../kit/server-process.ts';
import { STRIPPED } from '../kit/stripped.ts';

export interface Start {
  /** From process start to the first successful response. */
  seconds: number;
  server: ServerProcess;
}

const root = path.join(import.meta.dirname, '../..');

/** The server on its embedded database, as `npm start` runs it. */
export function startParley(dataFolder: string): Promise<Start> {
  const env = {
    PARLEY_DATA: dataFolder,
    PARLEY_HOST: '127.0.0.1',
    DATABASE_URL: '',
    NODE_OPTIONS: STRIPPED,
  };
  return timed(
    ['--max-semi-space-size=4', '--optimize-for-size', path.join(root, 'server/src/main.ts')],
    env,
  );
}

/** The lower bound: Node with only an HTTP server. */
export function startBare(): Promise<Start> {
  return timed([path.join(import.meta.dirname, 'bare.process.ts')], {});
}

async function timed(args: readonly string[], env: Record<string, string>): Promise<Start> {
  const startedAt = performance.now();
  const server = await startServer({ args, env, healthPath: '/api/health' });
  return { seconds: (performance.now() - startedAt) / 1000, server };
}
