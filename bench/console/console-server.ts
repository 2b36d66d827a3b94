import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { BrowserContextOptions } from 'playwright-core';
import type { TestBrowser } from '../../server/test/kit/browser.ts';
import { openBenchDatabase } from '../kit/bench-database.ts';
import { parleyCommand } from '../kit/parley-command.ts';
import { startServer } from '../kit/server-process.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const OWNER = { email: 'owner@bench.example', password: 'correct horse' };

/** The server with its console, and an owner with many conversations. */
export interface ConsoleServer extends AsyncDisposable {
  address: string;
  /** A page in a browser with an empty cache, logged in unless `isVisitor`. */
  open(browser: TestBrowser, options?: { isVisitor?: boolean }): ReturnType<TestBrowser['open']>;
}

export async function startConsoleServer(conversations: number): Promise<ConsoleServer> {
  execFileSync(process.execPath, [path.join(ROOT, 'scripts/build.js')], { stdio: ['ignore', 2, 2] });
  await using stack = new AsyncDisposableStack();
  const database = stack.use(await openBenchDatabase());
  const folder = await mkdtemp(path.join(tmpdir(), 'parley-bench-console-'));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const server = stack.use(
    await startServer(
      parleyCommand({
        env: {
          NODE_ENV: 'production',
          DATABASE_URL: database.url,
          PARLEY_HOST: '127.0.0.1',
          PARLEY_DATA: folder,
          // Keep the demo's document ingestion out of the measurement.
          PARLEY_ROLE: 'api',
          PARLEY_SIP_PORT: 'off',
          PARLEY_OWNER_EMAIL: OWNER.email,
          PARLEY_OWNER_PASSWORD: OWNER.password,
          PARLEY_RATE_LIMIT: '10000000',
          PARLEY_LOG_LEVEL: 'warn',
        },
      }),
    ),
  );
  // The server answers before the demo data exists.
  while ((await database.client.query('select 1 from assistants')).rowCount === 0) await setTimeout(50);
  await database.client.query(CONVERSATIONS, [conversations]);
  await database.client.query('analyze');
  const address = `http://127.0.0.1:${server.port}`;
  let session: Promise<Session> | null = null;
  const parts = stack.move();
  return {
    address,
    open: async (browser, { isVisitor = false } = {}) => {
      // One login for all pages, because more would be rate-limited.
      session ??= logIn(browser, address);
      const storageState = isVisitor ? {} : { storageState: await session };
      return browser.open({ viewport: { width: 1440, height: 900 }, ...storageState });
    },
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  };
}

type Session = Exclude<BrowserContextOptions['storageState'], undefined>;

async function logIn(browser: TestBrowser, address: string): Promise<Session> {
  const { context } = await browser.open();
  const answer = await context.request.post(`${address}/api/console/login`, {
    data: OWNER,
    headers: { origin: address },
  });
  if (!answer.ok()) throw new Error(`The login was refused: ${await answer.text()}`);
  const state = await context.storageState();
  await context.close();
  return state;
}

/** One conversation every four minutes until now, each with a question. */
const CONVERSATIONS = `
  with one as (select id, user_id from assistants order by id limit 1),
  made as (
    insert into conversations (user_id, assistant_id, type, customer_identifier, created_at, updated_at, active_at)
    select user_id, id, 'api', 'customer ' || n, at, at, at
    from one, generate_series(1, $1::int) n, lateral (select now() - n * interval '4 minutes' as at) t
    returning id, user_id, created_at
  )
  insert into messages (user_id, conversation_id, role, author, content, created_at)
  select user_id, id, 'user', 'customer', 'Where is the order that I made last week?', created_at from made`;
