import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { documentedOperations, filledPath, type JsonSchema, type Operation } from '../kit/api-document.ts';
import { type DocumentedAnswers, documentedAnswers } from '../kit/documented-answers.ts';
import { createObjects, type ObjectIds } from '../kit/owned-objects.ts';
import { ROUTE_ENTRIES } from '../kit/route-entries.ts';
import { sized } from '../kit/run-size.ts';
import { fromSchema, mutated, strangeValues, wrongType } from '../kit/schema-arbitrary.ts';
import { type Answer, type Client, startTestServer, type TestServer } from '../kit/test-server.ts';

/** Streams of changes that stay open until the client leaves. */
const ENDLESS: ReadonlySet<string> = new Set(['GET /console/changes', 'GET /conversations/{uuid}/events']);

let server: TestServer;
let operations: Operation[];
let documented: DocumentedAnswers;

beforeAll(async () => {
  server = await startTestServer({
    environment: { PARLEY_REGISTRATION: 'on', PARLEY_RATE_LIMIT: '1000000' },
  });
  operations = (await documentedOperations(server.visitor)).filter(({ name }) => !ENDLESS.has(name));
  documented = await documentedAnswers(server.visitor);
});
afterAll(() => server.stop());

/** Number of runs per endpoint. */
// allow environment: the number of runs configures the test run, not the product
const numRuns = Number(process.env['PARLEY_FUZZ_RUNS'] ?? sized({ gate: 6, nightly: 50 }));

// The test clients check every response against the contract; the test checks it against the document.
describe('every endpoint', () => {
  test('handles input that fits its schema without a server error', () =>
    everyOperation(fromSchema, fromSchema));
  test('handles mutated input without a server error', () => everyOperation(mutated, () => strangeValues));
});

async function everyOperation(
  bodies: (schema: JsonSchema) => fc.Arbitrary<unknown>,
  parameters: (schema: JsonSchema) => fc.Arbitrary<unknown>,
): Promise<void> {
  let account = await server.account();
  let ids = await createObjects(server, account);
  for (const operation of operations) {
    const client = operation.isPublic ? server.visitor : account;
    const query = fc.record(
      Object.fromEntries(operation.queryParameters.map(({ name, schema }) => [name, parameters(schema)])),
      { requiredKeys: [] },
    );
    const body = operation.body === null ? fc.constant(undefined) : bodies(operation.body);
    const path = pathOf(operation, ids, parameters);
    await fc.assert(
      fc.asyncProperty(path, query, body, async (filled, values, content) => {
        const answer = await send(client, operation, {
          path: `${filled}${queryString(values)}`,
          body: content,
        });
        expect(answer.status, `${operation.name} ${answer.text}`).toBeLessThan(500);
      }),
      { numRuns, endOnFailure: true },
    );
    if (operation.method !== 'DELETE' && !operation.name.endsWith('/logout')) continue;
    account = await server.account();
    ids = await createObjects(server, account);
  }
}

describe('a value of the wrong type', () => {
  test("is refused with its field's name, for every member of every body", async () => {
    const account = await server.account();
    const ids = await createObjects(server, account);
    for (const operation of operations) {
      const refused = operation.name === 'POST /conversations' ? 400 : 422;
      for (const [name, schema] of Object.entries(operation.body?.properties ?? {})) {
        const value = wrongType(schema);
        if (value === null || operation.name.includes('generate-reply')) continue;
        // Only the owner of the installation may use these; vendors.test.ts covers them.
        if (operation.name.includes('/user/vendors/')) continue;
        // Only owners may use this; second-factor.test.ts covers it.
        if (operation.name.endsWith('/requirement')) continue;
        // Each field is sent by a new account, because an account may only send five messages a second.
        const isSend = ['POST /user/msgapp/send', 'POST /user/msgapp/send-freeform'].includes(operation.name);
        const owner = isSend ? await server.account() : account;
        const client = operation.isPublic ? server.visitor : owner;
        const answer = await send(client, operation, {
          path: ownPath(operation, ids),
          body: { [name]: value },
        });
        expect(answer.status, `${operation.name} ${name}: ${answer.text}`).toBe(refused);
        const named = Object.keys(answer.body.errors).map((field) => field.split('.')[0]);
        expect(named, `${operation.name} ${name}`).toContain(name);
      }
    }
  });

  test('is refused for every parameter of every query', async () => {
    const account = await server.account();
    const ids = await createObjects(server, account);
    for (const operation of operations) {
      for (const { name } of operation.queryParameters) {
        const path = `${ownPath(operation, ids)}?${name}=no%00such&${name}=twice`;
        const answer = await send(account, operation, { path, body: undefined });
        expect(answer.status, `${operation.name} ${name}`).toBe(422);
        expect(Object.keys(answer.body.errors)).toContain(name);
      }
    }
  });
});

function pathOf(
  operation: Operation,
  ids: ObjectIds,
  parameters: (schema: JsonSchema) => fc.Arbitrary<unknown>,
): fc.Arbitrary<string> {
  const any = operation.pathParameters.map(({ name, schema }) => [name, parameters(schema)] as const);
  const random = fc
    .record(Object.fromEntries(any))
    .map((values) => filledPath(operation.path, asPathValues(values)));
  return fc.oneof(
    { weight: 3, arbitrary: fc.constant(ownPath(operation, ids)) },
    { weight: 1, arbitrary: random },
  );
}

/** Removes what a path cannot contain: lone surrogates, dot segments, which clients resolve, and empty segments, which name another path. */
function asPathValues(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, asText(value).replace(/^\.{0,2}$/, '%2E')]),
  );
}

function asText(value: unknown): string {
  return (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed();
}

function ownPath(operation: Operation, ids: ObjectIds): string {
  const kinds = Object.entries(ROUTE_ENTRIES[operation.name]?.path ?? {});
  const own = Object.fromEntries(kinds.map(([name, kind]) => [name, ids[kind]]));
  return filledPath(operation.path, { id: 1, uuid: ids.conversation, ...own });
}

function queryString(values: Record<string, unknown>): string {
  const parts = Object.entries(values).map(([name, value]) => `${name}=${encodeURIComponent(asText(value))}`);
  return parts.length === 0 ? '' : `?${parts.join('&')}`;
}

async function send(
  client: Client,
  operation: Operation,
  { path, body }: { path: string; body: unknown },
): Promise<Answer> {
  const headers = { 'content-type': 'application/json' };
  const init = body === undefined ? {} : { body: JSON.stringify(body) ?? 'null', headers };
  const answer = await client.request(operation.method, path, init);
  documented.check(operation.name, answer);
  return answer;
}
