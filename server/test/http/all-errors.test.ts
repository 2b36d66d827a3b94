import { beforeAll, describe, expect, test } from 'vitest';
import { createAssistant } from '../kit/assistants.ts';
import { insertNumber, insertTool } from '../kit/owned-rows.ts';
import { sharedServer } from '../kit/shared-server.ts';
import type { Client, TestServer } from '../kit/test-server.ts';

let server: TestServer;
let account: Client;
let path: string;

beforeAll(async () => {
  server = await sharedServer();
  account = await server.account();
  path = `/user/assistant/${(await createAssistant(account)).id}`;
});

async function brokenFields(change: object): Promise<string[]> {
  const { status, body } = await account.put(path, change);
  expect(status).toBe(422);
  return Object.keys(body.errors).sort();
}

const MISSING = 9_000_000_000;

describe('one response lists every error', () => {
  test('in a list of ids: invalid ids and ids that do not exist', async () => {
    const tool = await insertTool(account);
    expect(
      await brokenFields({
        secondary_language_ids: ['x', 999, 2, 0],
        tool_ids: [tool, 'x', MISSING],
        name: 7,
      }),
    ).toEqual([
      'name',
      'secondary_language_ids.0',
      'secondary_language_ids.1',
      'secondary_language_ids.3',
      'tool_ids.1',
      'tool_ids.2',
    ]);
  });

  test('in a list of ids: duplicates, on the repeated item', async () => {
    const tool = await insertTool(account);
    const { body } = await account.put(path, {
      tool_ids: [tool, tool, 'x'],
      secondary_language_ids: [2, 3, '2'],
    });
    expect(body.errors).toEqual({
      'secondary_language_ids.2': ['The secondary_language_ids.2 field has a duplicate value.'],
      'tool_ids.1': ['The tool_ids.1 field has a duplicate value.'],
      'tool_ids.2': ['The tool_ids.2 field must be a number.'],
    });
  });

  test('in a warm transfer: each field, combinations of fields, and a number of another account', async () => {
    const transfer = {
      type: 'warm_call_transfer',
      supervisor_phone: 'x',
      outbound_phone_id: MISSING,
      hold_music_volume: 500,
      caller_id_mode: 'custom',
    };
    expect(await brokenFields({ tools: [{ type: 'end_call' }, transfer] })).toEqual([
      'tools.1.custom_caller_id',
      'tools.1.description',
      'tools.1.hold_music_volume',
      'tools.1.outbound_phone_id',
      'tools.1.supervisor_phone',
    ]);
  });

  test('in tools next to an invalid one: numbers and assistants of other accounts', async () => {
    const otherAccount = await server.account();
    const transfer = {
      type: 'warm_call_transfer',
      supervisor_phone: '+40721234567',
      outbound_phone_id: await insertNumber(otherAccount),
      description: 'When they ask for a person.',
    };
    const assistant_id = (await createAssistant(otherAccount)).id;
    const tools = [
      { type: 'nothing' },
      'end_call',
      transfer,
      { type: 'assistant_transfer', assistant_id, description: 7 },
      { type: 'collect_keypad', timeout: 31 },
    ];
    expect(await brokenFields({ tools })).toEqual([
      'tools.0.type',
      'tools.1',
      'tools.2.outbound_phone_id',
      'tools.3.assistant_id',
      'tools.3.description',
      'tools.4.timeout',
    ]);
  });

  test('in a post-call schema: duplicate names next to an invalid description', async () => {
    const item = { name: 'budget', type: 'number', description: 'What they can spend.' };
    expect(await brokenFields({ post_call_schema: [item, { ...item, description: 'x' }] })).toEqual([
      'post_call_schema',
      'post_call_schema.1.description',
    ]);
  });
});
