import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { isoTimestamp, plainTimestamp, zonedTimestamp } from '#contract/timestamps.ts';
import { documentedOperations, filledPath, type JsonSchema, type Operation } from '../kit/api-document.ts';
import { assistantFields } from '../kit/assistants.ts';
import { schemaFaults } from '../kit/documented-answers.ts';
import { exampleFaults, undescribed } from '../kit/documented-parts.ts';
import { eventually } from '../kit/eventually.ts';
import { createObjects, missingIds, type ObjectIds } from '../kit/owned-objects.ts';
import { resolvedDocument } from '../kit/resolved-document.ts';
import { ROUTE_ENTRIES, type RouteEntry } from '../kit/route-entries.ts';
import { type Answer, type Client, startTestServer, type TestServer } from '../kit/test-server.ts';

let server: TestServer;
let operations: Operation[];
let foreign: Client;
let theirs: ObjectIds;

beforeAll(async () => {
  server = await startTestServer();
  operations = await documentedOperations(server.visitor);
  foreign = await server.account();
  theirs = await createObjects(server, foreign);
  const document = `/user/knowledgebases/${theirs.knowledgebase}/documents/${theirs.document}`;
  await eventually(
    () => foreign.get(document),
    ({ body }) => body.data.status === 'failed',
  );
  // Waits for background work before comparing.
  await eventually(
    () => foreign.get(`/user/msgapp/messages/${theirs.channelMessage}`),
    ({ body }) => body.data.state === 'read',
  );
});
afterAll(() => server.stop());

test('this test has an entry for every documented route, and no other entries', () => {
  expect(operations.map(({ name }) => name).sort()).toEqual(Object.keys(ROUTE_ENTRIES).sort());
});

test('every authenticated route refuses a missing, malformed or revoked credential, before anything else', async () => {
  const leaving = await server.account();
  await leaving.post('/logout');
  const clients = [server.visitor, server.client('parley_nonsense'), server.client(String(leaving.token))];
  for (const operation of operations.filter(({ isPublic }) => !isPublic)) {
    for (const client of clients) {
      for (const ids of [theirs, missingIds()]) {
        const answer = await send(client, operation, { path: pathOf(operation, ids), body: {} });
        expect(answer.status, operation.name).toBe(401);
        expect(answer.text).toBe('{"message":"Unauthenticated."}');
        expect(answer.headers.get('www-authenticate')).toBe('Bearer');
      }
    }
  }
});

test('the OpenAPI document names every operation once, and its schemas compile', async () => {
  const document = await resolvedDocument(server.visitor);
  const items: object[] = Object.values({ ...document.paths, ...document.webhooks });
  const ids = items.flatMap((item) => Object.values(item).map(({ operationId }) => operationId));
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  expect(ids.filter((id) => !/^[a-z][A-Za-z]*(?:\.[a-z][A-Za-z]*){1,2}$/.test(id))).toEqual([]);
  expect(schemaFaults(document)).toEqual([]);
  expect(undescribed(document)).toEqual([]);
  const { required } = document.paths['/user/sms'].post.requestBody.content['application/json'].schema;
  expect(required).toBeUndefined();
});

test('every example in the OpenAPI document satisfies its schema', async () => {
  const { body } = await server.visitor.get('/openapi.json');
  const { count, faults } = exampleFaults(body);
  expect(faults).toEqual([]);
  expect(count).toBeGreaterThan(200);
});

test('every list refuses filters that it does not have, and filters in the style of arrays', async () => {
  const lists = operations.filter(
    ({ method, isPublic, queryParameters }) => method === 'GET' && !isPublic && queryParameters.length > 0,
  );
  expect(lists.length).toBeGreaterThan(15);
  for (const list of lists) {
    const path = pathOf(list, theirs);
    const names = list.queryParameters.map(({ name }) => name);
    for (const query of ['changed_from=2099-01-01', `${names[0]}[]=1`, `${names[0]}[a]=1`]) {
      const answer = await foreign.get(`${path}?${query}`);
      expect(answer.status, `${list.name} ${query}`).toBe(422);
      expect(JSON.stringify(answer.body)).toContain(query.split('=', 1)[0]);
    }
    const answer = await foreign.get(`${path}?_=1764410000&utm_source=mail`);
    expect(Object.keys(answer.body.errors ?? {}), list.name).not.toContain('utm_source');
  }
  const { body } = await foreign.get('/user/assistants/get?status=active');
  expect(body.errors).toEqual({
    status: ['status is not a filter of this list. It has per_page, page.'],
  });
  expect((await foreign.get('/user/tools?status=active')).status).toBe(422);
  expect((await foreign.get('/user/me?x_from=1&status=active')).status).toBe(200);
});

