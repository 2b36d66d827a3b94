import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createAssistant } from '../../kit/assistants.ts';
import { fixtureFile, newKnowledgebase, processed, upload } from '../../kit/documents.ts';
import { sharedServer } from '../../kit/shared-server.ts';
import type { Client, TestServer } from '../../kit/test-server.ts';

let server: TestServer;
let account: Client;
let otherAccount: Client;

beforeAll(async () => {
  server = await sharedServer();
  account = await server.account();
  otherAccount = await server.account();
});

const passage = z.object({ id: z.string(), heading: z.string(), text: z.string() });
const question = z.object({ text: z.string(), relevant: z.record(z.string(), z.number()) });

/** A file of the names, codes and numbers that the retrieval benchmark also uses. */
function readExact<T>(name: string, schema: z.ZodType<T>): T[] {
  const file = new URL(`../../../../bench/retrieval/exact/${name}.jsonl`, import.meta.url);
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  return lines.map((line) => schema.parse(JSON.parse(line)));
}

const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);

describe('knowledgebases', () => {
  test('are created empty, read, listed, changed and deleted with exact response shapes', async () => {
    const own = await server.account();
    const created = await own.post('/user/knowledgebases', { name: ' Handbooks ', description: '' });
    expect(created.status).toBe(201);
    const knowledgebase = {
      id: expect.any(Number),
      name: 'Handbooks',
      description: '',
      status: 'empty',
      status_label: 'Empty',
      documents_count: 0,
      assistants_count: 0,
      created_at: timestamp,
      updated_at: timestamp,
    };
    expect(created.body).toEqual({ message: expect.any(String), data: knowledgebase });
    expect(Object.keys(created.body.data)).toEqual(Object.keys(knowledgebase));
    const path = `/user/knowledgebases/${created.body.data.id}`;
    expect((await own.get(path)).body).toEqual({ data: knowledgebase });
    expect((await own.get('/user/knowledgebases')).body).toEqual({ data: [knowledgebase] });
    const changed = await own.put(path, { description: 'All machines' });
    expect(changed.body.data).toMatchObject({ name: 'Handbooks', description: 'All machines' });
    expect((await own.put(path, { name: 'Manuals', description: null })).body.data).toMatchObject({
      name: 'Manuals',
      description: '',
    });
    expect((await own.delete(path)).status).toBe(200);
    expect((await own.get(path)).body).toEqual({ error: 'Knowledgebase not found.' });
  });

  test('report all invalid fields and store nothing', async () => {
    const long = 'x'.repeat(256);
    const refused = await account.post('/user/knowledgebases', { name: '  ', description: long });
    expect(refused.status).toBe(422);
    expect(refused.body).toEqual({
      message: 'The name field is required. (and 1 more error)',
      errors: {
        name: ['The name field is required.'],
        description: ['The description field must not be greater than 255 characters.'],
      },
    });
    const most = 'ü'.repeat(255);
    const accepted = await account.post('/user/knowledgebases', { name: most, description: most });
    expect(accepted.body.data).toMatchObject({ name: most, description: most });
    const path = `/user/knowledgebases/${accepted.body.data.id}`;
    expect((await account.put(path, { name: null })).body.errors).toHaveProperty('name');
    expect((await account.put(path, { name: long })).body.errors).toHaveProperty('name');
    expect((await account.get(path)).body.data.name).toBe(most);
  });

  test('of another account get the same response as missing ones', async () => {
    const path = await newKnowledgebase(account);
    const missing = '/user/knowledgebases/99999999';
    for (const of of [path, missing, '/user/knowledgebases/none']) {
      const answers = [
        await otherAccount.get(of),
        await otherAccount.put(of, { name: 'Mine' }),
        await otherAccount.put(of, { name: 'x'.repeat(256) }),
        await otherAccount.delete(of),
        await otherAccount.post(`${of}/search`, { query: 'anything' }),
        await otherAccount.post(`${of}/search`, {}),
        await otherAccount.get(`${of}/documents`),
        await otherAccount.post(`${of}/documents`, {}),
      ];
      for (const { status, body } of answers) {
        expect({ status, body }).toEqual({ status: 404, body: { error: 'Knowledgebase not found.' } });
      }
    }
    expect((await account.get(path)).status).toBe(200);
  });

  test('count their assistants, and are removed from them on deletion', async () => {
    const path = await newKnowledgebase(account);
    const id = Number(path.split('/').at(-1));
    const assistant = await createAssistant(account, { knowledgebase_id: id });
    expect((await account.get(path)).body.data.assistants_count).toBe(1);
    await account.delete(path);
    const read = await account.get(`/user/assistant/${assistant.id}`);
    expect(read.body.data.knowledgebase_id).toBeNull();
  });
});

