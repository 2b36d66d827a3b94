import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type pg from 'pg';
import { openBenchDatabase } from '../kit/bench-database.ts';
import { parleyCommand } from '../kit/parley-command.ts';
import { startServer } from '../kit/server-process.ts';
import { quantile } from '../kit/statistics.ts';
import { figure, markdownTable } from '../kit/table.ts';
import { fillTexts, prepareTexts } from './fill-texts.ts';

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 40);
const CALLS = Number(process.env['BENCH_CALLS'] ?? 1_000_000);
const SMALL_CALLS = 2_000;
const ASSISTANTS = 20;
const OWNER = { email: 'owner@bench.example', password: 'correct horse' };
const SMALL = { email: 'small@bench.example', password: 'correct horse' };

/** Searches: their purpose, the query, and the account. */
const SEARCHES: [what: string, query: string, by?: typeof SMALL][] = [
  ['a word of every call', 'q=hello'],
  ['the beginning of frequent words', 'q=hel'],
  ['three frequent words', 'q=hello goodbye thank'],
  ['a phrase of frequent words', 'q="how can I help"'],
  ['a word of one call in a hundred', 'q=refunds'],
  ['a word that was frequent long ago', 'q=summer'],
  ['the same, as an exact word', 'q="summer"'],
  ['words that never occur together', 'q=summer winter'],
  ['a frequent word and the beginning of a rare one', 'q=hello order 12345'],
  ['one call by its order number', `q=order ${Math.floor(CALLS / 3)}`],
  ['part of a phone number', 'q=0720000037'],
  ['an unknown word', 'q=zzqxw'],
  ['a word of every call, of one assistant in 20', 'q=hello&assistant_id='],
  ['page 5 of a frequent word', 'q=hello&cursor='],
  ['a frequent word in a small account', 'q=hello', SMALL],
];

const { url, client, [Symbol.asyncDispose]: close } = await openBenchDatabase();
await using stack = new AsyncDisposableStack();
stack.defer(close);
const folder = await mkdtemp(path.join(tmpdir(), 'parley-bench-text-search-'));
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
        PARLEY_REGISTRATION: 'on',
        PARLEY_RATE_LIMIT: '10000000',
        PARLEY_OWNER_EMAIL: OWNER.email,
        PARLEY_OWNER_PASSWORD: OWNER.password,
        PARLEY_LOG_LEVEL: 'warn',
      },
    }),
  ),
);
const api = `http://127.0.0.1:${started.port}/api`;
while ((await client.query('select 1 from assistants')).rowCount === 0) await setTimeout(50);
await ask('/register', { body: { name: 'Small', ...SMALL } });
const assistants = await fill(client);
const tokens = new Map([
  [OWNER, await logIn(OWNER)],
  [SMALL, await logIn(SMALL)],
]);

const rows: string[][] = [];
for (const [what, given, by = OWNER] of SEARCHES) {
  const token = tokens.get(by) ?? '';
  const query = given.endsWith('assistant_id=')
    ? `${given}${assistants[7]}`
    : given.endsWith('cursor=')
      ? `${given}${await cursorAfter(4, token)}`
      : given;
  const times: number[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const begun = performance.now();
    await ask(`/user/search/content?${encodeURI(query)}`, { token });
    // Skip the first run, which finds cold caches.
    if (round > 0) times.push(performance.now() - begun);
  }
  rows.push([
    `${what}: \`${given.split('&')[0]?.slice(2)}\``,
    figure(quantile(times, 0.5)),
    figure(quantile(times, 0.95)),
  ]);
}
const { rows: sizes } = await client.query<{ table: string; words: string }>(
  `select pg_size_pretty(pg_table_size('search_documents')) as table,
     pg_size_pretty(pg_relation_size('search_documents_words')) as words`,
);
console.log(
  `${CALLS} calls, ${ROUNDS} searches each; table ${sizes[0]?.table}, index of words ${sizes[0]?.words}\n`,
);
console.log(markdownTable([['search', 'p50 ms', 'p95 ms'], ...rows]));

/** @returns the assistants of the large account */
async function fill(connection: pg.Client): Promise<number[]> {
  const { rows: accounts } = await connection.query<{ id: number; email: string }>(
    'select id, email from users',
  );
  const idOf = (email: string): number => Number(accounts.find((one) => one.email === email)?.id);
  const owner = idOf(OWNER.email);
  await connection.query(`set session_replication_role = 'replica'`);
  const columns = await connection.query<{ names: string }>(
    `select string_agg(quote_ident(attname), ', ') as names from pg_attribute
     where attrelid = 'assistants'::regclass and attnum > 0 and not attisdropped and attname not in ('id', 'uuid', 'phone_number_id')`,
  );
  const names = columns.rows[0]?.names ?? '';
  const { rows: made } = await connection.query<{ id: string }>(
    `insert into assistants (${names}) select ${names} from (
       select * from assistants where user_id = $1 order by id limit 1) one, generate_series(1, $2) returning id`,
    [owner, ASSISTANTS],
  );
  const ids = made.map(({ id }) => Number(id));
  await connection.query('drop index search_documents_words');
  await prepareTexts(connection);
  await fillTexts(connection, { userId: owner, assistantIds: ids, calls: CALLS });
  await fillTexts(connection, { userId: idOf(SMALL.email), assistantIds: [], calls: SMALL_CALLS });
  await connection.query(`set maintenance_work_mem = '512MB'`);
  await connection.query(
    'create index search_documents_words on search_documents using gin (words) with (gin_pending_list_limit = 512)',
  );
  await connection.query('vacuum analyze');
  return ids;
}

async function cursorAfter(pages: number, token: string): Promise<string> {
  let cursor = '';
  for (let page = 0; page < pages; page += 1) {
    const body = await ask(
      `/user/search/content?q=hello&per_page=50${cursor === '' ? '' : `&cursor=${cursor}`}`,
      { token },
    );
    cursor = String(body['next_cursor']);
  }
  return cursor;
}

async function logIn(account: typeof OWNER): Promise<string> {
  return String((await ask('/login', { body: account }))['token']);
}

async function ask(
  route: string,
  { token, body }: { token?: string; body?: object },
): Promise<Record<string, unknown>> {
  const answer = await fetch(`${api}${route}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${route} answered ${answer.status}: ${text}`);
  return asObject(JSON.parse(text));
}

function asObject(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};
}
