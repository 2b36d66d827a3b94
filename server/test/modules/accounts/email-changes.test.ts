import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createMailer } from '../../../src/mail/mailer.ts';
import { mailEmailChange } from '../../../src/modules/accounts/email-changes/email-change-actions.ts';
import { eventually } from '../../kit/eventually.ts';
import { addMember, MEMBER_PASSWORD, type Member } from '../../kit/members.ts';
import { type SmtpSink, startSmtpSink } from '../../kit/smtp-sink.ts';
import { startTestServer, type TestServer } from '../../kit/test-server.ts';

let server: TestServer;
let smtp: SmtpSink;
let member: Member;
let wanted: string;

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
  member = await addMember(server, await server.account(), 'agent');
  wanted = `${randomUUID()}@example.com`;
  smtp.mails = [];
});

const change = (fields: object) =>
  member.put('/user/profile', { ...fields, current_password: MEMBER_PASSWORD });
const confirm = (token: string) => server.visitor.post(`/email-changes/${token}`, {});
const logIn = (email: string, password = MEMBER_PASSWORD) =>
  server.visitor.post('/login', { email, password });

/** Runs the job again, as after a failed attempt. */
async function retryMail(): Promise<void> {
  const mailer = createMailer({ smtpUrl: smtp.url, from: 'parley@parley.example' });
  const { database } = server;
  const origin = () => 'https://parley.example';
  await mailEmailChange({ database, mailer, origin }, { personId: member.personId, email: wanted });
  mailer.close();
}

/** Asks for the new address. @returns the token of the link that was mailed there */
async function asked(email = wanted): Promise<string> {
  smtp.mails = [];
  expect((await change({ email })).status).toBe(200);
  const mails = await eventually(
    async () => smtp.mails,
    ({ length }) => length === 2,
  );
  const link = mails.find(({ to }) => to[0] === email)?.source.replaceAll(/=\r\n/g, '') ?? '';
  return /https:\/\/parley\.example\/confirm-email\/(parley_[0-9A-Za-z]+)/.exec(link)?.[1] ?? '';
}

test('a new address is used once it is confirmed, and the present one gets a notice', async () => {
  const saved = await change({ email: wanted, name: 'Ada' });
  expect(saved.body).toMatchObject({
    message: `Profile saved. Your email address changes when you use the link that we sent to ${wanted}.`,
    data: { name: 'Ada', email: member.email },
  });
  await eventually(
    async () => smtp.mails,
    ({ length }) => length === 2,
  );
  const token = await asked();
  expect(smtp.mails.map(({ to }) => to)).toEqual([[member.email], [wanted]]);
  const notice = smtp.mails.find(({ to }) => to[0] === member.email)?.source ?? '';
  expect(notice).toContain(wanted);
  expect(notice).not.toContain(token);
  expect((await logIn(wanted)).status).toBe(401);
  const confirmed = await confirm(token);
  expect([confirmed.status, confirmed.body]).toEqual([
    200,
    { message: `Your email address is now ${wanted}.` },
  ]);
  expect((await logIn(wanted)).status).toBe(200);
  expect((await logIn(member.email)).status).toBe(401);
  expect((await member.get('/user/profile')).body.data).toMatchObject({ name: 'Ada', email: wanted });
  expect((await confirm(token)).status).toBe(404);
});

test('a link ends when it is replaced, expires, or the password changes', async () => {
  const first = await asked();
  const second = await asked(`${randomUUID()}@example.com`);
  expect((await confirm(first)).status).toBe(404);
  expect((await confirm('parley_nonsense')).status).toBe(404);
  await server.database.query(`update email_changes set expires_at = expires_at - interval '25 hours'`);
  expect((await confirm(second)).status).toBe(404);
  const third = await asked();
  expect((await change({ new_password: 'another horse' })).status).toBe(200);
  expect((await confirm(third)).status).toBe(404);
  expect((await logIn(member.email, 'another horse')).status).toBe(200);
});

test('an address that another person has is refused when asked for and when confirmed', async () => {
  const other = await addMember(server, await server.account(), 'viewer');
  const refused = await change({ email: other.email.toUpperCase() });
  expect([refused.status, refused.body.errors]).toEqual([
    422,
    { email: ['The email has already been taken.'] },
  ]);
  const token = await asked();
  await server.database.query('update people set email = $2 where id = $1', [other.personId, wanted]);
  expect((await confirm(token)).status).toBe(409);
  expect((await member.get('/user/profile')).body.data.email).toBe(member.email);
});

test('the audit log has the request', async () => {
  const token = await asked();
  const entries = await server.database.query<{ changes: unknown }>(
    'select changes from audit_log where user_id = $1 and actor_id = $2 order by id desc limit 1',
    [member.userId, member.personId],
  );
  const change = { field: 'unconfirmed_email', before: null, after: wanted, is_secret: false };
  expect(entries).toEqual([{ changes: [change] }]);
  expect(JSON.stringify(entries)).not.toContain(token);
});

test('two requests with the same link change the address once', async () => {
  const token = await asked();
  const answers = await Promise.all([confirm(token), confirm(token)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
});

test('only a hash of the link is stored, and another spelling of the address needs none', async () => {
  const token = await asked();
  const rows = await server.database.query(
    'select row_to_json(email_changes)::text as row from email_changes',
  );
  expect(JSON.stringify(rows)).toContain(wanted);
  expect(JSON.stringify(rows)).not.toContain(token);
  const spelled = await change({ email: member.email.toUpperCase() });
  expect(spelled.body.message).toBe('Profile saved.');
});

test('a new password and the present address cancel the change, also for an email that is sent again', async () => {
  await asked();
  smtp.mails = [];
  await retryMail();
  expect(smtp.mails.map(({ to }) => to)).toEqual([[member.email], [wanted]]);
  expect((await change({ email: member.email })).body.message).toBe('Profile saved.');
  smtp.mails = [];
  await retryMail();
  expect(smtp.mails).toEqual([]);
  const token = await asked();
  smtp.mails = [];
  expect((await change({ new_password: 'another horse' })).status).toBe(200);
  await retryMail();
  expect(smtp.mails).toEqual([]);
  expect((await confirm(token)).status).toBe(404);
});

test('a profile that is saved while the address is confirmed keeps the new address', async () => {
  const { database } = server;
  const saving = await database.transaction(async (transaction) => {
    await transaction.query('update people set email = $2 where id = $1', [member.personId, wanted]);
    const saved = member.put('/user/profile', { name: 'Ada' });
    await eventually(
      () =>
        database.query(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        ),
      ({ length }) => length === 1,
    );
    return { saved };
  });
  expect((await saving.saved).body.data).toMatchObject({ name: 'Ada', email: wanted });
  expect((await member.get('/user/profile')).body.data).toMatchObject({ name: 'Ada', email: wanted });
});