describe('search', () => {
  test('returns passages with document and source, best first, up to the limit', async () => {
    const path = await newKnowledgebase(account);
    const bytes = fixtureFile('handbook.pdf');
    const document = await upload(account, path, { type: 'pdf', name: 'handbook.pdf', bytes });
    await processed(account, document);
    const found = await account.post(`${path}/search`, {
      query: 'How long does the warranty last?',
      limit: 3,
    });
    expect(found.status).toBe(200);
    expect(found.body.data).toHaveLength(3);
    const [best] = found.body.data;
    expect(best).toEqual({
      document_id: Number(document.split('/').at(-1)),
      document_name: 'handbook.pdf',
      text: expect.stringContaining('thirty months'),
      score: expect.any(Number),
      why: {
        words: expect.any(Number),
        missing: [],
        meaning: expect.any(Number),
        meaning_doubt: 'few-passages',
      },
      source: 'handbook.pdf, page 2',
    });
    const scores = found.body.data.map((passage: { score: number }) => passage.score);
    expect(scores).toEqual(scores.toSorted((one: number, other: number) => other - one));
    const renamed = await account.put(document, { name: 'Harbour 500' });
    expect(renamed.body.data.name).toBe('Harbour 500');
    const again = await account.post(`${path}/search`, { query: 'warranty' });
    expect(again.body.data[0].document_name).toBe('Harbour 500');
    await account.delete(document);
    expect((await account.post(`${path}/search`, { query: 'warranty' })).body).toEqual({ data: [] });
  });

  test('reports which words of a question are missing, ignoring question words', async () => {
    const path = await newKnowledgebase(account);
    const bytes = fixtureFile('handbook.pdf');
    await processed(account, await upload(account, path, { type: 'pdf', name: 'handbook.pdf', bytes }));
    const best = async (query: string) =>
      (await account.post(`${path}/search`, { query, limit: 1 })).body.data[0];
    for (const [query, text] of [
      ['how long is the warranty', 'thirty months'],
      ['What does E14 mean?', 'E14'],
      ['The display shows E14. What does it mean?', 'E14'],
      ['When does the safety valve open?', '11.5 bar'],
    ] as const) {
      const { why, score, text: found } = await best(query);
      expect([query, found, why.missing, why.words]).toEqual([query, expect.stringContaining(text), [], 1]);
      expect(score).toBeGreaterThan(0.9);
    }
    const unanswerable = await best('when is it closed on mondays');
    expect(unanswerable.why.missing).toContain('mondays');
    expect(unanswerable.score).toBeLessThan(0.5);
  });

  test('finds names, codes and numbers, which vectors do not represent', async () => {
    const path = await newKnowledgebase(account);
    const passages = readExact('passages', passage);
    const facts = passages.map(({ heading, text }) => `# ${heading}\n\n${text}`);
    const bytes = Buffer.from(facts.join('\n\n'));
    await processed(account, await upload(account, path, { type: 'txt', name: 'harbour.md', bytes }));
    const texts = new Map(passages.map(({ id, text }) => [id, text]));
    const missed: string[] = [];
    for (const { text: query, relevant } of readExact('questions', question)) {
      const { body } = await account.post(`${path}/search`, { query, limit: 1 });
      const found = String(body.data[0]?.text);
      if (!Object.keys(relevant).some((id) => found.includes(String(texts.get(id))))) missed.push(query);
    }
    // Its rarer word "IBAN" occurs in no passage.
    expect(missed).toEqual(['IBAN DE44']);
  });

  test('rejects an empty question and limits out of range', async () => {
    const path = await newKnowledgebase(account);
    const search = `${path}/search`;
    expect((await account.post(search, { query: 'anything', limit: 50 })).body).toEqual({ data: [] });
    expect((await account.post(search, { query: 'x'.repeat(2_000), limit: '1' })).status).toBe(200);
    const refused = await account.post(search, { limit: 51 });
    expect(refused.status).toBe(422);
    expect(Object.keys(refused.body.errors)).toEqual(['query', 'limit']);
    expect((await account.post(search, { query: 'x'.repeat(2_001), limit: 0 })).status).toBe(422);
  });
});
