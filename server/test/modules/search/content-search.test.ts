import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { ContentHit } from '#contract/content-search.ts';
import { areaRole } from '#contract/roles.ts';
import { createAssistant } from '../../kit/assistants.ts';
import { openConversation } from '../../kit/events.ts';
import { eventually } from '../../kit/eventually.ts';
import { sharedServer } from '../../kit/shared-server.ts';
import { insertSpokenCall } from '../../kit/spoken-calls.ts';
import type { Client, TestServer } from '../../kit/test-server.ts';

let server: TestServer;
let account: Client;

beforeAll(async () => {
  server = await sharedServer();
});
beforeEach(async () => {
  account = await server.account();
});

interface Page {
  data: ContentHit[];
  next_cursor: string | null;
}

async function search(q: string, query = '', by = account): Promise<Page> {
  const { status, body, text } = await by.get(`/user/search/content?q=${encodeURIComponent(q)}${query}`);
  expect(status, text).toBe(200);
  return body;
}

const foundIds = async (q: string, query = ''): Promise<string[]> =>
  (await search(q, query)).data.map(({ id }) => id);

/** Waits until everything that was stored is indexed. */
async function indexed(): Promise<void> {
  await eventually(
    () => server.database.query('select from search_queue'),
    (rows) => rows.length === 0,
  );
}

const marked = ({ excerpt }: ContentHit): string =>
  excerpt.map(({ text, is_match }) => (is_match ? `[${text}]` : text)).join('');

async function languageId(iso: string): Promise<number> {
  const [row] = await server.database.query<{ id: number }>('select id from languages where iso_2 = $1', [
    iso,
  ]);
  return row?.id ?? 0;
}

/** Han characters whose pairs all differ. */
function differentPairs(count: number): string {
  const codes = Array.from(
    { length: count },
    (_, index) => (index * (1 + Math.floor(index / 20_000))) % 20_000,
  );
  return codes.map((code) => String.fromCodePoint(0x4e00 + code)).join('');
}

test('texts that PostgreSQL cannot store as words do not stop the index', async () => {
  const cut = await insertSpokenCall(server, account, { said: [`a${'𐐨'.repeat(30)} zebra`] });
  const large = await insertSpokenCall(server, account, { said: [`zebra ${differentPairs(150_000)}`] });
  const later = await insertSpokenCall(server, account, { said: ['A zebra after both.'] });
  await indexed();
  expect(await foundIds('zebra')).toEqual([later, large, cut].map(String));
});

test('finds a call by words in any form, at the sentence where they were said', async () => {
  const { id: assistantId, name } = await createAssistant(account);
  const said = ['Hello, how can I help?', 'I asked for two refunds of order #4471.', 'I will refund them.'];
  const id = await insertSpokenCall(server, account, { said, assistantId, phone: '+40721555123' });
  const other = await insertSpokenCall(server, account, { said: ['Hello, good evening.'] });
  await indexed();
  const { data, next_cursor } = await search('refunded order');
  expect(next_cursor).toBeNull();
  expect(data).toEqual([
    {
      kind: 'call',
      id: String(id),
      name: '+40721555123',
      channel: 'inbound',
      assistant_id: assistantId,
      assistant_name: name,
      campaign_id: null,
      campaign_name: null,
      at: expect.any(String),
      line: { author: 'customer', at: expect.any(String), offset_ms: 2000, message_id: null, note_id: null },
      excerpt: expect.any(Array),
    },
  ]);
  expect(data.map(marked)).toEqual(['I asked for two [refunds] of [order] #4471.']);
  expect(await foundIds('#4471')).toEqual([String(id)]);
  expect(await foundIds('ref')).toEqual([String(id)]);
  expect(await foundIds('"refund them"')).toEqual([String(id)]);
  expect(await foundIds('"refunds them"')).toEqual([]);
  expect(await foundIds('0721 555 12')).toEqual([String(id)]);
  expect(await foundIds('hello')).toEqual([String(other), String(id)]);
  expect(await foundIds('refund pizza')).toEqual([]);
  expect(await foundIds('!!! ---')).toEqual([]);
});

