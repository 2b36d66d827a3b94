import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type ServerProcess, startServer } from '../kit/server-process.ts';
import { STRIPPED } from '../kit/stripped.ts';
import { OWNER, setUp } from './set-up.ts';
import { ANSWER, synthesize } from './speech.ts';

export interface ParleyProcess {
  server: ServerProcess;
  sipPort: number;
}

/** Starts the server with instant vendors, and an assistant behind a SIP trunk on loopback. */
export async function startParley({
  databaseUrl,
  folder,
  nodeFlags,
  isSetUp = false,
}: {
  databaseUrl: string;
  /** Folder for the server's data. */
  folder: string;
  nodeFlags: readonly string[];
  /** True if an earlier start on this database created the assistant and trunk. */
  isSetUp?: boolean;
}): Promise<ParleyProcess> {
  const sipPort = await freeUdpPort();
  const answerFile = path.join(folder, 'answer.pcm');
  await writeFile(answerFile, await synthesize(ANSWER, 'rms'));
  const server = await startServer({
    // Same as in the container image.
    args: [
      '--max-semi-space-size=4',
      '--optimize-for-size',
      ...nodeFlags,
      path.join(import.meta.dirname, 'parley.process.ts'),
    ],
    env: {
      NODE_ENV: 'production',
      NODE_OPTIONS: STRIPPED,
      MALLOC_ARENA_MAX: '1',
      MALLOC_TRIM_THRESHOLD_: '131072',
      DATABASE_URL: databaseUrl,
      PARLEY_HOST: '127.0.0.1',
      PARLEY_DATA: folder,
      PARLEY_SECRET_KEY: 'a key that only this benchmark has',
      PARLEY_OWNER_EMAIL: OWNER.email,
      PARLEY_OWNER_PASSWORD: OWNER.password,
      PARLEY_SIP_PORT: String(sipPort),
      PARLEY_SIP_HOST: '127.0.0.1',
      PARLEY_RTP_PORTS: '0',
      PARLEY_MAX_CALLS: '500',
      BENCH_ANSWER_FILE: answerFile,
      BENCH_IS_SET_UP: String(isSetUp),
    },
    healthPath: '/api/health',
  });
  try {
    if (!isSetUp) await setUp(`http://127.0.0.1:${server.port}/api`, sipPort);
  } catch (error) {
    await server[Symbol.asyncDispose]();
    throw error;
  }
  return { server, sipPort };
}

async function freeUdpPort(): Promise<number> {
  const socket = createSocket('udp4').bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const { port } = socket.address();
  socket.close();
  await once(socket, 'close');
  return port;
}
