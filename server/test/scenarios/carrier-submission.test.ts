import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { carrierHttp } from '../../src/compose/carrier-http.ts';
import { createCloudVendor } from '../../src/providers/cloud-messaging/vendor.ts';
import type {
  CarrierHttp,
  MessagingCarrier,
  Submission,
} from '../../src/providers/interfaces/messaging-carrier.ts';
import { createTwilioVendor } from '../../src/providers/twilio/vendor.ts';
import {
  type Behavior,
  type CarrierFake,
  CLOUD_ACCOUNT,
  TWILIO_ACCOUNT,
} from '../kit/carrier-fake/carrier-fake.ts';
import { loopbackHttp, never, outgoing } from '../kit/carrier-fake/carrier-kit.ts';
import { startCarrierFake } from '../kit/carrier-fake/start-carrier-fake.ts';
import { manualClock } from '../kit/clocks.ts';
import { startLoopbackServer } from '../kit/loopback-server.ts';

const clock = manualClock();
const connection = loopbackHttp(clock);
let fake: CarrierFake;

beforeAll(async () => {
  fake = await startCarrierFake();
  await fake.addAccount(TWILIO_ACCOUNT);
  await fake.addAccount(CLOUD_ACCOUNT);
});
afterAll(async () => {
  await fake.close();
  await connection.close();
});
beforeEach(() => fake.behave({ kind: 'accept' }));

type Connect = (origin: string, http?: CarrierHttp) => MessagingCarrier;

const twilio: Connect = (origin, http = connection.http) =>
  createTwilioVendor({ http, apiUrl: origin }).connect({
    account_sid: TWILIO_ACCOUNT.accountSid,
    auth_token: TWILIO_ACCOUNT.authToken,
  });
const cloud: Connect = (origin, http = connection.http) =>
  createCloudVendor({ http, apiUrl: `${origin}/v24.0` }).connect({
    phone_number_id: CLOUD_ACCOUNT.phoneNumberId,
    business_account_id: CLOUD_ACCOUNT.businessAccountId,
    access_token: CLOUD_ACCOUNT.accessToken,
    app_secret: CLOUD_ACCOUNT.appSecret,
    verify_token: 'v',
  });

const vendors: [string, Connect][] = [
  ['Twilio', twilio],
  ['the Cloud API', cloud],
];

/** Submits a message. Returns the outcome and how many messages the carrier accepted. */
async function submit(connect: Connect, behavior: Behavior): Promise<{ heard: Submission; taken: number }> {
  await fake.behave(behavior);
  const before = (await fake.messages()).length;
  const requests = (await fake.requests()).length;
  const pending = connect(fake.origin).send(outgoing(), never);
  if (behavior.kind.endsWith('hang')) {
    await expect.poll(async () => (await fake.requests()).length).toBe(requests + 1);
    clock.advance(60_000);
  }
  return { heard: await pending, taken: (await fake.messages()).length - before };
}

const error = (code: number) => ({ code, message: 'No.', error: { code, message: 'No.' } });

