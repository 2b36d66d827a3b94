import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { cloudCustomerWrites } from '../kit/carrier-customers.ts';
import type { Behavior, CarrierFake } from '../kit/carrier-fake/carrier-fake.ts';
import { startCarrierFake } from '../kit/carrier-fake/start-carrier-fake.ts';
import { CARRIER_CASES, carrierEnvironment, carrierSender } from '../kit/carrier-senders.ts';
import { eventually } from '../kit/eventually.ts';
import { unexplainedMoney } from '../kit/ledger.ts';
import { customerPhone } from '../kit/messaging.ts';
import { type ModelInstallation, startModelInstallation } from '../kit/model-installation.ts';
import { someInGate } from '../kit/run-size.ts';
import { type ServerProcess, startServerProcess } from '../kit/server-process.ts';

let fake: CarrierFake;
let survivor: ModelInstallation;
let doomed: ServerProcess;

beforeEach(async () => {
  fake = await startCarrierFake();
  survivor = await startModelInstallation({ environment: carrierEnvironment(fake) });
  doomed = await startServerProcess(survivor.server.testDatabase.connection, {
    ...carrierEnvironment(fake),
    PARLEY_LLM_BASE_URL: survivor.model.baseUrl,
    PARLEY_LLM_MODELS: 'main,spare',
  });
});
afterEach(async () => {
  await doomed.kill();
  await survivor.stop();
  await fake.close();
});

const ACCEPT: Behavior = { kind: 'accept' };
const HANG: Behavior = { kind: 'take-and-hang' };
const BUSY: Behavior = { kind: 'answer', status: 503, body: {} };

describe('a process that is killed', () => {
  test.each(
    someInGate<[string, Behavior[], number]>(2, [
      ['while it submits the second part', [ACCEPT, HANG], 2],
      ['while the second part waits for another try', [ACCEPT, BUSY], 1],
      ['while it submits the first part', [HANG], 1],
      ['while it submits the last part', [ACCEPT, ACCEPT, HANG], 3],
    ]),
  )('%s loses and doubles no part: another process sends the rest', async (_when, behaviors, taken) => {
    const account = await survivor.server.account();
    const assistant = await survivor.assistant(account);
    const carrier = CARRIER_CASES.find(({ provider }) => provider === 'cloud');
    if (carrier === undefined) throw new Error('There is no such carrier.');
    const sender = await carrierSender(fake, account, { carrier, fields: { assistant_id: assistant.id } });
    const parts = ['One.', 'Two.', 'Three.'].map((word) => Array.from({ length: 500 }, () => word).join(' '));
    survivor.model.replace({ kind: 'answer', text: parts.join('\n\n') });
    await fake.behaveNext([...behaviors]);
    const url = sender.url.replace(new URL(sender.url).origin, new URL(doomed.api).origin);
    await cloudCustomerWrites(fake, url, { customer: { phone: customerPhone(), text: 'Tell me all.' } });
    await eventually(
      async () => ({
        messages: await fake.messages(),
        waiting: await survivor.server.database.query(
          'select from pending_answers where next_try_at is not null',
        ),
      }),
      ({ messages, waiting }) =>
        messages.length === taken && (!behaviors.includes(BUSY) || waiting.length === 1),
    );
    await doomed.kill();
    await eventually(
      () =>
        survivor.server.database.query(
          `select from pending_answers union all select from channel_messages where process_id is not null`,
        ),
      (rows) => rows.length === 0,
    );
    expect((await fake.messages()).map(({ text }) => text)).toEqual(parts);
    expect(survivor.model.requests.length).toBe(1);
    const [talk] = (await account.get('/user/inbox?type=msgapp')).body.data;
    const { data } = (await account.get(`/user/msgapp/conversations/${talk.id}/messages`)).body;
    // The outcome of the interrupted submission is unknown.
    expect(data[0].unanswered_reason).toBe(behaviors.includes(HANG) ? 'NOT_DELIVERED' : null);
    expect(await unexplainedMoney(survivor.server.database)).toEqual([]);
  });
});