test.each([
  ['de', 'Ich möchte eine Rückerstattung für die Bestellung.', ['ruckerstattung', 'Bestellungen', 'mochte']],
  ['ro', 'Aș vrea să returnez comenzile greșite.', ['comenzi gresite', 'Aş', 'comenzile gresit']],
  ['es', 'Quiero cancelar las habitaciones, señor.', ['habitacion senor', 'cancelación']],
  ['fr', 'Je voudrais être remboursé.', ['rembourser', 'etre rembourse']],
  ['ja', '返金をお願いします。', ['返金']],
])('finds words of the assistant’s language: %s', async (iso, text, queries) => {
  const { id: assistantId } = await createAssistant(account, { language_id: await languageId(iso) });
  const id = await insertSpokenCall(server, account, { said: [text], assistantId });
  await indexed();
  for (const query of queries) expect(await foundIds(query), query).toEqual([String(id)]);
});

test('finds a message, and no longer finds it after its deletion or change', async () => {
  const assistant = await createAssistant(account);
  const path = await openConversation(account, assistant);
  const uuid = path.split('/').at(-1);
  await account.post(`${path}/messages`, { message: 'Is the sauna open on Sunday?' });
  await indexed();
  const { data } = await search('saunas sunday');
  expect(data).toMatchObject([{ kind: 'conversation', id: uuid, channel: 'widget', name: 'Visitor' }]);
  expect(data.map(marked)).toEqual(['Is the [sauna] open on [Sunday]?']);
  const messageId = data[0]?.line?.message_id;
  await server.database.query(`update messages set content = 'Deleted.' where id = $1`, [messageId]);
  expect(await foundIds('sauna')).toEqual([]);
  await indexed();
  expect(await foundIds('deleted')).toEqual([uuid]);
  await server.database.query('delete from conversations where user_id = $1', [account.userId]);
  expect(await foundIds('deleted')).toEqual([]);
  await indexed();
  expect(
    await server.database.query('select from search_documents where user_id = $1', [account.userId]),
  ).toEqual([]);
});

test('finds an internal note at its conversation until it is deleted', async () => {
  const path = await openConversation(account, await createAssistant(account));
  const uuid = path.split('/').at(-1);
  await account.post(`${path}/messages`, { message: 'Is the sauna open?' });
  const notes = `/user/conversations/${uuid}/notes`;
  const { body } = await account.post(notes, { content: 'Offer vouchers for the closed sauna.' });
  await account.post(notes, { content: 'She called twice.' });
  await indexed();
  const [hit, ...others] = (await search('voucher sauna')).data;
  expect(others).toEqual([]);
  expect(hit).toMatchObject({ kind: 'conversation', id: uuid });
  expect(hit?.line).toMatchObject({ author: 'human', message_id: null, note_id: body.data.id });
  expect(hit && marked(hit)).toBe('Offer [vouchers] for the closed [sauna].');
  const { body: list } = await account.get('/user/inbox?search=voucher');
  expect(list.data.map(({ id }: { id: string }) => id)).toEqual([uuid]);
  const stranger = await server.account();
  expect((await search('voucher', '', stranger)).data).toEqual([]);
  await account.delete(`${notes}/${body.data.id}`);
  expect(await foundIds('voucher')).toEqual([]);
  await indexed();
  expect(await foundIds('voucher')).toEqual([]);
  expect(await foundIds('called twice')).toEqual([uuid]);
  expect(await foundIds('sauna')).toEqual([uuid]);
});

