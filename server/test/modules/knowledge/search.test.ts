import { beforeAll, expect, test } from 'vitest';
import { FOUND_KINDS } from '#contract/search.ts';
import { createObjects, type ObjectIds } from '../../kit/owned-objects.ts';
import { sharedServer } from '../../kit/shared-server.ts';
import type { Client, TestServer } from '../../kit/test-server.ts';

let server: TestServer;
let account: Client;
let ids: ObjectIds;

beforeAll(async () => {
  server = await sharedServer();
  account = await server.account();
  ids = await createObjects(server, account);
});

interface Found {
  kind: string;
  id: string;
  name: string;
  detail: string;
  parent_id: string | null;
  at: string | null;
}

async function search(query: string, client = account): Promise<Found[]> {
  const answer = await client.get(`/user/search?query=${encodeURIComponent(query)}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data;
}

const kindsOf = (results: readonly Found[]): string[] => [...new Set(results.map(({ kind }) => kind))].sort();

/** A query and the id it should find, for each kind. */
async function queries(): Promise<Record<string, [string, string]>> {
  const { data: numbers } = (await account.get('/user/phone-numbers/all')).body;
  const numberOf = (id: number): string => numbers.find((one: { id: number }) => one.id === id).phone_number;
  const [attempt] = await server.database.query<{ attempt_id: string }>(
    'select attempt_id from calls where id = $1',
    [ids.call],
  );
  return {
    assistant: [ids.assistantUuid, String(ids.assistant)],
    campaign: ['spring', String(ids.campaign)],
    knowledgebase: ['HANDB', String(ids.knowledgebase)],
    document: ['page', String(ids.document)],
    tool: ['look_up', String(ids.tool)],
    number: [numberOf(ids.number).slice(-6), String(ids.number)],
    trunk: ['pbx.example', String(ids.sipTrunk)],
    sender: [String(ids.sender), String(ids.sender)],
    template: ['hello', String(ids.template)],
    api_key: ['another', String(ids.apiKey)],
    webhook_target: ['127.0.0.1:9/hook', String(ids.webhookEndpoint)],
    call: [attempt?.attempt_id.toUpperCase() ?? '', String(ids.call)],
    conversation: [ids.conversation, ids.conversation],
    lead: ['+40 721 000-001', String(ids.lead)],
    sms: ['0721 234 567', String(ids.sms)],
    blacklisted_number: ['0040721000002', String(ids.blacklistedNumber)],
    webhook_delivery: [ids.webhookDelivery, ids.webhookDelivery],
  };
}

test('finds each kind of object by name, number or id', async () => {
  const expected = await queries();
  const [sender] = (await account.get('/user/msgapp/senders?status=all')).body.data;
  expected['sender'] = [sender.phone_number, String(ids.sender)];
  expect(Object.keys(expected).sort()).toEqual([...FOUND_KINDS].sort());
  for (const [kind, [query, id]] of Object.entries(expected)) {
    const found = (await search(query)).filter((thing) => thing.kind === kind);
    expect(
      found.map((thing) => thing.id),
      `${kind} by ${query}`,
    ).toContain(id);
  }
});

test('includes the parent object and the time of events in results', async () => {
  const [document] = await search('page');
  expect(document).toMatchObject({
    kind: 'document',
    parent_id: String(ids.knowledgebase),
    detail: 'Handbook',
  });
  const found = await search('+40721000001');
  expect(found.find(({ kind }) => kind === 'lead')).toMatchObject({
    parent_id: String(ids.campaign),
    detail: 'Spring',
    name: '+40721000001',
    at: expect.stringMatching(/^\d{4}-/),
  });
});

test('finds a call by number or id, and a conversation by the customer’s name', async () => {
  expect(kindsOf(await search('721000001'))).toEqual(
    expect.arrayContaining(['call', 'conversation', 'lead']),
  );
  const byId = await search(String(ids.call));
  expect(byId.some(({ kind, id }) => kind === 'call' && id === String(ids.call))).toBe(true);
  expect(kindsOf(await search('ana'))).toContain('conversation');
});

test('finds a lead by values of its variables', async () => {
  const lead = { campaign_id: ids.campaign, phone_number: '+40721000077', variables: { name: 'Ştefan Pop' } };
  expect((await account.post('/user/lead', lead)).status).toBe(200);
  const found = await search('ştefan pop');
  expect(found).toMatchObject([{ kind: 'lead', name: '+40721000077' }]);
  // Names of variables are not searched.
  expect(kindsOf(await search('name'))).not.toContain('lead');
});

test('finds a lead among many newer ones, by words or digits of any of its numbers', async () => {
  const other = await server.account();
  const { campaign, outboundAssistant } = await createObjects(server, other);
  const lead = {
    campaign_id: campaign,
    phone_number: '+40731000007',
    variables: { name: 'Pop', city: 'Cluj' },
  };
  const secondary_contacts = [{ phone_number: '+40732000008', variables: {} }];
  expect((await other.post('/user/lead', { ...lead, secondary_contacts })).status).toBe(200);
  const made = await other.post('/user/campaign', { name: 'Newer', assistant_id: outboundAssistant });
  await server.database.query(
    `insert into leads (user_id, campaign_id, phone_number, variables, zone_key, status)
     select $1, $2, '+4074' || lpad(n::text, 7, '0'), '{"name": "Ana"}', 'ro', 'completed'
     from generate_series(1, 20050) n`,
    [other.userId, made.body.data.id],
  );
  for (const query of ['pop', 'CLUJ', '0731000007', '731 000', '0732 000 008']) {
    expect(await search(query, other), query).toMatchObject([{ kind: 'lead', name: '+40731000007' }]);
  }
});

test('finds characters that are special in JSON', async () => {
  const other = await server.account();
  const { campaign } = await createObjects(server, other);
  const variables = { house: 'The "Mill" \\ Inn', street: 'Große Str\tasse' };
  const lead = { campaign_id: campaign, phone_number: '+40721000078', variables };
  expect((await other.post('/user/lead', lead)).status).toBe(200);
  for (const query of ['"Mill" \\ Inn', 'mill"', '"mill', '\\ inn', '"', '\\', 'str\tasse', 'große']) {
    expect(await search(query, other), query).toMatchObject([{ kind: 'lead', name: '+40721000078' }]);
  }
});

test('newer deleted objects do not displace results', async () => {
  const other = await server.account();
  const own = await createObjects(server, other);
  await server.database.query(
    `insert into calls (user_id, assistant_id, type, status, client_phone_number, ringing_time_ms, variables,
       ended_at, end_reason, recorded_at, evaluation, deleted_at)
     select $1, $2, 'outbound', 'no-answer', '+40799000111', 30000, '{}', clock_timestamp(), 'Nobody answered.',
       clock_timestamp(), '[]', case when n > 1 then clock_timestamp() end
     from generate_series(1, 8) n`,
    [other.userId, own.outboundAssistant],
  );
  const { body } = await other.post('/user/campaign', { name: 'Gone', assistant_id: own.outboundAssistant });
  const leads = [own.campaign, ...Array.from({ length: 7 }, () => body.data.id)];
  for (const [index, campaign_id] of leads.entries()) {
    const lead = { campaign_id, phone_number: `+4079900020${index}`, variables: { name: 'Theodora' } };
    expect((await other.post('/user/lead', lead)).status).toBe(200);
  }
  expect((await other.delete(`/user/campaign/${body.data.id}`)).status).toBe(200);
  expect((await search('799000111', other)).map(({ kind }) => kind)).toEqual(['call']);
  expect(await search('theodora', other)).toMatchObject([{ kind: 'lead', name: '+40799000200' }]);
});

test('does not find deleted objects or those of other accounts', async () => {
  const otherAccount = await server.account();
  for (const [query] of Object.values(await queries())) {
    const found = await search(query, otherAccount);
    expect(
      found.filter(({ kind }) => kind !== 'api_key'),
      query,
    ).toEqual([]);
  }
  const made = await account.post('/user/campaign', {
    name: 'Forgotten campaign',
    assistant_id: ids.outboundAssistant,
  });
  expect(await search('forgotten')).toHaveLength(1);
  await account.delete(`/user/campaign/${made.body.data.id}`);
  expect(await search('forgotten')).toEqual([]);
});

test('returns at most five results per kind, matches at the start of the name first', async () => {
  for (const name of ['A mill', 'Mill 1', 'Mill 2', 'Mill 3', 'Mill 4', 'Mill 5']) {
    await account.post('/user/knowledgebases', { name });
  }
  expect((await search('mill')).map(({ name }) => name)).toEqual([
    'Mill 1',
    'Mill 2',
    'Mill 3',
    'Mill 4',
    'Mill 5',
  ]);
});

test.each(['%', '__', "' or true --", '\\', '{}', '$1', '😀', '+', '…', 'x'.repeat(100)])(
  '“%s” is matched literally',
  async (query) => {
    expect(await search(query)).toEqual([]);
  },
);

test('rejects an empty query and one that is too long', async () => {
  expect((await account.get('/user/search?query=%20%20')).status).toBe(422);
  expect((await account.get('/user/search')).status).toBe(422);
  expect((await account.get(`/user/search?query=${'x'.repeat(101)}`)).status).toBe(422);
  expect((await server.visitor.get('/user/search?query=x')).status).toBe(401);
});
