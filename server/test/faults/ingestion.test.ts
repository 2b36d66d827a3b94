import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../src/db/client.ts';
import { issueApiKey } from '../../src/modules/accounts/actions.ts';
import { repeatedPdf } from '../kit/bombs.ts';
import { fixtureFile, newKnowledgebase, upload } from '../kit/documents.ts';
import { eventually } from '../kit/eventually.ts';
import { type ServerProcess, startServerProcess } from '../kit/server-process.ts';
import { type Client, clientOf, cloneDatabase, type TestDatabase } from '../kit/test-server.ts';
import { startWebsite } from '../kit/website.ts';

let clone: TestDatabase;
let database: Database;
let token: string;
let running: ServerProcess | null = null;

// Each test gets its own database, because leftover passages would delay embedding in the next test.
beforeEach(async () => {
  clone = await cloneDatabase();
  database = openDatabase(clone.connection, () => undefined);
  const [user] = await database.query<{ id: number }>(
    `insert into users (name, email) values ('Test', $1) returning id`,
    [`${randomUUID()}@example.com`],
  );
  const fields = {
    userId: user?.id ?? 0,
    role: 'admin' as const,
    name: 'test',
    expiresAt: null,
    createdBy: null,
  };
  token = (await issueApiKey(database, fields)).token;
});
afterEach(async () => {
  await kill();
  await database.close();
  await clone.drop();
});

async function start(): Promise<Client> {
  running = await startServerProcess(clone.connection);
  return clientOf(running.api, token);
}

async function kill(): Promise<void> {
  await running?.kill();
  running = null;
}

interface Shown {
  status: string;
  stage: string;
  progress: { done: number; total: number | null };
}

const shown = async (account: Client, path: string): Promise<Shown> => (await account.get(path)).body.data;

/** Counts of all and of published passages, with their distinct positions and the last position. */
async function passagesOf(
  path: string,
): Promise<{ all: number; seen: number; positions: number; last: number }> {
  const id = Number(path.split('/').at(-1));
  const [row] = await database.query<{ all: number; seen: number; positions: number; last: number }>(
    `select count(*)::int as all,
       (count(*) filter (where chunks.generation = documents.generation))::int as seen,
       (count(distinct chunks.position))::int as positions, max(chunks.position)::int as last
     from documents join chunks on chunks.document_id = documents.id where documents.id = $1`,
    [id],
  );
  return row ?? { all: 0, seen: 0, positions: 0, last: -1 };
}

