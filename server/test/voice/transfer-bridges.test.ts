import { expect, test } from 'vitest';
import type { CallTool } from '#contract/built-in-tools.ts';
import { ordered } from '../kit/voice/ordered-transfer.ts';
import { scriptedAssistant } from '../kit/voice/scripted-assistant.ts';

const TARGET = '+40721555555';
const VOICE = 8000;
const COLD: CallTool = { type: 'call_transfer', phone_number: TARGET };

test('dials and bridges a second leg when the carrier cannot transfer', async () => {
  const call = await ordered(COLD);
  await call.advance(100);
  expect(call.dials).toMatchObject([{ to: TARGET, from: null, line: null }]);
  call.leg.speaking = true;
  await call.advance(600);
  call.leg.speaking = false;
  call.other.speaking = true;
  await call.advance(600);
  expect(call.other.heard.filter((loudness) => loudness === VOICE).length).toBeGreaterThanOrEqual(28);
  expect(call.leg.heard.filter((loudness) => loudness === VOICE).length).toBeGreaterThanOrEqual(25);
  expect(call.outcome).toBeNull();
  call.other.end({ kind: 'remote-hang-up' });
  await call.advance(100);
  expect(call.outcome).toMatchObject({ status: 'completed', reason: 'transferred' });
  expect(call.leg.isUp).toBe(false);
});

test('the bridge ends when the customer hangs up', async () => {
  const call = await ordered(COLD);
  await call.advance(300);
  call.leg.end({ kind: 'remote-hang-up' });
  await call.advance(60);
  expect(call.outcome).toMatchObject({ status: 'ended_by_customer' });
  expect(call.other.isUp).toBe(false);
  expect(call.remains()).toEqual({ tickers: 0, streams: 0 });
});

test('the bridge resamples audio and relays DTMF', async () => {
  const call = await ordered(COLD, { leg: { sampleRateHz: 16_000 } });
  await call.advance(200);
  call.leg.speaking = true;
  await call.advance(600);
  expect(call.other.heard.filter((loudness) => loudness > VOICE * 0.9).length).toBeGreaterThanOrEqual(25);
  call.leg.press('5');
  await call.advance(20);
  expect(call.other.digitsSent).toEqual(['5']);
});

test('answers nothing and runs no timers during a bridge', async () => {
  const call = await ordered(COLD);
  await call.speak('Hello, is this the service?', 1200);
  await call.advance(60_000);
  expect(call.engines[0]?.asked.filter((one) => one === 'answer')).toHaveLength(1);
  expect(call.told('reengaged')).toEqual([]);
  expect(call.outcome).toBeNull();
});

test('max_duration ends a bridge without a goodbye', async () => {
  const assistant = scriptedAssistant(
    { initialMessage: 'Hello.', maxDurationMs: 20_000 },
    { builtInTools: [COLD] },
  );
  const call = await ordered(COLD, { assistant });
  await call.advance(20_000);
  expect(call.outcome).toMatchObject({ reason: 'max duration', durationMs: 20_000 });
  expect(call.told('assistant-said').map(({ text }) => text)).toEqual(['Hello.', 'I connect you.']);
  expect(call.other.isUp).toBe(false);
});

test('typed text is spoken to the bridged party', async () => {
  const call = await ordered(COLD, {
    services: { readAloud: async () => new Int16Array(4000).fill(5000) },
  });
  await call.advance(100);
  call.leg.type('I am the one with the broken mill.');
  await call.advance(1000);
  expect(call.other.heard.filter((loudness) => loudness === 5000)).toHaveLength(25);
});

test('a bridge is recorded', async () => {
  const assistant = scriptedAssistant({ initialMessage: 'Hello.', record: true }, { builtInTools: [COLD] });
  const call = await ordered(COLD, { assistant });
  await call.advance(100);
  const bridgedMs = call.nowMs();
  call.other.speaking = true;
  await call.advance(1000);
  call.leg.end({ kind: 'remote-hang-up' });
  await call.advance(20);
  const recording = Buffer.concat(call.chunks);
  const right = recording.subarray(16 * (bridgedMs + 200)).filter((_, index) => index % 2 === 1);
  expect(right.filter((sample) => sample !== 0xff).length / right.length).toBeGreaterThan(0.9);
});
