import { afterEach, expect, test } from 'vitest';
import {
  AT_ANY_HOUR,
  busy,
  campaignOnce,
  dialsTo,
  invalidNumber,
  leadsOf,
  runningCampaign,
} from '../kit/campaign-dials.ts';
import { type DatabaseProxy, startDatabaseProxy } from '../kit/database-proxy.ts';
import { cloneDatabase, startTestServer, type TestDatabase } from '../kit/test-server.ts';
import { scriptedVoice } from '../kit/voice/scripted-calls.ts';

let database: TestDatabase;
let proxy: DatabaseProxy;
afterEach(async () => {
  await proxy.close();
  await database.drop();
});

test('a campaign continues after a PostgreSQL outage and stores how its calls ended', async () => {
  database = await cloneDatabase();
  proxy = await startDatabaseProxy(database.connection);
  const voice = scriptedVoice();
  const server = await startTestServer({
    beside: { ...database, connection: proxy.connection },
    overrides: { voice: voice.overrides },
    environment: AT_ANY_HOUR,
  });
  const account = await server.account();
  const { id, numbers } = await runningCampaign(account, { leads: 4, max_calls_in_parallel: 2 });
  const [first, second] = await dialsTo([voice], numbers, 2);
  await proxy.cut();
  first?.tell(busy);
  second?.tell(invalidNumber);
  // No lead is called while its call cannot be stored.
  expect((await account.get('/user/me')).status).toBe(503);
  expect(await dialsTo([voice], numbers, 2)).toHaveLength(2);
  await proxy.restore();
  const dials = await dialsTo([voice], numbers, 4);
  expect(dials.map(({ request }) => request.to)).toEqual(numbers);
  expect((await leadsOf(account, id)).map(({ status, last_outcome }) => [status, last_outcome])).toEqual([
    ['rescheduled', 'busy'],
    ['reached-max-retries', 'invalid-number'],
    ['processing', null],
    ['processing', null],
  ]);
  for (const dial of dials.slice(2)) dial.tell(invalidNumber);
  expect(await campaignOnce(account, id, () => true)).toMatchObject({ status: 'in-progress' });
  await server.stop();
});
