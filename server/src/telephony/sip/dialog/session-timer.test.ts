import { expect, test } from 'vitest';
import type { SipRequest } from '../message/sip-message.ts';
import { dueInMs, timerOfAnswer, timerOfRequest, writeSessionExpires } from './session-timer.ts';

function update(expires: string | null, supported = 'timer'): SipRequest {
  const headers = [
    { name: 'supported', value: supported },
    ...(expires === null ? [] : [{ name: 'session-expires', value: expires }]),
  ];
  return { kind: 'request', method: 'UPDATE', uri: 'sip:a', headers, body: '' };
}

test.each([
  ['1800;refresher=uac', 'timer', { intervalSeconds: 1800, refresher: 'remote' }],
  ['1800;refresher=UAS', 'timer', { intervalSeconds: 1800, refresher: 'local' }],
  ['1800', 'replaces, timer', { intervalSeconds: 1800, refresher: 'remote' }],
  ['1800', '', { intervalSeconds: 1800, refresher: 'local' }],
  ['60', 'timer', 'too-small'],
  ['60', '', null],
  [null, 'timer', null],
  ['soon', 'timer', null],
])('a request for %s from a peer that supports "%s" gets %j', (expires, supported, timer) => {
  expect(timerOfRequest(update(expires, supported))).toEqual(timer);
});

test.each([
  ['1800;refresher=uas', { intervalSeconds: 1800, refresher: 'remote' }],
  ['1800;refresher=uac', { intervalSeconds: 1800, refresher: 'local' }],
  ['1800', { intervalSeconds: 1800, refresher: 'local' }],
  ['10;refresher=uac', { intervalSeconds: 90, refresher: 'local' }],
  [null, null],
])('a response with %s gives %j', (expires, timer) => {
  expect(timerOfAnswer(update(expires))).toEqual(timer);
});

test('we refresh at half of the interval and give up shortly before its end', () => {
  expect(dueInMs({ intervalSeconds: 1800, refresher: 'local' })).toBe(900_000);
  expect(dueInMs({ intervalSeconds: 1800, refresher: 'remote' })).toBe(1_768_000);
  expect(dueInMs({ intervalSeconds: 90, refresher: 'remote' })).toBe(60_000);
  for (const refresher of ['local', 'remote'] as const) {
    const dueMs = dueInMs({ intervalSeconds: 999_999_999, refresher });
    expect(dueMs).toBeGreaterThan(86_400_000);
    expect(dueMs).toBeLessThan(2 ** 31);
  }
  expect(writeSessionExpires({ intervalSeconds: 90, refresher: 'remote' })).toBe('90;refresher=uac');
});
