import { randomUUID } from 'node:crypto';
import { hash } from '@node-rs/argon2';
import pg from 'pg';
import { inject } from 'vitest';
import { allRoutes } from '../../src/app.ts';
import type { Overrides } from '../../src/compose/module-deps.ts';
import { type Server, startServer } from '../../src/compose.ts';
import { readConfig } from '../../src/config/config.ts';
import type { Log } from '../../src/core/log.ts';
import { insertAccount, issueApiKey } from '../../src/modules/accounts/actions.ts';
import { type AnswerChecker, answerChecker } from './answer-shapes.ts';
import { TEST_SECRET_KEY } from './secret-key.ts';
import { silentLog } from './silent-log.ts';

export interface TestDatabase {
  connection: pg.PoolConfig;
  drop(): Promise<void>;
}

/** Creates a new, migrated database on the run's PostgreSQL. */
export async function cloneDatabase(): Promise<TestDatabase> {
  const postgres = inject('postgres');
  const template = inject('templateDatabase');
  const name = `${template}_${randomUUID().replaceAll('-', '')}`;
  await administer(postgres, `create database ${name} template ${template} strategy file_copy`);
  return {
    connection: { ...postgres, database: name },
    drop: () => administer(postgres, `drop database if exists ${name} with (force)`),
  };
}

async function administer(postgres: pg.ClientConfig, statement: string): Promise<void> {
  const client = new pg.Client(postgres);
  await client.connect();
  // PostgreSQL refuses to copy a template that another file is copying.
  await client.query('select pg_advisory_lock(4711)');
  await client.query(statement);
  await client.end();
}

/** All accounts share a password, because a hash costs as much CPU as ten requests. */
let passwordHash: Promise<string> | undefined;

export interface TestServer extends Server {
  /** The API's root: `http://…/api`. */
  api: string;
  /** Creates an account with a token and returns its client. */
  account(): Promise<Client>;
  /** A client without a credential. */
  visitor: Client;
  /** A client with this token. */
  client(token: string): Client;
  /** The database, for starting another process of the same installation. */
  testDatabase: TestDatabase;
}

export interface TestServerOptions {
  environment?: Record<string, string>;
  overrides?: Overrides;
  log?: Log;
  /** Database of another process. The server becomes a process of the same installation. */
  beside?: TestDatabase;
}

/**
 * Starts the real server on a free port with its own database; `stop` stops it and drops the database. Every response
 * to its clients is checked against the contract.
 */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const database = options.beside ?? (await cloneDatabase());
  const { config, secrets } = readConfig({
    PORT: '0',
    PARLEY_HOST: '127.0.0.1',
    PARLEY_ALLOW_PRIVATE_CIDRS: '127.0.0.0/8',
    PARLEY_SECRET_KEY: TEST_SECRET_KEY,
    PARLEY_SIP_PORT: 'off',
    ...options.environment,
  });
  const server = await startServer(config, secrets, {
    log: options.log ?? silentLog,
    overrides: { ...options.overrides, connection: database.connection },
  });
  const api = `${server.address}/api`;
  const checker = answerChecker(allRoutes(server.dependencies));
  return {
    ...server,
    api,
    testDatabase: database,
    client: (token) => clientOf(api, token, checker),
    visitor: clientOf(api, null, checker),
    account: async () => {
      const email = `${randomUUID()}@example.com`;
      passwordHash ??= hash('correct horse');
      const id = await insertAccount(server.database, {
        name: 'Test',
        email,
        passwordHash: await passwordHash,
        balanceMicros: server.dependencies.accounts.initialBalanceMicros,
        isOwner: false,
        timezone: null,
      });
      if (id === null) throw new Error(`An account with the address ${email} exists.`);
      const { token } = await issueApiKey(server.database, {
        userId: id,
        role: 'admin',
        name: 'test',
        expiresAt: null,
        createdBy: null,
      });
      return { ...clientOf(api, token, checker), userId: id, email };
    },
    stop: async () => {
      await server.stop();
      if (options.beside === undefined) await database.drop();
    },
  };
}

/** A response with its body: parsed JSON, or text if it is not JSON. */
export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  // allow any: tests look into answers of every shape
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
  body: any;
}

export interface Client {
  token: string | null;
  userId: number;
  email: string;
  get(path: string, headers?: Record<string, string>): Promise<Answer>;
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  put(path: string, body?: unknown): Promise<Answer>;
  delete(path: string): Promise<Answer>;
  request(method: string, path: string, init?: RequestInit): Promise<Answer>;
}

/** An API client over plain HTTP; sends `FormData` and strings unchanged, everything else as JSON. */
export function clientOf(api: string, token: string | null, checker?: AnswerChecker): Client {
  const request = async (method: string, path: string, init: RequestInit = {}): Promise<Answer> => {
    const headers = new Headers(init.headers);
    if (token !== null && !headers.has('authorization')) headers.set('authorization', `Bearer ${token}`);
    const response = await fetch(`${api}${path}`, { ...init, method, headers });
    const text = await response.text();
    checker?.check(method, path, { status: response.status, headers: response.headers, text });
    return { status: response.status, headers: response.headers, text, body: parseOrText(text) };
  };
  const send = (
    method: string,
    path: string,
    content: { body: unknown; headers?: Record<string, string> | undefined },
  ) => {
    const { body, headers = {} } = content;
    if (body instanceof FormData || typeof body === 'string') return request(method, path, { body, headers });
    const json = { 'content-type': 'application/json', ...headers };
    return request(method, path, { body: JSON.stringify(body ?? {}), headers: json });
  };
  return {
    token,
    userId: 0,
    email: '',
    get: (path, headers) => request('GET', path, headers === undefined ? {} : { headers }),
    post: (path, body, headers) => send('POST', path, { body, headers }),
    put: (path, body) => send('PUT', path, { body }),
    delete: (path) => request('DELETE', path),
    request,
  };
}

function parseOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
