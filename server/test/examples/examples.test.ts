import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { endedCall } from '../kit/calls.ts';
import { eventually } from '../kit/eventually.ts';
import { checkPrograms, copiedExamples, startExample } from '../kit/example-program.ts';
import { endsWithTest } from '../kit/left-running.ts';
import { arePackagesMissing, PYTHON, printed } from '../kit/sample-program.ts';
import { sharedServer } from '../kit/shared-server.ts';
import { freePorts } from '../kit/sip/free-ports.ts';
import type { Client } from '../kit/test-server.ts';
import { openPhone } from '../kit/voice/browser-phone.ts';
import { startWebhookSink } from '../kit/webhook-sink.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
let folder: string;

beforeAll(async () => {
  folder = await copiedExamples();
});

/** A new account, and the environment of an example for it. */
async function setting(): Promise<{ account: Client; environment: Record<string, string>; origin: string }> {
  const server = await sharedServer();
  const account = await server.account();
  const [port] = await freePorts(1);
  const environment = {
    PARLEY_API_URL: new URL(server.api).origin,
    PARLEY_API_KEY: String(account.token),
    PORT: String(port),
  };
  return { account, environment, origin: `http://127.0.0.1:${port}` };
}

const resultOf = async (account: Client, message: string, conversation: string) =>
  (await account.post(`/conversations/${conversation}/messages`, { message })).body.message;

test('every example is small, has a short README and passes the type checks', async () => {
  const programs = globSync('*/*.{ts,py}', { cwd: folder });
  expect(programs).toHaveLength(6);
  for (const program of programs) {
    const lines = (file: string) => readFileSync(path.join(folder, file), 'utf8').split('\n').length - 1;
    expect(lines(program), program).toBeLessThanOrEqual(100);
    expect(lines(path.join(path.dirname(program), 'README.md')), program).toBeLessThanOrEqual(40);
  }
  await checkPrograms(
    folder,
    programs.filter((program) => program.endsWith('.ts')),
  );
});

