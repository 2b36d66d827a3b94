import { beforeAll, describe, expect, test } from 'vitest';
import { changePassword } from '../../../src/modules/accounts/actions.ts';
import { followChanges } from '../../kit/change-stream.ts';
import { eventually } from '../../kit/eventually.ts';
import { endsWithFile } from '../../kit/left-running.ts';
import { addMember, keyOf, MEMBER_PASSWORD, type Member, ownerOf } from '../../kit/members.ts';
import { type Answer, type Client, startTestServer, type TestServer } from '../../kit/test-server.ts';

let server: TestServer;
let beside: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  beside = await startTestServer({ beside: server.testDatabase });
  endsWithFile(async () => {
    await beside.stop();
    await server.stop();
  });
});

let count = 0;
function newEmail(): string {
  count += 1;
  return `person-${count}@example.com`;
}

async function invite(
  by: Client,
  role: string,
  email = newEmail(),
): Promise<{ email: string; token: string }> {
  const answer = await by.post('/user/invitations', { email, role });
  expect(answer.status, answer.text).toBe(201);
  return { email, token: String(answer.body.url).split('/invite/')[1] ?? '' };
}

function accept(token: string, body: object = { name: 'Ana', password: MEMBER_PASSWORD }): Promise<Answer> {
  return server.visitor.post(`/invitations/${token}/accept`, body);
}

async function team(): Promise<{ account: Client; owner: Member }> {
  const account = await server.account();
  return { account, owner: await ownerOf(server, account) };
}

describe('members', () => {
  test('are listed in the order in which they joined, with the caller marked, and searched by name and address', async () => {
    const { account, owner } = await team();
    await addMember(server, account, { role: 'agent', name: 'Ben Brook' });
    await addMember(server, account, { role: 'viewer', name: 'Cleo' });
    const { body } = await owner.get('/user/members');
    expect(body.data.map(({ name, role, is_you }: Record<string, unknown>) => [name, role, is_you])).toEqual([
      ['Test', 'owner', true],
      ['Ben Brook', 'agent', false],
      ['Cleo', 'viewer', false],
    ]);
    expect((await owner.get('/user/members?query=BROOK')).body.total).toBe(1);
    expect((await owner.get(`/user/members?query=${account.email}`)).body.total).toBe(1);
    const last = await owner.get('/user/members?per_page=2&page=2');
    expect([last.body.data.length, last.body.total, last.body.last_page]).toEqual([1, 3, 2]);
  });

  test('get a new role at once, in every process', async () => {
    const { account, owner } = await team();
    const agent = await addMember(server, account, 'agent');
    const elsewhere = beside.client(agent.token ?? '');
    expect((await elsewhere.post('/user/knowledgebases', { name: 'Handbook' })).status).toBe(403);
    const changed = await owner.put(`/user/members/${agent.personId}`, { role: 'builder' });
    expect(changed.body).toMatchObject({
      message: 'Role changed.',
      data: { id: agent.personId, role: 'builder' },
    });
    expect((await elsewhere.post('/user/knowledgebases', { name: 'Handbook' })).status).toBe(201);
  });

  test('are not changed by lower roles, nor granted more than the caller has', async () => {
    const { account, owner } = await team();
    const [admin, agent] = [
      await addMember(server, account, 'admin'),
      await addMember(server, account, 'agent'),
    ];
    const change = async (by: Client, whom: Member, role: string): Promise<number> =>
      (await by.put(`/user/members/${whom.personId}`, { role })).status;
    expect(await change(agent, agent, 'builder')).toBe(403);
    expect(await change(admin, owner, 'viewer')).toBe(403);
    expect(await change(admin, admin, 'owner')).toBe(403);
    expect(await change(admin, agent, 'owner')).toBe(403);
    expect((await admin.delete(`/user/members/${owner.personId}`)).status).toBe(403);
    expect((await agent.delete(`/user/members/${admin.personId}`)).status).toBe(403);
    expect(await change(admin, agent, 'admin')).toBe(200);
    expect(
      (await owner.put(`/user/members/${agent.personId}`, { role: 'king' })).body.errors.role,
    ).toHaveLength(1);
    expect(await change(owner, admin, 'owner')).toBe(200);
  });

  test('of another account answer like missing ones', async () => {
    const { owner } = await team();
    const other = await team();
    const foreign = await owner.put(`/user/members/${other.owner.personId}`, { role: 'viewer' });
    const missing = await owner.put('/user/members/9000000000', { role: 'viewer' });
    expect([foreign.status, foreign.text]).toEqual([404, missing.text]);
    expect((await owner.delete(`/user/members/${other.owner.personId}`)).text).toBe(missing.text);
  });

  test('include an owner, even if two owners demote each other at once', async () => {
    const { account, owner } = await team();
    const second = await addMember(server, account, 'owner');
    const [one, two] = await Promise.all([
      owner.put(`/user/members/${second.personId}`, { role: 'viewer' }),
      beside.client(second.token ?? '').put(`/user/members/${owner.personId}`, { role: 'viewer' }),
    ]);
    expect([one.status, two.status].sort()).toEqual([200, 403]);
    const owners = await server.database.query(
      `select from memberships where user_id = $1 and role = 'owner'`,
      [account.userId],
    );
    expect(owners).toHaveLength(1);
  });

  test('include an owner, even if the last one wants to leave', async () => {
    const { owner } = await team();
    const left = await owner.delete(`/user/members/${owner.personId}`);
    expect([left.status, left.body.message]).toEqual([
      409,
      'An account needs an owner. Make another member an owner first.',
    ]);
    expect((await owner.put(`/user/members/${owner.personId}`, { role: 'admin' })).status).toBe(409);
  });

  test('of any role may leave', async () => {
    const { account, owner } = await team();
    const viewer = await addMember(server, account, 'viewer');
    expect((await viewer.delete(`/user/members/${viewer.personId}`)).status).toBe(200);
    expect((await viewer.get('/user/me')).status).toBe(401);
    expect((await owner.get('/user/members')).body.total).toBe(1);
    const login = await server.visitor.post('/login', { email: viewer.email, password: MEMBER_PASSWORD });
    expect([login.status, login.body.message]).toEqual([
      403,
      'You do not belong to any account. Ask for an invitation.',
    ]);
  });
});

