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

function fileOf(content: Buffer): SpooledFile {
  return {
    sizeBytes: content.length,
    sha256: '',
    read: async function* () {
      yield content;
    },
    close: async () => undefined,
  };
}

const contextOf = (owner: Client, signal: AbortSignal) => ({
  actor: { kind: 'account' as const, tokenId: 0, role: 'admin' as const, person: null },
  requestId: 'test',
  userId: owner.userId,
  signal,
});

const OPTIONS = {
  isDryRun: false,
  mayRepeat: false,
  charset: null,
  delimiter: null,
  columns: { phone: null, secondary: null },
  numbers: { countryCode: null, assumeInternational: false },
  sheet: null,
  errors: { max: 1, afterRow: 0 },
};

const aRequestWaits = (): Promise<unknown> =>
  eventually(
    () =>
      server.database.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      ),
    (waiting) => waiting.length > 0,
  );

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
      await aRequestWaits();
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

  /** Locks a lead. @returns releases it */
  async function locked(leadId: number): Promise<() => Promise<void>> {
    const [begun, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const running = server.database.transaction(async (transaction) => {
      await transaction.query('select from leads where id = $1 for update', [leadId]);
      begun.resolve();
      await released.promise;
    });
    await Promise.race([begun.promise, running]);
    return async () => {
      released.resolve();
      await running;
    };
  }

  const known = (external_id: string, phone_number: string): Promise<Answer['body']> =>
    createLead(account, { campaign_id: campaign.id, phone_number, external_id });

  test('that delete a lead make an import report its row', async () => {
    const first = await known('a-1', '+40733000001');
    const second = await known('a-2', '+40733000002');
    const release = await locked(first.id);
    const importing = importCsv('phone,external_id\n+40733000003,a-3\n+40733000001,a-1\n+40733000004,a-2');
    await aRequestWaits();
    expect((await account.delete(`/user/leads/${second.id}`)).status).toBe(200);
    await release();
    const { status, body } = await importing;
    expect([status, body.data]).toMatchObject([
      200,
      {
        created: 1,
        updated: 1,
        invalid: 1,
        errors: [{ row: 4, column: 'external_id', message: 'The lead with this external id was deleted.' }],
      },
    ]);
  });

  test('that lock the new number of a lead make an import report its row', async () => {
    const lead = await known('a-1', '+40733000001');
    const release = await locked(lead.id);
    const importing = importCsv('phone,external_id\n+40733000002,a-2\n+40733000003,a-1');
    await aRequestWaits();
    await whileHeld('+40733000003', async () => {
      await release();
      const { status, body } = await importing;
      expect([status, body.data]).toMatchObject([
        200,
        {
          created: 1,
          updated: 0,
          invalid: 1,
          errors: [
            { row: 3, column: 'phone', message: expect.stringContaining('being stored in the campaign') },
          ],
        },
      ]);
    });
  });

  test('that cancel an import after its leads were stored leave them to be called', async () => {
    const lead = await known('a-1', '+40733000001');
    await known('a-2', '+40733000002');
    const release = await locked(lead.id);
    const canceling = new AbortController();
    const notified: (readonly number[])[] = [];
    const { campaigns } = server.dependencies;
    const notifier = {
      ...campaigns.notifier,
      notify: (_topic: unknown, ids: readonly number[]) => void notified.push(ids),
    };
    const rows = ['+40733000003,a-3', '+40733000001,a-1', '+40733000004,a-2'];
    const importing = importLeads({ ...campaigns, notifier }, contextOf(account, canceling.signal), {
      campaignId: campaign.id,
      file: fileOf(Buffer.from(`phone,external_id\n${rows.join('\n')}`)),
      options: OPTIONS,
    });
    await aRequestWaits();
    canceling.abort();
    await Promise.all([
      release(),
      expect(importing).rejects.toMatchObject({ code: 'unavailable', message: 'The import was canceled.' }),
    ]);
    expect(await total()).toBe(3);
    expect(notified).toEqual([[campaign.id]]);
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
  const file = fileOf(Buffer.from('PK\x03\x04', 'latin1'));
  const read = (owner: Client, sheet: keyof typeof ids): Promise<unknown> => {
    const context = contextOf(owner, new AbortController().signal);
    const options = { ...OPTIONS, isDryRun: true, sheet };
    const dependencies = { ...server.dependencies.campaigns, workbooks };
    return importLeads(dependencies, context, { campaignId: ids[sheet], file, options });
  };
  const first = read(account, 'first');
  await begun.promise;
  const results = await Promise.allSettled([first, read(account, 'second'), read(other, 'other')]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(seen).toEqual([['first'], ['first', 'other'], ['second']]);
});