test('every documented time has one of the formats of the contract', async () => {
  const document = await resolvedDocument(server.visitor);
  const formats = [isoTimestamp, plainTimestamp, zonedTimestamp].map(
    (format) => z.toJSONSchema(format).pattern,
  );
  const times = textsNamed(/(?:_at|_until|^until|since|timestamp)$/, [document.paths, document.webhooks]);
  expect(times.length).toBeGreaterThan(100);
  const others = times.filter(({ schema }) => !formats.includes(schema.pattern));
  // The expiry of a new key, the dates of a campaign, the time of a scheduled call and the end of a snooze may have any offset.
  expect(new Set(others.map(({ name, schema }) => `${name} ${schema.format}`))).toEqual(
    new Set([
      'ends_at date-time',
      'expires_at date-time',
      'scheduled_at date-time',
      'starts_at date-time',
      'until date-time',
    ]),
  );
});

test('stored times are answered to the microsecond', async () => {
  await giveMicroseconds(server);
  let count = 0;
  const coarse: string[] = [];
  for (const operation of operations.filter(({ method }) => method === 'GET')) {
    if (operation.path.endsWith('/events') || operation.path.endsWith('/changes')) continue;
    const { body } = await foreign.get(pathOf(operation, theirs));
    JSON.stringify(body, (name, value) => {
      if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\dT.*Z$/.test(value)) return value;
      count += 1;
      // Reports take the process's time, each update of an assistant sets its time, and the audit log cannot be changed.
      const isNew =
        operation.path.startsWith('/user/audit-log') ||
        name === 'generated_at' ||
        name === 'first_call_at' ||
        `${operation.path} ${name}`.match(/assistant.* updated_at/);
      if (!value.endsWith('456Z') && !isNew) coarse.push(`${operation.name} ${name}`);
      return value;
    });
  }
  expect(count).toBeGreaterThan(50);
  expect(coarse).toEqual([]);
});

test('only routes for visitors are public', () => {
  const open = operations.filter(({ isPublic }) => isPublic).map(({ name }) => name);
  expect(open.sort()).toEqual([
    'GET /carriers/msgapp/{key}',
    'GET /conversations/{uuid}',
    'GET /conversations/{uuid}/events',
    'GET /conversations/{uuid}/files/{file}',
    'GET /invitations/{token}',
    'GET /recordings/{key}',
    'GET /voices/{id}/preview',
    'GET /widgets/{uuid}',
    'GET /widgets/{uuid}/picture',
    'POST /calls/held/command/{token}',
    'POST /carriers/calls/{provider}/answer/{process}/{attempt}',
    'POST /carriers/calls/{provider}/inbound',
    'POST /carriers/calls/{provider}/status/{process}/{attempt}',
    'POST /carriers/msgapp/{key}',
    'POST /carriers/sms/{provider}',
    'POST /console/login',
    'POST /conversations',
    'POST /conversations/{uuid}/files',
    'POST /conversations/{uuid}/messages',
    'POST /email-changes/{token}',
    'POST /invitations/{token}/accept',
    'POST /login',
    'POST /password-resets',
    'POST /password-resets/{token}',
    'POST /register',
    'POST /widgets/{uuid}/calls',
    'POST /widgets/{uuid}/identify',
  ]);
});

describe('ids of another account', () => {
  test('in a path, query or body get the same answer as missing ones, and change nothing', async () => {
    const before = await everythingOf(foreign);
    const complete = await assistantFields(foreign);
    let account = await server.account();
    let mine = await createObjects(server, account);
    for (const operation of operations) {
      const entry = ROUTE_ENTRIES[operation.name] ?? {};
      const base = operation.name === 'POST /user/assistant' ? complete : {};
      const inAnswers = async (ids: ObjectIds): Promise<Answer[]> => {
        const answers: Answer[] = [];
        for (const request of requestsWith(operation, entry, { ids, mine, base })) {
          answers.push(await send(account, operation, request));
        }
        return answers;
      };
      const [withForeign, withMissing] = [await inAnswers(theirs), await inAnswers(missingIds())];
      for (const [index, answer] of withForeign.entries()) {
        expect([404, 422], `${operation.name}: ${answer.text}`).toContain(answer.status);
        expect(withMissing[index]?.status, operation.name).toBe(answer.status);
        expect(withMissing[index]?.text, operation.name).toBe(answer.text);
      }
      // With the account's own ids the answer differs, so the id caused the refusal.
      for (const [index, answer] of (await inAnswers(mine)).entries()) {
        // The first DELETE removed the object.
        if (operation.method === 'DELETE' && index > 0) continue;
        expect(answer.text, operation.name).not.toBe(withForeign[index]?.text);
      }
      // Continue with a new account: the objects are deleted, or the AI replies of this minute are used up.
      if (operation.method !== 'DELETE' && !operation.name.includes('generate-reply')) continue;
      account = await server.account();
      mine = await createObjects(server, account);
    }
    expect(await everythingOf(foreign)).toEqual(before);
  });
});

