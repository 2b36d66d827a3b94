import { afterAll, beforeAll, expect, test } from 'vitest';
import { FOUND_KINDS } from '#contract/search.ts';
import { createObjects, type ObjectIds } from '../kit/owned-objects.ts';
import { type Client, startTestServer, type TestServer } from '../kit/test-server.ts';

let server: TestServer;
let account: Client;
let ids: ObjectIds;

beforeAll(async () => {
  server = await startTestServer();
  account = await server.account();
  ids = await createObjects(server, account);
});
afterAll(() => server.stop());

interface Found {
  kind: string;
  id: string;
  name: string;
  detail: string;
  parent_id: string | null;
  at: string | null;
}

async function search(query: string, who = account): Promise<Found[]> {
  const answer = await who.get(`/user/search?query=${encodeURIComponent(query)}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data;
}

const kindsOf = (things: readonly Found[]): string[] => [...new Set(things.map(({ kind }) => kind))].sort();

/** Words that lead to one thing of each kind. */
async function words(): Promise<Record<string, [string, string]>> {
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

test('everything that goes by a name, a number or an id is found by it', async () => {
  const asked = await words();
  const [sender] = (await account.get('/user/msgapp/senders?status=all')).body.data;
  asked['sender'] = [sender.phone_number, String(ids.sender)];
  expect(Object.keys(asked).sort()).toEqual([...FOUND_KINDS].sort());
  for (const [kind, [query, id]] of Object.entries(asked)) {
    const found = (await search(query)).filter((thing) => thing.kind === kind);
    expect(
      found.map((thing) => thing.id),
      `${kind} by ${query}`,
    ).toContain(id);
  }
});

test('what belongs to something says to what, and what happened says when', async () => {
  const [document] = await search('page');
  expect(document).toMatchObject({
    kind: 'document',
    parent_id: String(ids.knowledgebase),
    detail: 'Handbook',
  });
  const found = await search('+40721000001');
  expect(found.find(({ kind }) => kind === 'lead')).toMatchObject({
    ...{ parent_id: String(ids.campaign), detail: 'Spring', name: '+40721000001' },
    at: expect.stringMatching(/^\d{4}-/),
  });
});

test('a call is found by its number, its id and the customer’s name leads to the conversation', async () => {
  expect(kindsOf(await search('721000001'))).toEqual(
    expect.arrayContaining(['call', 'conversation', 'lead']),
  );
  const byId = await search(String(ids.call));
  expect(byId.some(({ kind, id }) => kind === 'call' && id === String(ids.call))).toBe(true);
  expect(kindsOf(await search('ana'))).toContain('conversation');
});

test('a lead is found by what is known of the person', async () => {
  const lead = { campaign_id: ids.campaign, phone_number: '+40721000077', variables: { name: 'Ştefan Pop' } };
  expect((await account.post('/user/lead', lead)).status).toBe(200);
  const found = await search('ştefan pop');
  expect(found).toMatchObject([{ kind: 'lead', name: '+40721000077' }]);
  // The names of variables are nobody's names.
  expect(kindsOf(await search('name'))).not.toContain('lead');
});

test('a lead is found among many newer ones, by words and by the digits of any of its numbers', async () => {
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

test('signs that have a meaning in JSON are found as they were written', async () => {
  const other = await server.account();
  const { campaign } = await createObjects(server, other);
  const variables = { house: 'The "Mill" \\ Inn', street: 'Große Str\tasse' };
  const lead = { campaign_id: campaign, phone_number: '+40721000078', variables };
  expect((await other.post('/user/lead', lead)).status).toBe(200);
  for (const query of ['"Mill" \\ Inn', 'mill"', '"mill', '\\ inn', '"', '\\', 'str\tasse', 'große']) {
    expect(await search(query, other), query).toMatchObject([{ kind: 'lead', name: '+40721000078' }]);
  }
});

test('what was deleted takes nobody’s place, however much newer it is', async () => {
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

test('nobody finds what is another’s, or was deleted', async () => {
  const stranger = await server.account();
  for (const [query] of Object.values(await words())) {
    const found = await search(query, stranger);
    expect(
      found.filter(({ kind }) => kind !== 'api_key'),
      query,
    ).toEqual([]);
  }
  const made = await account.post('/user/campaign', {
    ...{ name: 'Forgotten campaign', assistant_id: ids.outboundAssistant },
  });
  expect(await search('forgotten')).toHaveLength(1);
  await account.delete(`/user/campaign/${made.body.data.id}`);
  expect(await search('forgotten')).toEqual([]);
});

test('of one kind a few are told, those that begin with the words first', async () => {
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
  '“%s” means nothing but itself',
  async (query) => {
    expect(await search(query)).toEqual([]);
  },
);

test('without words it is refused, and with too many', async () => {
  expect((await account.get('/user/search?query=%20%20')).status).toBe(422);
  expect((await account.get('/user/search')).status).toBe(422);
  expect((await account.get(`/user/search?query=${'x'.repeat(101)}`)).status).toBe(422);
  expect((await server.visitor.get('/user/search?query=x')).status).toBe(401);
});
