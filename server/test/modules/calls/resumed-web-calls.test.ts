import { afterAll, beforeAll, expect, test } from 'vitest';
import { RESUME_WITHIN_MS } from '#contract/browser-call.ts';
import { type Clock, systemClock } from '../../../src/core/clock.ts';
import { createAssistant } from '../../kit/assistants.ts';
import { callOnce, endedCall } from '../../kit/calls.ts';
import { manualClock } from '../../kit/clocks.ts';
import { eventually } from '../../kit/eventually.ts';
import { type Client, startTestServer, type TestServer } from '../../kit/test-server.ts';
import { type BrowserPhone, openPhone } from '../../kit/voice/browser-phone.ts';

/** Its time passes only when a test advances it. */
const waiting = manualClock();
const clock: Clock = {
  ...systemClock,
  sleep: (delayMs, signal) =>
    delayMs === RESUME_WITHIN_MS ? waiting.sleep(delayMs, signal) : systemClock.sleep(delayMs, signal),
};

let first: TestServer;
let second: TestServer;
let account: Client;

beforeAll(async () => {
  first = await startTestServer({ overrides: { clock } });
  second = await startTestServer({ beside: first.testDatabase });
  account = await first.account();
});
afterAll(async () => {
  await second.stop();
  await first.stop();
});

interface RunningCall {
  id: number;
  mediaUrl: string;
  phone: BrowserPhone;
  /** URL that resumes it. */
  resumeUrl: string;
}

const GREETING = 'Mill Inn, good evening.';
const LONG_GREETING = 'We have rooms with a view over the river and the old mill. Welcome.';

async function calling(greeting = GREETING): Promise<RunningCall> {
  const { id } = await createAssistant(account, {
    initial_message: greeting,
    system_prompt: 'You help guests. Breakfast is at seven. Dinner is at nine.',
  });
  const { body } = await account.post('/user/calls/web', { assistant_id: id });
  const { call_id: callId, media_url: mediaUrl } = body.data;
  const phone = await openPhone(mediaUrl);
  const { resume } = await phone.message(({ type }) => type === 'ready');
  if (greeting === GREETING) await phone.message(({ type }) => type === 'transcript');
  else await isLoud(phone);
  return { id: callId, mediaUrl, phone, resumeUrl: `${mediaUrl}?resume=${resume}` };
}

const isLoud = (phone: BrowserPhone) =>
  eventually(
    async () => phone.loudest(),
    (loudest) => loudest > 1000,
  );

/** The same URL at the other process, where a load balancer may send it. */
const atSecond = (url: string): string =>
  url.replace(new URL(first.address).host, new URL(second.address).host);

const isWaiting = () =>
  eventually(
    async () => waiting.sleeping(),
    (count) => count > 0,
  );

async function asks(phone: BrowserPhone, question: string, word: string): Promise<void> {
  phone.type(question);
  await phone.message(
    ({ type, sender, text }) => type === 'transcript' && sender === 'bot' && `${text}`.includes(word),
  );
}

async function hangsUp({ id }: RunningCall, phone: BrowserPhone): Promise<void> {
  phone.hangUp();
  await phone.closed;
  expect(await endedCall(account, id)).toMatchObject({ status: 'ended_by_customer' });
}

test('a call continues over a new connection after its connection broke', async () => {
  const call = await calling();
  call.phone.cut();
  await isWaiting();
  expect((await account.get(`/user/calls/${call.id}`)).body.status).toBe('in-progress');
  const phone = await openPhone(call.resumeUrl);
  expect(await phone.message(({ type }) => type === 'ready')).toMatchObject({ sampleRate: 16_000 });
  await asks(phone, 'When is breakfast?', 'seven');
  phone.cut();
  await isWaiting();
  const again = await openPhone(call.resumeUrl);
  await asks(again, 'When is dinner?', 'nine');
  await hangsUp(call, again);
  const { transcript } = await endedCall(account, call.id);
  expect(transcript.length).toBeGreaterThanOrEqual(5);
  expect(waiting.sleeping()).toBe(0);
});

test('speech that the break cut off continues, and is part of the transcript only if it was heard', async () => {
  const call = await calling(LONG_GREETING);
  call.phone.cut();
  await isWaiting();
  const phone = await openPhone(call.resumeUrl);
  await phone.message(({ type }) => type === 'transcript');
  expect(phone.transcript()).toEqual([`bot: ${LONG_GREETING}`]);
  await hangsUp(call, phone);
  const unheard = await calling(LONG_GREETING);
  unheard.phone.cut();
  await isWaiting();
  waiting.advance(RESUME_WITHIN_MS);
  const { transcript } = await endedCall(account, unheard.id);
  expect(JSON.stringify(transcript)).not.toContain('Welcome.');
});

test('a connection that reaches another process is forwarded to the call', async () => {
  const call = await calling();
  call.phone.cut();
  await isWaiting();
  const phone = await openPhone(atSecond(call.resumeUrl));
  await asks(phone, 'When is breakfast?', 'seven');
  phone.cut();
  await isWaiting();
  const again = await openPhone(atSecond(call.resumeUrl));
  await asks(again, 'When is dinner?', 'nine');
  await hangsUp(call, again);
});

test('the latest connection replaces an earlier one that is still open', async () => {
  const call = await calling();
  const phone = await openPhone(call.resumeUrl);
  expect(await call.phone.closed).toBe(4000);
  await asks(phone, 'When is breakfast?', 'seven');
  await hangsUp(call, phone);
});

test('a call cannot be taken over with its URL or its token alone', async () => {
  const call = await calling();
  const other = await calling();
  const token = new URL(call.resumeUrl).searchParams.get('resume') ?? '';
  const refused = [
    call.mediaUrl,
    `${call.mediaUrl}?resume=`,
    `${call.mediaUrl}?resume=${token.slice(0, -1)}`,
    `${call.mediaUrl}?resume=${token.slice(0, -8)}AAAAAAAA`,
    `${other.mediaUrl}?resume=${token}`,
  ];
  for (const url of [...refused, ...refused.map(atSecond)])
    await expect(openPhone(url), url).rejects.toThrow('404');
  await asks(call.phone, 'When is breakfast?', 'seven');
  await hangsUp(call, call.phone);
  await hangsUp(other, other.phone);
  await expect(openPhone(call.resumeUrl)).rejects.toThrow('404');
});

test('the customer has hung up if the browser does not return within 15 seconds', async () => {
  const call = await calling();
  call.phone.cut();
  await isWaiting();
  waiting.advance(RESUME_WITHIN_MS - 1);
  expect((await account.get(`/user/calls/${call.id}`)).body.status).toBe('in-progress');
  waiting.advance(1);
  expect(await callOnce(account, call.id, ({ status }) => status !== 'in-progress')).toMatchObject({
    status: 'ended_by_customer',
  });
  await expect(openPhone(call.resumeUrl)).rejects.toThrow('404');
});

test('a page that closes its connection has hung up at once', async () => {
  const call = await calling();
  call.phone.leave();
  expect(await endedCall(account, call.id)).toMatchObject({ status: 'ended_by_customer' });
  expect(waiting.sleeping()).toBe(0);
});
