import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expandingPdf, operatorPdf, repeatedPdf, wordDocument } from '../../server/test/kit/bombs.ts';
import { type ParleyClient, registerAtParley } from '../http/parley-client.ts';
import { openBenchDatabase } from '../kit/bench-database.ts';
import { measure, type Sample } from '../kit/measure.ts';
import { parleyCommand } from '../kit/parley-command.ts';
import { interleave } from '../kit/rounds.ts';
import { type ServerProcess, startServer } from '../kit/server-process.ts';

/** The idle server, the same again, and while it reads malicious documents. */
export const situations = ['idle', 'idle again', 'under bombs'] as const;
export type Situation = (typeof situations)[number];

const ratePerSecond = 100;
const connections = 16;

/** Latency of a list request at a fixed rate, for each situation and round. */
export async function measureLatency(time: {
  rounds: number;
  seconds: number;
}): Promise<Record<Situation, Sample[]>> {
  await using database = await openBenchDatabase();
  const folder = await mkdtemp(path.join(tmpdir(), 'parley-bench-'));
  await using _folder = { [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) };
  await using server = await startParley(database.url, folder);
  const address = `http://127.0.0.1:${server.port}`;
  const client = await registerAtParley(address, { name: 'Bench', email: 'bench@example.com' });
  const attack = await prepareAttack(address, client);
  const request = {
    method: 'GET' as const,
    path: '/api/user/knowledgebases',
    headers: { authorization: `Bearer ${client.token}` },
    body: '',
  };
  const job = { port: server.port, connections, seconds: time.seconds, request, ratePerSecond };
  const place = { serverPid: server.pid, databasePid: database.pid, generatorCore: 1 };
  await measure(job, place);
  return await interleave(situations, time.rounds, async (situation) => {
    const stop = situation === 'under bombs' ? attack() : async () => {};
    const sample = await measure(job, place);
    await stop();
    return sample;
  });
}

function startParley(databaseUrl: string, folder: string): Promise<ServerProcess> {
  return startServer(
    parleyCommand({
      env: {
        DATABASE_URL: databaseUrl,
        PARLEY_HOST: '127.0.0.1',
        PARLEY_DATA: path.join(folder, 'data'),
        PARLEY_REGISTRATION: 'on',
        PARLEY_RATE_LIMIT: '10000000',
        PARLEY_LOG_LEVEL: 'warn',
      },
    }),
  );
}

/**
 * Uploads malicious documents, each after the previous one was refused.
 * @returns a function that starts the uploads and returns a function that stops them
 */
async function prepareAttack(address: string, client: ParleyClient): Promise<() => () => Promise<void>> {
  const created = JSON.parse((await client.post('/user/knowledgebases', { name: 'Bombs' })).toString());
  const documents = `/user/knowledgebases/${created.data.id}/documents`;
  const bombs = [
    { type: 'docx', bytes: wordDocument('<w:p/>'.repeat(3_000_000)) },
    { type: 'pdf', bytes: expandingPdf(1_000_000_000) },
    { type: 'pdf', bytes: operatorPdf(600_000) },
    { type: 'pdf', bytes: repeatedPdf(10_000, Buffer.from('BT /F1 9 Tf (page) Tj ET')) },
  ];
  const throwOne = async (index: number): Promise<void> => {
    const bomb = bombs[index % bombs.length];
    if (bomb === undefined) return;
    const form = new FormData();
    form.append('name', 'bomb');
    form.append('type', bomb.type);
    form.append('file', new Blob([Uint8Array.from(bomb.bytes)]), `bomb.${bomb.type}`);
    const headers = { authorization: `Bearer ${client.token}` };
    const answer = await fetch(`${address}/api${documents}`, { method: 'POST', headers, body: form });
    const { data } = JSON.parse(await answer.text());
    while (
      JSON.parse((await client.get(`${documents}/${data.id}`)).toString()).data.status === 'processing'
    ) {
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  };
  return () => {
    let attacking = true;
    const attack = async (): Promise<void> => {
      for (let index = 0; attacking; index += 1) await throwOne(index);
    };
    const running = attack();
    return async () => {
      attacking = false;
      await running;
    };
  };
}
