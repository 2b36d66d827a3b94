import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { resetSecondFactor } from '../../../src/modules/accounts/second-factor/second-factor-actions.ts';
import { createAssistant } from '../../kit/assistants.ts';
import { followChanges } from '../../kit/change-stream.ts';
import { type ManualClock, manualClock } from '../../kit/clocks.ts';
import { eventually } from '../../kit/eventually.ts';
import { addMember, keyOf, MEMBER_PASSWORD, type Member, ownerOf } from '../../kit/members.ts';
import { passTime } from '../../kit/pass-time.ts';
import { codeOfApp, turnOnSecondFactor } from '../../kit/second-factor.ts';
import { type Client, startTestServer, type TestServer } from '../../kit/test-server.ts';

let clock: ManualClock;
let server: TestServer;
let account: Client;
let ada: Member;

beforeAll(async () => {
  clock = manualClock(new Date());
  server = await startTestServer({ overrides: { clock } });
});
afterAll(() => server.stop());
beforeEach(async () => {
  await nextStep();
  account = await server.account();
  ada = await addMember(server, account, { role: 'agent', name: 'Ada' });
});

const codeOf = (secret: string): string => codeOfApp(secret, clock.now());
const turnOn = (person: Client, password = MEMBER_PASSWORD) =>
  turnOnSecondFactor(person, { password, now: clock.now() });

const logIn = (code?: string) =>
  server.visitor.post('/login', { email: ada.email, password: MEMBER_PASSWORD, ...(code && { code }) });

/** To the next code, and past the limits of a minute. */
const nextStep = () => passTime(server.database, 61_000, clock);

test('a login needs the password and then a code, which works once', async () => {
  const { secret } = await turnOn(ada);
  const asked = await logIn();
  expect(asked.status).toBe(422);
  expect(asked.body.errors).toEqual({ code: [expect.stringContaining('authenticator app')] });
  // The code of the setup is used up.
  expect((await logIn(codeOf(secret))).status).toBe(422);
  await nextStep();
  const code = codeOf(secret);
  const entered = await logIn(`${code.slice(0, 3)} ${code.slice(3)}`);
  expect(entered.status).toBe(200);
  expect((await server.client(entered.body.token).get('/user/me')).status).toBe(200);
  expect((await logIn(code)).status).toBe(422);
  const wrong = { email: ada.email, password: 'wrong password', code };
  expect((await server.visitor.post('/login', wrong)).status).toBe(401);
});

test('the console sets no cookie before the code', async () => {
  const { secret } = await turnOn(ada);
  await nextStep();
  const login = { email: ada.email, password: MEMBER_PASSWORD };
  const asked = await server.visitor.post('/console/login', login);
  expect([asked.status, asked.headers.get('set-cookie')]).toEqual([422, null]);
  const entered = await server.visitor.post('/console/login', { ...login, code: codeOf(secret) });
  expect([entered.status, entered.headers.get('set-cookie')]).toEqual([
    200,
    expect.stringContaining('parley_'),
  ]);
});

test('a code is used once, even by two logins at once', async () => {
  const { secret } = await turnOn(ada);
  await nextStep();
  const code = codeOf(secret);
  const statuses = (await Promise.all([logIn(code), logIn(code)])).map(({ status }) => status);
  expect(statuses.sort()).toEqual([200, 422]);
});

test('a setup without a first code changes nothing', async () => {
  expect((await ada.post('/user/second-factor', { password: 'wrong password' })).status).toBe(422);
  expect((await ada.post('/user/second-factor', { password: MEMBER_PASSWORD })).status).toBe(201);
  const wrong = await ada.post('/user/second-factor/confirm', { code: '000000' });
  expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([422, ['code']]);
  expect((await logIn()).status).toBe(200);
  const { body } = await ada.get('/user/second-factor');
  expect(body.data).toEqual({ is_on: false, recovery_codes_left: 0, is_required: false });
});

test('each of ten recovery codes works once, in any spelling', async () => {
  const { recoveryCodes } = await turnOn(ada);
  expect(new Set(recoveryCodes).size).toBe(10);
  const [first = '', second = ''] = recoveryCodes;
  expect((await logIn(first.toUpperCase().replace('-', ' '))).status).toBe(200);
  expect((await logIn(first)).status).toBe(422);
  expect((await ada.get('/user/second-factor')).body.data.recovery_codes_left).toBe(9);
  const renewed = await ada.post('/user/second-factor/recovery-codes', { code: second });
  expect(renewed.body.data.recovery_codes).toHaveLength(10);
  expect((await logIn(recoveryCodes[2])).status).toBe(422);
  expect((await logIn(renewed.body.data.recovery_codes[0])).status).toBe(200);
});

test('turning it on ends the other sessions of the person', async () => {
  const { body } = await logIn();
  await turnOn(ada);
  expect((await server.client(body.token).get('/user/me')).status).toBe(401);
  expect((await ada.get('/user/me')).status).toBe(200);
});

test('new recovery codes need a second factor that is on', async () => {
  const renew = () => ada.post('/user/second-factor/recovery-codes', { code: '000000' });
  expect((await renew()).status).toBe(409);
  await ada.post('/user/second-factor', { password: MEMBER_PASSWORD });
  expect((await renew()).status).toBe(409);
});

