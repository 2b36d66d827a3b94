import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDatabase } from '../../src/db/client.ts';
import { fixtureFile, newKnowledgebase, searchable, upload } from '../kit/documents.ts';
import { clientOf, cloneDatabase, startTestServer, type TestDatabase } from '../kit/test-server.ts';

let clone: TestDatabase;
beforeEach(async () => {
  clone = await cloneDatabase();
});
afterEach(() => clone.drop());

test('a stalled document is requeued at the next start, up to the maximum number of attempts', async () => {
  const server = await startTestServer({ beside: clone });
  const account = await server.account();
  const base = await newKnowledgebase(account);
  const file = { type: 'docx', name: 'handbook.docx', bytes: fixtureFile('handbook.docx') };
  const stalled = await upload(account, base, file);
  const exhausted = await upload(account, base, file);
  for (const document of [stalled, exhausted]) expect((await searchable(account, document)).error).toBeNull();
  await server.stop();

  const database = openDatabase(clone.connection, () => undefined);
  await database.query(
    `update documents set status = 'processing', stage = 'extracting', attempts = case when id = $1 then 5 else 1 end,
       worked_at = clock_timestamp() - interval '3 minutes'`,
    [Number(exhausted.split('/').at(-1))],
  );
  await database.close();

  const next = await startTestServer({ beside: clone });
  try {
    const again = clientOf(next.api, account.token);
    expect(await searchable(again, stalled)).toMatchObject({
      stage: expect.stringMatching(/embedding|ready/),
      error: null,
    });
    // This document has passages from an earlier run, so they stay, with a warning.
    expect(await searchable(again, exhausted)).toMatchObject({
      status: 'active',
      warning: expect.stringContaining('interrupted several times'),
    });
    const found = await again.post(`${base}/search`, {
      query: 'resistance of the heating element',
      limit: 50,
    });
    const texts = found.body.data.map((passage: { text: string }) => passage.text);
    // The failed run keeps the earlier passages.
    expect(texts.filter((text: string) => text.includes('15.6 ohm'))).toHaveLength(2);
  } finally {
    await next.stop();
  }
});
