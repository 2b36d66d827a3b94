import { hash } from '@node-rs/argon2';
import { beforeAll, describe, expect, test } from 'vitest';
import { changePassword, openSession } from '../../../src/modules/accounts/actions.ts';
import { sharedServer } from '../../kit/shared-server.ts';
import type { TestServer } from '../../kit/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});

async function personOf(email: string): Promise<{ id: number; password_hash: string }> {
  const [person] = await server.database.query<{ id: number; password_hash: string }>(
    'select id, password_hash from people where email = $1',
    [email],
  );
  if (person === undefined) throw new Error('There is no such person.');
  return person;
}

describe('a login', () => {
  test('opens no session if the password changed after it was checked', async () => {
    const { email } = await server.account();
    const checked = await personOf(email);
    await changePassword(server.database, email, 'battery staple');
    expect(await openSession(server.database, checked, 'late')).toBeNull();
  });

  test('waits for a running change of the password, and then opens no session', async () => {
    const { email } = await server.account();
    const checked = await personOf(email);
    const passwordHash = await hash('battery staple');
    const late = await server.database.transaction(async (transaction) => {
      await transaction.query('update people set password_hash = $2 where id = $1', [
        checked.id,
        passwordHash,
      ]);
      return { session: openSession(server.database, checked, 'late') };
    });
    expect(await late.session).toBeNull();
    const sessions = await server.database.query('select from tokens where person_id = $1', [checked.id]);
    expect(sessions).toEqual([]);
  });

  test('opens no session of a membership that ends at the same time', async () => {
    const { email, userId } = await server.account();
    const person = await personOf(email);
    const late = await server.database.transaction(async (transaction) => {
      await transaction.query('delete from memberships where user_id = $1', [userId]);
      return { session: openSession(server.database, person, 'late') };
    });
    expect(await late.session).toBeNull();
  });
});
