import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sendDueMails } from '../../../src/modules/alerts/jobs.handlers.ts';
import { tendAlertsJob } from '../../../src/modules/alerts/jobs.ts';
import { enqueue } from '../../../src/work/define-job.ts';
import { createAssistant } from '../../kit/assistants.ts';
import { createCampaign } from '../../kit/campaigns.ts';
import { newKnowledgebase, processed, upload } from '../../kit/documents.ts';
import { eventually } from '../../kit/eventually.ts';
import { addMember } from '../../kit/members.ts';
import { sandboxSender, setBalance } from '../../kit/messaging.ts';
import { headersOf, type SmtpSink, startSmtpSink } from '../../kit/smtp-sink.ts';
import { type Answer, type Client, startTestServer, type TestServer } from '../../kit/test-server.ts';

let server: TestServer;
let smtp: SmtpSink;
let account: Client;

beforeAll(async () => {
  smtp = await startSmtpSink();
  server = await startTestServer({
    environment: {
      PARLEY_SMTP_URL: smtp.url,
      PARLEY_MAIL_FROM: 'Parley <alerts@parley.example>',
      PARLEY_PUBLIC_URL: 'https://parley.example',
    },
  });
});
afterAll(async () => {
  await server.stop();
  await smtp.close();
});
beforeEach(async () => {
  // Emails of earlier tests are not sent any more.
  await server.database.query('update alerts set mail_at = null');
  account = await server.account();
  smtp.mails = [];
  smtp.refusal = null;
  smtp.unknown.clear();
});

async function alertsOf(client: Client, query = ''): Promise<Answer['body'][]> {
  const { status, body } = await client.get(`/user/alerts${query}`);
  expect(status).toBe(200);
  return body.data;
}

const run = (): Promise<void> => sendDueMails(server.dependencies.alerts, new AbortController().signal);
const setReason = (id: number, status: string, reason: string | null) =>
  server.database.query('update campaigns set status = $2, stop_reason = $3 where id = $1', [
    id,
    status,
    reason,
  ]);

