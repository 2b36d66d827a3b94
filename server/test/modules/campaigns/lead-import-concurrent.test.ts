import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { SpooledFile } from '../../../src/http/route.ts';
import type { CampaignDependencies } from '../../../src/modules/campaigns/configuration/dependencies.ts';
import { importLeads } from '../../../src/modules/campaigns/import/import-leads.ts';
import { createCampaign, createLead } from '../../kit/campaigns.ts';
import { eventually } from '../../kit/eventually.ts';
import { sized } from '../../kit/run-size.ts';
import { type Answer, type Client, startTestServer, type TestServer } from '../../kit/test-server.ts';

let server: TestServer;
let account: Client;
let campaign: { id: number };

beforeAll(async () => {
  server = await startTestServer({ overrides: { leadLockTimeouts: { leadMs: 50 } } });
});
afterAll(() => server.stop());
beforeEach(async () => {
  account = await server.account();
  campaign = await createCampaign(account);
});

const path = (query = ''): string => `/user/campaign/${campaign.id}/leads/import${query}`;
const importCsv = (file: string, query = ''): Promise<Answer> =>
  account.post(path(query), file, { 'content-type': 'text/csv' });
const total = async (): Promise<number> =>
  (await account.get(`/user/leads?campaign_id=${campaign.id}`)).body.total;

test('serves other requests during a large import and export', async () => {
  const COUNT = sized({ gate: 10_000, nightly: 30_000 });
  const numbers = Array.from({ length: COUNT }, (_, index) => `+4072${String(1_000_000 + index)}`);
  let isDone = false;
  const importing = importCsv(`phone,name\n${numbers.map((number) => `${number},Ada`).join('\n')}`).finally(
    () => {
      isDone = true;
    },
  );
  let served = 0;
  while (!isDone) {
    expect((await account.get('/user/me')).status).toBe(200);
    served += 1;
  }
  expect((await importing).body.data).toMatchObject({ rows: COUNT, created: COUNT });
  expect(served).toBeGreaterThan(10);
  const exported = await account.get(`/user/campaign/${campaign.id}/leads/export`);
  const rows: Record<string, string>[] = parse(exported.text, { columns: true, bom: true });
  expect(rows.map((row) => row['phone_number'])).toEqual(numbers);
});

