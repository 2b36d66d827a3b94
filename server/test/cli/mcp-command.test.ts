import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client as McpClient } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callOnce, outboundAssistant } from '../kit/calls.ts';
import { runCommandWith } from '../kit/command-line.ts';
import { endsWithTest } from '../kit/left-running.ts';
import { shown } from '../kit/mcp-client.ts';
import { NODE_FLAGS } from '../kit/node-flags.ts';
import { type Client, startTestServer, type TestServer } from '../kit/test-server.ts';

const program = fileURLToPath(new URL('../../bin/parley.ts', import.meta.url));

let server: TestServer;
let account: Client;

beforeAll(async () => {
  server = await startTestServer();
  account = await server.account();
});
afterAll(() => server.stop());

/** The official client, which starts `parley mcp` as its server. */
async function started(key: string | null, mode: 'legacy' | 'auto'): Promise<McpClient> {
  const client = new McpClient({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  const env = { PARLEY_API_URL: server.address, PARLEY_API_KEY: key ?? '' };
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [...NODE_FLAGS, program, 'mcp'],
    env,
    stderr: 'ignore',
  });
  await client.connect(transport);
  endsWithTest(() => client.close());
  return client;
}

test('parley mcp makes a call and reads its transcript', async () => {
  const { id } = await outboundAssistant(account);
  const mcp = await started(account.token, 'auto');
  const values = { assistant_id: id, phone_number: '+40720000000' };
  const warned = shown(await mcp.callTool({ name: 'calls_make', arguments: values }));
  const confirm = /confirm: "(\w+)"/.exec(warned.text)?.[1];
  const made = shown(await mcp.callTool({ name: 'calls_make', arguments: { ...values, confirm } }));
  const callId = Number(made.data['call_id']);
  await callOnce(account, callId, ({ transcript }) =>
    transcript.some(({ sender }: { sender: string }) => sender === 'bot'),
  );
  await account.post(`/user/calls/${callId}/hang-up`);
  await callOnce(account, callId, ({ status }) => /^(?:ended|completed)/.test(status));
  const read = await mcp.readResource({ uri: `parley://calls/${callId}/transcript` });
  expect(JSON.stringify(read)).toContain('bot: Hello!');
});

test('parley mcp serves clients of the older protocol, and reports a wrong key', async () => {
  const mcp = await started(account.token, 'legacy');
  expect((await mcp.listTools()).tools.length).toBeGreaterThan(50);
  await expect(started('parley_wrong', 'legacy')).rejects.toThrow('does not accept this API key');
  const { code, output } = await runCommandWith(['mcp'], {
    XDG_CONFIG_HOME: path.join(tmpdir(), 'no-profiles'),
  });
  expect({ code, output }).toMatchObject({ code: 1, output: expect.stringContaining('PARLEY_API_KEY') });
});

test('parley import creates an assistant from an export, or only reports', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'parley-import-'));
  const file = path.join(folder, 'agent.json');
  const agent = {
    name: 'Concierge',
    conversation_config: {
      tts: { voice_id: 'nPczCjzI2devNBz1zQrb', speed: 2 },
      agent: {
        first_message: 'Hello, this is the Mill Inn.',
        language: 'en',
        prompt: {
          prompt: 'Help the guest.',
          llm: 'gemini-2.0-flash',
          tools: [
            {
              type: 'webhook',
              name: 'room_status',
              description: 'Reads a room',
              api_schema: { url: 'https://api.example.com/rooms', method: 'GET' },
            },
          ],
          built_in_tools: { end_call: { name: 'end_call', description: 'When done' } },
        },
      },
    },
    platform_settings: { data_collection: { nights: { type: 'integer', description: 'Number of nights' } } },
  };
  await writeFile(file, JSON.stringify(agent));
  const environment = { PARLEY_API_URL: server.address, PARLEY_API_KEY: account.token ?? '' };
  const dry = await runCommandWith(['import', 'elevenlabs', file, '--dry-run'], environment);
  expect(dry).toMatchObject({ code: 0, output: expect.stringContaining('Nothing was created.') });
  const { code, output } = await runCommandWith(['import', 'elevenlabs', file], environment);
  expect({ code, output }).toMatchObject({
    code: 0,
    output: expect.stringContaining('speech_speed: 2 became 1.2.'),
  });
  const id = Number(/Created assistant (\d+)/.exec(output)?.[1]);
  const { body } = await account.get(`/user/assistant/${id}`);
  expect(body.data).toMatchObject({
    name: 'Concierge',
    initial_message: 'Hello, this is the Mill Inn.',
    post_call_schema: [{ name: 'nights', type: 'number', description: 'Number of nights' }],
    tools: [{ type: 'end_call' }],
  });
  expect(body.data.tool_ids).toHaveLength(1);
  const wrong = await runCommandWith(['import', 'vapi', file], environment);
  expect(wrong).toMatchObject({
    code: 1,
    output: expect.stringContaining('is not an assistant exported from vapi'),
  });
});