describe('an alert', () => {
  test('about the balance opens once below the threshold, and resolves above it', async () => {
    expect(await alertsOf(account)).toEqual([]);
    await account.put('/user/alert-settings', { low_balance: 20 });
    for (const dollars of [19, 12, 5]) await setBalance(account, dollars);
    expect(await alertsOf(account)).toEqual([
      expect.objectContaining({
        kind: 'balance_low',
        status: 'open',
        object_id: String(account.userId),
        message: 'The balance is below $20.00.',
        count: 1,
        resolved_at: null,
      }),
    ]);
    await account.put('/user/alert-settings', { low_balance: 4 });
    expect(await alertsOf(account, '?status=open')).toEqual([]);
    expect(await alertsOf(account)).toMatchObject([{ status: 'resolved', resolved_at: expect.any(String) }]);
  });

  test('about a campaign follows its status, and a person’s stop opens none', async () => {
    const { id } = await createCampaign(account);
    await setReason(id, 'in-progress', null);
    await setReason(id, 'stopped', null);
    expect(await alertsOf(account)).toEqual([]);
    await setReason(id, 'stopped', '10 of the last 10 calls failed.');
    expect(await alertsOf(account, '?kind=campaign_paused')).toMatchObject([
      { object_id: String(id), object_name: 'Spring', message: '10 of the last 10 calls failed.' },
    ]);
    expect((await account.delete(`/user/campaign/${id}`)).status).toBe(200);
    expect(await alertsOf(account, '?status=open')).toEqual([]);
  });

  test('about a document resolves with its deletion', async () => {
    const knowledgebase = await newKnowledgebase(account);
    const bad = { type: 'pdf', name: 'broken.pdf', bytes: Buffer.from('%PDF-1.7 broken') };
    const path = await upload(account, knowledgebase, bad);
    const document = await processed(account, path);
    const [alert] = await alertsOf(account);
    expect(alert).toMatchObject({ kind: 'document_failed', object_id: String(document.id), status: 'open' });
    expect(alert.parent_id).toBe(knowledgebase.split('/').at(-1));
    expect(alert.message).toBe(document.error);
    await server.database.query('delete from documents where id = $1', [document.id]);
    expect(await alertsOf(account)).toMatchObject([{ status: 'resolved' }]);
  });

  test('about a sender or an endpoint opens and resolves with its problem', async () => {
    const sender = await sandboxSender(account, { assistant_id: (await createAssistant(account)).id });
    const { id } = (
      await account.post('/user/webhook-endpoints', { url: 'https://example.com/hook', events: ['*'] })
    ).body.data;
    await server.database.query(`update senders set problem = 'The token has expired.' where id = $1`, [
      sender.id,
    ]);
    await server.database.query(
      `update webhook_targets set disabled_at = clock_timestamp(), disabled_reason = 'failing' where id = $1`,
      [id],
    );
    expect(await alertsOf(account, '?status=open')).toMatchObject([
      { kind: 'endpoint_disabled', object_name: 'example.com' },
      { kind: 'sender_problem', message: 'The token has expired.' },
    ]);
    await server.database.query('update senders set problem = null where id = $1', [sender.id]);
    await server.database.query('delete from webhook_targets where id = $1', [id]);
    expect(await alertsOf(account, '?status=open')).toEqual([]);
  });

  test('about a vendor opens at the third failure within ten minutes, counts on, and resolves after quiet', async () => {
    const { id: assistantId } = await createAssistant(account);
    const [conversation] = await server.database.query<{ id: number }>(
      `insert into conversations (user_id, assistant_id, type) values ($1, $2, 'api') returning id`,
      [account.userId, assistantId],
    );
    const call = (error: string | null) =>
      server.database.query(
        `insert into model_calls (user_id, conversation_id, model, error_code, total_ms) values ($1, $2, 'm-1', $3, 9)`,
        [account.userId, conversation?.id, error],
      );
    for (const error of ['timeout', 'aborted', 'rejected']) await call(error);
    expect(await alertsOf(account)).toEqual([]);
    await call('unavailable');
    expect(await alertsOf(account)).toMatchObject([
      { kind: 'provider_failed', object_name: 'm-1', count: 3, message: 'The vendor is unavailable.' },
    ]);
    await call('rejected');
    await call(null);
    expect(await alertsOf(account, '?status=open')).toMatchObject([
      { count: 4, message: expect.stringContaining('Check the key') },
    ]);
    await server.database.query(
      `update alerts set last_at = last_at - interval '11 minutes' where user_id = $1`,
      [account.userId],
    );
    await call(null);
    expect(await alertsOf(account, '?status=open')).toEqual([]);
  });

  test('can be dismissed by its account only, and stays hidden while its cause lasts', async () => {
    await setBalance(account, 3);
    const [alert] = await alertsOf(account, '?status=open');
    const other = await server.account();
    expect((await other.post(`/user/alerts/${alert.id}/dismiss`)).status).toBe(404);
    expect((await account.post('/user/alerts/x/dismiss')).status).toBe(404);
    const dismissed = await account.post(`/user/alerts/${alert.id}/dismiss`);
    expect([dismissed.status, dismissed.body.data.status]).toEqual([200, 'dismissed']);
    await setBalance(account, 2);
    expect(await alertsOf(account, '?status=open')).toEqual([]);
    await setBalance(account, 30);
    expect((await account.post(`/user/alerts/${alert.id}/dismiss`)).body.data.status).toBe('resolved');
    await setBalance(account, 1);
    expect(await alertsOf(account, '?status=open')).toHaveLength(1);
    expect(await alertsOf(other)).toEqual([]);
  });
});

test('all open alerts of the console are dismissed together, and no others', async () => {
  const { id } = await createCampaign(account);
  await setReason(id, 'stopped', '10 of the last 10 calls failed.');
  await setBalance(account, 3);
  const other = await server.account();
  await setBalance(other, 3);
  await account.put('/user/alert-settings', { channels: { balance_low: { console: false } } });
  const dismissed = await account.post('/user/alerts/dismiss');
  expect([dismissed.status, dismissed.body]).toEqual([200, { message: '1 alert dismissed.', dismissed: 1 }]);
  expect(await alertsOf(account, '?status=open')).toEqual([]);
  // The kind that the console hides keeps its email.
  await account.put('/user/alert-settings', { channels: { balance_low: { console: true } } });
  expect(await alertsOf(account, '?status=open')).toMatchObject([{ kind: 'balance_low' }]);
  expect(await alertsOf(other, '?status=open')).toHaveLength(1);
  expect((await account.post('/user/alerts/dismiss')).body.dismissed).toBe(1);
  expect((await account.post('/user/alerts/dismiss')).body).toEqual({
    message: '0 alerts dismissed.',
    dismissed: 0,
  });
});