describe('a removed member', () => {
  test('lands in another own account, and loses sessions and streams of this one in every process', async () => {
    const { account, owner } = await team();
    const other = await server.account();
    const agent = await addMember(server, account, 'agent');
    await server.database.query(
      `insert into memberships (user_id, person_id, role) values ($1, $2, 'viewer')`,
      [other.userId, agent.personId],
    );
    const stream = await followChanges(beside.api, { authorization: `Bearer ${agent.token}` });
    expect((await owner.delete(`/user/members/${agent.personId}`)).status).toBe(200);
    await stream.ended;
    const me = await agent.get('/user/me');
    expect(me.body.email).toBe(other.email);
    expect((await agent.get('/user/accounts')).body.data).toEqual([
      { id: other.userId, name: 'Test', role: 'viewer', is_current: true },
    ]);
  });

  test('is logged out without another account; the account’s API keys stay', async () => {
    const { account, owner } = await team();
    const admin = await addMember(server, account, 'admin');
    const made = await admin.post('/user/api-keys', { name: 'Theirs' });
    const { body } = await owner.get('/console/api-keys');
    expect(body.data.at(-1)).toMatchObject({ name: 'Theirs', role: 'admin', created_by: 'Member admin' });
    await owner.delete(`/user/members/${admin.personId}`);
    expect((await admin.get('/user/me')).status).toBe(401);
    expect((await server.client(made.body.api_key.token).get('/user/me')).status).toBe(200);
  });

  test('cannot finish a request that was admitted before the removal', async () => {
    const { account } = await team();
    const admin = await addMember(server, account, 'admin');
    const target = await addMember(server, account, 'viewer');
    const requests = (): Promise<Answer>[] => [
      admin.post('/user/api-keys', { name: 'Late' }),
      admin.post('/user/invitations', { email: newEmail(), role: 'viewer' }),
      admin.put(`/user/members/${target.personId}`, { role: 'admin' }),
      admin.delete(`/user/members/${target.personId}`),
    ];
    // The requests wait for the account's lock until the removal has committed.
    const waiting = await server.database.transaction(async (transaction) => {
      await transaction.query('select from users where id = $1 for update', [account.userId]);
      const sent = requests();
      await untilWaiting(4);
      await transaction.query('delete from memberships where person_id = $1', [admin.personId]);
      return { sent };
    });
    for (const answer of await Promise.all(waiting.sent)) expect(answer.status).toBe(401);
    expect((await account.get('/console/api-keys')).body.data).toHaveLength(1);
    expect((await account.get('/user/invitations')).body.total).toBe(0);
    expect((await account.get('/user/members?query=viewer')).body.data).toMatchObject([{ role: 'viewer' }]);
  });

  test('cannot finish a request that needs a role which was just taken away', async () => {
    const { account } = await team();
    const admin = await addMember(server, account, 'admin');
    const waiting = await server.database.transaction(async (transaction) => {
      await transaction.query('select from users where id = $1 for update', [account.userId]);
      const sent = admin.post('/user/api-keys', { name: 'Late' });
      await untilWaiting(1);
      await transaction.query(`update memberships set role = 'agent' where person_id = $1`, [admin.personId]);
      return { sent };
    });
    expect((await waiting.sent).status).toBe(403);
    expect((await account.get('/console/api-keys')).body.data).toHaveLength(1);
  });
});

