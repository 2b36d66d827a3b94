import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { getExpectedTwilioSignature } from 'twilio/lib/webhooks/webhooks.js';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { CALL_ACCOUNT, type FakeCall } from '../kit/call-carrier-fake/call-carrier-fake.ts';
import {
  type CarrierRoute,
  type Dialed,
  has,
  listen,
  openCarrierRoute,
} from '../kit/call-carrier-fake/carrier-route.ts';
import { eventually } from '../kit/eventually.ts';

let line: CarrierRoute;
beforeAll(async () => {
  line = await openCarrierRoute();
});
afterAll(() => line.close());
beforeEach(() => line.open());
afterEach(() => line.closeRoute());

const callBecomes = (dialed: Dialed, isDone: (call: FakeCall) => boolean): Promise<FakeCall> =>
  eventually(dialed.call, isDone);
const tone = new Int16Array(160).fill(4000);

describe('an outbound call', () => {
  test('rings, has audio in both directions, and ends at the carrier when we hang up', async () => {
    const dialed = line.dial('+40721000001');
    const leg = await dialed.leg();
    expect(dialed.events.map(({ type }) => type)).toEqual(['ringing', 'answered']);
    const heard = listen(leg);
    for (let index = 0; index < 10; index += 1) leg.send(tone);
    await has(heard.frames, 10);
    const call = await dialed.call();
    await line.fake.presses({ sid: call.sid, digit: '5' });
    await has(heard.digits, 1);
    expect(leg.unplayedMs()).toBeLessThanOrEqual(200);
    expect(dialed.events.at(-1)).toMatchObject({ carrierCallId: call.sid });
    leg.hangUp();
    expect(heard.ends).toEqual([{ kind: 'local-hang-up' }]);
    await callBecomes(dialed, ({ status }) => status === 'completed');
    expect((await dialed.call()).answers.every((status) => status === 200)).toBe(true);
  });

  test('ends when the callee hangs up', async () => {
    const dialed = line.dial('+40721000001');
    const heard = listen(await dialed.leg());
    await line.fake.hangsUp((await dialed.call()).sid);
    expect(await has(heard.ends, 1)).toEqual([{ kind: 'remote-hang-up' }]);
  });

  test('sends keys and continues over a new stream', async () => {
    const dialed = line.dial('+40721000001');
    const leg = await dialed.leg();
    const heard = listen(leg);
    await leg.sendDigits('1w2');
    const call = await dialed.call();
    expect(call.streams).toBe(2);
    expect(call.instructions.at(-1)).toContain('<Play digits="1w2"/>');
    leg.send(tone);
    await has(heard.frames, 1);
    expect(heard.ends).toEqual([]);
  });

  test('continues over a new stream when its stream breaks', async () => {
    const dialed = line.dial('+40721000001');
    const leg = await dialed.leg();
    const heard = listen(leg);
    const { sid } = await dialed.call();
    await line.fake.breaks(sid);
    await callBecomes(dialed, ({ streams }) => streams === 2);
    await eventually(
      async () => leg.send(tone),
      () => heard.frames.length > 0,
    );
    expect(heard.ends).toEqual([]);
    leg.hangUp();
    await callBecomes(dialed, ({ status }) => status === 'completed');
    expect((await dialed.call()).streams).toBe(2);
  });

  test('is hung up if its stream cannot be opened after several requests', async () => {
    const steps = ['initiated', 'in-progress'];
    await line.fake.script({ number: '+40721000008', script: { steps, isCutOff: true } });
    const dialed = line.dial('+40721000008');
    expect(await dialed.outcome()).toMatchObject({ type: 'failed', failure: 'unavailable' });
    const { instructions, streams } = await callBecomes(dialed, ({ status }) => status === 'completed');
    expect(instructions).toHaveLength(11);
    expect(instructions.at(-1)).toContain('<Hangup/>');
    expect(streams).toBe(0);
  });

  // The carrier does not report the outcome of a transfer and hangs up on failure, so we dial ourselves.
  test('is not transferred by the carrier', async () => {
    const dialed = line.dial('+40721000001');
    const leg = await dialed.leg();
    const { instructions } = await dialed.call();
    expect(await leg.transfer('+40721999999', new AbortController().signal)).toEqual({ kind: 'untried' });
    leg.hangUp();
    const call = await callBecomes(dialed, ({ status }) => status === 'completed');
    expect(call.instructions).toEqual(instructions);
  });

  test.each([
    ['busy', 'the line is busy', undefined, 'busy'],
    ['no-answer', 'nobody answers', undefined, 'no-answer'],
    ['failed', 'unknown number, SIP 404', '404', 'invalid-number'],
    ['failed', 'declined, SIP 603', '603', 'rejected'],
    ['failed', 'unavailable, SIP 503', '503', 'unavailable'],
    ['canceled', 'abandoned', undefined, 'unavailable'],
  ])('fails when the carrier reports %s (%s)', async (status, _what, sipStatus, failure) => {
    const script = {
      steps: ['initiated', 'ringing', status],
      ...(sipStatus === undefined ? {} : { sipStatus }),
    };
    await line.fake.script({ number: '+40721000002', script });
    const dialed = line.dial('+40721000002');
    expect(await dialed.outcome()).toMatchObject({ type: 'failed', failure });
    expect(dialed.events.map(({ type }) => type)).toEqual(['ringing', 'failed']);
  });

  test('handles repeated, late and reordered reports', async () => {
    const steps = ['initiated', 'ringing', 'in-progress'];
    await line.fake.script({
      number: '+40721000003',
      script: { steps, times: 3, isReversed: true, isEarly: true },
    });
    const dialed = line.dial('+40721000003');
    const heard = listen(await dialed.leg());
    const { sid } = await dialed.call();
    for (const status of ['ringing', 'no-answer-at-all', 'initiated'])
      await line.fake.report({ sid, status });
    expect(heard.ends).toEqual([]);
    expect(dialed.events.filter(({ type }) => type === 'answered')).toHaveLength(1);
  });

  test('is not requested again if the result of the request is unknown', async () => {
    await line.fake.behave({ kind: 'take-and-reset' });
    const dialed = line.dial('+40721000001');
    listen(await dialed.leg());
    expect(await dialed.orders()).toBe(1);
  });

  test('fails after the ringing time without any report', async () => {
    await line.fake.behave({ kind: 'reset' });
    const before = (await line.fake.requests()).length;
    const dialed = line.dial('+40721000001');
    await eventually(line.fake.requests, (all) => all.length > before);
    line.clock().advance(29_999);
    expect(dialed.events).toEqual([]);
    line.clock().advance(1);
    expect(await dialed.outcome()).toMatchObject({ failure: 'unavailable' });
    expect(await line.fake.requests()).toHaveLength(before + 1);
  });

  test.each([
    [400, { code: 21211, message: 'Invalid To' }, 'invalid-number', '21211'],
    [400, { code: 21210, message: 'Not verified' }, 'unavailable', '21210'],
    [401, { code: 20003, message: 'Authenticate' }, 'unavailable', '20003'],
    [429, { code: 20429, message: 'Too many' }, 'unavailable', null],
  ])('fails immediately when the carrier refuses it with %i and %j', async (status, body, failure, code) => {
    await line.fake.behave({ kind: 'answer', status, body });
    expect(await line.dial('+40721000001').outcome()).toMatchObject({ type: 'failed', failure, code });
  });

  test('is canceled while ringing and ended at the carrier', async () => {
    await line.fake.script({ number: '+40721000004', script: { steps: ['initiated', 'ringing'] } });
    const dialed = line.dial('+40721000004');
    await has(dialed.events, 1);
    const call = await dialed.call();
    dialed.dialing.cancel();
    dialed.dialing.cancel();
    expect(await dialed.outcome()).toMatchObject({ type: 'failed', failure: 'canceled' });
    await callBecomes(dialed, ({ status }) => status === 'completed');
    expect(dialed.events.filter(({ type }) => type === 'failed')).toHaveLength(1);
    expect(call.streams).toBe(0);
  });

  test('is ended when the ringing time, counted from the carrier’s ringing report, is over', async () => {
    await line.fake.script({ number: '+40721000009', script: { steps: ['initiated'] } });
    const dialed = line.dial('+40721000009');
    const { sid } = await dialed.call();
    line.clock().advance(9000);
    await line.fake.report({ sid, status: 'ringing' });
    await has(dialed.events, 1);
    line.clock().advance(10_000);
    await line.fake.report({ sid, status: 'ringing' });
    line.clock().advance(9999);
    expect(dialed.events).toEqual([{ type: 'ringing' }]);
    line.clock().advance(1);
    expect(await dialed.outcome()).toMatchObject({ type: 'failed', failure: 'no-answer' });
    await callBecomes(dialed, ({ status }) => status === 'completed');
  });

  test('is not ended while it is being answered', async () => {
    await line.fake.script({ number: '+40721000010', script: { steps: ['initiated', 'ringing'] } });
    const dialed = line.dial('+40721000010');
    await has(dialed.events, 1);
    const { sid } = await dialed.call();
    line.clock().advance(19_999);
    await line.fake.report({ sid, status: 'in-progress' });
    line.clock().advance(14_999);
    await line.fake.answers(sid);
    listen(await dialed.leg());
  });

  test('is hung up if it is answered after its cancellation', async () => {
    await line.fake.script({
      number: '+40721000005',
      script: { steps: ['initiated', 'ringing', 'in-progress'], isEarly: true },
    });
    const dialed = line.dial('+40721000005');
    dialed.dialing.cancel();
    await callBecomes(dialed, ({ status }) => status === 'completed');
    expect((await dialed.call()).streams).toBe(0);
  });

  test('is ended at the carrier before the route closes', async () => {
    const dialed = line.dial('+40721000001');
    const heard = listen(await dialed.leg());
    await line.closeRoute();
    expect(heard.ends).toEqual([{ kind: 'local-hang-up' }]);
    expect((await dialed.call()).status).toBe('completed');
  });

  test('fails if its stream does not start', async () => {
    const steps = ['initiated', 'in-progress'];
    await line.fake.script({ number: '+40721000006', script: { steps, isDeaf: true } });
    const dialed = line.dial('+40721000006');
    await callBecomes(dialed, ({ instructions }) => instructions.length === 1);
    line.clock().advance(15_000);
    expect(await dialed.outcome()).toMatchObject({ type: 'failed', failure: 'unavailable' });
    await callBecomes(dialed, ({ status }) => status === 'completed');
  });
});