test('finds SMS by their text and by the number of the customer', async () => {
  const insertSms = async (direction: string, body: string): Promise<string> => {
    const [row] = await server.database.query<{ id: number }>(
      `insert into sms_messages (user_id, direction, provider, from_number, to_number, body, state)
       values ($1, $2, 'sandbox', case $2 when 'inbound' then '+40721555777' else '+40312299000' end,
         case $2 when 'inbound' then '+40312299000' else '+40721555777' end, $3, 'sent') returning id`,
      [account.userId, direction, body],
    );
    return String(row?.id);
  };
  // SMS are indexed in the languages of all assistants.
  await createAssistant(account);
  const received = await insertSms('inbound', 'Please move my delivery');
  const sent = await insertSms('outbound', 'Your deliveries arrive on Monday');
  await indexed();
  const { data } = await search('deliveries', '&kind=sms');
  expect(data.map(({ id, name, line }) => [id, name, line?.author])).toEqual([
    [sent, '+40721555777', 'human'],
    [received, '+40721555777', 'customer'],
  ]);
  expect(data.map(marked)).toEqual(['Your [deliveries] arrive on Monday', 'Please move my [delivery]']);
  expect(await foundIds('0721 555 777')).toEqual([sent, received]);
  expect(await foundIds('0312 299')).toEqual([]);
  await server.database.query('delete from sms_messages where id = $1', [sent]);
  expect(await foundIds('deliveries')).toEqual([received]);
});

test('a search needs the role that reading its sources needs', () => {
  for (const area of ['Calls', 'Conversations', 'Inbox', 'Leads', 'SMS']) {
    expect(areaRole(area, true), area).toBe(areaRole('Search', true));
  }
});

test('a source that cannot be indexed does not stop the others, and is indexed after its next change', async () => {
  const good: number[] = [];
  const bad: number[] = [];
  await server.database.script(`create function refuse_mold() returns trigger language plpgsql as $$
    begin
      if new.words @@ 'mold'::tsquery then raise exception using errcode = '54000'; end if;
      return new;
    end $$;
    create trigger refuse_mold before insert on search_documents for each row execute function refuse_mold();`);
  try {
    for (const said of ['cheese', 'mold cheese', 'old cheese', 'blue mold cheese', 'fresh cheese']) {
      const id = await insertSpokenCall(server, account, { said: [said] });
      (said.includes('mold') ? bad : good).push(id);
    }
    await eventually(
      () => server.database.query('select from search_queue where failed_at is null'),
      (rows) => rows.length === 0,
    );
    expect(await foundIds('cheese')).toEqual(good.toReversed().map(String));
    const marks = await server.database.query<{ id: number; error: string }>(
      'select source_id as id, error from search_queue where user_id = $1 order by id',
      [account.userId],
    );
    expect(marks.map(({ id }) => id)).toEqual(bad);
    expect(marks[0]?.error).toContain('54000');
  } finally {
    await server.database.script('drop function refuse_mold cascade');
  }
  await server.database.query(
    `insert into search_queue (user_id, kind, source_id) select user_id, kind, source_id from search_queue
     where user_id = $1`,
    [account.userId],
  );
  await indexed();
  expect(await foundIds('mold')).toEqual(bad.toReversed().map(String));
});

test('a deleted call is not found from then on, even if it was to be indexed', async () => {
  const id = await insertSpokenCall(server, account, { said: ['A secret word'] });
  await indexed();
  expect(await foundIds('secret')).toEqual([String(id)]);
  await server.database.query(
    `insert into search_queue (user_id, kind, source_id) select user_id, 'call', id from calls where id = $1`,
    [id],
  );
  expect((await account.delete(`/user/calls/${id}`)).status).toBe(200);
  expect(await foundIds('secret')).toEqual([]);
  await indexed();
  expect(await foundIds('secret')).toEqual([]);
});

test('filters by kind, channel, assistant and day; other accounts find nothing', async () => {
  const { id: assistantId, ...assistant } = await createAssistant(account);
  const said = ['A parcel'];
  const old = String(await insertSpokenCall(server, account, { said, hoursAgo: 24 * 40 }));
  const recent = String(await insertSpokenCall(server, account, { said, assistantId }));
  const path = await openConversation(account, assistant);
  await account.post(`${path}/messages`, { message: 'My parcel is late' });
  await indexed();
  const uuid = path.split('/').at(-1);
  const day = new Date(Date.now() - 24 * 30 * 3_600_000).toISOString().slice(0, 10);
  expect(await foundIds('parcel')).toEqual([uuid, recent, old]);
  expect(await foundIds('parcel', '&kind=call')).toEqual([recent, old]);
  expect(await foundIds('parcel', '&channel=widget')).toEqual([uuid]);
  expect(await foundIds('parcel', `&assistant_id=${assistantId}&kind=call`)).toEqual([recent]);
  expect(await foundIds('parcel', `&date_from=${day}`)).toEqual([uuid, recent]);
  expect(await foundIds('parcel', `&date_to=${day}`)).toEqual([old]);
  const stranger = await server.account();
  expect((await search('parcel', '', stranger)).data).toEqual([]);
  const refused = await stranger.get(`/user/search/content?q=parcel&assistant_id=${assistantId}`);
  expect([refused.status, refused.body.errors]).toEqual([
    422,
    { assistant_id: ['The selected assistant id is invalid.'] },
  ]);
});