describe('a demoted member', () => {
  test('loses open streams, and pending invitations above the new role', async () => {
    const { account, owner } = await team();
    const second = await addMember(server, account, 'owner');
    const [high, low] = [await invite(second, 'owner'), await invite(second, 'agent')];
    const stream = await followChanges(beside.api, { authorization: `Bearer ${second.token}` });
    await owner.put(`/user/members/${second.personId}`, { role: 'builder' });
    await stream.ended;
    expect((await accept(high.token)).status).toBe(404);
    expect((await accept(low.token)).status).toBe(200);
  });
});

describe('an invitation', () => {
  test('makes a new person a member, once', async () => {
    const { account, owner } = await team();
    const { email, token } = await invite(owner, 'builder');
    expect((await owner.get('/user/invitations')).body.data).toMatchObject([
      { email, role: 'builder', invited_by: 'Test' },
    ]);
    const shown = await server.visitor.get(`/invitations/${token}`);
    expect(shown.body.data).toMatchObject({ account: 'Test', email, role: 'builder', has_login: false });
    const both = await Promise.all([
      accept(token),
      beside.visitor.post(`/invitations/${token}/accept`, {
        name: 'Twin',
        password: MEMBER_PASSWORD,
      }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 404]);
    const login = await server.visitor.post('/login', { email, password: MEMBER_PASSWORD });
    expect(login.body.user).toMatchObject({ id: account.userId, email });
    expect((await owner.get('/user/invitations')).body.total).toBe(0);
    expect((await owner.get('/user/members')).body.total).toBe(2);
  });

  test('is answered with every invalid field, and stays valid', async () => {
    const { owner } = await team();
    const { token } = await invite(owner, 'viewer');
    const refused = await accept(token, { password: 'short' });
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['name', 'password']]);
    expect((await accept(token)).status).toBe(200);
    const wrong = await owner.post('/user/invitations', { email: 'nobody', role: 'king' });
    expect(Object.keys(wrong.body.errors)).toEqual(['email', 'role']);
  });

  test('is accepted by an existing person only with the password or the own session', async () => {
    const { owner } = await team();
    const [one, two, stranger] = [await team(), await team(), await team()];
    const first = await invite(owner, 'agent', one.owner.email);
    expect((await server.visitor.get(`/invitations/${first.token}`)).body.data.has_login).toBe(true);
    const guessed = await accept(first.token, { password: 'wrong guess' });
    expect([guessed.status, guessed.body.errors.password]).toEqual([422, ['The password is incorrect.']]);
    const foreign = await stranger.owner.post(`/invitations/${first.token}/accept`, {});
    expect([foreign.status, foreign.body.message]).toEqual([
      403,
      `This invitation is for ${one.owner.email}. Log out, and open the link again.`,
    ]);
    expect((await accept(first.token, { password: MEMBER_PASSWORD })).status).toBe(200);
    const second = await invite(owner, 'agent', two.owner.email);
    expect((await two.owner.post(`/invitations/${second.token}/accept`, {})).status).toBe(200);
    expect((await two.owner.get('/user/accounts')).body.data).toHaveLength(2);
  });

  test('limits password guesses like a login', async () => {
    const { owner } = await team();
    const person = await team();
    const { token } = await invite(owner, 'agent', person.owner.email);
    for (let guess = 0; guess < 5; guess += 1) await accept(token, { password: 'wrong guess' });
    expect((await accept(token, { password: MEMBER_PASSWORD })).status).toBe(429);
    const login = { email: person.owner.email, password: MEMBER_PASSWORD };
    expect((await server.visitor.post('/login', login)).status).toBe(429);
  });

  test('ends when it is revoked, replaced or expired; a foreign, malformed and used link look the same', async () => {
    const { owner } = await team();
    const [revoked, replaced, expired] = [
      await invite(owner, 'agent'),
      await invite(owner, 'agent'),
      await invite(owner, 'agent'),
    ];
    const latest = await invite(owner, 'viewer', replaced.email.toUpperCase());
    const { body } = await owner.get('/user/invitations');
    const { id } = body.data.find(({ email }: { email: string }) => email === revoked.email);
    expect((await owner.delete(`/user/invitations/${id}`)).status).toBe(200);
    await server.database.query(
      `update invitations set expires_at = clock_timestamp() where lower(email) = lower($1)`,
      [expired.email],
    );
    for (const token of [revoked.token, replaced.token, expired.token, 'parley_nonsense']) {
      expect((await server.visitor.get(`/invitations/${token}`)).body).toEqual({
        message: 'Invitation not found.',
      });
      expect((await accept(token)).status).toBe(404);
    }
    expect((await accept(latest.token)).status).toBe(200);
    const stored = await server.database.query<{ row: string }>(
      'select invitations::text as row from invitations',
    );
    expect(stored.some(({ row }) => row.includes(latest.token))).toBe(false);
  });

  test('is refused for members, and above the own role', async () => {
    const { account, owner } = await team();
    const admin = await addMember(server, account, 'admin');
    const again = await owner.post('/user/invitations', { email: admin.email.toUpperCase(), role: 'viewer' });
    expect([again.status, Object.keys(again.body.errors)]).toEqual([422, ['email']]);
    expect((await admin.post('/user/invitations', { email: newEmail(), role: 'owner' })).status).toBe(403);
    const high = await invite(owner, 'owner');
    const { body } = await admin.get('/user/invitations');
    const { id } = body.data.find(({ email }: { email: string }) => email === high.email);
    expect((await admin.delete(`/user/invitations/${id}`)).status).toBe(403);
    expect((await admin.post('/user/members', { email: newEmail(), role: 'agent' })).status).toBe(201);
  });
});

