import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expandingPdf, wordDocument, wordParagraph } from '../../kit/bombs.ts';
import {
  fixtureFile,
  newKnowledgebase,
  processed,
  searchable,
  upload,
  uploadForm,
} from '../../kit/documents.ts';
import { eventually } from '../../kit/eventually.ts';
import { type LoopbackServer, startLoopbackServer } from '../../kit/loopback-server.ts';
import { type Client, startTestServer, type TestServer } from '../../kit/test-server.ts';

let server: TestServer;
let account: Client;
let site: LoopbackServer;

const pages: Record<string, string> = {
  '/': '<title>Blue Bakery</title><h1>Welcome</h1><p>We bake since 1998.</p><a href="/hours">Hours</a>',
  '/hours': '<title>Opening hours</title><h1>Hours</h1><p>The bakery opens at 6:45 every day but Monday.</p>',
  '/old':
    '<title>Old shop</title><p>We have moved.</p><a href="/torn-down">Where we were</a><a href="/menu.pdf">Menu</a>',
  '/sitemap.xml': '<urlset></urlset>',
};

const failures: Record<string, number> = { '/broken': 500, '/gone': 410 };

beforeAll(async () => {
  site = await startLoopbackServer((request, response) => {
    const { url = '' } = request;
    const page = pages[url];
    const status = failures[url] ?? (page === undefined ? 404 : 200);
    response.writeHead(status, { 'content-type': 'text/html' }).end(page);
  });
  server = await startTestServer();
  account = await server.account();
});
afterAll(async () => {
  await server.stop();
  await site.close();
});

const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
const pdf = { type: 'pdf', name: 'handbook.pdf', bytes: fixtureFile('handbook.pdf') };

