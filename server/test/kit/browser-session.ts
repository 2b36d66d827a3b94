import { expect } from 'vitest';
import type { Answer, Client, TestServer } from './test-server.ts';

/** A browser logged in to the console. */
export interface BrowserSession {
  /** Value of the `Cookie` header. */
  cookie: string;
  csrfToken: string;
  /** Sends a request with the headers that the console sends. */
  ask(method: string, path: string, body?: unknown): Promise<Answer>;
  /** The same browser with other headers; an empty value removes one. */
  with(headers: Record<string, string>): BrowserSession;
}

export async function logIn(
  server: TestServer,
  account: Client,
  password = 'correct horse',
): Promise<BrowserSession> {
  const answer = await server.visitor.post('/console/login', { email: account.email, password });
  expect(answer.status, answer.text).toBe(200);
  const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? '';
  const csrfToken: string = answer.body.csrf_token;
  return browserWith(server.visitor, { cookie, csrfToken }, {});
}

function browserWith(
  client: Client,
  known: Pick<BrowserSession, 'cookie' | 'csrfToken'>,
  headers: Record<string, string>,
): BrowserSession {
  return {
    ...known,
    with: (more) => browserWith(client, known, { ...headers, ...more }),
    ask: (method, path, body) => {
      const json = body === undefined ? {} : { 'content-type': 'application/json' };
      const all = { cookie: known.cookie, 'x-csrf-token': known.csrfToken, ...json, ...headers };
      const sent = Object.entries(all).filter(([, value]) => value !== '');
      const content = body === undefined ? {} : { body: JSON.stringify(body) };
      return client.request(method, path, { headers: Object.fromEntries(sent), ...content });
    },
  };
}