describe('a server that is killed during ingestion', () => {
  const lines = Array.from(
    { length: 50 },
    (_, line) => `0 -12 Td (Sentence ${line} of a long handbook about ovens.) Tj`,
  );
  const long = repeatedPdf(600, Buffer.from(`BT /F1 10 Tf 50 800 Td ${lines.join(' ')} ET`));

  test('continues after the restart without lost, stuck or duplicate passages', async () => {
    let account = await start();
    const base = await newKnowledgebase(account);
    const documents = [
      await upload(account, base, { type: 'pdf', name: 'long.pdf', bytes: long }),
      await upload(account, base, { type: 'pdf', name: 'handbook.pdf', bytes: fixtureFile('handbook.pdf') }),
      await upload(account, base, {
        type: 'docx',
        name: 'handbook.docx',
        bytes: fixtureFile('handbook.docx'),
      }),
      await upload(account, base, { type: 'pdf', name: 'locked.pdf', bytes: fixtureFile('encrypted.pdf') }),
    ];
    const [longDocument = ''] = documents;
    await eventually(
      () => shown(account, longDocument),
      ({ stage }) => stage !== 'waiting',
    );
    await kill();
    account = await start();
    await eventually(
      () => shown(account, longDocument),
      ({ stage, status }) => stage === 'indexing' || stage === 'embedding' || status === 'active',
    );
    await kill();
    account = await start();
    for (const [index, document] of documents.entries()) {
      const { status } = await eventually(
        () => shown(account, document),
        (state) => state.status !== 'processing' || state.stage === 'embedding',
      );
      expect(status === 'failed').toBe(index === 3);
    }
    for (const document of documents.slice(0, 3)) {
      const { all, seen, positions, last } = await passagesOf(document);
      expect(all).toBeGreaterThan(0);
      expect({ all, positions, last }).toEqual({ all: seen, positions: seen, last: seen - 1 });
    }
    const found = await account.post(`${base}/search`, { query: 'resistance of the heating element' });
    expect(found.body.data[0].text).toContain('15.6 ohm');
    await kill();
  });

  test('embeds each remaining passage once', async () => {
    let account = await start();
    const base = await newKnowledgebase(account);
    const text = Array.from({ length: 40 }, (_, hall) =>
      `Hall ${hall} seats ${hall * 7} guests. `.repeat(24),
    ).join('\n\n');
    const document = await upload(account, base, {
      type: 'txt',
      name: 'halls.txt',
      bytes: Buffer.from(text),
    });
    await eventually(
      () => shown(account, document),
      ({ stage, progress }) => stage === 'embedding' && progress.done > 0,
      120_000,
    );
    await kill();
    // Extends the lease of the killed worker: the next process must not wait until it expires.
    await database.query(
      `update knowledgebases set embedding_lease_until = clock_timestamp() + interval '1 hour'
       where embedding_lease_until is not null`,
    );
    account = await start();
    const state = await eventually(
      () => shown(account, document),
      ({ stage }) => stage === 'ready',
      180_000,
    );
    const { all, seen } = await passagesOf(document);
    expect(state.progress).toEqual({ done: seen, total: seen });
    expect(all).toBe(seen);
  });

  test('requests only the pages that were not read before', async () => {
    let account = await start();
    const base = await newKnowledgebase(account);
    const page = (text: string): string =>
      `<title>${text}</title><p>${`${text} opens at nine. `.repeat(20)}</p><a href="/garden">Garden</a>`;
    let isOpen = false;
    await using site = await openSite({
      '/': page('The museum'),
      '/garden': (_request, response) => {
        if (isOpen) response.setHeader('content-type', 'text/html').end(page('The garden'));
      },
    });
    const { body } = await account.post(`${base}/documents`, {
      type: 'website',
      name: 'Museum',
      url: `${site.origin}/`,
    });
    await eventually(
      async () => site.requests,
      (requests) => requests.includes('GET /garden'),
    );
    await kill();
    isOpen = true;
    account = await start();
    const document = `${base}/documents/${body.data.id}`;
    await eventually(
      () => shown(account, document),
      ({ stage }) => stage === 'embedding' || stage === 'ready',
    );
    const requested = site.requests.filter((request) => request !== 'GET /robots.txt');
    expect(requested).toEqual(['GET /', 'GET /garden', 'GET /garden', 'GET /sitemap.xml']);
    const found = await account.post(`${base}/search`, { query: 'When does the museum open?' });
    expect(found.body.data.map((passage: { source: string }) => passage.source)).toEqual(
      expect.arrayContaining([`${site.origin}/`, `${site.origin}/garden`]),
    );
    const left = await database.query('select from fetched_pages where document_id = $1', [body.data.id]);
    expect(left).toEqual([]);
    await kill();
  });

  test('keeps the passages of a website during its refresh', async () => {
    let account = await start();
    const base = await newKnowledgebase(account);
    let isOpen = true;
    let price = 80;
    await using site = await openSite({
      '/': (_request, response) => {
        if (isOpen) {
          response.setHeader('content-type', 'text/html').end(`<p>A tyre costs ${price} euros.</p>`);
        }
      },
    });
    const fields = { type: 'website', name: 'Garage', url: `${site.origin}/` };
    const { body } = await account.post(`${base}/documents`, fields);
    const document = `${base}/documents/${body.data.id}`;
    const isReady = ({ stage }: Shown): boolean => stage === 'ready';
    await eventually(() => shown(account, document), isReady);
    isOpen = false;
    price = 95;
    await account.post(`${document}/refresh`);
    await eventually(
      async () => site.requests.filter((request) => request === 'GET /'),
      (requests) => requests.length === 2,
    );
    await kill();
    account = await start();
    const prices = async (): Promise<string[]> => {
      const found = await account.post(`${base}/search`, { query: 'What does a tyre cost?' });
      return found.body.data.map(({ text }: { text: string }) => text);
    };
    expect(await prices()).toEqual([expect.stringContaining('A tyre costs 80 euros.')]);
    await eventually(
      async () => site.requests.filter((request) => request === 'GET /'),
      (requests) => requests.length === 3,
    );
    await kill();
    isOpen = true;
    account = await start();
    await eventually(() => shown(account, document), isReady);
    expect(await prices()).toEqual([expect.stringContaining('A tyre costs 95 euros.')]);
    await kill();
  });
});

async function openSite(pages: Parameters<typeof startWebsite>[0]) {
  const site = await startWebsite(pages);
  return { ...site, [Symbol.asyncDispose]: () => site.close() };
}