interface WalkRequest {
  path: string;
  body?: object;
}

/** One request for each position of an id; all other positions hold the account's own ids. */
function requestsWith(
  operation: Operation,
  entry: RouteEntry,
  { ids, mine, base }: { ids: ObjectIds; mine: ObjectIds; base: object },
): WalkRequest[] {
  const own = pathOf(operation, mine);
  const inPath = Object.keys(entry.path ?? {}).map((name) => ({
    path: filledPath(operation.path, { ...pathValues(entry, mine), ...pick(pathValues(entry, ids), name) }),
    body: { ...base, ...entry.body },
  }));
  const inQuery = Object.entries(entry.query ?? {}).map(([name, kind]) => ({
    path: `${own}?${name}=${ids[kind]}`,
  }));
  const inBody = (entry.bodies ?? []).map((body) => ({ path: own, body: { ...base, ...body(ids) } }));
  return [...inQuery, ...inBody, ...inPath];
}

function pathValues(entry: RouteEntry, ids: ObjectIds): Record<string, unknown> {
  return Object.fromEntries(Object.entries(entry.path ?? {}).map(([name, kind]) => [name, ids[kind]]));
}

function pick(values: Record<string, unknown>, name: string): Record<string, unknown> {
  return { [name]: values[name] };
}

function pathOf(operation: Operation, ids: ObjectIds): string {
  const values = pathValues(ROUTE_ENTRIES[operation.name] ?? {}, ids);
  return filledPath(operation.path, { id: 1, uuid: ids.conversation, ...values });
}

function send(client: Client, operation: Operation, { path, body }: WalkRequest): Promise<Answer> {
  const hasBody = operation.method !== 'GET' && operation.method !== 'DELETE';
  const headers = { 'content-type': 'application/json' };
  const init = hasBody ? { body: JSON.stringify(body ?? {}), headers } : {};
  return client.request(operation.method, path, init);
}

/** Schemas of all string properties whose name matches. */
function textsNamed(pattern: RegExp, schema: unknown): { name: string; schema: JsonSchema }[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const properties: Record<string, JsonSchema> = 'properties' in schema ? Object(schema.properties) : {};
  const named = Object.entries(properties).flatMap(([name, member]) => {
    const texts = [member, ...(member.anyOf ?? [])].filter(({ type }) => type === 'string');
    return pattern.test(name) ? texts.map((text) => ({ name, schema: text })) : [];
  });
  return [...named, ...Object.values(schema).flatMap((member) => textsNamed(pattern, member))];
}

/** Gives every stored time 456 microseconds, as only the database's clock does. */
async function giveMicroseconds({ database }: TestServer): Promise<void> {
  // A retry during the test would store times of the process.
  await database.query(`update webhook_deliveries set next_attempt_at = next_attempt_at + interval '1 day'`);
  await database.script('alter table audit_log disable trigger keep_audit_log');
  const columns = await database.query<{ table: string; column: string }>(
    `select table_name as "table", column_name as "column" from information_schema.columns
     where table_schema = 'public' and data_type = 'timestamp with time zone' and datetime_precision = 6`,
  );
  for (const { table, column } of columns) {
    await database.query(
      `update ${table} set ${column} = date_trunc('milliseconds', ${column}) + interval '456 microseconds'
       where ${column} is not null`,
    );
  }
}

async function everythingOf(account: Client): Promise<unknown[]> {
  const paths = [
    '/user/assistants',
    '/user/calls',
    '/user/blacklist',
    '/user/campaigns',
    '/user/leads',
    `/user/calls/${theirs.call}`,
    '/user/conversations',
    '/user/knowledgebases',
    '/user/phone-numbers/all',
    '/user/phone-numbers/sip-trunks',
    '/user/tools',
    '/user/msgapp/senders?status=all',
    `/user/msgapp/senders/${theirs.sender}/templates?status=all`,
    `/user/msgapp/conversations/${theirs.channelConversation}/messages`,
    `/user/knowledgebases/${theirs.knowledgebase}/documents`,
    `/conversations/${theirs.conversation}`,
  ];
  const answers = await Promise.all(paths.map((path) => account.get(path)));
  // The window's remaining minutes pass during the test; its end does not move.
  return answers.map(({ text }) =>
    JSON.parse(text, (key, value) => (key === 'session_status' ? value.expires_at : value)),
  );
}