describe('settings', () => {
  test('send emails to the members with the chosen roles, besides the addresses', async () => {
    const admin = await addMember(server, account, 'admin');
    await addMember(server, account, 'agent');
    await addMember(server, await server.account(), 'admin');
    const recipients = async (): Promise<string[]> => {
      smtp.mails = [];
      expect((await account.post('/user/alert-settings/test-email')).status).toBe(200);
      return smtp.mails.flatMap(({ to }) => to).sort();
    };
    expect(await recipients()).toEqual([account.email]);
    const saved = await account.put('/user/alert-settings', { email_roles: ['admin', 'admin'] });
    expect(saved.body.data).toMatchObject({ emails: [], email_roles: ['admin'] });
    expect(await recipients()).toEqual([admin.email]);
    await account.put('/user/alert-settings', { email_roles: ['builder'] });
    expect(await recipients()).toEqual([account.email]);
    await account.put('/user/alert-settings', { email_roles: ['admin'] });
    await account.put('/user/alert-settings', { emails: ['ops@example.com'] });
    expect(await recipients()).toEqual([admin.email, 'ops@example.com'].sort());
    const refused = await account.put('/user/alert-settings', { email_roles: ['boss'] });
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['email_roles.0']]);
    await account.put('/user/alert-settings', { emails: null, email_roles: null });
    expect(await recipients()).toEqual([account.email]);
  });

  test('have defaults, keep what is not supplied, and refuse invalid values', async () => {
    const all = { console: true, email: true, webhook: true };
    const initial = (await account.get('/user/alert-settings')).body.data;
    expect(initial).toMatchObject({ low_balance: 5, emails: [], is_email_configured: true });
    expect(initial.channels.sender_problem).toEqual(all);
    const body = {
      emails: ['ops@example.com', 'ops@example.com'],
      channels: { balance_low: { email: '0' } },
    };
    const saved = (await account.put('/user/alert-settings', body)).body.data;
    expect(saved).toMatchObject({ low_balance: 5, emails: ['ops@example.com'] });
    expect(saved.channels).toEqual({ ...initial.channels, balance_low: { ...all, email: false } });
    const refused = await account.put('/user/alert-settings', {
      low_balance: -1,
      emails: ['a@example.com\r\nBcc: b@example.com'],
      channels: { balance_low: { fax: true, email: 'maybe' } },
    });
    expect([refused.status, Object.keys(refused.body.errors).sort()]).toEqual([
      422,
      ['channels.balance_low.email', 'emails.0', 'low_balance'],
    ]);
    const reset = (await account.put('/user/alert-settings', { emails: null, low_balance: null })).body.data;
    expect(reset).toMatchObject({ emails: [], low_balance: 5 });
  });

  test('of the console hide kinds from the list', async () => {
    await account.put('/user/alert-settings', { channels: { balance_low: { console: false } } });
    await setBalance(account, 3);
    expect(await alertsOf(account)).toEqual([]);
    await account.put('/user/alert-settings', { channels: { balance_low: { console: true } } });
    expect(await alertsOf(account)).toHaveLength(1);
  });
});

