import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkLedger } from '../../../src/cli/check-ledger.ts';
import { openConversation } from '../../kit/events.ts';
import { unexplainedMoney } from '../../kit/ledger.ts';
import { type ModelInstallation, startModelInstallation } from '../../kit/model-installation.ts';
import { type Client, startTestServer } from '../../kit/test-server.ts';

let installation: ModelInstallation;

beforeAll(async () => {
  installation = await startModelInstallation({
    environment: {
      PARLEY_INITIAL_BALANCE: '0.05',
      PARLEY_PRICES: 'widget_message=0.02,sms_message=0.075',
      PARLEY_MODEL_PRICES: 'local/main=0.15:2.5',
    },
  });
});
afterAll(async () => {
  expect(await unexplainedMoney(installation.server.database)).toEqual([]);
  await installation.stop();
});

/** Creates an account with one paid and one refunded message. @returns it with the UUID of their conversation */
async function customer(): Promise<{ account: Client; uuid: string }> {
  const { server, model } = installation;
  const account = await server.account();
  const path = await openConversation(server.visitor, await installation.assistant(account));
  expect((await server.visitor.post(`${path}/messages`, { message: 'Hi' })).status).toBe(200);
  model.replace(...Array.from({ length: 6 }, () => ({ kind: 'status', status: 400 }) as const));
  expect((await server.visitor.post(`${path}/messages`, { message: 'Hi' })).status).toBe(503);
  model.replace();
  return { account, uuid: path.split('/').at(-1) ?? '' };
}

const rowsOf = async (account: Client, query = ''): Promise<Record<string, unknown>[]> =>
  (await account.get(`/user/billing/charges${query}`)).body.data;

describe('GET /user/billing/charges', () => {
  test('lists every row, newest first, with reason and reference', async () => {
    const { account, uuid } = await customer();
    const rows = await rowsOf(account);
    expect(
      rows.map(({ kind, amount_exact, balance_effect }) => [kind, amount_exact, balance_effect]),
    ).toEqual([
      ['refund', '-0.020000', '0.020000'],
      ['widget_message', '0.020000', '-0.020000'],
      ['widget_message', '0.020000', '-0.020000'],
      ['opening', '-0.050000', '0.050000'],
    ]);
    expect(rows[1]).toMatchObject({
      amount: 0.02,
      conversation_id: uuid,
      message_id: expect.any(Number),
      reference: null,
      why: 'A visitor’s message in a widget conversation.',
    });
    expect(rows[3]).toMatchObject({ conversation_id: null, message_id: null, amount: -0.05 });
    expect(rows[0]?.['message_id']).toBe(rows[1]?.['message_id']);
  });

  test('filters by kind, conversation and day, and paginates', async () => {
    const { account, uuid } = await customer();
    expect(await rowsOf(account, '?kind=refund')).toHaveLength(1);
    expect(await rowsOf(account, '?kind=call_minute')).toHaveLength(0);
    expect(await rowsOf(account, `?conversation=${uuid}`)).toHaveLength(3);
    await installation.server.database.query(
      `update charges set created_at = '2026-03-05T23:59:59.999999Z' where user_id = $1 and kind = 'refund'`,
      [account.userId],
    );
    for (const [query, found] of [
      ['?date_from=2026-03-05&date_to=2026-03-05', 1],
      ['?date_from=2026-03-06&date_to=2026-03-06', 0],
      ['?date_from=2026-03-04&date_to=2026-03-04', 0],
    ] as const) {
      expect(await rowsOf(account, query), query).toHaveLength(found);
    }
    expect((await rowsOf(account)).at(-1)).toMatchObject({ kind: 'refund' });
    const page = await account.get('/user/billing/charges?per_page=2&page=2');
    expect(page.body).toMatchObject({ total: 4, per_page: 2, current_page: 2, last_page: 2, from: 3, to: 4 });
  });

  test('returns all validation errors at once', async () => {
    const account = await installation.server.account();
    const { body, status } = await account.get(
      '/user/billing/charges?kind=tea&conversation=7&date_from=2026-13-01&per_page=101&page=0',
    );
    expect(status).toBe(422);
    expect(Object.keys(body.errors).sort()).toEqual([
      'conversation',
      'date_from',
      'kind',
      'page',
      'per_page',
    ]);
    const reversed = await account.get('/user/billing/charges?date_from=2026-02-02&date_to=2026-02-01');
    expect(Object.keys(reversed.body.errors)).toEqual(['date_to']);
  });

  test('hides charges of other accounts', async () => {
    const { uuid } = await customer();
    const otherAccount = await installation.server.account();
    expect((await otherAccount.get(`/user/billing/charges?conversation=${uuid}`)).status).toBe(422);
    expect(await rowsOf(otherAccount)).toHaveLength(1);
  });
});

