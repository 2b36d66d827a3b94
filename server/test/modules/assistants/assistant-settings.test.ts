import { beforeAll, describe, expect, test } from 'vitest';
import { createAssistant } from '../../kit/assistants.ts';
import { sharedServer } from '../../kit/shared-server.ts';
import type { Client, TestServer } from '../../kit/test-server.ts';

let server: TestServer;
let account: Client;

beforeAll(async () => {
  server = await sharedServer();
  account = await server.account();
});

describe('an assistant', () => {
  test('accepts an empty list as empty widget settings', async () => {
    const { id, widget_settings } = await createAssistant(account);
    const path = `/user/assistant/${id}`;
    expect((await account.put(path, { widget_settings: [] })).status).toBe(200);
    expect((await account.get(path)).body.data.widget_settings).toEqual(widget_settings);
  });

  test('lists its fields in the order of the contract', async () => {
    const { id } = await createAssistant(account);
    const path = `/user/assistant/${id}`;
    await account.put(path, {
      widget_settings: { position: 'bottom-left', color: '#000000', theme: 'dark' },
      filler_config: { neutral: ['So.'], question: ['Well?'], negative: ['No.'], positive: ['Yes.'] },
      tools: [{ stop_key: '*', type: 'collect_keypad' }],
      post_call_schema: [{ description: 'How they felt.', type: 'string', name: 'mood' }],
      variables: { zebra: 1, a: 2, monkey: 3 },
    });
    const { text } = await account.get(path);
    expect(text).toContain(
      '"widget_settings":{"theme":"dark","color":"#000000","position":"bottom-left","allowed_origins":[],"title":null,',
    );
    expect(text).toContain(
      '"filler_config":{"positive":["Yes."],"negative":["No."],"question":["Well?"],"neutral":["So."]}',
    );
    expect(text).toContain('"tools":[{"type":"collect_keypad","timeout":5,"stop_key":"*"}]');
    expect(text).toContain('[{"name":"mood","type":"string","description":"How they felt."}]');
    expect(text).toContain('"variables":{"zebra":1,"a":2,"monkey":3}');
  });

  test('requires a webhook URL while the webhook is on', async () => {
    const { id } = await createAssistant(account);
    const path = `/user/assistant/${id}`;
    const required = { webhook_url: ['The webhook url field is required when is webhook active is true.'] };
    const url = 'https://example.com/hook';
    expect((await account.put(path, { is_webhook_active: true })).body.errors).toEqual(required);
    expect((await account.put(path, { is_webhook_active: true, webhook_url: url })).status).toBe(200);
    expect((await account.put(path, { webhook_url: null, is_webhook_active: true })).body.errors).toEqual(
      required,
    );
    expect((await account.get(path)).body.data).toMatchObject({ is_webhook_active: true, webhook_url: url });
  });

  test.each([
    ['the URL is removed', { webhook_url: null }],
    ['it is switched off and its URL removed', { is_webhook_active: false, webhook_url: null }],
    ['both are reset', { is_webhook_active: null, webhook_url: null }],
  ])('switches the webhook off when %s', async (_what, change) => {
    const on = { is_webhook_active: true, webhook_url: 'https://example.com/hook' };
    const { id } = await createAssistant(account, on);
    expect((await account.put(`/user/assistant/${id}`, change)).status).toBe(200);
    const data = (await account.get(`/user/assistant/${id}`)).body.data;
    expect(data).toMatchObject({ is_webhook_active: false, webhook_url: null });
  });
});
