import { expect } from 'vitest';
import type { Answer, Client, TestServer } from './test-server.ts';

/** A browser that has logged in to the console. */
export interface BrowserSession {
  /** Value of the `Cookie` header. */
  cookie: string;
  csrfToken: string;
  /** Asks as the console does; `headers` are put over its own, and an empty one is left out. */
  ask(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
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
  return {
    ...{ cookie, csrfToken },
    ask: (method, path, body, headers = {}) => {
      const json = body === undefined ? {} : { 'content-type': 'application/json' };
      const all = { cookie, 'x-csrf-token': csrfToken, ...json, ...headers };
      const sent = Object.entries(all).filter(([, value]) => value !== '');
      const content = body === undefined ? {} : { body: JSON.stringify(body) };
      return server.visitor.request(method, path, { headers: Object.fromEntries(sent), ...content });
    },
  };
}
