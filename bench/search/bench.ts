import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { openBenchDatabase } from '../kit/bench-database.ts';
import { parleyCommand } from '../kit/parley-command.ts';
import { startServer } from '../kit/server-process.ts';
import { spread } from '../kit/statistics.ts';
import { figure, markdownTable } from '../kit/table.ts';
import { fillAccount } from './large-account.ts';

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 15);
const ROWS = Number(process.env['BENCH_ROWS'] ?? 100_000);
const OWNER = { email: 'owner@bench.example', password: 'correct horse' };

/** Search inputs, and what each one exercises. */
const TYPED: [what: string, query: string][] = [
  ['one letter, in nearly all', 'a'],
  ['a name, in a sixth', 'Ana Pop'],
  ['words that nothing has', 'zzqxw'],
  ['part of a number', '721 00'],
  ['a whole number, of the oldest', '+40720000037'],
  ['digits that no number has', '999888777'],
  ['the id of an old call', '1234'],
  ['a UUID that nothing has', '0e37df36-f698-4c6b-9f2a-0d4f1c0f5b3e'],
];

interface Engine {
  name: string;
  url: string;
  client: pg.Client;
  close: () => PromiseLike<void>;
}

const rows: string[][] = [['typed'], ...TYPED.map(([what, query]) => [`${what}: \`${query}\``])];
await measure(await openEmbedded());
const server = process.env['DATABASE_URL'];
if (server !== undefined) await measure(await openOn(server));
console.log(
  `${ROWS} rows of each kind, ${ROUNDS} rounds; milliseconds of an answer:\n\n${markdownTable(rows)}`,
);

async function measure({ name, url, client, close }: Engine): Promise<void> {
  await using stack = new AsyncDisposableStack();
  stack.defer(close);
  const folder = await mkdtemp(path.join(tmpdir(), 'parley-bench-search-'));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const started = stack.use(
    await startServer(
      parleyCommand({
        env: {
          NODE_ENV: 'production',
          DATABASE_URL: url,
          PARLEY_HOST: '127.0.0.1',
          PARLEY_DATA: folder,
          PARLEY_ROLE: 'api',
          PARLEY_SIP_PORT: 'off',
          PARLEY_RATE_LIMIT: '10000000',
          PARLEY_OWNER_EMAIL: OWNER.email,
          PARLEY_OWNER_PASSWORD: OWNER.password,
          PARLEY_LOG_LEVEL: 'warn',
        },
      }),
    ),
  );
  // The server answers before the demo data exists.
  while ((await client.query('select 1 from assistants')).rowCount === 0) await setTimeout(50);
  await fillAccount(client, ROWS);
  const api = `http://127.0.0.1:${started.port}/api`;
  const token = await logIn(api);
  rows[0]?.push(name);
  for (const [index, [, query]] of TYPED.entries()) {
    rows[index + 1]?.push(await timed(`${api}/user/search?query=${encodeURIComponent(query)}`, token));
  }
}

async function timed(url: string, token: string): Promise<string> {
  const times: number[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const begun = performance.now();
    const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`${url} answered ${answer.status}.`);
    // Skip the first run, which finds cold caches.
    if (round > 0) times.push(performance.now() - begun);
  }
  const { median, min, max } = spread(times);
  return `${figure(median)} (${figure(min)}–${figure(max)})`;
}

async function logIn(api: string): Promise<string> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${api}/login`, { method: 'POST', headers, body: JSON.stringify(OWNER) });
  const body: unknown = await answer.json();
  if (typeof body === 'object' && body !== null && 'token' in body) return String(body.token);
  throw new Error(`The login was refused: ${answer.status}.`);
}

async function openEmbedded(): Promise<Engine> {
  const { url, client, [Symbol.asyncDispose]: close } = await openBenchDatabase();
  return { name: 'embedded PostgreSQL', url, client, close };
}

/** A separate database on a running PostgreSQL. */
async function openOn(server: string): Promise<Engine> {
  const name = `parley_bench_${process.pid}`;
  const above = new pg.Client({ connectionString: server });
  await above.connect();
  await above.query(`create database ${name}`);
  const { rows: found } = await above.query<{ version: string }>(
    `select split_part(current_setting('server_version'), ' ', 1) as version`,
  );
  const url = new URL(server);
  url.pathname = `/${name}`;
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  const close = async (): Promise<void> => {
    await client.end();
    await above.query(`drop database ${name} with (force)`);
    await above.end();
  };
  return { name: `PostgreSQL ${found[0]?.version}`, url: url.href, client, close };
}
