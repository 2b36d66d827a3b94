import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ManualClock, manualClock } from '../../kit/clocks.ts';
import { openConversation, streamReply } from '../../kit/events.ts';
import type { FakeReply } from '../../kit/fake-model-server.ts';
import { type ModelInstallation, startModelInstallation } from '../../kit/model-installation.ts';

/** Only the manual clock lets hanging requests time out. */
let clock: ManualClock;
let installation: ModelInstallation;
let guarded: ModelInstallation;

beforeAll(async () => {
  clock = manualClock(new Date());
  // Retries wait for the clock, which never advances.
  const overrides = { clock, turnLimits: { retries: 0 } };
  installation = await startModelInstallation({ overrides });
  guarded = await startModelInstallation({
    overrides,
    environment: { PARLEY_FALLBACK_MODEL: 'local/spare' },
  });
});
afterAll(async () => {
  await installation.stop();
  await guarded.stop();
});

/** Longer than the limit for a model's first token, shorter than a turn. */
const NO_WORD_MS = 21_000;
const WHOLE_TURN_MS = 91_000;

const roles = (history: { role: string }[]): string => history.map(({ role }) => role[0]).join('');

async function conversation(): Promise<string> {
  const account = await installation.server.account();
  return openConversation(installation.server.visitor, await installation.assistant(account));
}

/** Sends a request whose model fails, and advances the clock to the timeout of a hanging model. */
async function failing<Result>(
  failure: FakeReply,
  { model }: ModelInstallation,
  ask: () => Promise<Result>,
): Promise<Result> {
  const arrival = model.nextRequest();
  const asked = ask();
  await arrival;
  if (failure.kind === 'hang') clock.advance(NO_WORD_MS);
  if (failure.kind === 'hang-after') clock.advance(WHOLE_TURN_MS);
  return asked;
}

const FAILURES: [string, FakeReply][] = [
  ['never answers', { kind: 'hang' }],
  ['returns 500', { kind: 'status', status: 500 }],
  ['returns 401', { kind: 'status', status: 401 }],
  ['returns 429', { kind: 'status', status: 429 }],
  ['returns HTML', { kind: 'status', status: 502, body: '<html>Bad gateway</html>' }],
  ['streams garbage', { kind: 'garbage' }],
  ['closes the connection at once', { kind: 'reset' }],
];
const MIDWAY: [string, FakeReply][] = [
  ['stops in the middle', { kind: 'hang-after', text: 'Well, I' }],
  ['closes the connection in the middle', { kind: 'truncated', text: 'Well, I' }],
  ['reports an error in the middle', { kind: 'error-event', text: 'Well, I' }],
];

/** One reply for each attempt that the server can make. */
const always = (reply: FakeReply): FakeReply[] => Array.from({ length: 6 }, () => reply);

describe('a model endpoint', () => {
  test.each([...FAILURES, ...MIDWAY])(
    'that %s causes a clear error, the message is kept, and the next one works',
    async (_what, failure) => {
      const path = await conversation();
      installation.model.replace(...always(failure));
      const failed = await failing(failure, installation, () =>
        installation.server.visitor.post(`${path}/messages`, { message: 'First?' }),
      );
      expect(failed.status).toBe(503);
      expect(failed.body).toEqual({ status: false, error: expect.stringMatching(/Please try again\.$/) });
      installation.model.replace({ kind: 'answer', text: 'Here I am.' });
      const next = await installation.server.visitor.post(`${path}/messages`, { message: 'Second?' });
      expect(next.body.message).toBe('Here I am.');
      const { history } = (await installation.server.visitor.get(path)).body;
      expect(history.slice(1)).toEqual([
        { role: 'user', content: 'First?' },
        { role: 'user', content: 'Second?' },
        { role: 'assistant', content: 'Here I am.' },
      ]);
    },
  );

  test('that asks for a delay passes it on', async () => {
    const path = await conversation();
    installation.model.replace({ kind: 'status', status: 429, headers: { 'retry-after': '60' } });
    const failed = await installation.server.visitor.post(`${path}/messages`, { message: 'First?' });
    expect([failed.status, failed.headers.get('retry-after')]).toEqual([503, '60']);
  });

  test.each(MIDWAY)(
    'that %s of a streamed reply leaves its words, which end in a sentence',
    async (_what, failure) => {
      const path = await conversation();
      installation.model.replace(...always(failure));
      const reader = await streamReply(installation.server.api, `${path}/messages`, 'First?');
      const words = [await reader.next(), await reader.next()].filter((event) => event !== null);
      if (failure.kind === 'hang-after') clock.advance(WHOLE_TURN_MS);
      const events = [...words, ...(await reader.rest())];
      const said = events.filter(({ event }) => event === 'delta').map(({ data }) => data.text);
      const message = 'Well, I…\n\nSorry, a technical problem interrupted my answer. Please ask again.';
      expect(said.join('')).toBe(message);
      expect(events.at(-1)).toEqual({ event: 'done', data: { status: true, message, function_calls: [] } });
      const { body } = await installation.server.visitor.get(path);
      expect(body.history.at(-1)).toEqual({ role: 'assistant', content: message });
    },
  );

  test.each(FAILURES)('that %s makes generate-reply return its own error format', async (_what, failure) => {
    const fresh = await installation.server.account();
    const { id } = await installation.assistant(fresh);
    installation.model.replace(...always(failure));
    const body = { assistant_id: id, customer_identifier: 'c', message: 'Hi' };
    const failed = await failing(failure, installation, () => fresh.post('/user/ai/generate-reply', body));
    expect(failed.status).toBe(503);
    expect(failed.body).toEqual({
      success: false,
      error: expect.any(String),
      error_code: 'AI_UNAVAILABLE',
    });
    installation.model.replace({ kind: 'answer', text: 'Now.' });
    expect((await fresh.post('/user/ai/generate-reply', body)).body.reply).toBe('Now.');
  });

  test.each(FAILURES)('that %s is replaced by the fallback model', async (_what, failure) => {
    const fresh = await guarded.server.account();
    const path = await openConversation(guarded.server.visitor, await guarded.assistant(fresh));
    guarded.model.answerAs('main', failure);
    const answer = await failing(failure, guarded, () =>
      guarded.server.visitor.post(`${path}/messages`, { message: 'Anyone?' }),
    );
    expect(answer.status).toBe(200);
    expect(answer.body.message).toBe('Hello from the fake model.');
    const { history } = (await guarded.server.visitor.get(path)).body;
    expect(roles(history)).toBe('aua');
    const used = guarded.model.requests.map(({ model }) => model);
    expect(used.at(-1)).toBe('spare');
  });
});
