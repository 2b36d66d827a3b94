import { readFile } from 'node:fs/promises';
import { Temporal } from 'temporal-polyfill';
import { beforeAll, describe, expect, test } from 'vitest';
import { isTimezone, PLAIN_TIMEZONES } from '#contract/timezones.ts';
import { mobileNumber } from '../../kit/calls.ts';
import { runningCampaign } from '../../kit/campaign-dials.ts';
import { createCampaign, createLead, dayWithoutCalls, setStatus } from '../../kit/campaigns.ts';
import { sharedServer } from '../../kit/shared-server.ts';
import type { TestServer } from '../../kit/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});

const SEASONS = ['2026-01-15T12:00:00Z', '2026-07-15T12:00:00Z'];

async function inDatabase(at: string, zone: string): Promise<string | undefined> {
  const [row] = await server.database.query<{ wall: string }>(
    `select to_char($1::timestamptz at time zone $2, 'YYYY-MM-DD"T"HH24:MI:SS') as wall`,
    [at, zone],
  );
  return row?.wall;
}

test.each([...PLAIN_TIMEZONES, 'utc', ...Intl.supportedValuesOf('timeZone')])(
  '%s is a time zone, and the database knows it',
  async (zone) => {
    expect(isTimezone(zone)).toBe(true);
    for (const at of SEASONS) {
      const wall = Temporal.Instant.from(at).toZonedDateTimeISO(zone).toPlainDateTime().toString();
      expect(await inDatabase(at, zone)).toBe(wall);
    }
  },
);

describe.each(['PST', 'IST', 'BST', 'AET', 'CST', 'CET', 'WET', 'US/Pacific-New', '+02:00', 'Mars/Olympus'])(
  '%s as a time zone',
  (timezone) => {
    const message = 'The timezone field must be a valid timezone.';
    test('is refused for a campaign and for an account', async () => {
      const account = await server.account();
      const { id } = await createCampaign(account);
      for (const path of [`/user/campaign/${id}`, '/console/timezone']) {
        const refused = await account.put(path, { timezone });
        expect([refused.status, refused.body.errors]).toEqual([422, { timezone: [message] }]);
      }
    });
  },
);

test('a running campaign with an unknown zone waits with that reason, and is reported', async () => {
  const account = await server.account();
  const { id } = await runningCampaign(account, { leads: 1, allowed_days: [dayWithoutCalls()] });
  await server.database.query(`update campaigns set timezone = 'PST' where id = $1`, [id]);
  const text = "The campaign's time zone is unknown. Choose another one.";
  await createLead(account, { campaign_id: id, phone_number: mobileNumber() });
  const { body: leads } = await account.get(`/user/leads?campaign_id=${id}`);
  for (const { waiting } of leads.data) expect(waiting).toEqual({ code: 'campaign-zone', text, until: null });
  const report = await account.get(`/user/campaign/${id}/report`);
  expect([report.status, report.body.data.waiting]).toMatchObject([200, [{ text, leads: 2 }]]);
  expect((await account.get(`/user/campaign/${id}/monitor`)).status).toBe(200);
  await setStatus(account, id, 'stop');
  const again = await setStatus(account, id, 'start');
  expect([again.status, again.body.message]).toEqual([
    400,
    `The campaign has no lead that can be called. ${text}`,
  ]);
});

test('the migration replaces stored zone aliases, and keeps unknown names', async () => {
  const account = await server.account();
  const [known, unknown] = [await createCampaign(account), await createCampaign(account)];
  await server.database.query(`update campaigns set timezone = 'CET' where id = $1`, [known.id]);
  await server.database.query(`update campaigns set timezone = 'PST' where id = $1`, [unknown.id]);
  await server.database.query(`update users set timezone = 'IST' where id = $1`, [account.userId]);
  const migration = new URL('../../../src/db/migrations/0041_names_of_time_zones.sql', import.meta.url);
  await server.database.script(await readFile(migration, 'utf8'));
  const zones = await server.database.query<{ timezone: string }>(
    `select timezone from campaigns where user_id = $1 union all select timezone from users where id = $1`,
    [account.userId],
  );
  expect(zones.map(({ timezone }) => timezone).sort()).toEqual(['Asia/Kolkata', 'Europe/Brussels', 'PST']);
});
