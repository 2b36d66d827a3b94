import { expect, test } from 'vitest';
import {
  AuthenticationError,
  BadRequestError,
  ConflictError,
  ConnectionError,
  InsufficientBalanceError,
  NotFoundError,
  Parley,
  ParleyError,
  type ParleyOptions,
  PermissionDeniedError,
  RateLimitError,
  ServerError,
  TimeoutError,
  ValidationError,
} from './parley.ts';

interface Sent {
  url: string;
  method: string | undefined;
  headers: Headers;
  body: unknown;
}

/** A client whose requests get these responses in turn; an error stands for a broken connection. */
function clientOf(responses: readonly (Response | Error)[], options: Partial<ParleyOptions> = {}) {
  const sent: Sent[] = [];
  const parley = new Parley({
    baseUrl: 'http://parley.example',
    apiKey: 'parley_key',
    fetch: async (url, { method, headers, body }) => {
      const next = responses[sent.length];
      sent.push({ url, method, headers: new Headers(headers), body });
      if (next === undefined) throw new Error('The test expects no further request.');
      if (next instanceof Error) throw next;
      return next;
    },
    ...options,
  });
  return { parley, sent };
}

const json = (body: unknown, status = 200, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), { status, headers });
const atOnce = { 'retry-after': '0' };
const lead = { campaign_id: 1, phone_number: '+40721000001' };
const broken = (): Error => new TypeError('fetch failed');

test.each<[number, unknown, typeof ParleyError | typeof RateLimitError, object]>([
  [400, { message: 'No.' }, BadRequestError, { message: 'No.', code: null }],
  [401, { message: 'Unauthenticated.' }, AuthenticationError, { status: 401 }],
  [
    402,
    { success: false, error: 'Low.', error_code: 'INSUFFICIENT_BALANCE' },
    InsufficientBalanceError,
    { message: 'Low.', code: 'INSUFFICIENT_BALANCE' },
  ],
  [
    403,
    { success: false, error: 'Closed.', error_code: 'SESSION_EXPIRED' },
    PermissionDeniedError,
    { code: 'SESSION_EXPIRED' },
  ],
  [404, { status: false, error: 'Not found.' }, NotFoundError, { message: 'Not found.' }],
  [409, { error: 'Taken.' }, ConflictError, { message: 'Taken.' }],
  [418, 'tea', ParleyError, { message: 'The server answered with status 418.', body: 'tea' }],
  [
    422,
    { message: 'Name is required.', errors: { name: ['Name is required.'] } },
    ValidationError,
    { fields: { name: ['Name is required.'] } },
  ],
  [429, { message: 'Slow down.', retry_after: 7 }, RateLimitError, { retryAfter: 7 }],
  [500, { message: 'Error.', request_id: 'r-1' }, ServerError, { requestId: 'r-1' }],
])('a response of %i becomes a typed error', async (status, body, kind, details) => {
  const headers = { 'retry-after': '7' };
  const { parley } = clientOf([json(body, status, headers)], { maxRetries: 0 });
  const error = await parley.account.get().catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(kind);
  expect(error).toMatchObject({ status, name: kind.name, ...details });
});

test.each<[string, Response | Error, (parley: Parley) => Promise<unknown>]>([
  ['too many requests', json({}, 429, atOnce), (parley) => parley.apiKeys.list()],
  ['too many requests for an action', json({}, 429, atOnce), (parley) => parley.assistants.activate(1)],
  ['a server error', json({}, 503, atOnce), (parley) => parley.apiKeys.list()],
  ['a server error of a creation', json({}, 500, atOnce), (parley) => parley.leads.create(lead)],
  ['a broken connection', broken(), (parley) => parley.leads.delete(1)],
  ['a broken connection of a creation', broken(), (parley) => parley.leads.create(lead)],
])('repeats a request after %s, unchanged', async (_name, first, send) => {
  const { parley, sent } = clientOf([first, json({ message: 'Done.' })]);
  expect(await send(parley)).toEqual({ message: 'Done.' });
  expect(sent).toHaveLength(2);
  expect(sent[1]).toEqual(sent[0]);
});