describe('an email', () => {
  test('is sent once for each alert, without the headers that a name tries to add', async () => {
    const { id } = await createCampaign(account, { name: 'Spring\r\nBcc: spy@example.com\r\n\r\n<b>' });
    await setReason(id, 'stopped', 'The carrier refused 10 calls & more.');
    await enqueue(server.database, tendAlertsJob, { payload: {}, key: tendAlertsJob.name });
    const [mail] = await eventually(
      async () => smtp.mails,
      ({ length }) => length > 0,
    );
    if (mail === undefined) throw new Error('No mail.');
    expect([mail.from, mail.to]).toEqual(['alerts@parley.example', [account.email]]);
    const headers = headersOf(mail);
    expect([headers.get('bcc'), headers.get('from'), headers.get('auto-submitted')]).toEqual([
      undefined,
      'Parley <alerts@parley.example>',
      'auto-generated',
    ]);
    const [alert] = await alertsOf(account);
    expect(headers.get('message-id')).toBe(`<alert-${alert.id}@parley.example>`);
    expect(mail.source).toContain(`https://parley.example/campaigns/${id}`);
    expect(mail.source).toContain('The carrier refused 10 calls &amp; more.');
    await setReason(id, 'stopped', 'Again.');
    await Promise.all([run(), run()]);
    expect(smtp.mails).toHaveLength(1);
  });

  test('that is refused is sent again later, unless its alert has resolved', async () => {
    smtp.refusal = 'Try again later';
    await setBalance(account, 3);
    await run();
    const hasten = () =>
      server.database.query(
        'update alerts set mail_at = clock_timestamp() where user_id = $1 and mail_at is not null',
        [account.userId],
      );
    smtp.refusal = null;
    await run();
    expect(smtp.mails).toEqual([]);
    await hasten();
    await run();
    expect(smtp.mails).toHaveLength(1);
    await setBalance(account, 30);
    await setBalance(account, 3);
    await setBalance(account, 30);
    await hasten();
    await run();
    expect(smtp.mails).toHaveLength(1);
  });

  test('is not sent if its kind is switched off, and goes to the chosen addresses, at most 20 times a day', async () => {
    await account.put('/user/alert-settings', {
      emails: ['one@example.com', 'two@example.com'],
      channels: { balance_low: { email: false } },
    });
    await setBalance(account, 3);
    await server.database.query(
      `select open_alert($1, 'document_failed', number::text, 'Menu', '1', 'Damaged.') from generate_series(1, 23) as number`,
      [account.userId],
    );
    await Promise.all([run(), run(), run()]);
    expect(smtp.mails).toHaveLength(20);
    expect(smtp.mails[0]?.to).toEqual(['one@example.com', 'two@example.com']);
  });

  describe('to members with different languages, if one address is rejected', () => {
    const rejected = 'gone@example.com';
    beforeEach(async () => {
      smtp.unknown.add(rejected);
      await account.put('/user/alert-settings', { emails: [rejected] });
      const members = await Promise.all([
        addMember(server, account, 'admin'),
        addMember(server, account, 'admin'),
      ]);
      for (const [index, language] of (['de', 'ro'] as const).entries()) {
        await members[index]?.put('/user/profile', { language });
      }
      await account.put('/user/alert-settings', { email_roles: ['admin'] });
    });
    const languages = (): (string | undefined)[] =>
      smtp.mails.map(({ source }) => /<html lang=3D"(\w+)">/.exec(source)?.[1]);

    test('reaches each of the others once, and the rejected one later', async () => {
      await setBalance(account, 3);
      const attempt = async (): Promise<void> => {
        await server.database.query(
          'update alerts set mail_at = clock_timestamp() where user_id = $1 and mail_at is not null',
          [account.userId],
        );
        await run();
      };
      await attempt();
      expect(languages()).toEqual(['de', 'ro']);
      await attempt();
      expect(languages()).toEqual(['de', 'ro']);
      smtp.unknown.clear();
      await attempt();
      await attempt();
      expect(languages()).toEqual(['de', 'ro', 'en']);
      expect(smtp.mails.at(-1)?.to).toEqual([rejected]);
    });

    test('is tested with all, and the answer names who was rejected', async () => {
      const sent = await account.post('/user/alert-settings/test-email');
      expect(languages()).toEqual(['de', 'ro']);
      const reached = smtp.mails.flatMap(({ to }) => to).sort();
      expect([sent.status, sent.body.message]).toEqual([
        200,
        `Test email sent to ${reached.join(', ')}. The mail server rejected ${rejected}.`,
      ]);
    });
  });

  test('can be tested, and a refusal says why', async () => {
    const sent = await account.post('/user/alert-settings/test-email');
    expect([sent.status, sent.body.message]).toEqual([200, `Test email sent to ${account.email}.`]);
    expect(smtp.mails).toHaveLength(1);
    smtp.refusal = 'Mailbox is full';
    const refused = await account.post('/user/alert-settings/test-email');
    expect([refused.status, refused.body.message]).toEqual([400, expect.stringContaining('Mailbox is full')]);
  });
});
