import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { eventually } from '../../kit/eventually.ts';
import { type SmtpSink, startSmtpSink } from '../../kit/smtp-sink.ts';
import { type Client, startTestServer, type TestServer } from '../../kit/test-server.ts';

let server: TestServer;
let smtp: SmtpSink;
let account: Client;

beforeAll(async () => {
  smtp = await startSmtpSink();
  server = await startTestServer({
    environment: {
      PARLEY_SMTP_URL: smtp.url,
      PARLEY_MAIL_FROM: 'parley@parley.example',
      PARLEY_PUBLIC_URL: 'https://parley.example',
    },
  });
});
afterAll(async () => {
  await server.stop();
  await smtp.close();
});
beforeEach(async () => {
  account = await server.account();
  smtp.mails = [];
});

const ask = (email: string) => server.visitor.post('/password-resets', { email });
const use = (token: string, password = 'new battery staple') =>
  server.visitor.post(`/password-resets/${token}`, { password });
const logIn = (password: string) => server.visitor.post('/login', { email: account.email, password });

/** The token of the account's newest mail, after so many. Mails to others may arrive after their test. */
async function tokenOf(mails: number): Promise<string> {
  const all = await eventually(
    async () => smtp.mails.filter(({ to }) => to[0] === account.email),
    ({ length }) => length >= mails,
  );
  const source = all.at(-1)?.source.replaceAll(/=\r\n/g, '') ?? '';
  return /reset-password\/(parley_[0-9A-Za-z]+)/.exec(source)?.[1] ?? '';
}

test('a link from an email sets a password once, and ends all sessions', async () => {
  const session = (await logIn('correct horse')).body.token;
  const asked = await ask(account.email.toUpperCase());
  const unknown = await ask('nobody@example.com');
  expect([asked.status, asked.body]).toEqual([unknown.status, unknown.body]);
  const token = await tokenOf(1);
  expect(smtp.mails.map(({ to }) => to)).toEqual([[account.email]]);
  expect((await use(token, 'short')).status).toBe(422);
  const set = await use(token);
  expect([set.status, set.body]).toEqual([200, { message: 'Password changed.' }]);
  expect((await server.client(session).get('/user/me')).status).toBe(401);
  expect((await account.get('/user/me')).status).toBe(200);
  expect((await logIn('correct horse')).status).toBe(401);
  expect((await logIn('new battery staple')).status).toBe(200);
  expect((await use(token)).status).toBe(404);
});

test('a newer link replaces an older one, and links expire after an hour', async () => {
  await ask(account.email);
  const first = await tokenOf(1);
  await ask(account.email);
  const second = await tokenOf(2);
  expect(second).not.toBe(first);
  expect((await use(first)).status).toBe(404);
  await server.database.query(
    `update password_resets set expires_at = expires_at - interval '61 minutes'
     where person_id = (select id from people where email = $1)`,
    [account.email],
  );
  expect((await use(second)).status).toBe(404);
  expect((await use('parley_nonsense')).status).toBe(404);
  expect((await logIn('correct horse')).status).toBe(200);
});

test('a new password or address ends a link that was sent before', async () => {
  const change = (fields: object, password: string) =>
    logIn(password).then(({ body }) =>
      server.client(body.token).put('/user/profile', { ...fields, current_password: password }),
    );
  await ask(account.email);
  expect((await change({ new_password: 'another horse' }, 'correct horse')).status).toBe(200);
  expect((await use(await tokenOf(1))).status).toBe(404);
  await ask(account.email);
  const sent = await tokenOf(2);
  expect((await change({ email: `${randomUUID()}@example.com` }, 'another horse')).status).toBe(200);
  expect((await use(sent)).status).toBe(404);
  // The emails about the new address, which must not arrive in the next test.
  await eventually(
    async () => smtp.mails.length,
    (count) => count === 4,
  );
});

test('only one of two requests with the same link at once succeeds', async () => {
  await ask(account.email);
  const token = await tokenOf(1);
  const answers = await Promise.all([use(token, 'first password'), use(token, 'other password')]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
});

test('an address gets three links an hour, and only a hash is stored', async () => {
  const statuses = [];
  for (let count = 0; count < 4; count += 1) statuses.push((await ask(account.email)).status);
  expect(statuses).toEqual([200, 200, 200, 429]);
  const token = await tokenOf(1);
  const rows = await server.database.query(
    'select row_to_json(password_resets)::text as row from password_resets',
  );
  expect(JSON.stringify(rows)).not.toContain(token);
});

test('an invitation is sent by email, and its link works', async () => {
  const invited = `${randomUUID()}@example.com`;
  const created = await account.post('/user/invitations', { email: invited, role: 'agent' });
  expect([created.status, created.body.is_emailed]).toEqual([201, true]);
  const mails = smtp.mails.filter(({ to }) => to[0] === invited);
  expect(mails.map(({ to }) => to)).toEqual([[invited]]);
  const source = mails[0]?.source.replaceAll(/=\r\n/g, '') ?? '';
  const token = /https:\/\/parley\.example\/invite\/(parley_[0-9A-Za-z]+)/.exec(source)?.[1] ?? '';
  expect((await server.visitor.get(`/invitations/${token}`)).body.data.email).toBe(invited);
  smtp.refusal = 'Unknown mailbox';
  const refused = await account.post('/user/invitations', { email: invited, role: 'agent' });
  smtp.refusal = null;
  expect([refused.status, refused.body.is_emailed]).toEqual([201, false]);
});

test('is refused without SMTP', async () => {
  const silent = await startTestServer();
  try {
    const refused = await silent.visitor.post('/password-resets', { email: account.email });
    expect([refused.status, refused.body.message]).toEqual([403, 'This installation sends no email.']);
  } finally {
    await silent.stop();
  }
});
