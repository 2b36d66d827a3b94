import { randomUUID } from 'node:crypto';
import { z } from 'zod';

/** API calls that prepare the benchmark's data as a user would. */
export interface ParleyClient {
  token: string;
  /** The response's bytes; throws unless the status is 2xx. */
  get(path: string): Promise<Buffer>;
  post(path: string, body: object): Promise<Buffer>;
  delete(path: string): Promise<Buffer>;
}

const login = z.object({ token: z.string() });
const createdKey = z.object({ api_key: z.object({ token: z.string() }) });

/** Creates an account with an API key; the server must allow registration. */
export async function registerAtParley(
  address: string,
  account: { name: string; email: string },
): Promise<ParleyClient> {
  const credentials = { ...account, password: randomUUID() };
  await call(address, '/register', { body: credentials });
  const session = login.parse(await readJson(call(address, '/login', { body: credentials })));
  const answer = call(address, '/user/api-keys', { token: session.token, body: { name: 'bench' } });
  const { token } = createdKey.parse(await readJson(answer)).api_key;
  return {
    token,
    get: (path) => call(address, path, { token }),
    post: (path, body) => call(address, path, { token, body }),
    delete: (path) => call(address, path, { token, method: 'DELETE' }),
  };
}

async function readJson(answer: Promise<Buffer>): Promise<unknown> {
  return JSON.parse((await answer).toString());
}

async function call(
  address: string,
  path: string,
  about: { token?: string; body?: object; method?: 'DELETE' },
): Promise<Buffer> {
  const response = await fetch(`${address}/api${path}`, {
    method: about.method ?? (about.body === undefined ? 'GET' : 'POST'),
    headers: {
      'content-type': 'application/json',
      ...(about.token === undefined ? {} : { authorization: `Bearer ${about.token}` }),
    },
    ...(about.body === undefined ? {} : { body: JSON.stringify(about.body) }),
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${bytes.toString()}`);
  return bytes;
}
