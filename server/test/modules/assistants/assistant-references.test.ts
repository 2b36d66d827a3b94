import { beforeAll, describe, expect, test } from 'vitest';
import { assistantFields, createAssistant } from '../../kit/assistants.ts';
import { eventually } from '../../kit/eventually.ts';
import { insertNumber, insertTool } from '../../kit/owned-rows.ts';
import { sharedServer } from '../../kit/shared-server.ts';
import type { Client, TestServer } from '../../kit/test-server.ts';

let server: TestServer;
let account: Client;
let other: Client;

beforeAll(async () => {
  server = await sharedServer();
  account = await server.account();
  other = await server.account();
});

const MISSING = 9_000_000_000;
const TAKEN = { phone_number_id: ['This phone number is already assigned to another inbound assistant.'] };

describe('an id of another account', () => {
  test('is rejected like a missing one, on its field, on create and update', async () => {
    const { id } = await createAssistant(account);
    const complete = await assistantFields(account);
    const foreign = {
      number: await insertNumber(other),
      tool: await insertTool(other),
      knowledgebase: (await other.post('/user/knowledgebases', { name: 'Theirs' })).body.data.id,
      assistant: (await createAssistant(other)).id,
    };
    const bodies = (known: typeof foreign): Record<string, object> => ({
      phone_number_id: { phone_number_id: known.number },
      'tool_ids.0': { tool_ids: [known.tool] },
      knowledgebase_id: { knowledgebase_id: known.knowledgebase },
      'tools.0.assistant_id': { tools: [{ type: 'assistant_transfer', assistant_id: known.assistant }] },
      'tools.0.outbound_phone_id': { tools: [warmTransfer(known.number)] },
    });
    const missing = bodies({ number: MISSING, tool: MISSING, knowledgebase: MISSING, assistant: MISSING });
    for (const [field, body] of Object.entries(bodies(foreign))) {
      const answers = [
        await account.put(`/user/assistant/${id}`, body),
        await account.put(`/user/assistant/${id}`, missing[field]),
        await account.post('/user/assistant', { ...complete, ...body }),
        await account.post('/user/assistant', { ...complete, ...missing[field] }),
      ];
      for (const answer of answers) {
        expect(answer.status, field).toBe(422);
        expect(Object.keys(answer.body.errors)).toEqual([field]);
        expect(answer.text).toBe(answers[0]?.text);
      }
    }
  });
});

function warmTransfer(outboundPhoneId: number, fields: object = {}): object {
  return {
    type: 'warm_call_transfer',
    supervisor_phone: '+40721234567',
    outbound_phone_id: outboundPhoneId,
    description: 'When they ask for a person.',
    ...fields,
  };
}

describe('a reference', () => {
  test('deleted between the check and the write is rejected on its field', async () => {
    const { id } = await createAssistant(account);
    const knowledgebase = (await account.post('/user/knowledgebases', { name: 'Going' })).body.data.id;
    const waiting = (): Promise<unknown[]> =>
      server.database.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
    const answer = await server.database.transaction(async (transaction) => {
      await transaction.query('delete from knowledgebases where id = $1', [knowledgebase]);
      const change = account.put(`/user/assistant/${id}`, { knowledgebase_id: knowledgebase });
      await eventually(waiting, (rows) => rows.length > 0);
      return { change };
    });
    const { status, body } = await answer.change;
    expect(status).toBe(422);
    expect(body.errors).toEqual({ knowledgebase_id: ['The selected knowledgebase id is invalid.'] });
  });

  test('may have an id above 32 bits', async () => {
    await server.database.script('alter table tools alter column id restart with 3000000000');
    const tool = await insertTool(account);
    expect(tool).toBeGreaterThan(2 ** 31);
    const { id } = await createAssistant(account);
    expect((await account.put(`/user/assistant/${id}`, { tool_ids: [tool] })).status).toBe(200);
    expect((await account.get(`/user/assistant/${id}`)).body.data.tool_ids).toEqual([tool]);
  });
});

