import type { ServerResponse } from 'node:http';
import { beforeAll, describe, expect, test } from 'vitest';
import { fixtureFile, newKnowledgebase, processed, upload } from '../../kit/documents.ts';
import { eventually } from '../../kit/eventually.ts';
import { sharedServer } from '../../kit/shared-server.ts';
import type { Client, TestServer } from '../../kit/test-server.ts';
import { startWebsite } from '../../kit/website.ts';

let server: TestServer;
let account: Client;
let document: string;

beforeAll(async () => {
  server = await sharedServer();
  account = await server.account();
  const sections = Array.from(
    { length: 30 },
    (_, index) => `Chapter ${index}. ${'Breakfast is at seven. '.repeat(40)}`,
  );
  const file = { type: 'txt', name: 'guide.txt', bytes: Buffer.from(sections.join('\n\n')) };
  document = await upload(account, await newKnowledgebase(account), file);
  await eventually(
    () => account.get(document),
    ({ body }) => body.data.status === 'active',
  );
});

test('a document lists its passages in order, page by page', async () => {
  const first = await account.get(`${document}/chunks?per_page=3`);
  expect(first.status).toBe(200);
  const { total, last_page: lastPage } = first.body;
  expect(total).toBeGreaterThan(6);
  const pages = [];
  for (let page = 1; page <= lastPage; page += 1) {
    pages.push((await account.get(`${document}/chunks?per_page=3&page=${page}`)).body.data);
  }
  const all = pages.flat();
  expect(all).toHaveLength(total);
  expect(all.map(({ position }) => position)).toEqual(all.map((_, index) => index));
  expect(all[0].text).toContain('Chapter 0');
  expect(all.every((chunk) => chunk.is_embedded)).toBe(true);
});

test('returns no passages after the last page or to another account', async () => {
  const otherAccount = await server.account();
  expect((await otherAccount.get(`${document}/chunks`)).status).toBe(404);
  expect((await account.get(`${document}/chunks?per_page=101`)).status).toBe(422);
  expect((await account.get(`${document}/chunks?page=999`)).body).toMatchObject({ data: [], from: null });
});

test('counts the pages of PDFs and websites, but not of texts', async () => {
  const base = await newKnowledgebase(account);
  const site = await startWebsite({
    '/': '<title>Inn</title><p>Breakfast is at seven.</p><a href="/rooms">Rooms</a>',
    '/rooms': '<title>Rooms</title><p>Every room has a bath.</p>',
  });
  const pdf = { type: 'pdf', name: 'handbook.pdf', bytes: fixtureFile('handbook.pdf') };
  const paths = [await upload(account, base, pdf)];
  const website = { name: 'Inn', type: 'website', url: `${site.origin}/`, relative_links_limit: 5 };
  paths.push(`${base}/documents/${(await account.post(`${base}/documents`, website)).body.data.id}`);
  const pages = await Promise.all(paths.map(async (path) => (await processed(account, path)).pages));
  await site.close();
  const chunks = (await account.get(`${paths[0]}/chunks?per_page=100`)).body.data;
  expect(pages).toEqual([new Set(chunks.map(({ source }: { source: string }) => source)).size, 2]);
  expect((await account.get(document)).body.data.pages).toBeNull();
});

