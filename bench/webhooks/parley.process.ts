import { Agent } from 'undici';
import { startServer } from '../../server/src/compose.ts';
import { readConfig } from '../../server/src/config/config.ts';
import { systemClock } from '../../server/src/core/clock.ts';
import { createLog } from '../../server/src/log.ts';
import { addUser } from '../../server/src/modules/accounts/actions.ts';
import { type Order, somePayload, wallMs } from './protocol.ts';

// The server, with code that records events as modules do: one transaction per event.

const { config, secrets } = readConfig(process.env);
const server = await startServer(config, secrets, { log: createLog('warn') });
const { database, dependencies } = server;
const about = { name: 'Bench', email: 'bench@example.com', password: 'correct horse' };
const { id: userId } = await addUser(dependencies.accounts, about);
let count = 0;

async function record(urls: readonly string[]): Promise<void> {
  await database.transaction(async (transaction) => {
    for (const webhookUrl of urls) {
      count += 1;
      await dependencies.recordEvent(transaction, {
        type: 'conversation.ended',
        userId,
        assistantId: null,
        subjectId: String(count),
        isReported: false,
        webhookUrl,
        payload: somePayload(wallMs()),
        occurredAt: new Date(),
      });
    }
  });
}

async function untilSettled(): Promise<void> {
  for (;;) {
    const waiting = await database.query(`select from webhook_deliveries where status = 'pending' limit 1`);
    if (waiting.length === 0) return;
    await systemClock.sleep(10);
  }
}

const urlsOf = (origin: string, endpoints: number): string[] =>
  Array.from({ length: endpoints }, (_, index) => `${origin}/count/${index}`);

async function flow(order: Extract<Order, { kind: 'flow' }>): Promise<void> {
  const urls = urlsOf(order.origin, order.endpoints);
  let left = order.events;
  const work = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      await record([urls[left % urls.length] ?? '']);
    }
  };
  await Promise.all(Array.from({ length: order.parallel }, work));
  await untilSettled();
}

async function hold(order: Extract<Order, { kind: 'hold' }>): Promise<void> {
  const urls = urlsOf(order.origin, order.endpoints);
  await record(urls);
  await untilSettled();
  await database.query(`update webhook_targets set disabled_at = now(), disabled_reason = 'failing'`);
  const each = Math.ceil(order.events / urls.length);
  const all = Array.from({ length: each }, () => urls).flat();
  for (let from = 0; from < all.length; from += 500) await record(all.slice(from, from + 500));
}

async function release(): Promise<void> {
  const enabled = await database.query<{ id: number }>(
    'update webhook_targets set disabled_at = null, disabled_reason = null returning id',
  );
  for (const { id } of enabled) dependencies.webhooks.notifier.notify('webhooks', [id]);
  await untilSettled();
}

const agent = new Agent({ connections: 64 });
await database.query('create table if not exists bench_outbox (payload text not null)');

async function recordBare(url: string): Promise<void> {
  const body = JSON.stringify(somePayload(wallMs()));
  await database.transaction((transaction) =>
    transaction.query('insert into bench_outbox (payload) values ($1)', [body]),
  );
  const { origin, pathname: path } = new URL(url);
  const headers = { 'content-type': 'application/json' };
  const answer = await agent.request({ origin, path, method: 'POST', headers, body });
  await answer.body.dump();
}

/** Catches up after late starts, so that the rate is kept. */
async function steady(order: Extract<Order, { kind: 'steady' | 'steady bare' }>): Promise<void> {
  const { urls, perSecond, seconds } = order;
  const startMs = wallMs();
  const recording: Promise<void>[] = [];
  for (let index = 0; index < perSecond * seconds; index += 1) {
    const waitMs = startMs + (index * 1000) / perSecond - wallMs();
    if (waitMs > 0) await systemClock.sleep(waitMs);
    const url = urls[index % urls.length] ?? '';
    recording.push(order.kind === 'steady' ? record([url]) : recordBare(url));
  }
  await Promise.all(recording);
}

async function clear(): Promise<void> {
  await database.query(`update webhook_deliveries set status = 'failed' where status = 'pending'`);
}

function run(order: Order): Promise<void> {
  switch (order.kind) {
    case 'flow':
      return flow(order);
    case 'hold':
      return hold(order);
    case 'release':
      return release();
    case 'steady':
    case 'steady bare':
      return steady(order);
    case 'clear':
      return clear();
  }
}

process.on('message', async (order: Order) => {
  const startMs = wallMs();
  await run(order);
  process.send?.({ seconds: (wallMs() - startMs) / 1000 });
});
process.once('disconnect', async () => {
  await server.stop();
  process.exit();
});
process.send?.(Number(new URL(server.address).port));
