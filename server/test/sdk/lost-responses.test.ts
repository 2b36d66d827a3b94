import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { ConnectionError, Parley } from '../../../sdk/typescript/src/parley.ts';
import { createCampaign } from '../kit/campaigns.ts';
import { endsWithTest } from '../kit/left-running.ts';
import { startLosingProxy } from '../kit/losing-proxy.ts';
import { arePackagesMissing, emptyFolder, PYTHON, printed } from '../kit/sample-program.ts';
import { sharedServer } from '../kit/shared-server.ts';

/** An account whose next POST is performed, but whose response is lost. */
async function behindProxy() {
  const server = await sharedServer();
  const account = await server.account();
  const campaign: number = (await createCampaign(account)).id;
  const proxy = await startLosingProxy(new URL(server.api).origin);
  endsWithTest(proxy.close);
  proxy.lose(({ method }) => method === 'POST', 1);
  const leads = async (): Promise<number> => (await account.get('/user/leads')).body.total;
  return { baseUrl: proxy.origin, apiKey: String(account.token), campaign, leads };
}

test('the TypeScript client repeats a request whose response was lost, and the server performs it once', async () => {
  const { baseUrl, apiKey, campaign, leads } = await behindProxy();
  const parley = new Parley({ baseUrl, apiKey });
  // The same number twice in a campaign would be refused.
  const { data } = await parley.leads.create({ campaign_id: campaign, phone_number: '+40721000001' });
  expect(data.phone_number).toBe('+40721000001');
  expect(await leads()).toBe(1);
});

test('the TypeScript client does not repeat a request without retries, and a later one with its key gets the response', async () => {
  const { baseUrl, apiKey, campaign, leads } = await behindProxy();
  const parley = new Parley({ baseUrl, apiKey });
  const create = (options: { maxRetries?: number }) =>
    parley.leads.create(
      { campaign_id: campaign, phone_number: '+40721000001' },
      { ...options, idempotencyKey: 'lead-1' },
    );
  await expect(create({ maxRetries: 0 })).rejects.toThrow(ConnectionError);
  const { response } = await create({}).withResponse();
  expect(response.headers.get('idempotency-replayed')).toBe('true');
  expect(await leads()).toBe(1);
});

const repeating = `
import asyncio, sys
from parley import AsyncParley, Parley

base_url, api_key, campaign = sys.argv[1:]
fields = {"campaign_id": int(campaign), "phone_number": "+40721000001"}

async def create():
    async with AsyncParley(base_url, api_key) as parley:
        return await parley.leads.create(**fields)

lead = asyncio.run(create()) if "ASYNC" else Parley(base_url, api_key).leads.create(**fields)
print(lead["data"]["phone_number"])
`;

test.skipIf(arePackagesMissing('python3-httpx')).each([
  ['synchronous', ''],
  ['asynchronous', 'yes'],
])(
  'the %s Python client repeats a request whose response was lost, and the server performs it once',
  async (_kind, isAsync) => {
    const { baseUrl, apiKey, campaign, leads } = await behindProxy();
    const folder = emptyFolder();
    writeFileSync(path.join(folder, 'create.py'), repeating.replace('ASYNC', isAsync));
    const env = { PYTHONPATH: fileURLToPath(new URL('../../../sdk/python/src', import.meta.url)) };
    const output = await printed(PYTHON, ['create.py', baseUrl, apiKey, String(campaign)], {
      cwd: folder,
      env,
    });
    expect(output).toBe('+40721000001\n');
    expect(await leads()).toBe(1);
  },
);