describe('GET /user/billing/summary', () => {
  test('sums by kind and by day, and reconciles with the balance', async () => {
    const { account } = await customer();
    const { data } = (await account.get('/user/billing/summary')).body;
    expect(data).toMatchObject({ balance: 0.03, balance_exact: '0.030000' });
    expect(data.by_kind).toEqual([
      { kind: 'opening', count: 1, amount: -0.05, amount_exact: '-0.050000' },
      { kind: 'refund', count: 1, amount: -0.02, amount_exact: '-0.020000' },
      { kind: 'widget_message', count: 2, amount: 0.04, amount_exact: '0.040000' },
    ]);
    expect(data.by_day).toHaveLength(1);
    expect(data.by_day[0]).toMatchObject({ count: 4, amount_exact: '-0.030000', spent: 0.02, added: 0.05 });
    expect(data.in_range).toEqual({ spent: 0.02, added: 0.05 });
    expect(data.proof).toEqual({
      opening_balance: '0.000000',
      effect_in_range: '0.030000',
      effect_after_range: '0.000000',
      sum: '0.030000',
      balance: '0.030000',
      is_explained: true,
    });
  });

  test('with a range returns the opening and closing balance', async () => {
    const { account } = await customer();
    const move = (kind: string, day: string): Promise<unknown> =>
      installation.server.database.query(
        'update charges set created_at = $3 where user_id = $1 and kind = $2',
        [account.userId, kind, `${day}T12:00:00Z`],
      );
    await move('opening', '2026-01-01');
    await move('widget_message', '2026-01-02');
    await move('refund', '2026-01-03');
    const { data } = (await account.get('/user/billing/summary?date_from=2026-01-02&date_to=2026-01-02'))
      .body;
    expect(data.in_range).toEqual({ spent: 0.04, added: 0 });
    expect(data.by_day).toEqual([
      { date: '2026-01-02', count: 2, amount: 0.04, amount_exact: '0.040000', spent: 0.04, added: 0 },
    ]);
    expect(data.proof).toMatchObject({
      opening_balance: '0.050000',
      effect_in_range: '-0.040000',
      effect_after_range: '0.020000',
      sum: '0.030000',
      is_explained: true,
    });
  });

  test('reports when the rows do not explain the balance', async () => {
    const account = await installation.server.account();
    const change = (micros: number): Promise<unknown> =>
      installation.server.database.query(
        'update users set balance_micros = balance_micros + $2 where id = $1',
        [account.userId, micros],
      );
    await change(1);
    const { data } = (await account.get('/user/billing/summary')).body;
    const finding = await checkLedger(installation.server.database);
    await change(-1);
    expect(finding).toEqual({ isFine: false, text: expect.stringContaining(account.email) });
    expect(await checkLedger(installation.server.database)).toMatchObject({ isFine: true });
    expect(data.proof).toMatchObject({ is_explained: false, sum: '0.050000', balance: '0.050001' });
  });
});

test('GET /user/billing/prices returns the prices, and the vendor models without a known price', async () => {
  const account = await installation.server.account();
  const { data } = (await account.get('/user/billing/prices')).body;
  expect(data.currency).toBe('USD');
  expect(data.prices.map(({ name, amount_exact }: Record<string, string>) => [name, amount_exact])).toEqual([
    ['widget_message', '0.020000'],
    ['msgapp_message', '0.010000'],
    ['sms_message', '0.075000'],
    ['call_minute', '0.100000'],
  ]);
  const models = new Map(data.models.map((model: { model: string }) => [model.model, model]));
  expect(models.get('local/main')).toMatchObject({
    price: 'known',
    input_per_million_tokens: 0.15,
    output_per_million_tokens: 2.5,
  });
  expect(models.get('local/spare')).toMatchObject({ price: 'unknown', input_per_million_tokens: null });
  expect(models.get('offline/extractive')).toMatchObject({ price: 'free', output_per_million_tokens: 0 });
  expect(models.get('offline/realtime')).toMatchObject({ price: 'free' });
  expect(models.size).toBe(data.models.length);
  expect(data.speech).toContainEqual({ kind: 'synthesizer', provider: 'flite', price: 'free', amount: 0 });
});

