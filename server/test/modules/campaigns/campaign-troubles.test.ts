import { afterAll, beforeAll, expect, test } from 'vitest';
import { AT_ANY_HOUR, busy, dialsTo, leadOnce, noAnswer, runningCampaign } from '../../kit/campaign-dials.ts';
import { type ManualClock, manualClock } from '../../kit/clocks.ts';
import { eventually } from '../../kit/eventually.ts';
import { insertNumber } from '../../kit/owned-rows.ts';
import { startTestServer, type TestServer } from '../../kit/test-server.ts';
import { type ScriptedVoice, scriptedVoice } from '../../kit/voice/scripted-calls.ts';

let server: TestServer;
let voice: ScriptedVoice;
let clock: ManualClock;
/** Count of failed route look-ups by number. These numbers fail as with undecryptable trunk secrets. */
const broken = new Map<number, number>();

beforeAll(async () => {
  voice = scriptedVoice();
  clock = manualClock(new Date());
  const routeOf = voice.overrides.outboundRoutes?.get('sandbox');
  if (routeOf === undefined) throw new Error('The scripted voice has no line.');
  const breaking = (number: Parameters<typeof routeOf>[0]): ReturnType<typeof routeOf> => {
    const times = broken.get(number.id);
    if (times === undefined) return routeOf(number);
    broken.set(number.id, times + 1);
    throw new Error('The secrets of this trunk cannot be opened.');
  };
  server = await startTestServer({
    overrides: { voice: { ...voice.overrides, outboundRoutes: new Map([['sandbox', breaking]]) }, clock },
    environment: AT_ANY_HOUR,
  });
});
afterAll(async () => {
  for (const dial of voice.dials) dial.tell(noAnswer);
  await server.stop();
});

test('a campaign whose pass fails does not block others', async () => {
  const account = await server.account();
  const numberId = await insertNumber(account);
  broken.set(numberId, 0);
  await runningCampaign(account, { leads: 1, phone_number_ids: [numberId] });
  const other = await server.account();
  const { id, numbers } = await runningCampaign(other, { leads: 1, retry_interval: 10 });
  (await dialsTo([voice], numbers, 1))[0]?.tell(busy);
  await leadOnce(other, id, ({ status }) => status === 'rescheduled');
  // A pass with the broken campaign fails; then each campaign is retried alone.
  const breakdowns = async (): Promise<number> => broken.get(numberId) ?? 0;
  const before = await breakdowns();
  await eventually(breakdowns, (count) => count >= before + 2);
  clock.advance(11 * 60_000);
  expect(await dialsTo([voice], numbers, 2)).toHaveLength(2);
});
