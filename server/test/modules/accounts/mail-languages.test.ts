import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { eventually } from '../../kit/eventually.ts';
import { addMember, type Member, ownerOf } from '../../kit/members.ts';
import { headersOf, type SmtpSink, startSmtpSink } from '../../kit/smtp-sink.ts';
import { startTestServer, type TestServer } from '../../kit/test-server.ts';

let server: TestServer;
let smtp: SmtpSink;
let owner: Member;

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
  owner = await ownerOf(server, await server.account());
});

/** Subject and language of the only email to an address. */
async function mailTo(
  address: string,
): Promise<{ subject: string | undefined; language: string | undefined }> {
  const [mail] = await eventually(
    async () => smtp.mails.filter(({ to }) => to.includes(address)),
    ({ length }) => length > 0,
  );
  if (mail === undefined) throw new Error('No email came.');
  const language = /<html lang=3D"(\w+)">/.exec(mail.source)?.[1];
  return { subject: headersOf(mail).get('subject'), language };
}

test('a person gets emails in the language that the console stored', async () => {
  expect((await owner.get('/user/profile')).body.data.language).toBe('en');
  const saved = await owner.put('/user/profile', { language: 'fr' });
  expect([saved.status, saved.body.data.language]).toEqual([200, 'fr']);
  expect((await owner.put('/user/profile', { name: 'Ada' })).body.data.language).toBe('fr');
  await server.visitor.post('/password-resets', { email: owner.email });
  expect(await mailTo(owner.email)).toEqual({
    subject: expect.stringContaining('nouveau'),
    language: 'fr',
  });
});

test('an unknown language is refused', async () => {
  const refused = await owner.put('/user/profile', { language: 'xx' });
  expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['language']]);
});

test('an invitation comes in the language of the inviter, or of a person who has a login', async () => {
  await owner.put('/user/profile', { language: 'de' });
  const stranger = `${randomUUID()}@example.com`;
  await owner.post('/user/invitations', { email: stranger, role: 'agent' });
  expect((await mailTo(stranger)).language).toBe('de');
  const known = await ownerOf(server, await server.account());
  await known.put('/user/profile', { language: 'es' });
  await owner.post('/user/invitations', { email: known.email, role: 'agent' });
  expect((await mailTo(known.email)).language).toBe('es');
});

test('emails about alerts come in the language of each member, and else of the owner', async () => {
  const ada = await addMember(server, owner, 'viewer');
  const unset = await addMember(server, owner, 'viewer');
  await ada.put('/user/profile', { language: 'ro' });
  await owner.put('/user/profile', { language: 'fr' });
  const other = `${randomUUID()}@example.com`;
  await owner.put('/user/alert-settings', { emails: [ada.email, unset.email, other] });
  const sent = await owner.post('/user/alert-settings/test-email', {});
  expect(sent.status).toBe(200);
  const languages = [ada.email, unset.email, other].map(async (email) => (await mailTo(email)).language);
  expect(await Promise.all(languages)).toEqual(['ro', 'en', 'fr']);
});

test('API keys have no email language', async () => {
  const account = await server.account();
  expect((await account.put('/user/profile', { language: 'de' })).status).toBe(403);
  const invited = `${randomUUID()}@example.com`;
  await account.post('/user/invitations', { email: invited, role: 'agent' });
  expect((await mailTo(invited)).language).toBe('en');
});
