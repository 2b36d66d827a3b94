import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sweepKnowledge } from '../../src/modules/knowledge/ingestion/sweep-knowledge.ts';
import { newKnowledgebase, processed, upload } from '../kit/documents.ts';
import { startLoopbackServer } from '../kit/loopback-server.ts';
import { type Client, startTestServer, type TestServer } from '../kit/test-server.ts';

const bytes = Buffer.from('The bakery opens at 6:45 every day but Monday.');
const file = { type: 'txt', name: 'hours.txt', bytes };

describe('documents that wait for a worker', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({
      environment: { PARLEY_ROLE: 'api', DATABASE_URL: 'postgres://the-test-has-its-own' },
    });
  });
  afterAll(() => server.stop());

  interface Job {
    document: number;
    queue_name: string;
    attempts: number;
    run_at: Date;
  }
  const line = () =>
    server.database.query<Job>(
      `select replace(key, 'ingest-document-', '')::int as document, queue_name, attempts, run_at
       from graphile_worker.jobs where key like 'ingest-document-%' order by priority, run_at, id`,
    );
  const order = async () => (await line()).map(({ document }) => document);
  const add = async (account: Client, base: string) =>
    Number((await upload(account, base, file)).split('/').at(-1));
  /** Makes all documents and jobs this much older. */
  async function age(minutes: number): Promise<void> {
    const interval = `${minutes} minutes`;
    await server.database.query('update documents set worked_at = worked_at - $1::interval', [interval]);
    await server.database.query(
      'update graphile_worker._private_jobs set run_at = run_at - $1::interval, updated_at = updated_at',
      [interval],
    );
  }

  test('are processed round-robin by account, one per account at a time, including newcomers', async () => {
    const [many, few, late] = [await server.account(), await server.account(), await server.account()];
    const bases = [await newKnowledgebase(many), await newKnowledgebase(few), await newKnowledgebase(late)];
    const [manyBase = '', fewBase = '', lateBase = ''] = bases;
    const first = [await add(many, manyBase), await add(many, manyBase), await add(many, manyBase)];
    const other = await add(few, fewBase);
    const [a, b, c] = first;
    expect(await order()).toEqual([a, other, b, c]);
    const queues = (await line()).map((job) => job.queue_name);
    expect(queues[0]).not.toBe(queues[1]);
    expect(queues[2]).toBe(queues[0]);

    // The first turn is over: a newcomer goes before the third turn, not before the second.
    await server.database.query(`update documents set status = 'active' where id = any($1)`, [[a, other]]);
    await server.database.query(
      'select graphile_worker.remove_job(key) from graphile_worker.jobs where key = any($1)',
      [[`ingest-document-${a}`, `ingest-document-${other}`]],
    );
    const newcomer = await add(late, lateBase);
    expect(await order()).toEqual([b, newcomer, c]);
  });

  test('keep their position and backoff after a failure; only documents without a job are queued again', async () => {
    const account = await server.account();
    const base = await newKnowledgebase(account);
    const [old, failing, lost] = [
      await add(account, base),
      await add(account, base),
      await add(account, base),
    ];
    await age(3);
    const fresh = await add(account, base);
    await server.database.query(
      `update graphile_worker._private_jobs set attempts = 4, run_at = now() + interval '1 minute' where key = $1`,
      [`ingest-document-${failing}`],
    );
    await server.database.query('select graphile_worker.remove_job($1)', [`ingest-document-${lost}`]);
    const before = await line();
    await sweepKnowledge(server.database, 'any');
    const after = await line();
    expect(after.filter((job) => job.document !== lost)).toEqual(before);
    expect(after.map((job) => job.document)).toContain(lost);
    const places = [old, fresh].map((id) => after.findIndex((job) => job.document === id));
    expect(places[0]).toBeLessThan(places[1] ?? -1);
    await sweepKnowledge(server.database, 'any');
    expect(await line()).toEqual(after);
  });

  test('keep their backoff after a failure to embed their passages', async () => {
    const account = await server.account();
    const base = await newKnowledgebase(account);
    const id = await add(account, base);
    await server.database.query(`update documents set status = 'active', stage = 'embedding' where id = $1`, [
      id,
    ]);
    await sweepKnowledge(server.database, 'any');
    const key = `embed-knowledgebase-${base.split('/').at(-1)}`;
    const job = () =>
      server.database.query('select attempts, run_at, queue_name from graphile_worker.jobs where key = $1', [
        key,
      ]);
    expect(await job()).toHaveLength(1);
    await server.database.query(
      `update graphile_worker._private_jobs set attempts = 6, run_at = now() + interval '5 minutes' where key = $1`,
      [key],
    );
    const before = await job();
    await sweepKnowledge(server.database, 'any');
    expect(await job()).toEqual(before);
  });
});

test("one account's slow websites do not block other accounts or embeddings", async () => {
  const site = await startLoopbackServer(() => undefined);
  const server = await startTestServer();
  try {
    const [slow, other] = [await server.account(), await server.account()];
    const base = await newKnowledgebase(slow);
    for (let index = 0; index < 12; index += 1) {
      const website = { name: 'Slow', type: 'website', url: `${site.origin}/${index}` };
      expect((await slow.post(`${base}/documents`, website)).status).toBe(201);
    }
    const document = await upload(other, await newKnowledgebase(other), file);
    expect((await processed(other, document)).status).toBe('active');
  } finally {
    await server.stop();
    await site.close();
  }
});