describe.each(vendors)('a submission to %s', (_vendor, connect) => {
  it('is accepted with the id that the carrier assigned', async () => {
    const { heard, taken } = await submit(connect, { kind: 'accept' });
    const [last] = (await fake.messages()).slice(-1);
    expect(heard).toEqual({ kind: 'accepted', providerMessageId: last?.providerMessageId, state: 'queued' });
    expect(taken).toBe(1);
    expect(last).toMatchObject({ text: 'Hello, Ștefan & Ана! 2 + 2 = 4 %', reference: 'message-7' });
  });

  it.each<[string, Behavior, number]>([
    ['the response never comes', { kind: 'take-and-hang' }, 1],
    ['the response breaks off', { kind: 'take-and-reset' }, 1],
    ['the response is invalid', { kind: 'take-and-garble' }, 1],
    ['nothing is ever received', { kind: 'hang' }, 0],
    ['the connection breaks', { kind: 'reset' }, 0],
    ['the carrier fails midway', { kind: 'answer', status: 500, body: 'oops' }, 0],
    ['a gateway gives up', { kind: 'answer', status: 502, body: '<html>' }, 0],
    ['a gateway times out', { kind: 'answer', status: 504, body: '' }, 0],
  ])('is unknown when %s', async (_what, behavior, expected) => {
    const { heard, taken } = await submit(connect, behavior);
    expect(heard).toEqual({ kind: 'unknown', reason: expect.stringMatching(/\S/) });
    expect(taken).toBe(expected);
  });

  it.each<[string, Behavior, number | null]>([
    ['rate-limits', { kind: 'answer', status: 429, headers: { 'retry-after': '7' }, body: {} }, 7],
    ['is unavailable', { kind: 'answer', status: 503, body: 'busy' }, null],
    [
      'sends a retry date',
      { kind: 'answer', status: 429, headers: { 'retry-after': 'Fri, 31 Dec 2027 23:59:59 GMT' }, body: '' },
      null,
    ],
  ])('may be retried if the carrier %s', async (_what, behavior, retryAfterSeconds) => {
    const { heard, taken } = await submit(connect, behavior);
    expect(heard).toMatchObject({ kind: 'unavailable', retryAfterSeconds });
    expect(taken).toBe(0);
  });

  it('may be retried when the connection is refused, and throws when aborted before the start', async () => {
    const gone = await startLoopbackServer(() => {});
    await gone.close();
    expect(await connect(gone.origin).send(outgoing(), never)).toMatchObject({ kind: 'unavailable' });
    const reason = new Error('drained');
    const called = connect(fake.origin).send(outgoing(), AbortSignal.abort(reason));
    await expect(called).rejects.toBe(reason);
  });

  it('is unknown when aborted in flight', async () => {
    await fake.behave({ kind: 'take-and-hang' });
    const before = (await fake.messages()).length;
    const controller = new AbortController();
    const pending = connect(fake.origin).send(outgoing(), controller.signal);
    await expect.poll(async () => (await fake.messages()).length).toBe(before + 1);
    controller.abort(new Error('drained'));
    expect(await pending).toEqual({ kind: 'unknown', reason: 'The request was aborted.' });
  });

  it('is rejected with a message and the code of the carrier', async () => {
    const { heard } = await submit(connect, { kind: 'answer', status: 400, body: error(999) });
    expect(heard).toEqual({ kind: 'refused', code: '999', reason: 'No.' });
    const silent = await submit(connect, { kind: 'answer', status: 404, body: '<html>' });
    expect(silent.heard).toMatchObject({ kind: 'refused', code: 'http-404' });
    const elsewhere = { kind: 'answer', status: 302, headers: { location: fake.origin }, body: '' } as const;
    expect((await submit(connect, elsewhere)).heard).toMatchObject({ kind: 'refused', code: 'http-302' });
  });

  it('is not sent when the outbound guard blocks the request', async () => {
    const http = carrierHttp({
      request: async () => ({ kind: 'refused', reason: 'The address is private.' }),
    });
    expect(await connect(fake.origin, http).send(outgoing(), never)).toEqual({
      kind: 'unavailable',
      reason: 'The address is private.',
      retryAfterSeconds: null,
    });
  });
});

describe('the longest text', () => {
  it.each<[string, Connect, number, string]>([
    ['Twilio', twilio, 1_600, '21617'],
    ['the Cloud API', cloud, 4_096, '100'],
  ])(
    'for %s is accepted; one more character is rejected before sending',
    async (_vendor, connect, limit, code) => {
      const carrier = connect(fake.origin);
      const longest = outgoing({ content: { kind: 'text', text: 'é'.repeat(limit) } });
      expect(await carrier.send(longest, never)).toMatchObject({ kind: 'accepted' });
      const requests = (await fake.requests()).length;
      const longer = outgoing({ content: { kind: 'text', text: 'é'.repeat(limit + 1) } });
      expect(await carrier.send(longer, never)).toMatchObject({
        kind: 'refused',
        code,
        reason: expect.stringContaining('characters'),
      });
      expect((await fake.requests()).length).toBe(requests);
    },
  );
});

it('a message that Twilio accepts but reports as failed is rejected with its code', async () => {
  const failed = { sid: 'SM1', status: 'failed', error_code: 30034, error_message: 'Unregistered' };
  const { heard } = await submit(twilio, { kind: 'answer', status: 201, body: failed });
  expect(heard).toEqual({
    kind: 'refused',
    code: '30034',
    reason: expect.stringContaining('not registered'),
  });
  const silent = await submit(twilio, {
    kind: 'answer',
    status: 201,
    body: { sid: 'SM1', status: 'failed' },
  });
  expect(silent.heard).toEqual({ kind: 'accepted', providerMessageId: 'SM1', state: 'failed' });
});

describe('a Cloud API code overrides the HTTP status', () => {
  it.each<[number, number, Submission['kind']]>([
    [400, 130429, 'unavailable'],
    [400, 131056, 'unavailable'],
    [500, 131016, 'unavailable'],
    [400, 131047, 'refused'],
    [500, 3, 'refused'],
    [401, 190, 'refused'],
    [500, 1, 'unknown'],
    [500, 131000, 'unknown'],
    [500, 424242, 'unknown'],
  ])('(status %i with code %i is %s)', async (status, code, kind) => {
    const { heard } = await submit(cloud, { kind: 'answer', status, body: error(code) });
    expect(heard.kind).toBe(kind);
  });
});