describe('a person with several accounts', () => {
  test('switches the session, which a later login remembers; streams of the left account end', async () => {
    const { account, owner } = await team();
    const other = await team();
    const { token } = await invite(other.owner, 'viewer', owner.email);
    await owner.post(`/invitations/${token}/accept`, {});
    const stream = await followChanges(beside.api, { authorization: `Bearer ${owner.token}` });
    const switched = await owner.post(`/user/accounts/${other.account.userId}/switch`);
    expect(switched.body.data).toEqual({
      id: other.account.userId,
      name: 'Test',
      role: 'viewer',
      is_current: true,
    });
    await stream.ended;
    expect((await owner.get('/user/me')).body.email).toBe(other.account.email);
    expect((await owner.post('/user/knowledgebases', { name: 'Handbook' })).status).toBe(403);
    const login = await server.visitor.post('/login', { email: owner.email, password: MEMBER_PASSWORD });
    expect(login.body.user.id).toBe(other.account.userId);
    const stranger = await team();
    const foreign = await owner.post(`/user/accounts/${stranger.account.userId}/switch`);
    expect([foreign.status, foreign.body.message]).toEqual([404, 'Account not found.']);
    expect((await owner.post(`/user/accounts/${account.userId}/switch`)).status).toBe(200);
    expect((await owner.post('/user/knowledgebases', { name: 'Handbook' })).status).toBe(201);
  });

  test('creates accounts only as the owner of the installation, or where registration is open', async () => {
    const { owner } = await team();
    const refused = await owner.post('/user/accounts', { name: 'Client' });
    expect([refused.status, refused.body.message]).toEqual([
      403,
      'Only the owner of this installation can create accounts.',
    ]);
    const first = await server.account();
    await server.database.query('update users set is_owner = true where id = $1', [first.userId]);
    const boss = await ownerOf(server, first);
    const made = await boss.post('/user/accounts', { name: 'Client' });
    expect(made.body.data).toMatchObject({ name: 'Client', role: 'owner', is_current: false });
    expect((await boss.get('/user/me')).body.email).toBe(first.email);
    expect((await boss.post(`/user/accounts/${made.body.data.id}/switch`)).status).toBe(200);
    expect((await boss.get('/user/me')).body).toMatchObject({ name: 'Client', email: first.email });
    const renamed = await boss.put(`/user/accounts/${made.body.data.id}`, { name: 'Client Ltd' });
    expect(renamed.body.data.name).toBe('Client Ltd');
    expect((await boss.put(`/user/accounts/${first.userId}`, { name: 'Mine' })).status).toBe(404);
  });
});

