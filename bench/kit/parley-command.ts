import path from 'node:path';
import { pathToFileURL } from 'node:url';
import manifest from '../../package.json' with { type: 'json' };
import type { ServerCommand } from './server-process.ts';

const root = path.join(import.meta.dirname, '../..');

/** Node's flags of `npm start`, which the image sets too. */
export const START_FLAGS: readonly string[] = manifest.scripts.start
  .split(' ')
  .filter((word) => word.startsWith('--') && !word.startsWith('--web='));

/** Environment of the process that `npm start` runs: types are stripped once, and freed memory is returned. */
export const START_ENVIRONMENT: Readonly<Record<string, string>> = {
  NODE_OPTIONS: `--import=${pathToFileURL(path.join(root, 'scripts/bootstrap/typescript.js')).href}`,
  MALLOC_ARENA_MAX: '1',
};

/** The server as `npm start` runs it. */
export function parleyCommand(about: {
  env: Readonly<Record<string, string>>;
  /** After those of `npm start`. */
  nodeFlags?: readonly string[];
  /** In place of the server's `main.ts`. */
  program?: string;
}): ServerCommand {
  const { env, nodeFlags = [], program = path.join(root, 'server/src/main.ts') } = about;
  return {
    args: [...START_FLAGS, ...nodeFlags, program],
    env: { ...START_ENVIRONMENT, ...env },
    healthPath: '/api/health',
  };
}