describe('documents', () => {
  test('warn about unreadable parts', async () => {
    const path = await newKnowledgebase(account);
    const bytes = wordDocument(`${wordParagraph('See the sheet below.')}<w:altChunk/>`);
    const document = await searchable(
      account,
      await upload(account, path, { type: 'docx', name: 'a.docx', bytes }),
    );
    expect(document.warning).toContain('1 embedded document could not be read');
  });

  test('start as processing and become active and ready, with exact response shapes', async () => {
    const path = await newKnowledgebase(account);
    const form = uploadForm(
      'docx',
      { name: 'a/b\\handbook.docx', bytes: fixtureFile('handbook.docx') },
      { name: 'Handbook' },
    );
    const created = await account.post(`${path}/documents`, form);
    expect(created.status).toBe(201);
    expect(created.body).toEqual({
      message: expect.any(String),
      data: {
        id: expect.any(Number),
        name: 'Handbook',
        description: '',
        type: 'docx',
        type_label: 'DOCX',
        status: 'processing',
        status_label: 'Processing',
        created_at: timestamp,
      },
    });
    const document = `${path}/documents/${created.body.data.id}`;
    const active = await processed(account, document);
    expect(active).toMatchObject({
      status: 'active',
      status_label: 'Active',
      error: null,
      updated_at: timestamp,
    });
    const found = await account.post(`${path}/search`, { query: 'What fuse does the H500-E3 need?' });
    expect(found.body.data[0]).toMatchObject({
      text: expect.stringContaining('| H500-E3 | 400 V, three phases | 5.1 kW | 3 × 10 A |'),
      source: 'handbook.docx',
    });
    const ready = await eventually(
      () => account.get(document),
      ({ body }) => body.data.stage === 'ready',
    );
    expect(ready.body.data.progress.done).toBe(ready.body.data.progress.total);
    const list = await account.get(`${path}/documents`);
    expect(list.body).toEqual({ data: [ready.body.data] });
    expect((await account.get(path)).body.data).toMatchObject({ status: 'active', documents_count: 1 });
  });

  test('of plain text are found by meaning after embedding', async () => {
    const path = await newKnowledgebase(account);
    const bytes = Buffer.from('Dogs and cats may stay in every room.\n\nThe pool is heated to 28 degrees.');
    const document = await upload(account, path, { type: 'txt', name: 'house.txt', bytes });
    await eventually(
      () => account.get(document),
      ({ body }) => body.data.stage === 'ready',
    );
    const found = await account.post(`${path}/search`, { query: 'Are pets allowed?' });
    expect(found.body.data[0].text).toContain('Dogs and cats');
  });

  test('of websites are fetched with linked pages', async () => {
    const path = await newKnowledgebase(account);
    const created = await account.post(`${path}/documents`, {
      name: 'Bakery',
      type: 'website',
      url: `${site.origin}/`,
    });
    expect(created.status).toBe(201);
    const document = await processed(account, `${path}/documents/${created.body.data.id}`);
    expect(document).toMatchObject({ status: 'active', type_label: 'Website', error: null });
    const found = await account.post(`${path}/search`, { query: 'When does the bakery open?' });
    expect(found.body.data[0]).toMatchObject({
      text: expect.stringContaining('6:45'),
      source: `${site.origin}/hours`,
    });
  });

  test('of websites warn about unread pages and files', async () => {
    const path = await newKnowledgebase(account);
    const create = async (fields: object): Promise<string> => {
      const created = await account.post(`${path}/documents`, { name: 'Bakery', type: 'website', ...fields });
      return `${path}/documents/${created.body.data.id}`;
    };
    const addresses = ['/hours', '/broken', '/gone'].map((name) => `${site.origin}${name}`);
    const links = [...addresses, 'http://[::1]/'].map((link) => ({ link }));
    const partial = await create({ links });
    const { warning, ...document } = await processed(account, partial);
    expect(document).toMatchObject({ status: 'active', error: null });
    expect(warning).toMatch(/^3 of 4 pages could not be read\. /);
    expect(warning).not.toContain('/hours');
    expect(warning).toMatch(/\/broken: .*500.* http.*\/gone: .*410.* http:\/\/\[::1\]\/: .*not public/);
    const listed = (await account.get(`${path}/documents`)).body.data;
    expect(listed).toMatchObject([{ warning }]);

    const found = await create({ url: `${site.origin}/old` });
    expect(await processed(account, found)).toMatchObject({
      status: 'active',
      warning:
        `1 linked page could not be read. ${site.origin}/torn-down: The page does not exist (404).\n` +
        `1 linked file was not read; upload what you need as documents: ${site.origin}/menu.pdf`,
    });
    const start = await create({ url: `${site.origin}/gone`, links: links.slice(0, 1) });
    const missing = expect.stringMatching(/^1 of 2 pages could not be read\. http.*\/gone: /);
    expect(await processed(account, start)).toMatchObject({ status: 'active', warning: missing });
  });

  test('of unreachable websites fail with a reason', async () => {
    const path = await newKnowledgebase(account);
    const created = await account.post(`${path}/documents`, {
      name: 'Gone',
      type: 'website',
      links: [{ link: `${site.origin}/missing` }],
    });
    const document = await processed(account, `${path}/documents/${created.body.data.id}`);
    expect(document).toMatchObject({
      status: 'failed',
      status_label: 'Failed',
      error: expect.stringContaining('404'),
    });
    expect((await account.get(path)).body.data).toMatchObject({ status: 'failed', status_label: 'Failed' });
  });

  test('that are unreadable fail with a reason; only failed documents can be retried', async () => {
    const path = await newKnowledgebase(account);
    const bytes = fixtureFile('encrypted.pdf');
    const locked = await upload(account, path, { type: 'pdf', name: 'locked.pdf', bytes });
    const reason = expect.stringContaining('protected by a password');
    expect(await processed(account, locked)).toMatchObject({ status: 'failed', error: reason });
    const retried = await account.post(`${locked}/retry`);
    expect(retried.status).toBe(200);
    expect(retried.body.data).toMatchObject({ status: 'processing', error: null, stage: 'waiting' });
    expect(await processed(account, locked)).toMatchObject({ status: 'failed', error: reason });
    const open = await upload(account, path, pdf);
    await processed(account, open);
    const refused = await account.post(`${open}/retry`);
    expect({ status: refused.status, body: refused.body }).toEqual({
      status: 409,
      body: { error: 'Only a failed document can be retried.' },
    });
  });

  test('that failed are listed across knowledgebases, latest failure first, until deleted', async () => {
    const owner = await server.account();
    const bytes = fixtureFile('encrypted.pdf');
    const paths = [await newKnowledgebase(owner, 'One'), await newKnowledgebase(owner, 'Two')];
    const documents: string[] = [];
    for (const path of paths) {
      const document = await upload(owner, path, { type: 'pdf', name: 'locked.pdf', bytes });
      await processed(owner, document);
      documents.push(document);
    }
    await processed(owner, await upload(owner, paths[0] ?? '', pdf));
    const names = async (query = '') => {
      const { status, body } = await owner.get(`/user/documents/failed${query}`);
      expect(status).toBe(200);
      return body.data.map(({ knowledgebase }: { knowledgebase: { name: string } }) => knowledgebase.name);
    };
    expect(await names()).toEqual(['Two', 'One']);
    await owner.post(`${documents[0]}/retry`);
    await processed(owner, documents[0] ?? '');
    expect(await names('?limit=1')).toEqual(['One']);
    const [first] = (await owner.get('/user/documents/failed')).body.data;
    const { data } = (await owner.get(documents[0] ?? '')).body;
    const id = Number(paths[0]?.split('/').at(-1));
    expect(first).toEqual({ ...data, knowledgebase: { id, name: 'One' } });
    await owner.delete(documents[1] ?? '');
    expect(await names()).toEqual(['One']);
    expect((await account.get('/user/documents/failed?limit=0')).status).toBe(422);
    const otherAccount = await server.account();
    expect((await otherAccount.get('/user/documents/failed')).body).toEqual({ data: [] });
  });

  test('allow changes of name and description only', async () => {
    const path = await newKnowledgebase(account);
    const document = await upload(account, path, pdf);
    const changed = await account.put(document, {
      name: 'New',
      description: 'Words',
      type: 'txt',
      status: 'failed',
    });
    expect(changed.body.data).toMatchObject({ name: 'New', description: 'Words', type: 'pdf' });
    const refused = await account.put(document, { name: 'x'.repeat(256), description: 'x'.repeat(256) });
    expect(Object.keys(refused.body.errors)).toEqual(['name', 'description']);
  });

  test('can be deleted during processing', async () => {
    const path = await newKnowledgebase(account);
    const document = await upload(account, path, {
      type: 'pdf',
      name: 'slow.pdf',
      bytes: expandingPdf(900_000_000),
    });
    await eventually(
      () => account.get(document),
      ({ body }) => body.data.stage === 'extracting',
    );
    expect((await account.delete(document)).status).toBe(200);
    expect((await account.get(document)).body).toEqual({ error: 'Document not found.' });
    expect((await account.delete(document)).status).toBe(404);
    expect((await account.get(path)).body.data).toMatchObject({ status: 'empty', documents_count: 0 });
    const next = await upload(account, path, pdf);
    expect((await searchable(account, next)).error).toBeNull();
  });

  test('are accessible only in their knowledgebase and by their account', async () => {
    const path = await newKnowledgebase(account);
    const other = await newKnowledgebase(account);
    const otherAccount = await server.account();
    const document = await upload(account, path, pdf);
    const elsewhere = document.replace(path, other);
    for (const answer of [
      await account.get(elsewhere),
      await account.put(elsewhere, { name: 'x' }),
      await account.delete(elsewhere),
      await account.post(`${elsewhere}/retry`),
      await otherAccount.get(document),
      await otherAccount.put(document, { name: 'x'.repeat(256) }),
      await otherAccount.post(`${document}/retry`),
      await otherAccount.delete(document),
      await account.delete('/user/knowledgebases/9000000000/documents/1'),
    ]) {
      expect({ status: answer.status, body: answer.body }).toEqual({
        status: 404,
        body: { error: 'Document not found.' },
      });
    }
    expect((await account.get(document)).status).toBe(200);
  });
});

