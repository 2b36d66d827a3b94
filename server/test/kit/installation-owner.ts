import type { Client, TestServer } from './test-server.ts';

/** A logged-in owner of the account that owns the installation. */
export async function installationOwner(server: TestServer): Promise<Client> {
  const account = await server.account();
  await server.database.query('update users set is_owner = id = $1', [account.userId]);
  const { body } = await server.visitor.post('/login', {
    email: account.email,
    password: 'correct horse',
    token_name: 'test',
  });
  return { ...server.client(body.token), userId: account.userId, email: account.email };
}