describe('refreshing a website', () => {
  const page = (text: string): string => `<title>Garage</title><p>${text}</p>`;

  async function addWebsite(pages: Parameters<typeof startWebsite>[0], links: string[] = []) {
    const site = await startWebsite(pages);
    const base = await newKnowledgebase(account);
    const created = await account.post(`${base}/documents`, {
      name: 'Garage',
      type: 'website',
      url: `${site.origin}/`,
      links: links.map((link) => ({ link: `${site.origin}${link}` })),
    });
    const path = `${base}/documents/${created.body.data.id}`;
    const texts = async (): Promise<string[]> =>
      (await account.get(`${path}/chunks`)).body.data.map(({ text }: { text: string }) => text);
    const ready = async () => {
      const isReady = ({ body }: { body: { data: { stage: string } } }) => body.data.stage === 'ready';
      return (await eventually(() => account.get(path), isReady)).body.data;
    };
    return { site, base, path, texts, ready, [Symbol.asyncDispose]: () => site.close() };
  }

  test('replaces all passages atomically; search finds the old ones until then', async () => {
    let answer = (): void => undefined;
    await using garage = await addWebsite({ '/': page('A tyre costs 80 euros.') });
    const { site, base, path, texts, ready } = garage;
    const { last_read_at: before } = await ready();
    site.pages['/'] = (_request, response) => {
      answer = () => void response.setHeader('content-type', 'text/html').end(page('A tyre costs 95 euros.'));
    };
    const refreshed = await account.post(`${path}/refresh`);
    expect(refreshed.status).toBe(200);
    expect(refreshed.body).toMatchObject({
      message: 'The website is being crawled again.',
      data: { status: 'processing', stage: 'waiting', last_read_at: before },
    });
    await eventually(
      async () => site.requests.filter((request) => request === 'GET /'),
      (requests) => requests.length === 2,
    );
    const again = await account.post(`${path}/refresh`);
    expect({ status: again.status, body: again.body }).toEqual({
      status: 409,
      body: { error: 'The document is being processed. Refresh it afterwards.' },
    });
    const found = await account.post(`${base}/search`, { query: 'What does a tyre cost?' });
    expect(found.body.data[0].text).toBe('Garage\n\nA tyre costs 80 euros.');
    answer();
    const after = await ready();
    expect(after).toMatchObject({ status: 'active', warning: null, error: null });
    expect(Date.parse(after.last_read_at)).toBeGreaterThan(Date.parse(before));
    expect(await texts()).toEqual(['A tyre costs 95 euros.']);
    const changed = await account.post(`${base}/search`, { query: 'What does a tyre cost?' });
    expect(changed.body.data.map(({ text }: { text: string }) => text)).toEqual([
      'Garage\n\nA tyre costs 95 euros.',
    ]);
  });

  test('keeps unchanged passages with their vectors', async () => {
    const links = '<p><a href="/hours">Hours</a></p>';
    await using garage = await addWebsite({
      '/': `${page('A tyre costs 80 euros.')}${links}`,
      '/hours': page('Open from 8 to 18.'),
    });
    const { site, path, texts, ready } = garage;
    await ready();
    const id = Number(path.split('/').at(-1));
    const rows = () =>
      server.database.query<{ id: number; embedding: Buffer; text: string }>(
        'select id, embedding, text from chunks where document_id = $1 order by position',
        [id],
      );
    const [first, hours] = await rows();
    await account.post(`${path}/refresh`);
    await ready();
    expect((await rows()).map((row) => row.id)).toEqual([first?.id, hours?.id]);

    // A value that the embedder would not produce, so it remains only if the vector was copied.
    const mark = Buffer.from(hours?.embedding ?? []);
    mark.writeFloatLE(0.125, 0);
    await server.database.query('update chunks set embedding = $2 where id = $1', [hours?.id, mark]);
    site.pages['/'] = `${page('A tyre costs 95 euros.')}${links}`;
    await account.post(`${path}/refresh`);
    await ready();
    expect(await texts()).toEqual(['A tyre costs 95 euros.\n\nHours', 'Open from 8 to 18.']);
    const [, kept] = await rows();
    expect(kept?.id).not.toBe(hours?.id);
    expect(kept?.embedding.equals(mark)).toBe(true);
  });

  test('keeps its passages and reports the reason if it cannot be read', async () => {
    await using garage = await addWebsite({ '/': page('A tyre costs 80 euros.') });
    const { site, base, path, texts, ready } = garage;
    const before = await ready();
    site.pages['/'] = (_request, response) => response.writeHead(403).end();
    await account.post(`${path}/refresh`);
    expect(await ready()).toMatchObject({
      status: 'active',
      error: null,
      warning:
        'The last refresh failed, so the earlier passages stay in use. The site does not let us read the page (403).',
      last_read_at: before.last_read_at,
    });
    expect(await texts()).toEqual(['A tyre costs 80 euros.']);
    expect((await account.get(base)).body.data.status).toBe('active');
    site.pages['/'] = page('A tyre costs 80 euros.');
    await account.post(`${path}/refresh`);
    expect(await ready()).toMatchObject({ status: 'active', warning: null });
  });

  test('keeps the passages of pages that fail temporarily, but not of missing pages', async () => {
    const failing = (status: number) => (_request: unknown, response: ServerResponse) =>
      response.writeHead(status).end();
    await using garage = await addWebsite(
      {
        '/': `${page('A tyre costs 80 euros.')}<a href="/hours">Hours</a><a href="/jobs">Jobs</a>`,
        '/hours': page('Open from 8 to 18.'),
        '/jobs': page('We look for a mechanic.'),
        '/named': page('We are in Mill Lane.'),
      },
      ['/named'],
    );
    const { site, path, texts, ready } = garage;
    await ready();
    site.pages['/hours'] = failing(503);
    site.pages['/jobs'] = failing(404);
    await account.post(`${path}/refresh`);
    const { warning } = await ready();
    expect(await texts()).toEqual([
      'A tyre costs 80 euros.\n\nHoursJobs',
      'We are in Mill Lane.',
      'Open from 8 to 18.',
    ]);
    expect(warning).toMatch(
      /^2 linked pages could not be read\. .*\nEarlier passages of 1 page stay in use\.$/,
    );

    // Without the start page, the other pages cannot be found.
    site.pages['/'] = failing(500);
    await account.post(`${path}/refresh`);
    expect((await ready()).warning).toMatch(/^The last refresh failed, .*The site answered 500/);
    expect(await texts()).toHaveLength(3);
  });

  test('keeps the passages of unreached pages', async () => {
    const failing = (_request: unknown, response: ServerResponse) => response.writeHead(503).end();
    const sitemap = (_request: unknown, response: ServerResponse) =>
      response.end(`<urlset><url><loc>${site.origin}/unlinked</loc></url></urlset>`);
    const moved = (_request: unknown, response: ServerResponse) =>
      response.writeHead(302, { location: '/new' }).end();
    await using garage = await addWebsite({
      '/': `${page('A tyre costs 80 euros.')}<a href="/hub">Hub</a><a href="/old">Old</a>`,
      '/hub': `${page('All services.')}<a href="/oil">Oil</a>`,
      '/oil': page('Oil costs 9 euros.'),
      '/old': moved,
      '/new': page('We are in Mill Lane.'),
      '/sitemap.xml': (...given) => sitemap(...given),
      '/unlinked': page('Open from 8 to 18.'),
    });
    const { site, path, texts, ready } = garage;
    expect((await ready()).warning).toBeNull();
    const before = await texts();
    expect(before).toHaveLength(5);
    const refreshed = async () => {
      await account.post(`${path}/refresh`);
      return ready();
    };
    const pages = { ...site.pages };
    site.pages['/sitemap.xml'] = failing;
    site.pages['/hub'] = failing;
    site.pages['/old'] = failing;
    expect((await refreshed()).warning).toContain('Earlier passages of 4 pages stay in use.');
    expect((await texts()).toSorted()).toEqual(before.toSorted());

    site.pages = { ...pages, '/sitemap.xml': failing };
    expect((await refreshed()).warning).toContain('Earlier passages of 1 page stay in use.');
    expect((await texts()).toSorted()).toEqual(before.toSorted());

    delete pages['/sitemap.xml'];
    site.pages = pages;
    expect((await refreshed()).warning).toBeNull();
    expect(await texts()).toHaveLength(4);
  });

  test('is possible after a failure; files cannot be refreshed', async () => {
    await using garage = await addWebsite({});
    const { site, path, ready } = garage;
    expect(await processed(account, path)).toMatchObject({ status: 'failed', last_read_at: null });
    site.pages['/'] = page('A tyre costs 80 euros.');
    expect((await account.post(`${path}/refresh`)).status).toBe(200);
    expect(await ready()).toMatchObject({ status: 'active', error: null });

    const refused = await account.post(`${document}/refresh`);
    expect({ status: refused.status, body: refused.body }).toEqual({
      status: 422,
      body: { error: 'Only a website can be refreshed.' },
    });
    const otherAccount = await server.account();
    expect((await otherAccount.post(`${path}/refresh`)).body).toEqual({ error: 'Document not found.' });
  });
});
