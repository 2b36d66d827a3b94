import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { refundTurn } from '../../../src/modules/conversations/messages/ledger.ts';
import { openConversation } from '../../kit/events.ts';
import { type ModelInstallation, startModelInstallation } from '../../kit/model-installation.ts';
import type { Client } from '../../kit/test-server.ts';

let installation: ModelInstallation;

beforeAll(async () => {
  const environment = { PARLEY_INITIAL_BALANCE: '0.05', PARLEY_PRICES: 'widget_message=0.02' };
  installation = await startModelInstallation({ environment });
});
afterAll(() => installation.stop());

const visitor = (): Client => installation.server.visitor;
const balance = async (account: Client): Promise<number> =>
  (await account.get('/user/me')).body.total_balance;
const cost = async (account: Client): Promise<number> =>
  (await account.get('/user/conversations')).body.data[0].total_cost;

async function charges(path: string): Promise<{ kind: string; dollars: number }[]> {
  return installation.server.database.query(
    `select kind, charges.amount_micros / 1000000.0::float8 as dollars from charges
     join conversations on conversations.id = conversation_id where uuid = $1 order by charges.id`,
    [path.split('/').at(-1)],
  );
}

describe('the ledger', () => {
  test('charges a widget’s message; total_cost is the sum of its rows, and the balance falls by it', async () => {
    const account = await installation.server.account();
    const path = await openConversation(visitor(), await installation.assistant(account));
    expect([await balance(account), await cost(account)]).toEqual([0.05, 0]);
    for (const spent of [0.02, 0.04]) {
      expect((await visitor().post(`${path}/messages`, { message: 'Hi' })).status).toBe(200);
      expect(await cost(account)).toBe(spent);
      expect(await balance(account)).toBeCloseTo(0.05 - spent, 10);
    }
    expect(await charges(path)).toEqual([
      { kind: 'widget_message', dollars: 0.02 },
      { kind: 'widget_message', dollars: 0.02 },
    ]);
  });

  test('refuses a message over the balance with 402, and stores nothing', async () => {
    const account = await installation.server.account();
    const path = await openConversation(visitor(), await installation.assistant(account));
    for (const status of [200, 200, 402, 402]) {
      const answer = await visitor().post(`${path}/messages`, { message: 'Hi' });
      expect(answer.status).toBe(status);
      if (status === 402) expect(answer.body).toEqual({ status: false, error: expect.any(String) });
    }
    expect((await visitor().get(path)).body.history).toHaveLength(5);
    expect(await balance(account)).toBeCloseTo(0.01, 10);
    expect(await charges(path)).toHaveLength(2);
  });

  test('does not refund a turn of a dead process that another process has taken over meanwhile', async () => {
    const account = await installation.server.account();
    const path = await openConversation(visitor(), await installation.assistant(account));
    const { model, server } = installation;
    const requested = model.nextRequest();
    model.replace({ kind: 'drip', text: 'At nine.' });
    const reply = visitor().post(`${path}/messages`, { message: 'When?' });
    await requested;
    const [turn] = await server.database.query<{ conversation_id: number; message_id: number }>(
      'select conversation_id, message_id from turns',
    );
    if (turn === undefined) throw new Error('No turn is running.');
    const { conversation_id: conversationId, message_id: customerMessageId } = turn;
    const about = { userId: account.userId, conversationId, customerMessageId, processId: null };
    await refundTurn(server.database, { ...about, modelCalls: [] });
    while (model.next());
    expect((await reply).body.message).toBe('At nine.');
    expect(await charges(path)).toEqual([{ kind: 'widget_message', dollars: 0.02 }]);
  });

  test('never spends more than the balance under concurrency', async () => {
    const account = await installation.server.account();
    const assistant = await installation.assistant(account);
    const paths = await Promise.all(Array.from({ length: 6 }, () => openConversation(visitor(), assistant)));
    const answers = await Promise.all(
      paths.map((path) => visitor().post(`${path}/messages`, { message: 'Hi' })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
    expect(answers.filter(({ status }) => status === 402)).toHaveLength(4);
    expect(await balance(account)).toBeCloseTo(0.01, 10);
  });

  test('refunds a failed turn with a separate row', async () => {
    const account = await installation.server.account();
    const path = await openConversation(visitor(), await installation.assistant(account));
    installation.model.replace(
      ...Array.from({ length: 6 }, () => ({ kind: 'status', status: 400 }) as const),
    );
    expect((await visitor().post(`${path}/messages`, { message: 'Hi' })).status).toBe(503);
    installation.model.replace();
    expect(await charges(path)).toEqual([
      { kind: 'widget_message', dollars: 0.02 },
      { kind: 'refund', dollars: -0.02 },
    ]);
    expect([await balance(account), await cost(account)]).toEqual([0.05, 0]);
  });

  test('does not charge the account’s tests and API replies', async () => {
    const account = await installation.server.account();
    const assistant = await installation.assistant(account);
    const path = await openConversation(account, assistant, 'test');
    await visitor().post(`${path}/messages`, { message: 'Hi' });
    const body = { assistant_id: assistant.id, customer_identifier: 'c', message: 'Hi' };
    await account.post('/user/ai/generate-reply', body);
    expect(await balance(account)).toBe(0.05);
    const { data } = (await account.get('/user/conversations')).body;
    expect(data.map(({ total_cost }: { total_cost: number }) => total_cost)).toEqual([0, 0]);
  });

  test('reconciles balances, costs and rows of all accounts', async () => {
    const [sums] = await installation.server.database.query<{ wrong: number }>(
      `select count(*)::int as wrong from users where balance_micros <>
         -coalesce((select sum(amount_micros) from charges where charges.user_id = users.id), 0)`,
    );
    const [costs] = await installation.server.database.query<{ wrong: number }>(
      `select count(*)::int as wrong from conversations where cost_micros <>
         coalesce((select sum(amount_micros) from charges where conversation_id = conversations.id), 0)`,
    );
    expect([sums?.wrong, costs?.wrong]).toEqual([0, 0]);
  });
});