test.each<[string, Response | Error, (parley: Parley) => Promise<unknown>]>([
  ['a refusal', json({}, 422), (parley) => parley.leads.create(lead)],
  ['a conflict', json({}, 409), (parley) => parley.leads.create(lead)],
  [
    'a server error with a code',
    json({ error_code: 'SENDER_OFFLINE' }, 503),
    (parley) => parley.apiKeys.list(),
  ],
  ['a server error of an action without a key', json({}, 500), (parley) => parley.assistants.activate(1)],
  ['a broken connection of an action without a key', broken(), (parley) => parley.assistants.activate(1)],
  ['a wait of more than a minute', json({}, 429, { 'retry-after': '61' }), (parley) => parley.apiKeys.list()],
])('does not repeat a request after %s', async (_name, first, send) => {
  const { parley, sent } = clientOf([first]);
  await expect(send(parley)).rejects.toThrow(ParleyError);
  expect(sent).toHaveLength(1);
});

test('repeats a creation that still runs after its connection broke', async () => {
  const { parley, sent } = clientOf([broken(), json({}, 409, atOnce), json({ message: 'Done.' })]);
  expect(await parley.leads.create(lead)).toEqual({ message: 'Done.' });
  expect(new Set(sent.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1);
});

test('a deletion is complete if its repetition gets 404', async () => {
  const { parley, sent } = clientOf([broken(), json({ error: 'Not found.' }, 404)], { maxRetries: 1 });
  expect(await parley.leads.delete(1)).toMatchObject({ message: 'It is already deleted.' });
  expect(sent).toHaveLength(2);
  const answered = clientOf([json({}, 500, atOnce), json({ error: 'Not found.' }, 404)]);
  await expect(answered.parley.leads.delete(1)).rejects.toThrow(NotFoundError);
});

test('gives up after the retries with the last error', async () => {
  const { parley, sent } = clientOf([json({}, 500, atOnce), json({ message: 'Last.' }, 500, atOnce)], {
    maxRetries: 1,
  });
  await expect(parley.apiKeys.list()).rejects.toThrow('Last.');
  expect(sent).toHaveLength(2);
});

test('every creation has its own key, or the given one', async () => {
  const { parley, sent } = clientOf([json({}), json({}), json({}), json({})]);
  await parley.leads.create(lead);
  await parley.leads.create(lead);
  await parley.leads.create(lead, { idempotencyKey: 'mine' });
  await parley.assistants.activate(1);
  const [first, second, third, fourth] = sent.map(({ headers }) => headers.get('idempotency-key'));
  expect(first).toMatch(/^[0-9a-f]{32}$/);
  expect(second).not.toBe(first);
  expect([third, fourth]).toEqual(['mine', null]);
});

test.each([
  ['http://parley.example', 'http://parley.example/api'],
  ['http://parley.example/', 'http://parley.example/api'],
  ['https://parley.example/voice/api/', 'https://parley.example/voice/api'],
])('sends query, path and headers to %s', async (baseUrl, root) => {
  const { parley, sent } = clientOf([json({ data: [] })], { baseUrl, headers: { 'X-Team': 'a' } });
  await parley.calls.list({
    status: 'busy',
    page: 2,
    phone_number: '+40 72',
    lead_id: undefined,
    external_id: null,
  });
  expect(sent[0]?.url).toBe(`${root}/user/calls?status=busy&page=2&phone_number=%2B40+72`);
  expect(Object.fromEntries(sent[0]?.headers ?? [])).toMatchObject({
    authorization: 'Bearer parley_key',
    'user-agent': expect.stringMatching(/^parley-sdk-typescript\/\d/),
    'x-team': 'a',
  });
});

test('encodes ids, and refuses ids that would address another path', async () => {
  const { parley, sent } = clientOf([json({})]);
  await parley.recordings.download('a/../b?c');
  expect(sent[0]?.url).toBe('http://parley.example/api/recordings/a%2F..%2Fb%3Fc');
  for (const id of ['', '..', '.']) expect(() => parley.recordings.download(id)).toThrow(TypeError);
});

test('an aborted request is rejected with the reason, also between attempts', async () => {
  const reason = new Error('The user left.');
  const gone = clientOf([]);
  await expect(gone.parley.apiKeys.list({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  const leaving = new AbortController();
  const waiting = clientOf([json({}, 429, { 'retry-after': '60' })], {
    fetch: async () => {
      queueMicrotask(() => setImmediate(() => leaving.abort(reason)));
      return json({}, 429, { 'retry-after': '60' });
    },
  });
  await expect(waiting.parley.apiKeys.list({ signal: leaving.signal })).rejects.toBe(reason);
});

test('an attempt without a response ends with the timeout', async () => {
  const { parley } = clientOf([], {
    maxRetries: 0,
    fetch: (_url, { signal }) =>
      new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
  });
  await expect(parley.apiKeys.list({ timeoutMs: 1 })).rejects.toThrow(TimeoutError);
});

test('a page of another server is an error that names the cause', async () => {
  const { parley } = clientOf([new Response('<html>', { status: 200 })]);
  await expect(parley.apiKeys.list()).rejects.toThrow(
    'The server did not answer with JSON. Check the baseUrl.',
  );
});

const events = (...texts: string[]): Response =>
  new Response(texts.join(''), { headers: { 'content-type': 'text/event-stream' } });
const event = (id: string, type: string): string =>
  `id: ${id}\nevent: ${type}\ndata: {"type":"${type}","id":"${id}","data":{}}\n\n`;

/** Breaks after its events. */
function breaking(...texts: string[]): Response {
  const left = texts.map((text) => new TextEncoder().encode(text));
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      const next = left.shift();
      if (next === undefined) controller.error(new TypeError('terminated'));
      else controller.enqueue(next);
    },
  });
  return new Response(body);
}

test('a stream that breaks or ends early continues after its last event, until the event that ends it', async () => {
  const { parley, sent } = clientOf([
    breaking(event('1.1', 'call.status'), event('1.2', 'transcript.final')),
    events(event('1.3', 'transcript.final')),
    events(event('1.4', 'call.ended'), event('1.5', 'call.status')),
  ]);
  const ids: string[] = [];
  for await (const { id } of await parley.calls.events.stream(1, { lastEventId: '1.0' }))
    ids.push(String(id));
  expect(ids).toEqual(['1.1', '1.2', '1.3', '1.4']);
  expect(sent.map(({ headers }) => headers.get('last-event-id'))).toEqual(['1.0', '1.2', '1.3']);
});

test('a streamed reply that breaks is an error, because it cannot continue', async () => {
  const { parley, sent } = clientOf([breaking('event: delta\ndata: {"text":"Hel"}\n\n')]);
  const stream = await parley.publicConversations.messages.createStream('c', { message: 'Hi' });
  const words: unknown[] = [];
  const read = async (): Promise<void> => {
    for await (const { data } of stream) words.push(data);
  };
  await expect(read()).rejects.toThrow(ConnectionError);
  expect(words).toEqual([{ text: 'Hel' }]);
  expect(sent).toHaveLength(1);
});

test('an error event of a streamed reply is thrown', async () => {
  const { parley } = clientOf([
    events('event: error\ndata: {"status":false,"error":"The model failed."}\n\n'),
  ]);
  const stream = await parley.publicConversations.messages.createStream('c', { message: 'Hi' });
  await expect(stream[Symbol.asyncIterator]().next()).rejects.toThrow('The model failed.');
});

test('leaving a stream ends its request', async () => {
  let signal: AbortSignal | null | undefined;
  const { parley } = clientOf([], {
    fetch: async (_url, init) => {
      signal = init.signal;
      return events(event('1.1', 'call.status'), event('1.2', 'call.status'));
    },
  });
  for await (const _event of await parley.calls.events.stream(1)) break;
  expect(signal?.aborted).toBe(true);
});