test.each([
  '',
  'q=',
  `q=${'a'.repeat(201)}`,
  'q=a&kind=note',
  'q=a&cursor=bad',
  'q=a&per_page=51',
  'q=a&date_from=soon',
])('refuses %s', async (query) => {
  expect((await account.get(`/user/search/content?${query}`)).status).toBe(422);
});

/** Documents with one word each, the newest with the first word. */
async function insertDocuments(words: readonly string[], count: number, minutesApart: number): Promise<void> {
  await server.database.query(
    `with calls_made as (
       insert into calls (user_id, type, status, ringing_time_ms, variables, created_at, ended_at, end_reason, recorded_at)
       select $1, 'web', 'failed', 1, '{}', clock_timestamp() - n * $4 * interval '1 minute', clock_timestamp(), 'x',
         clock_timestamp()
       from generate_series(1, $3::int) n order by n desc returning id, created_at)
     insert into search_documents (user_id, kind, source_id, part, at, words)
     select $1, 'call', id, 0, created_at, array_to_tsvector(array[
         ' ' || $1, ' ' || $1 || ' k call', ' ' || $1 || ' c web',
         ' ' || $1 || ' ' || to_char(created_at at time zone 'UTC', 'YYYY-MM-DD'),
         ' ' || $1 || ' ' || to_char(created_at at time zone 'UTC', 'YYYY-MM'),
         ($2::text[])[1 + row_number() over (order by created_at desc) * array_length($2, 1) / ($3 + 1)]])
     from calls_made`,
    [account.userId, words, count, minutesApart],
  );
}

test.each([
  ['a week', 1],
  ['five years with statistics', 262],
])('pages through 10,000 documents of %s, newest first, without gaps or repetitions', async (_, minutes) => {
  await insertDocuments(['recent', 'old', 'oldest', 'rare'], 10_000, minutes);
  if (minutes > 1) await server.database.script('analyze search_documents');
  for (const [word, count, query, filter] of [
    ['recent', 2500, 'recent', ''],
    ['oldest', 2500, 'oldest', ''],
    ['"oldest"', 2500, 'oldest', '&kind=call'],
    // The beginning of two words.
    ['old', 5000, 'old:*', ''],
    ['old', 5000, 'old:*', '&kind=call&channel=web'],
  ] as const) {
    const hits: ContentHit[] = [];
    let cursor: string | null = '';
    for (let page = 0; cursor !== null && page < 4; page += 1) {
      const found: Page = await search(
        word,
        `${filter}&per_page=50${cursor === '' ? '' : `&cursor=${cursor}`}`,
      );
      hits.push(...found.data);
      cursor = found.next_cursor;
    }
    expect(hits).toHaveLength(200);
    const [{ at = '' } = {}] = hits;
    const times = hits.map((hit) => hit.at);
    expect(times).toEqual([...times].sort().reverse());
    expect(new Set(hits.map(({ id }) => id)).size).toBe(200);
    const [newest] = await server.database.query<{ at: Date; count: number }>(
      `select max(at) as at, count(*)::int as count from search_documents where user_id = $1 and words @@ $2::tsquery`,
      [account.userId, query],
    );
    expect([newest?.at.getTime(), (newest?.count ?? 0) >= count - 1]).toEqual([Date.parse(at), true]);
  }
});
