import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { RESUME_WITHIN_MS } from '#contract/browser-call.ts';
import { type Clock, systemClock } from '../../../src/core/clock.ts';
import { WEB_MEDIA_PATH } from '../../../src/modules/calls/asking/web-call.ts';
import { createAssistant } from '../../kit/assistants.ts';
import { callOnce, endedCall, makeCall, mobileNumber, outboundAssistant } from '../../kit/calls.ts';
import { manualClock } from '../../kit/clocks.ts';
import { eventually } from '../../kit/eventually.ts';
import { insertNumber } from '../../kit/owned-rows.ts';
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
  second = await startTestServer({ beside: first.testDatabase, overrides: { clock } });
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

const fields = (greeting = GREETING) => ({
  initial_message: greeting,
  system_prompt: 'You help guests. Breakfast is at seven. Dinner is at nine.',
});

async function calling(greeting = GREETING): Promise<RunningCall> {
  const { id } = await createAssistant(account, fields(greeting));
  const { body } = await account.post('/user/calls/web', { assistant_id: id });
  const { call_id: callId, media_url: mediaUrl } = body.data;
  const phone = await openPhone(mediaUrl);
  const { resume } = await phone.message(({ type }) => type === 'ready');
  if (greeting === GREETING) await phone.message(({ type }) => type === 'transcript');
  else await isLoud(phone);
  return { id: callId, mediaUrl, phone, resumeUrl: `${mediaUrl}?resume=${resume}` };
}

/** A customer calls a number of the account from a sandbox phone. */
async function callingFromSandbox(): Promise<RunningCall> {
  const numberId = await insertNumber(account);
  const { id: assistantId } = await createAssistant(account, fields());
  await account.put(`/user/assistant/${assistantId}`, { phone_number_id: numberId });
  const { body: numbers } = await account.get('/user/phone-numbers/all');
  const to = numbers.data.find(({ id }: { id: number }) => id === numberId).phone_number;
  const { media_url: mediaUrl } = (await account.post('/sandbox/calls', { to })).body.data;
  const phone = await openPhone(mediaUrl);
  const { resume } = await phone.message(({ type }) => type === 'ready');
  await phone.message(({ type }) => type === 'answered');
  const [{ id }] = (await account.get(`/user/calls?type=inbound&assistant_id=${assistantId}`)).body.data;
  await isGreeted(id);
  return { id, mediaUrl, phone, resumeUrl: `${mediaUrl}?resume=${resume}` };
}

/** A customer answers on a sandbox phone. Either process may dial, so a phone waits at both. */
async function calledOnSandbox(): Promise<RunningCall> {
  const number = mobileNumber();
  const { id: assistant_id } = await outboundAssistant(account, fields());
  const waitingAt = async ({ client }: TestServer) => {
    const order = await client(account.token ?? '').post('/sandbox/phones', { number });
    const mediaUrl: string = order.body.data.media_url;
    const phone = await openPhone(mediaUrl);
    await phone.message(({ type }) => type === 'waiting');
    return { mediaUrl, phone };
  };
  const phones = [await waitingAt(first), await waitingAt(second)];
  const id = await makeCall(account, { assistant_id, phone_number: number });
  const ringing = await eventually(
    async () => phones.find(({ phone }) => phone.messages.some(({ type }) => type === 'ringing')),
    (found) => found !== undefined,
  );
  const { mediaUrl, phone } = ringing ?? expect.fail('No phone rang.');
  phone.send({ type: 'answer' });
  const { resume } = await phone.message(({ type }) => type === 'ready');
  await isGreeted(id);
  for (const other of phones) if (other !== ringing) other.phone.leave();
  return { id, mediaUrl, phone, resumeUrl: `${mediaUrl}?resume=${resume}` };
}

const isGreeted = (id: number) => callOnce(account, id, ({ transcript }) => transcript.length > 0);

const isLoud = (phone: BrowserPhone) =>
  eventually(
    async () => phone.loudest(),
    (loudest) => loudest > 1000,
  );

/** The same URL at the other process, where a load balancer may send it. */
function elsewhere(url: string): string {
  const [host, other] = [first, second].map(({ address }) => new URL(address).host);
  const moved = new URL(url);
  moved.host = (moved.host === host ? other : host) ?? '';
  return moved.href;
}

const isWaiting = () =>
  eventually(
    async () => waiting.sleeping(),
    (count) => count > 0,
  );

/** Types a question, and waits until a word of the answer was spoken. */
async function asks({ id, phone }: RunningCall, question: string, word: string): Promise<void> {
  phone.type(question);
  await callOnce(account, id, ({ transcript }) =>
    transcript.some(
      ({ sender, text }: { sender: string; text: string }) => sender === 'bot' && text.includes(word),
    ),
  );
}

async function hangsUp({ id }: RunningCall, phone: BrowserPhone): Promise<void> {
  phone.hangUp();
  await phone.closed;
  expect(await endedCall(account, id)).toMatchObject({ status: 'ended_by_customer' });
}

test.each([
  ['web call', calling],
  ['call from a sandbox phone', callingFromSandbox],
  ['call to a sandbox phone', calledOnSandbox],
])('a %s continues over new connections, which may reach another process', async (_kind, begins) => {
  const call = await begins();
  call.phone.cut();
  await isWaiting();
  expect((await account.get(`/user/calls/${call.id}`)).body.status).toBe('in-progress');
  const phone = await openPhone(call.resumeUrl);
  expect(await phone.message(({ type }) => type === 'ready')).toMatchObject({ sampleRate: 16_000 });
  await asks({ ...call, phone }, 'When is breakfast?', 'seven');
  phone.cut();
  await isWaiting();
  const forwarded = await openPhone(elsewhere(call.resumeUrl));
  await asks({ ...call, phone: forwarded }, 'When is dinner?', 'nine');
  forwarded.cut();
  await isWaiting();
  const again = await openPhone(elsewhere(call.resumeUrl));
  await again.message(({ type }) => type === 'ready');
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

test('the latest connection replaces an earlier one that is still open', async () => {
  const call = await calling();
  const phone = await openPhone(call.resumeUrl);
  expect(await call.phone.closed).toBe(4000);
  await asks({ ...call, phone }, 'When is breakfast?', 'seven');
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
  for (const url of [...refused, ...refused.map(elsewhere)])
    await expect(openPhone(url), url).rejects.toThrow('404');
  await asks(call, 'When is breakfast?', 'seven');
  await hangsUp(call, call.phone);
  await hangsUp(other, other.phone);
  await expect(openPhone(call.resumeUrl)).rejects.toThrow('404');
});

test('a call can be resumed later if its process cannot be reached, but not if the process is unknown', async () => {
  const [silent, unknown] = [randomUUID(), randomUUID()];
  const url = (processId: string): string =>
    `${first.address.replace(/^http/, 'ws')}/api${WEB_MEDIA_PATH}/token?resume=${processId}.${'A'.repeat(43)}`;
  await first.database.query(
    `insert into processes (id, role, host, pid, inner_origin, beat_at)
     values ($1, 'all', 'elsewhere', 4711, 'http://127.0.0.1:1', 'infinity')`,
    [silent],
  );
  await expect(openPhone(url(silent))).rejects.toThrow('503');
  await expect(openPhone(url(unknown))).rejects.toThrow('404');
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