test('the audit log has used and new recovery codes, and logins without a code', async () => {
  const [first = '', second = ''] = (await turnOn(ada)).recoveryCodes;
  await logIn(first);
  await ada.post('/user/second-factor/recovery-codes', { code: second });
  const { body } = await account.get('/user/audit-log?actor=Ada&action=updated');
  const field = 'recovery_codes';
  expect(body.data).toMatchObject([
    { changes: [{ field, before: null, after: null, is_secret: true }] },
    { changes: [{ field, before: 9, after: 8, is_secret: false }] },
    { changes: [{ field, before: 10, after: 9, is_secret: false }] },
  ]);
  await logIn();
  const failed = await eventually(
    () => account.get('/user/audit-log?action=sign_in_failed'),
    (answer) => answer.body.total > 0,
  );
  expect(failed.body.data).toMatchObject([{ actor: { kind: 'visitor' }, object: { name: 'Ada' } }]);
});

test('guesses are limited for each person, from all networks', async () => {
  await turnOn(ada);
  const guesses = [];
  for (let guess = 0; guess < 10; guess += 1) {
    guesses.push((await ada.post('/user/second-factor/recovery-codes', { code: `00000${guess}` })).status);
  }
  expect(guesses).toEqual([...Array(9).fill(422), 429]);
  expect((await logIn('000000')).status).toBe(429);
});

test('turning it off needs the password and a code', async () => {
  const { secret } = await turnOn(ada);
  await nextStep();
  const turnOff = (body: object) => ada.post('/user/second-factor/turn-off', body);
  expect((await turnOff({ password: 'wrong password', code: codeOf(secret) })).status).toBe(422);
  expect((await turnOff({ password: MEMBER_PASSWORD, code: '000000' })).status).toBe(422);
  expect((await logIn()).status).toBe(422);
  expect((await turnOff({ password: MEMBER_PASSWORD, code: codeOf(secret) })).status).toBe(200);
  expect((await logIn()).status).toBe(200);
});

test('API keys need no code and cannot set up a second factor', async () => {
  const key = await keyOf(server, account, 'agent');
  expect((await key.get('/user/me')).status).toBe(200);
  expect((await key.post('/user/second-factor', { password: MEMBER_PASSWORD })).status).toBe(403);
});

test('the secret is encrypted, and neither it nor the codes are in the audit log', async () => {
  const { secret, recoveryCodes } = await turnOn(ada);
  const [stored] = await server.database.query<{ text: string }>(
    `select second_factors::text || (select string_agg(recovery_codes::text, '') from recovery_codes
       where recovery_codes.person_id = second_factors.person_id) as text
     from second_factors where person_id = $1`,
    [ada.personId],
  );
  const log = await account.get('/user/audit-log?action=second_factor_on');
  expect(log.body.data).toMatchObject([{ actor: { name: 'Ada' }, object: { type: 'member', name: 'Ada' } }]);
  for (const hidden of [secret, ...recoveryCodes]) {
    expect(stored?.text).not.toContain(hidden);
    expect(log.text).not.toContain(hidden);
  }
});

test('the terminal turns it off for a person who is locked out', async () => {
  await turnOn(ada);
  expect(await resetSecondFactor(server.database, ada.email)).toBe(true);
  expect((await logIn()).status).toBe(200);
  await expect(resetSecondFactor(server.database, 'nobody@example.com')).rejects.toThrow('no login');
});

describe('an account that requires a second factor', () => {
  let owner: Member;
  beforeEach(async () => {
    owner = await ownerOf(server, account);
  });

  test('is set by an owner who has one', async () => {
    expect((await owner.put('/user/second-factor/requirement', { required: true })).status).toBe(409);
    await turnOn(owner, 'correct horse');
    expect((await ada.put('/user/second-factor/requirement', { required: true })).status).toBe(403);
    expect((await owner.put('/user/second-factor/requirement', { required: true })).status).toBe(200);
    expect((await owner.get('/user/assistants/get')).status).toBe(200);
  });

  test('ends open streams of members without one, at once', async () => {
    await turnOn(owner, 'correct horse');
    const follow = (who: Member) => followChanges(server.api, { authorization: `Bearer ${who.token}` });
    const [own, theirs] = [await follow(owner), await follow(ada)];
    await owner.put('/user/second-factor/requirement', { required: true });
    await theirs.ended;
    await createAssistant(account);
    await nextStep();
    await own.told('assistants');
    own.close();
  });

  test('lets members only set one up, and API keys work', async () => {
    await turnOn(owner, 'correct horse');
    await owner.put('/user/second-factor/requirement', { required: true });
    const { status, body } = await ada.get('/user/assistants/get');
    expect(status).toBe(403);
    expect(body.message).toContain('requires a second factor');
    expect((await ada.get('/console/session')).body.needs_second_factor).toBe(true);
    expect((await account.get('/user/assistants/get')).status).toBe(200);
    await turnOn(ada);
    expect((await ada.get('/user/assistants/get')).status).toBe(200);
    expect((await ada.get('/console/session')).body.needs_second_factor).toBe(false);
    await owner.put('/user/second-factor/requirement', { required: false });
  });
});