describe('validation', () => {
  test('reports all invalid fields of a website', async () => {
    const path = `${await newKnowledgebase(account)}/documents`;
    const nothing = await account.post(path, {});
    expect(Object.keys(nothing.body.errors)).toEqual(['name', 'type']);
    const absent = await account.post(path, { name: 'x', type: 'website' });
    expect(absent.body.errors).toEqual({
      url: ['The url field is required when links is not present.'],
      links: ['The links field is required when url is not present.'],
    });
    const broken = await account.post(path, {
      name: 'x'.repeat(256),
      description: 'x'.repeat(256),
      type: 'website',
      url: 'ftp://example.com',
      links: [{ link: 'https://example.com' }, { link: 'javascript:1' }, {}],
      relative_links_limit: 51,
    });
    expect(broken.status).toBe(422);
    expect(Object.keys(broken.body.errors).toSorted()).toEqual([
      'description',
      'links.1.link',
      'links.2.link',
      'name',
      'relative_links_limit',
      'url',
    ]);
    for (const limit of [0, 1.5, 'ten']) {
      const fields = { name: 'x', type: 'website', url: `${site.origin}/`, relative_links_limit: limit };
      expect((await account.post(path, fields)).body.errors).toHaveProperty('relative_links_limit');
    }
    for (const limit of [1, '50']) {
      const fields = { name: 'x', type: 'website', url: `${site.origin}/`, relative_links_limit: limit };
      expect((await account.post(path, fields)).status).toBe(201);
    }
    const withFile = await account.post(path, uploadForm('website', pdf, { url: 'https://example.com' }));
    expect(withFile.body.errors).toEqual({ file: ['The file field is prohibited when type is website.'] });
  });

  test('reports all invalid fields of a file', async () => {
    const path = `${await newKnowledgebase(account)}/documents`;
    const absent = await account.post(path, { name: 'x', type: 'pdf' });
    expect(absent.body.errors).toEqual({ file: ['The file field is required when type is pdf.'] });
    const unknown = await account.post(path, uploadForm('xlsx', pdf));
    expect(Object.keys(unknown.body.errors)).toEqual(['type']);
    const mixed = await account.post(
      path,
      uploadForm(
        'pdf',
        { name: 'picture.pdf', bytes: fixtureFile('picture.png') },
        {
          name: 'x'.repeat(256),
          url: 'https://example.com',
          relative_links_limit: '51',
        },
      ),
    );
    expect(mixed.status).toBe(422);
    expect(mixed.body.errors).toEqual({
      name: ['The name field must not be greater than 255 characters.'],
      url: ['The url field is prohibited unless type is website.'],
      relative_links_limit: ['The relative links limit field must not be greater than 50.'],
      file: [expect.stringMatching(/^The file is not a PDF file/)],
    });
    const empty = await account.post(path, uploadForm('txt', { name: 'empty.txt', bytes: Buffer.alloc(0) }));
    expect(empty.body.errors).toEqual({ file: ['The file is empty.'] });
    const twice = uploadForm('pdf', pdf, { relative_links_limit: '3' });
    twice.append('file', new Blob(['x']), 'second.pdf');
    expect((await account.post(path, twice)).body.errors).toEqual({
      file: ['The file field must be a single file.'],
    });
    expect((await account.get(path)).body.data).toEqual([]);
  });

  test('rejects a file above 20 MB, with all other errors in the same response', async () => {
    const path = `${await newKnowledgebase(account)}/documents`;
    const most = Buffer.alloc(20 * 1_048_576, 'All work and no play. ');
    expect((await account.post(path, uploadForm('txt', { name: 'most.txt', bytes: most }))).status).toBe(201);
    const more = Buffer.concat([most, Buffer.from('.')]);
    const refused = await account.post(
      path,
      uploadForm('txt', { name: 'more.txt', bytes: more }, { name: ' ' }),
    );
    expect(refused.status).toBe(422);
    expect(refused.body.errors).toEqual({
      name: ['The name field is required.'],
      file: ['The file field must not be greater than 20 MB.'],
    });
    const { body } = await account.get(path);
    const [document] = body.data;
    expect(await searchable(account, `${path}/${document.id}`)).toMatchObject({
      status: 'processing',
      stage: 'embedding',
    });
    expect((await account.delete(`${path}/${document.id}`)).status).toBe(200);
  });
});