describe('other requests', () => {
  const numbers = Array.from({ length: 5000 }, (_, index) => `+4072${String(1_000_000 + index)}`);
  const file = `phone\n${numbers.join('\n')}`;
  const [first = '', last = ''] = [numbers[0], numbers.at(-1)];
  const add = (phone_number: string): Promise<Answer> =>
    account.post('/user/lead', { campaign_id: campaign.id, phone_number });

  /** Holds an uncommitted lead until the work is done, then rolls back. */
  async function whileHeld(phoneNumber: string, work: () => Promise<void>): Promise<void> {
    const undone = new Error('Nothing of it is stored.');
    const held = server.database.transaction(async (transaction) => {
      await transaction.query(
        `insert into leads (user_id, campaign_id, phone_number, variables, zone_key, due_at)
         values ($1, $2, $3, '{}', '', clock_timestamp())`,
        [account.userId, campaign.id, phoneNumber],
      );
      await work();
      throw undone;
    });
    await expect(held).rejects.toBe(undone);
  }

  test('are not blocked by a dry run, nor block it', async () => {
    const ids = 'select last_value from leads_id_seq';
    await whileHeld(last, async () => {
      const before = await server.database.query(ids);
      const dry = await importCsv(file, '?dry_run=1');
      expect(dry.body.data).toMatchObject({ rows: 5000, created: 5000, duplicates: 0 });
      expect(await server.database.query(ids)).toEqual(before);
    });
  });

  test('are asked to retry for a number that an import is storing', async () => {
    const other = await createLead(account, { campaign_id: campaign.id, phone_number: '+40733000001' });
    let importing: Promise<Answer> | null = null;
    await whileHeld(last, async () => {
      importing = importCsv(file);
      // The import waits once all but the last rows are written, uncommitted.
      await eventually(
        () =>
          server.database.query(
            `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
          ),
        (waiting) => waiting.length > 0,
      );
      for (const refused of [
        await add(first),
        await account.put(`/user/leads/${other.id}`, { phone_number: first }),
      ]) {
        expect([refused.status, refused.body]).toEqual([
          503,
          { message: expect.stringContaining('being stored in the campaign by another request') },
        ]);
        expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      }
      expect((await add('+40733000002')).status).toBe(200);
      expect(await total()).toBe(2);
    });
    expect(await importing).toMatchObject({ status: 200, body: { data: { created: 5000 } } });
    expect((await add(first)).status).toBe(422);
    expect(await total()).toBe(5002);
  });

  test('that lock the numbers of an import too long make it fail without storing anything', async () => {
    const impatient = await startTestServer({
      beside: server.testDatabase,
      overrides: { leadLockTimeouts: { importMs: 1 } },
    });
    try {
      await whileHeld(last, async () => {
        const client = impatient.client(account.token ?? '');
        const refused = await client.post(path(), file, { 'content-type': 'text/csv' });
        expect(refused.status).toBe(503);
      });
      expect(await total()).toBe(0);
    } finally {
      await impatient.stop();
    }
  });
});

test('a campaign deleted during an import keeps no leads', async () => {
  const numbers = Array.from({ length: 5000 }, (_, index) => `+4072${String(1_000_000 + index)}`);
  const file = `phone\n${numbers.join('\n')}`;
  const singles = numbers
    .slice(0, 30)
    .map((phone_number) =>
      account.post('/user/lead', { campaign_id: campaign.id, phone_number, allow_dupplicate: true }),
    );
  const [imported, deleted, ...added] = await Promise.all([
    importCsv(file),
    account.delete(`/user/campaign/${campaign.id}`),
    ...singles,
  ]);
  expect(deleted.status).toBe(200);
  // 503: the number was being stored by the import, so the request can be repeated.
  for (const { status } of [imported, ...added]) expect([200, 404, 503]).toContain(status);
  const left = await server.database.query('select from leads where campaign_id = $1', [campaign.id]);
  expect(left).toHaveLength(0);
});

test('the workbooks of an account are read one after the other, and hold up no other account', async () => {
  const other = await server.account();
  const ids = { first: campaign.id, second: campaign.id, other: (await createCampaign(other)).id };
  const [begun, otherRead] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const reading = new Set<string | null>();
  const seen: (string | null)[][] = [];
  const workbooks: CampaignDependencies['workbooks'] = {
    readTable: async ({ sheet }) => {
      reading.add(sheet);
      seen.push([...reading]);
      begun.resolve();
      if (sheet === 'first') await otherRead.promise;
      if (sheet === 'other') otherRead.resolve();
      reading.delete(sheet);
      return { kind: 'failed', reason: 'The workbook is damaged.' };
    },
  };
  const start = Buffer.from('PK\x03\x04', 'latin1');
  const file: SpooledFile = {
    sizeBytes: start.length,
    sha256: '',
    read: async function* () {
      yield start;
    },
    close: async () => undefined,
  };
  const read = (owner: Client, sheet: keyof typeof ids): Promise<unknown> => {
    const context = {
      actor: { kind: 'account' as const, tokenId: 0 },
      requestId: 'test',
      userId: owner.userId,
      signal: new AbortController().signal,
    };
    const options = {
      isDryRun: true,
      mayRepeat: false,
      charset: null,
      delimiter: null,
      columns: { phone: null, secondary: null },
      numbers: { countryCode: null, assumeInternational: false },
      sheet,
      errors: { max: 1, afterRow: 0 },
    };
    const dependencies = { ...server.dependencies.campaigns, workbooks };
    return importLeads(dependencies, context, { campaignId: ids[sheet], file, options });
  };
  const first = read(account, 'first');
  await begun.promise;
  const results = await Promise.allSettled([first, read(account, 'second'), read(other, 'other')]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(seen).toEqual([['first'], ['first', 'other'], ['second']]);
});