describe('the own profile', () => {
  test('changes the name freely, and address and password with the current password', async () => {
    const { owner, account } = await team();
    expect((await owner.put('/user/profile', { name: 'Ada' })).body.data).toMatchObject({
      name: 'Ada',
      role: 'owner',
    });
    const email = newEmail();
    const without = await owner.put('/user/profile', { email });
    expect(without.body.errors).toEqual({ current_password: ['Enter your current password.'] });
    const wrong = await owner.put('/user/profile', { email, current_password: 'wrong' });
    expect(wrong.body.errors).toEqual({ current_password: ['The current password is incorrect.'] });
    const taken = await server.account();
    const collision = { email: taken.email.toUpperCase(), current_password: MEMBER_PASSWORD };
    expect((await owner.put('/user/profile', collision)).body.errors).toEqual({
      email: ['The email has already been taken.'],
    });
    expect((await owner.put('/user/profile', { email, current_password: MEMBER_PASSWORD })).status).toBe(200);
    expect((await owner.get('/user/profile')).body.data).toMatchObject({ name: 'Ada', email });
    // The address of the person's own account follows.
    expect((await account.get('/user/me')).body.email).toBe(email);
  });

  test('ends other sessions with a new password, and streams with them', async () => {
    const { account, owner } = await team();
    const elsewhere = await ownerOf(server, account);
    const stream = await followChanges(beside.api, { authorization: `Bearer ${elsewhere.token}` });
    const saved = await owner.put('/user/profile', {
      new_password: 'battery staple',
      current_password: MEMBER_PASSWORD,
    });
    expect(saved.status).toBe(200);
    await stream.ended;
    expect((await elsewhere.get('/user/me')).status).toBe(401);
    expect((await owner.get('/user/me')).status).toBe(200);
    expect((await account.get('/user/me')).status).toBe(200);
  });

  test('is not changed by a session that a new password has just ended', async () => {
    const { account, owner } = await team();
    const other = await ownerOf(server, account);
    const waiting = await server.database.transaction(async (transaction) => {
      await transaction.query('select from people where id = $1 for update', [owner.personId]);
      const sent = other.put('/user/profile', { name: 'Late' });
      await untilWaiting(1);
      await transaction.query('delete from tokens where person_id = $1', [owner.personId]);
      return { sent };
    });
    expect((await waiting.sent).status).toBe(401);
    await changePassword(server.database, account.email, 'battery staple');
    const [person] = await server.database.query('select name from people where id = $1', [owner.personId]);
    expect(person).toEqual({ name: 'Test' });
  });

  test('belongs to people, not to API keys', async () => {
    const { account } = await team();
    for (const path of ['/user/profile', '/user/accounts']) {
      expect((await account.get(path)).body).toEqual({
        message: 'API keys cannot do this. Log in with an email address and a password.',
      });
    }
  });
});

describe('an API key', () => {
  test('has at most the role of its creator, and is deleted only by that role or a higher one', async () => {
    const { account, owner } = await team();
    const admin = await addMember(server, account, 'admin');
    const refused = await admin.post('/user/api-keys', { name: 'High', role: 'owner' });
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['role']]);
    const made = await admin.post('/user/api-keys', { name: 'Low', role: 'viewer' });
    const low = server.client(made.body.api_key.token);
    expect((await low.get('/user/assistants')).status).toBe(200);
    expect((await low.post('/user/knowledgebases', { name: 'Handbook' })).status).toBe(403);
    await keyOf(server, account, 'owner');
    const keys = (await owner.get('/console/api-keys')).body.data;
    const { id } = keys.find(({ role }: { role: string }) => role === 'owner');
    expect((await admin.delete(`/user/api-keys/${id}`)).status).toBe(403);
    expect((await owner.delete(`/user/api-keys/${id}`)).status).toBe(200);
  });
});

/** Resolves when this many statements of the installation wait for a lock. */
async function untilWaiting(wanted: number): Promise<void> {
  await eventually(
    () =>
      server.database.query<{ count: number }>(
        `select count(*)::int as count from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock'`,
      ),
    ([row]) => (row?.count ?? 0) >= wanted,
  );
}
