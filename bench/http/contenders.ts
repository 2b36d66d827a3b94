import path from 'node:path';
import { parleyCommand } from '../kit/parley-command.ts';
import type { ServerCommand } from '../kit/server-process.ts';

/** `parley` is listed twice, to show the noise of the method. */
export const contenderNames = ['bare', 'fastify', 'nest', 'parley', 'parley-again'] as const;
export type ContenderName = (typeof contenderNames)[number];

export interface ContenderPlace {
  databaseUrl: string;
  dataFolder: string;
  listFile: string;
  createdFile: string;
}

const here = import.meta.dirname;

/** Start command of a contender; all run on core 0. */
export function contenderCommand(name: ContenderName, place: ContenderPlace): ServerCommand {
  const env = {
    NODE_ENV: 'production',
    DATABASE_URL: place.databaseUrl,
    LIST_FILE: place.listFile,
    CREATED_FILE: place.createdFile,
  };
  if (name === 'bare' || name === 'fastify') {
    const file = path.join(here, 'contenders', `${name}.process.ts`);
    return { args: [file], env, healthPath: '/api/health', core: 0 };
  }
  if (name === 'nest') {
    return { args: [path.join(here, 'nest', 'server.js')], env, healthPath: '/api/health', core: 0 };
  }
  const parley = parleyCommand({
    env: {
      ...env,
      // Keep the demo's document ingestion out of the measurement.
      PARLEY_ROLE: 'api',
      PARLEY_HOST: '127.0.0.1',
      PARLEY_DATA: place.dataFolder,
      PARLEY_REGISTRATION: 'on',
      PARLEY_RATE_LIMIT: '10000000',
      // The others write no log line per request.
      PARLEY_LOG_LEVEL: 'warn',
    },
  });
  return { ...parley, core: 0 };
}
