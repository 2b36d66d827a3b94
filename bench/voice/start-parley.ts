import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parleyCommand } from '../kit/parley-command.ts';
import { type ServerProcess, startServer } from '../kit/server-process.ts';
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
  const command = parleyCommand({
    nodeFlags,
    program: path.join(import.meta.dirname, 'parley.process.ts'),
    env: {
      NODE_ENV: 'production',
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
  });
  const server = await startServer(command);
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