describe('the number of an inbound assistant', () => {
  test('must not be a caller ID number, on create, update and change of type', async () => {
    const callerId = await insertNumber(account, 'caller_id');
    const complete = await assistantFields(account);
    const created = await account.post('/user/assistant', { ...complete, phone_number_id: callerId });
    const { id } = await createAssistant(account);
    const updated = await account.put(`/user/assistant/${id}`, { phone_number_id: callerId });
    const outbound = await createAssistant(account, { type: 'outbound', phone_number_id: callerId });
    const turned = await account.put(`/user/assistant/${outbound.id}`, { type: 'inbound' });
    for (const answer of [created, updated, turned]) {
      expect(answer.status).toBe(422);
      expect(Object.keys(answer.body.errors)).toEqual(['phone_number_id']);
      expect(answer.body.message).toContain('Caller ID');
    }
  });

  test.each(['normal', 'sip'] as const)(
    'may be a %s number that no other inbound assistant has',
    async (type) => {
      const number = await insertNumber(account, type);
      const first = await createAssistant(account, { phone_number_id: number });
      const second = await createAssistant(account);
      const outbound = await createAssistant(account, { type: 'outbound', phone_number_id: number });
      const create = { ...(await assistantFields(account)), phone_number_id: number };
      for (const answer of [
        await account.put(`/user/assistant/${second.id}`, { phone_number_id: number }),
        await account.put(`/user/assistant/${outbound.id}`, { type: 'inbound' }),
        await account.post('/user/assistant', create),
      ]) {
        expect(answer.status).toBe(422);
        expect(answer.body.errors).toEqual(TAKEN);
      }
      // An assistant’s own number is no conflict.
      expect((await account.put(`/user/assistant/${first.id}`, { phone_number_id: number })).status).toBe(
        200,
      );
      await account.delete(`/user/assistant/${first.id}`);
      expect((await account.put(`/user/assistant/${second.id}`, { phone_number_id: number })).status).toBe(
        200,
      );
      await account.put(`/user/assistant/${second.id}`, { phone_number_id: null });
      expect((await account.post('/user/assistant', create)).status).toBe(201);
    },
  );

  test('goes to one of two concurrent requests', async () => {
    const complete = await assistantFields(account);
    for (let round = 0; round < 5; round += 1) {
      const number = await insertNumber(account);
      const waiting = await createAssistant(account);
      const answers = await Promise.all([
        account.post('/user/assistant', { ...complete, phone_number_id: number }),
        account.post('/user/assistant', { ...complete, phone_number_id: number }),
        account.put(`/user/assistant/${waiting.id}`, { phone_number_id: number }),
      ]);
      const refused = answers.filter(({ status }) => status === 422);
      expect(refused).toHaveLength(2);
      for (const { body } of refused) expect(body.errors).toEqual(TAKEN);
    }
  });

  test('activates the assistant on update, never on create and never an outbound one', async () => {
    const [first, second] = [await insertNumber(account), await insertNumber(account)];
    const created = await createAssistant(account, { phone_number_id: first });
    expect(created['status']).toBe('inactive');
    const given = await account.put(`/user/assistant/${created.id}`, { phone_number_id: second });
    expect(given.body.data.status).toBe('active');
    const outbound = await createAssistant(account, { type: 'outbound' });
    const kept = await account.put(`/user/assistant/${outbound.id}`, { phone_number_id: first });
    expect(kept.body.data.status).toBe('inactive');
  });
});