describe('a stream', () => {
  /** Opens a WebSocket. @returns the HTTP status; 101 if it was opened */
  function ask(address: string, headers: Record<string, string>): Promise<number> {
    const socket = new WebSocket(address, { headers });
    return new Promise((resolve) => {
      socket.on('open', () => resolve(101));
      socket.on('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0));
      socket.on('error', () => undefined);
    }).then((status) => {
      socket.terminate();
      return Number(status);
    });
  }

  test('is opened only by the carrier, once, with its own token', async () => {
    const steps = ['initiated', 'in-progress'];
    await line.fake.script({ number: '+40721000007', script: { steps, isDeaf: true } });
    const dialed = line.dial('+40721000007');
    const { instructions } = await callBecomes(dialed, (call) => call.instructions.length === 1);
    const address = /url="([^"]*)"/.exec(instructions[0] ?? '')?.[1] ?? '';
    const signed = (url: string, token = CALL_ACCOUNT.authToken): Record<string, string> => ({
      'x-twilio-signature': getExpectedTwilioSignature(token, url, {}),
    });
    expect((await fetch(address.replace(/^ws/, 'http'))).status).toBe(400);
    expect(await ask(address, {})).toBe(403);
    expect(await ask(address, signed(address, 'another'))).toBe(403);
    expect(await ask(address, signed(`${address}x`))).toBe(403);
    const guessed = address.replace(/[^/]*$/, 'guessed');
    expect(await ask(guessed, signed(guessed))).toBe(403);
    expect(await ask(address, signed(`${address}/`))).toBe(101);
    expect(await ask(address, signed(address))).toBe(403);
  });
});

