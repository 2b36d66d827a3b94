import { afterAll, beforeAll, expect, test } from 'vitest';
import { aPerson } from '../kit/api-command.ts';
import { type FakeModelServer, startFakeModelServer } from '../kit/fake-model-server.ts';
import { installationOwner } from '../kit/installation-owner.ts';
import { type Client, startTestServer, type TestServer } from '../kit/test-server.ts';

const KEY = 'sk-test-0123456789abcdefWXYZ';

let server: TestServer;
let model: FakeModelServer;
let owner: Client;

beforeAll(async () => {
  server = await startTestServer();
  model = await startFakeModelServer();
  owner = await installationOwner(server);
});
afterAll(async () => {
  await server.stop();
  await model.close();
});

test('connects, tests and removes a vendor, with the key from standard input', async () => {
  const environment = { PARLEY_API_URL: server.address, PARLEY_API_KEY: owner.token ?? '' };
  const person = aPerson();
  const run = (words: string[], input = '') => person.run(['vendors', ...words], { input, environment });
  const settings = ['--set', `base_url=${model.baseUrl}`, '--set', 'models=main, spare'];
  const set = ['set', 'openai-compatible', ...settings];
  model.script({ kind: 'status', status: 401 });
  const refused = await run(set, `${KEY}\n`);
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('rejected the key')]);
  expect((await run(['list'])).stdout).toMatch(
    /openai-compatible +OpenAI-compatible models .* not connected/,
  );

  expect(await run(set, `${KEY}\n`)).toMatchObject({ code: 0 });
  expect(model.authorizations.at(-1)).toBe(`Bearer ${KEY}`);
  const listed = await run(['list']);
  expect(listed.stdout).toMatch(/openai-compatible +.* connected +…WXYZ/);
  expect(listed.stdout).not.toContain(KEY);
  // Without a key, the stored one stays.
  expect(await run(['set', 'openai-compatible', '--set', 'models=main'])).toMatchObject({ code: 0 });
  expect((await run(['test', 'openai-compatible'])).stderr).toMatch(/the model main answered/);

  expect((await run(['remove', 'openai-compatible'])).code).toBe(2);
  expect(await run(['remove', 'openai-compatible', '--yes'])).toMatchObject({ code: 0 });
  expect((await run(['test', 'openai-compatible'])).code).toBe(1);
});

test('refuses a key in the command line, and unknown vendors', async () => {
  const environment = { PARLEY_API_URL: server.address, PARLEY_API_KEY: owner.token ?? '' };
  const person = aPerson();
  const inHistory = await person.run(['vendors', 'set', 'openai', '--set', `api_key=${KEY}`], {
    environment,
  });
  expect([inHistory.code, inHistory.stderr]).toEqual([2, expect.stringContaining('history')]);
  const unknown = await person.run(['vendors', 'test', 'nobody'], { environment });
  expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringContaining('anthropic')]);
});