describe('built-in tools', () => {
  let path: string;
  let number: number;
  let target: number;
  beforeAll(async () => {
    path = `/user/assistant/${(await createAssistant(account)).id}`;
    number = await insertNumber(account);
    target = (await createAssistant(account)).id;
  });

  const long = 'x'.repeat(1001);
  const transfer = { type: 'call_transfer', phone_number: '+40721234567' };
  test.each([
    ['transfer without a number', { type: 'call_transfer' }, 'phone_number'],
    ['transfer to a national number', { ...transfer, phone_number: '0721234567' }, 'phone_number'],
    ['transfer to words', { ...transfer, phone_number: 'the boss' }, 'phone_number'],
    ['transfer with a long description', { ...transfer, description: long }, 'description'],
    ['transfer with an invalid flag', { ...transfer, custom: 'maybe' }, 'custom'],
    ['transfer with an unknown zone', { ...transfer, timezone: 'Mars' }, 'timezone'],
    ['keypad that waits 0 s', { type: 'collect_keypad', timeout: 0 }, 'timeout'],
    ['keypad that waits 31 s', { type: 'collect_keypad', timeout: 31 }, 'timeout'],
    ['keypad with two stop keys', { type: 'collect_keypad', stop_key: '##' }, 'stop_key'],
    ['keypad with a letter', { type: 'collect_keypad', stop_key: 'a' }, 'stop_key'],
    ['hang-up with a number as description', { type: 'end_call', description: 5 }, 'description'],
    ['keypad input with a long description', { type: 'dtmf_input', description: long }, 'description'],
    ['assistant transfer without a target', { type: 'assistant_transfer' }, 'assistant_id'],
    ['tool without a type', { description: 'x' }, 'type'],
    ['tool of an unknown type', { type: 'teleport' }, 'type'],
  ])('reject a %s', async (_what, tool, member) => {
    const { status, body } = await account.put(path, { tools: [{ type: 'end_call' }, tool] });
    expect(status).toBe(422);
    expect(Object.keys(body.errors)).toEqual([`tools.1.${member}`]);
  });

  test.each([
    ['no supervisor', { supervisor_phone: null }, 'supervisor_phone'],
    ['a supervisor without a phone', { supervisor_phone: 'Ann' }, 'supervisor_phone'],
    ['a phone number with custom_sip', { custom_sip: true }, 'supervisor_phone'],
    ['a SIP address without custom_sip', { supervisor_phone: 'sip:ann@example.com' }, 'supervisor_phone'],
    ['no description', { description: null }, 'description'],
    ['no number to call from', { outbound_phone_id: null }, 'outbound_phone_id'],
    ['an unknown caller id mode', { caller_id_mode: 'hidden' }, 'caller_id_mode'],
    ['a custom caller ID mode without an ID', { caller_id_mode: 'custom' }, 'custom_caller_id'],
    ['unknown music', { hold_music: 'jazz' }, 'hold_music'],
    ['a music volume below 0', { hold_music_volume: -1 }, 'hold_music_volume'],
    ['a music volume above 100', { hold_music_volume: 101 }, 'hold_music_volume'],
    ['a hold message that is too long', { hold_message: long }, 'hold_message'],
  ])('reject a warm transfer with %s', async (_what, fields, member) => {
    const { status, body } = await account.put(path, { tools: [warmTransfer(number, fields)] });
    expect(status).toBe(422);
    expect(Object.keys(body.errors)).toEqual([`tools.0.${member}`]);
  });

  test('are stored flat and read back with their defaults', async () => {
    const given = [
      { type: 'call_transfer', phone_number: '+40 721 234 567' },
      warmTransfer(number, { hold_music_volume: '100' }),
      { type: 'collect_keypad' },
      { type: 'collect_keypad', timeout: 30, stop_key: 0 },
      { type: 'end_call' },
      { type: 'dtmf_input', description: 'Codes.' },
      { type: 'assistant_transfer', assistant_id: target },
    ];
    expect((await account.put(path, { tools: given })).status).toBe(200);
    expect((await account.get(path)).body.data.tools).toEqual([
      { type: 'call_transfer', phone_number: '+40721234567', custom: false, warm_transfer: false },
      {
        type: 'warm_call_transfer',
        supervisor_phone: '+40721234567',
        outbound_phone_id: number,
        description: 'When they ask for a person.',
        custom_sip: false,
        caller_id_mode: 'outbound_number',
        hold_music: 'hold_music',
        hold_music_volume: 100,
        hold_message: expect.any(String),
        summary_instructions: expect.any(String),
        briefing_initial_message: expect.any(String),
        connected_message: expect.any(String),
      },
      { type: 'collect_keypad', timeout: 5, stop_key: '#' },
      { type: 'collect_keypad', timeout: 30, stop_key: '0' },
      { type: 'end_call' },
      { type: 'dtmf_input', description: 'Codes.' },
      { type: 'assistant_transfer', assistant_id: target, speak_transfer_greeting: true },
    ]);
  });

  test('cannot transfer to the assistant itself', async () => {
    const tool = { type: 'assistant_transfer', assistant_id: Number(path.split('/').at(-1)) };
    const { body } = await account.put(path, { tools: [tool] });
    expect(body.errors).toEqual({ 'tools.0.assistant_id': ['An assistant cannot transfer to itself.'] });
  });
});
