import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cleanUp, temporaryFolder } from '../../src/db/embedded/testing/embedded-kit.ts';
import { endedCall } from '../kit/calls.ts';
import { setStatus } from '../kit/campaigns.ts';
import { runCommandWith } from '../kit/command-line.ts';
import { ownerOf, type RunningParley, startParley } from '../kit/copy/running-parley.ts';
import { makeInstallation, type WholeInstallation } from '../kit/copy/whole-installation.ts';
import { processed, upload } from '../kit/documents.ts';
import { eventually } from '../kit/eventually.ts';
import { MAY_START_SERVER, type ServerPostgres, startServerPostgres } from '../kit/server-postgres.ts';
import { connectionUrl } from '../kit/server-process.ts';
import type { Client } from '../kit/test-server.ts';
import { startToolEndpoint, type ToolEndpoint } from '../kit/tool-endpoint.ts';

/** The visible state of an installation, without ports in URLs, which differ each time. */
async function seen(
  { origin }: RunningParley,
  owner: Client,
  { knowledgebase, campaignId, callId, conversationPath, toolId }: WholeInstallation,
): Promise<unknown[]> {
  const paths = [
    '/user/me',
    '/user/assistants/get',
    '/user/assistants',
    '/user/tools',
    `/user/tools/${toolId}`,
    '/user/calls',
    `/user/calls/${callId}`,
    '/user/campaigns',
    `/user/leads?campaign_id=${campaignId}`,
    '/user/billing/summary',
    '/user/billing/charges',
    '/user/statistics',
    conversationPath,
    '/user/inbox',
    '/user/phone-numbers/all',
    `${knowledgebase}/documents`,
    '/user/assistants/voices',
    '/user/webhook-secret',
    '/user/api-keys',
  ];
  const answers = [];
  for (const path of paths) {
    const { status, text } = await owner.get(path);
    expect(status, path).toBe(200);
    const body: unknown = JSON.parse(text.replaceAll(origin, ''), withoutDeliveries);
    answers.push({ path, body });
  }
  const found = await owner.post(`${knowledgebase}/search`, { query: 'When does the pool close?' });
  expect(found.body.data[0].text).toContain('closes at ten');
  return [...answers, found.body];
}

/** Leaves out webhook deliveries, which continue all the time. */
const withoutDeliveries = (key: string, value: unknown): unknown =>
  key === 'webhook_response' ? undefined : value;

async function recordingOf(parley: RunningParley, { recordingPath }: WholeInstallation): Promise<Buffer> {
  const answer = await fetch(`${parley.origin}${recordingPath}`);
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
}

describe.runIf(MAY_START_SERVER)('an installation on a laptop', () => {
  let server: ServerPostgres;
  let endpoint: ToolEndpoint;
  let folder: string;
  let target: pg.ClientConfig;
  beforeAll(async () => {
    server = await startServerPostgres();
    endpoint = await startToolEndpoint();
    folder = await temporaryFolder();
    target = await server.database();
  });
  afterAll(async () => {
    await cleanUp(folder);
    await endpoint.close();
  });

  /** Runs `copy` on the data folder, whose secret key was generated. */
  const copy = (): ReturnType<typeof runCommandWith> =>
    runCommandWith(['copy', '--to', connectionUrl(target)], { PARLEY_DATA: folder, PARLEY_SECRET_KEY: '' });

  test('continues on a server after a copy, with all work that was interrupted by a kill', async () => {
    const laptop = await startParley({ PARLEY_DATA: folder, PARLEY_SECRET_KEY: '' });
    const before = await ownerOf(laptop);
    endpoint.answer('hang');
    const made = await makeInstallation(laptop, before, endpoint.origin);
    const answers = await seen(laptop, before, made);
    const recording = await recordingOf(laptop, made);
    const running = await copy();
    expect(running).toEqual({
      code: 1,
      output: expect.stringContaining(`A Parley server is using the data folder ${folder}.`),
    });
    const late = { type: 'txt', name: 'late.txt', bytes: Buffer.from('The sauna is closed on Mondays.') };
    const document = await upload(before, made.knowledgebase, late);
    await laptop.end('SIGKILL');

    const { code, output } = await copy();
    const keyFile = join(folder, 'secret-key');
    const key = (await readFile(keyFile, 'utf8')).trim();
    expect([code, output]).toEqual([
      0,
      expect.stringMatching(
        /^Copying the embedded database in .* to postgresql:.*\nCopied [\d,]+ rows of \d+ tables/,
      ),
    ]);
    expect(output).toContain(`PARLEY_SECRET_KEY to the text of ${keyFile}`);
    expect(output).not.toContain(key);
    expect(output).not.toContain(String(target.password));

    const elsewhere = await startParley({ DATABASE_URL: connectionUrl(target), PARLEY_SECRET_KEY: key });
    const after = elsewhere.client(before.token);
    expect((await processed(after, document)).status).toBe('active');
    expect((await after.delete(document)).status).toBe(200);
    expect(await seen(elsewhere, after, made)).toEqual(answers);
    expect(await recordingOf(elsewhere, made)).toEqual(recording);

    endpoint.answer({ body: { status: 'sent' } });
    expect((await ownerOf(elsewhere)).token).not.toBe(before.token);
    await setStatus(after, made.campaignId, 'start');
    const [called] = await eventually(
      async () => (await after.get('/user/calls')).body.data,
      (calls) => calls.length > 1,
    );
    expect(called.id).toBe(made.callId + 1);
    await endedCall(after, called.id);
    await after.post(`/user/tools/${made.toolId}/test`);
    expect(endpoint.calls.at(-1)?.headers).toMatchObject({ 'x-key': 'very-secret-4711' });
    await eventually(
      async () => endpoint.calls.filter(({ url }) => url === '/called').length,
      (count) => count > 1,
    );
    await elsewhere.end('SIGTERM');
  });
});