test('appointment reminders: calls each patient and writes the answers, and calls nobody twice', async () => {
  const { account, environment } = await setting();
  const cwd = path.join(folder, 'appointment-reminders');
  const remind = () => printed(process.execPath, ['remind.ts'], { cwd, env: environment });
  await remind();
  const results = readFileSync(path.join(cwd, 'results.csv'), 'utf8');
  const [, first, second, third] = results.split('\n');
  expect(first).toMatch(/^"A-1","\+40721000007","ended_by_customer","(?:true|false|)",/);
  expect(second).toMatch(/^"A-2","\+40721000001","busy",/);
  expect(third).toMatch(/^"A-3","12","not called","",".*phone/i);
  const { body: calls } = await account.get('/user/calls');
  expect(calls.total).toBe(2);
  expect(calls.data.at(-1).variables).toMatchObject({ name: 'Ana', time: 'Tuesday at 10:00' });
  await remind();
  expect((await account.get('/user/calls')).body.total).toBe(2);
});

test.skipIf(arePackagesMissing('python3-httpx'))(
  'template messages: sends templates and SMS, and skips a wrong number',
  async () => {
    const { account, environment } = await setting();
    const cwd = path.join(folder, 'template-messages');
    const env = {
      ...environment,
      PYTHONPATH: path.join(root, 'sdk/python/src'),
      PYTHONDONTWRITEBYTECODE: '1',
    };
    const output = await printed(PYTHON, ['-W', 'error', 'remind.py', '--sandbox'], { cwd, env });
    expect(output).toMatch(/^B-1 template (?:sent|delivered|read)\nB-2 sms \w+\nB-3 not sent: .+\n$/);
    const { body: sent } = await account.get('/user/sms');
    expect(sent.data[0].body ?? sent.data[0].message).toContain(
      'Hello Dan, your appointment is on Tuesday at 10:30.',
    );
  },
);

test('booking: the assistant books through the signed tool, once, until all tables are taken', async () => {
  const { account, environment, origin } = await setting();
  const program = startExample(path.join(folder, 'booking/booking.ts'), environment);
  const [, assistant_id] = await program.printed(/\(([\da-f-]{36})\)/);
  const replies: string[] = [];
  for (const guests of ['4', '2', '6']) {
    const opened = await account.post('/conversations', { assistant_id, type: 'test' });
    const { conversation_id } = opened.body;
    await resultOf(account, 'I would like to book a table.', conversation_id);
    await resultOf(account, 'Friday', conversation_id);
    replies.push(await resultOf(account, guests, conversation_id));
  }
  expect(replies).toEqual([
    'A table for 4 is booked on Friday.',
    'A table for 2 is booked on Friday.',
    'All tables are taken on Friday.',
  ]);
  const unsigned = { method: 'POST', body: '{"day":"Monday","guests":2}' };
  expect((await fetch(`${origin}/bookings`, unsigned)).status).toBe(401);
});

test('website chat: the page has the widget, which greets the customer by name', async () => {
  const { account, environment, origin } = await setting();
  const program = startExample(path.join(folder, 'website-chat/shop.ts'), environment);
  await program.printed(/Open http/);
  const html = await (await fetch(`${origin}/?customer=dan`)).text();
  const attribute = (name: string) => new RegExp(`${name}="([^"]*)"`).exec(html)?.[1] ?? '';
  expect((await fetch(attribute('script src'))).status).toBe(200);
  const variables = JSON.parse(attribute('data-variables').replaceAll('&quot;', '"'));
  const opened = await account.post('/conversations', {
    assistant_id: attribute('data-assistant'),
    variables,
  });
  expect(opened.body.history[0].content).toBe(
    'Hello Dan "the man", do you have a question about your order A-4712?',
  );
});

test('CRM look-up and call summaries: the assistant knows the caller, and the call is stored once', async () => {
  const { account, environment, origin } = await setting();
  const chat = await startWebhookSink();
  endsWithTest(chat.close);
  const [port] = await freePorts(1);
  const summaries = startExample(path.join(folder, 'call-summaries/summaries.ts'), {
    ...environment,
    PORT: String(port),
    SLACK_WEBHOOK_URL: `${chat.origin}/chat`,
  });
  const crm = startExample(path.join(folder, 'crm-lookup/crm.ts'), environment);
  await summaries.printed(/Waiting for calls/);
  const [, to] = await crm.printed(/Call (\+\d+)/);

  const placed = await account.post('/sandbox/calls', { from: '+40721000042', to });
  const phone = await openPhone(placed.body.data.media_url);
  await phone.message(({ type }) => type === 'answered');
  const [call] = await eventually(
    async () => (await account.get('/user/calls')).body.data,
    (calls) => calls[0]?.transcript.length > 0,
  );
  expect(call.transcript[0].text).toContain('Hello Ana, this is Acme.');
  phone.hangUp();
  const ended = await endedCall(account, call.id);
  expect(ended.variables).toMatchObject({ plan: 'premium', open_tickets: 2 });
  await crm.printed(/^\+40721000042: known$/m);

  await summaries.printed(/Stored call/);
  expect(JSON.parse(chat.at('/chat')[0]?.body ?? '')).toEqual({
    text: expect.stringContaining('Call with +40721000042: '),
  });
  const [delivery] = (await account.get('/user/webhook-deliveries?event=call.ended')).body.data;
  await account.post(`/user/webhook-deliveries/${delivery.id}/resend`);
  await eventually(
    async () => (await account.get(`/user/webhook-deliveries/${delivery.id}`)).body.data,
    ({ attempts }) => attempts.length === 2,
  );
  const rows = readFileSync(path.join(folder, 'call-summaries/calls.csv'), 'utf8').trim().split('\n');
  expect(rows).toHaveLength(2);
  expect(rows[1]).toMatch(new RegExp(`^"\\w+","${call.id}","\\+40721000042","ended_by_customer",`));
  const unsigned = await fetch(`${origin}/callers`, {
    method: 'POST',
    body: '{"customer_phone":"+40721000042"}',
  });
  expect(unsigned.status).toBe(401);
});