describe('a call of another process', () => {
  const signed = (url: string): RequestInit => {
    const form = { CallSid: 'CA1', CallStatus: 'in-progress', From: '+40312345678', To: '+40721000001' };
    const signature = getExpectedTwilioSignature(CALL_ACCOUNT.authToken, url, form);
    const headers = {
      'x-twilio-signature': signature,
      'content-type': 'application/x-www-form-urlencoded',
    };
    return { method: 'POST', headers, body: new URLSearchParams(form) };
  };
  const address = (kind: string): string =>
    `${line.origin}/api/carriers/calls/twilio/${kind}/${line.other.processId}/${randomUUID()}`;
  const post = async (kind: string): Promise<{ status: number; text: string }> => {
    const url = address(kind);
    const answer = await fetch(url, signed(url));
    return { status: answer.status, text: await answer.text() };
  };

  test('is hung up if that process is dead', async () => {
    Object.assign(line.other, { origin: 'http://127.0.0.1:9', isAlive: false });
    expect(await post('answer')).toMatchObject({ status: 200, text: expect.stringContaining('<Hangup/>') });
    expect(await post('status')).toEqual({ status: 200, text: '<Response/>' });
    const url = address('stream').replace(/^http/, 'ws');
    const socket = new WebSocket(url, {
      headers: { 'x-twilio-signature': getExpectedTwilioSignature(CALL_ACCOUNT.authToken, url, {}) },
    });
    socket.on('error', () => undefined);
    const [, response] = await once(socket, 'unexpected-response');
    expect(response.statusCode).toBe(403);
    socket.terminate();
  });

  test('is retried by the carrier if that process is alive but unreachable', async () => {
    Object.assign(line.other, { origin: 'http://127.0.0.1:9', isAlive: true });
    for (const kind of ['answer', 'status']) {
      let answered: { status: number } | null = null;
      const asking = post(kind).then((answer) => {
        answered = answer;
      });
      const look = async (): Promise<{ status: number } | null> => {
        line.clock().advance(200);
        return answered;
      };
      expect(await eventually(look, (answer) => answer !== null)).toMatchObject({ status: 503 });
      await asking;
    }
  });

  test('is not forwarded in a loop if that process has our address', async () => {
    Object.assign(line.other, { origin: line.origin, isAlive: false });
    expect(await post('answer')).toMatchObject({ status: 200, text: expect.stringContaining('<Hangup/>') });
    expect(await post('status')).toEqual({ status: 200, text: '<Response/>' });
  });
});