describe('GET /user/billing/usage', () => {
  test('prices calls exactly where the price is known, and returns null elsewhere', async () => {
    const { account } = await customer();
    const usage = (await account.get('/user/billing/usage')).body.data;
    const main = usage.models.find(({ model }: { model: string }) => model === 'local/main');
    expect(main.failed_calls).toBeGreaterThan(0);
    expect(main).toMatchObject({ cost: null, cost_exact: null, calls_without_cost: main.failed_calls });
    const micros = main.input_tokens * 0.15 + main.output_tokens * 2.5;
    expect(main.input_tokens).toBeGreaterThan(0);
    expect(main.known_cost).toBeCloseTo(micros / 1_000_000, 15);
    expect(usage.total).toMatchObject({ calls: main.calls, cost: null });
  });

  test('prices the built-in model at a known zero', async () => {
    const { server } = installation;
    const account = await server.account();
    const { body } = await account.get('/user/assistants/models?type=llm');
    const { id } = body.find(({ name }: { name: string }) => name.startsWith('Offline'));
    const path = await openConversation(
      server.visitor,
      await installation.assistant(account, { llm_model_id: id }),
    );
    await server.visitor.post(`${path}/messages`, { message: 'Hi' });
    const { data } = (await account.get('/user/billing/usage')).body;
    expect(data.models).toEqual([
      expect.objectContaining({ model: 'offline/extractive', calls: 1, cost: 0 }),
    ]);
    expect(data.total).toMatchObject({ cost: 0, cost_exact: '0.000000000000', calls_without_cost: 0 });
  });

  test('without calls is empty', async () => {
    const account = await installation.server.account();
    const { data } = (await account.get('/user/billing/usage?date_from=2026-01-01')).body;
    expect(data).toMatchObject({ models: [], total: { calls: 0, input_tokens: 0, cost: 0 } });
  });
});

describe('PUT /sandbox/balance', () => {
  test('sets the balance and records the difference as a row', async () => {
    const account = await installation.server.account();
    for (const [amount, effect] of [
      [12.345678, '12.295678'],
      ['0.5', '-11.845678'],
      [0, '-0.500000'],
    ] as const) {
      const answer = await account.put('/sandbox/balance', { amount });
      expect(answer.status).toBe(200);
      expect(answer.body.data.balance).toBe(Number(amount));
      expect((await account.get('/user/me')).body.total_balance).toBe(Number(amount));
      expect((await rowsOf(account))[0]).toMatchObject({ kind: 'adjustment', balance_effect: effect });
    }
    expect(await rowsOf(account)).toHaveLength(4);
  });

  test.each([
    [undefined],
    [null],
    [-1],
    [-0.000001],
    [0.0000001],
    [1.1234567],
    [1_000_000_000.000001],
    [1e300],
    ['a lot'],
    [[5]],
    [true],
  ])('refuses %j', async (amount) => {
    const account = await installation.server.account();
    const answer = await account.put('/sandbox/balance', { amount });
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.body.errors)).toEqual(['amount']);
    expect((await account.get('/user/me')).body.total_balance).toBe(0.05);
  });

  test.each([
    [-1, /at least 0/],
    [-0.25, /at least 0/],
    [0.0000001, /6 decimals/],
  ])('reports one error for %j', async (amount, words) => {
    const { body } = await (await installation.server.account()).put('/sandbox/balance', { amount });
    expect(body.errors.amount).toEqual([expect.stringMatching(words)]);
  });

  test('does not exist when the sandbox is closed', async () => {
    const server = await startTestServer({
      beside: installation.server.testDatabase,
      environment: { PARLEY_SANDBOX: 'off' },
    });
    const account = await server.account();
    const answer = await account.put('/sandbox/balance', { amount: 5 });
    await server.stop();
    expect(answer.status).toBe(404);
  });
});
