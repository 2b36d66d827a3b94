import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createAssistant } from '../../kit/assistants.ts';
import { makeCall, mobileNumber, outboundAssistant } from '../../kit/calls.ts';
import { AT_ANY_HOUR, busy, dialsTo, leadOnce, noAnswer, runningCampaign } from '../../kit/campaign-dials.ts';
import { rest } from '../../kit/campaigns/jump-clock.ts';
import { type Watch, watchStatements } from '../../kit/campaigns/watch-statements.ts';
import { createCampaign, createLead, setStatus } from '../../kit/campaigns.ts';
import { type ManualClock, manualClock } from '../../kit/clocks.ts';
import { eventually } from '../../kit/eventually.ts';
import { onSecondTry } from '../../kit/second-tries.ts';
import { startTestServer, type TestServer } from '../../kit/test-server.ts';
import { type ScriptedVoice, scriptedVoice } from '../../kit/voice/scripted-calls.ts';

let servers: TestServer[];
let voices: ScriptedVoice[];
let clock: ManualClock;
let watch: Watch;

async function open(): Promise<void> {
  watch = watchStatements();
  clock = manualClock(new Date());
  voices = [scriptedVoice(), scriptedVoice()];
  const environment = { ...AT_ANY_HOUR, PARLEY_CALLS_PER_SECOND: 'sandbox=2' };
  const first = await startTestServer({
    overrides: { voice: voices[0]?.overrides ?? {}, clock },
    environment,
  });
  const second = await startTestServer({
    overrides: { voice: voices[1]?.overrides ?? {}, clock },
    environment,
    beside: first.testDatabase,
  });
  servers = [second, first];
}
async function close(): Promise<void> {
  for (const dial of voices.flatMap(({ dials }) => dials)) dial.tell(noAnswer);
  for (const server of servers) await server.stop();
  watch.stop();
}
beforeAll(open);
afterAll(close);
beforeEach(onSecondTry(close, open));

test('calls over one carrier are spaced across processes and campaigns', async () => {
  const dials = (): number => voices.flatMap((voice) => voice.dials).length;
  const accounts = await Promise.all(servers.map((server) => server.account()));
  for (const account of accounts) await runningCampaign(account, { leads: 4, max_calls_in_parallel: 4 });
  const dialedAtMs: number[] = [];
  await eventually(
    async () => {
      clock.advance(20);
      await rest(watch);
      while (dialedAtMs.length < dials()) dialedAtMs.push(clock.now().getTime());
      return dialedAtMs.length;
    },
    (count) => count === 8,
  );
  const claimed = await servers[0]?.database.query<{ at: Date }>(
    'select initiated_at as at from calls order by 1',
  );
  const times = (claimed ?? []).map(({ at }) => at.getTime());
  expect(times).toHaveLength(8);
  for (const [index, atMs] of times.entries()) {
    // Never before its slot. A slot may be taken late, because processes with calls wait before they claim.
    expect(dialedAtMs[index]).toBeGreaterThanOrEqual(atMs);
    const afterMs = index === 0 ? 500 : atMs - (times[index - 1] ?? 0);
    expect(afterMs).toBeGreaterThanOrEqual(500);
    expect(afterMs).toBeLessThan(560);
  }
});

test('a requested call respects the rate limit and goes before waiting leads', async () => {
  const [server] = servers;
  if (server === undefined) throw new Error('There are servers.');
  clock.advance(10_000);
  const account = await server.account();
  const { numbers } = await runningCampaign(account, { leads: 3, max_calls_in_parallel: 3 });
  await dialedAfterWait(numbers, 1);
  const [from] = (await account.get('/user/phone-numbers/all')).body.data;
  const { id: assistant_id } = await createAssistant(account, { type: 'outbound', phone_number_id: from.id });
  const phone_number = mobileNumber();
  const isBooked = (before: Date): Promise<boolean> => nextAt(server).then((at) => at > before);
  const before = await nextAt(server);
  await makeCall(account, { assistant_id, phone_number });
  await eventually(() => isBooked(before), Boolean);
  expect(voices.flatMap(({ dials }) => dials).filter(({ request }) => request.to === phone_number)).toEqual(
    [],
  );
  clock.advance(500);
  expect(await dialsTo(voices, [phone_number], 1)).toHaveLength(1);
  await server.database.query('select 1');
  expect(await dialsTo(voices, numbers, 1)).toHaveLength(1);
  clock.advance(500);
  await dialedAfterWait(numbers, 2);
});

/** Processes with calls wait before they claim. */
async function dialedAfterWait(numbers: readonly string[], count: number): Promise<void> {
  const dialed = await eventually(
    async () => {
      clock.advance(10);
      await rest(watch);
      return voices.flatMap(({ dials }) => dials).filter(({ request }) => numbers.includes(request.to));
    },
    ({ length }) => length >= count,
  );
  expect(dialed).toHaveLength(count);
}

test('a number blacklisted while waiting for the rate limit is not called', async () => {
  const [server] = servers;
  if (server === undefined) throw new Error('There are servers.');
  clock.advance(10_000);
  const account = await server.account();
  const { id: assistant_id } = await outboundAssistant(account);
  const [first, second] = [mobileNumber(), mobileNumber()];
  const order = async (phone_number: string): Promise<number> => {
    const before = await nextAt(server);
    const id = await makeCall(account, { assistant_id, phone_number });
    await eventually(
      () => nextAt(server),
      (at) => at > before,
    );
    return id;
  };
  // The first takes the free slot, so the second waits for the next.
  await order(first);
  const id = await order(second);
  expect((await account.post('/user/blacklist', { phone_number: second })).status).toBe(200);
  await eventually(
    async () => {
      clock.advance(500);
      return (await account.get(`/user/calls/${id}`)).body.status;
    },
    (status) => status === 'failed',
  );
  expect(await dialsTo(voices, [second], 0)).toEqual([]);
});

test('a call dropped because its number is in another call uses no rate slot', async () => {
  const voice = scriptedVoice();
  const own = manualClock(new Date());
  const environment = { ...AT_ANY_HOUR, PARLEY_CALLS_PER_SECOND: 'sandbox=200' };
  const server = await startTestServer({ overrides: { voice: voice.overrides, clock: own }, environment });
  try {
    const account = await server.account();
    const phone_number = mobileNumber();
    for (let count = 1; count <= 2; count += 1) {
      const { id } = await createCampaign(account, { retry_interval: 10, contact_pause: 0 });
      await createLead(account, { campaign_id: id, phone_number });
      await setStatus(account, id, 'start');
      (await dialsTo([voice], [phone_number], count))[count - 1]?.tell(busy);
      await leadOnce(account, id, ({ status }) => status === 'rescheduled');
      own.advance(50);
    }
    // Both are due by then and are claimed together.
    own.advance(10 * 60_000);
    const third = (await dialsTo([voice], [phone_number], 3))[2];
    const begunMs = own.now().getTime();
    expect((await nextAt(server)).getTime() - begunMs).toBe(5);
    third?.tell(busy);
    await rest(watch);
    own.advance(5);
    const fourth = (await dialsTo([voice], [phone_number], 4))[3];
    expect((await nextAt(server)).getTime() - begunMs).toBe(10);
    fourth?.tell(busy);
  } finally {
    await server.stop();
  }
});

async function nextAt({ database }: TestServer): Promise<Date> {
  const [row] = await database.query<{ at: Date }>(
    `select next_at as at from dial_paces where key = 'sandbox'`,
  );
  return row?.at ?? new Date(0);
}
