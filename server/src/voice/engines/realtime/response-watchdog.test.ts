import { expect, test } from 'vitest';
import { manualClock } from '../../../../test/kit/clocks.ts';
import {
  CONNECT_TIMEOUT_MS,
  RESPONSE_TIMEOUT_MS,
  RESPONSE_TIMEOUT_WITHOUT_FALLBACK_MS,
  ResponseWatchdog,
  UNNOTICED_SPEECH_MS,
} from './response-watchdog.ts';

const ENDPOINTING_MS = 500;

const ready = (): number | null => null;

function watchdog({ hasLongTimeout = false, connectingMs = ready } = {}) {
  const clock = manualClock();
  const reported: string[] = [];
  const over = new AbortController();
  const made = new ResponseWatchdog({
    clock,
    signal: over.signal,
    endpointingMs: ENDPOINTING_MS,
    hasLongTimeout: () => hasLongTimeout,
    connectingMs,
    timedOut: () => reported.push('timed-out'),
    speechUnnoticed: () => reported.push('unnoticed'),
  });
  const pass = async (ms: number): Promise<void> => {
    clock.advance(ms);
    await new Promise(setImmediate);
  };
  const speech = async (ms: number): Promise<void> => {
    made.speechStarted();
    made.audioSent(ms);
    await pass(ms);
    made.speechStopped();
  };
  return { made, reported, clock, over, pass, speech };
}

test('times out without a response, and restarts with each sign of one', async () => {
  const { made, reported, pass } = watchdog();
  made.expect();
  await pass(RESPONSE_TIMEOUT_MS - 1);
  made.expect();
  await pass(RESPONSE_TIMEOUT_MS - 1);
  expect(reported).toEqual([]);
  await pass(1);
  expect(reported).toEqual(['timed-out']);
  await pass(60_000);
  expect(reported).toEqual(['timed-out']);
});

test('expects nothing after an answer or its cancellation', async () => {
  const { made, reported, pass } = watchdog();
  made.expect();
  await pass(1000);
  made.settled();
  await pass(60_000);
  expect(reported).toEqual([]);
});

test('expects an answer to noticed speech, however short', async () => {
  const { made, reported, pass, speech } = watchdog();
  made.noticed();
  await speech(300);
  await pass(ENDPOINTING_MS + RESPONSE_TIMEOUT_MS - 1);
  expect(reported).toEqual([]);
  await pass(1);
  expect(reported).toEqual(['timed-out']);
});

test('is not postponed by repeated questions, and not triggered by pauses in speech', async () => {
  const { made, reported, pass, speech } = watchdog();
  made.noticed();
  for (let pause = 0; pause < 40; pause += 1) {
    await speech(1000);
    await pass(ENDPOINTING_MS);
  }
  expect(reported).toEqual([]);
  for (let hello = 0; hello < 4; hello += 1) {
    await speech(400);
    await pass(ENDPOINTING_MS + RESPONSE_TIMEOUT_MS / 4);
  }
  expect(reported).toEqual(['timed-out']);
});

test('reports unnoticed speech once until the model notices something', async () => {
  const { made, reported, pass, speech } = watchdog();
  await speech(UNNOTICED_SPEECH_MS - 1);
  await pass(60_000);
  expect(reported).toEqual([]);
  await speech(1);
  await pass(60_000);
  expect(reported).toEqual(['unnoticed']);
  await speech(UNNOTICED_SPEECH_MS);
  await pass(60_000);
  expect(reported).toEqual(['unnoticed']);
  made.noticed();
  made.expect();
  made.settled();
  await speech(UNNOTICED_SPEECH_MS);
  await pass(60_000);
  expect(reported).toEqual(['unnoticed', 'unnoticed']);
});

test('expects no answer to what the model dismissed as noise', async () => {
  const { made, reported, pass, speech } = watchdog();
  for (const ms of [300, UNNOTICED_SPEECH_MS]) {
    made.noticed();
    await speech(ms);
    await pass(500);
    made.dismissed();
    await pass(60_000);
  }
  made.noticed();
  made.speechStarted();
  made.audioSent(300);
  made.dismissed();
  made.speechStopped();
  await pass(60_000);
  expect(reported).toEqual([]);
  made.noticed();
  await speech(300);
  await pass(ENDPOINTING_MS + RESPONSE_TIMEOUT_MS);
  expect(reported).toEqual(['timed-out']);
});

test('still expects a response requested before a noise', async () => {
  const { made, reported, pass } = watchdog();
  made.expect();
  made.noticed();
  made.dismissed();
  await pass(RESPONSE_TIMEOUT_MS);
  expect(reported).toEqual(['timed-out']);
});

test('does not time out while the customer speaks', async () => {
  const { made, reported, pass, speech } = watchdog();
  made.expect();
  await speech(2 * RESPONSE_TIMEOUT_MS);
  expect(reported).toEqual([]);
  await pass(ENDPOINTING_MS + RESPONSE_TIMEOUT_MS);
  expect(reported).toEqual(['timed-out']);
});

test('expects an answer to speech noticed after its end', async () => {
  const { made, reported, pass, speech } = watchdog();
  await speech(300);
  await pass(100);
  made.noticed();
  await pass(ENDPOINTING_MS + RESPONSE_TIMEOUT_MS - 101);
  expect(reported).toEqual([]);
  await pass(1);
  expect(reported).toEqual(['timed-out']);
});

test('ignores speech that was not sent to the model', async () => {
  const { made, reported, pass } = watchdog();
  made.speechStarted();
  await pass(5000);
  made.speechStopped();
  await pass(60_000);
  expect(reported).toEqual([]);
});

test('leaves no timer after the call', async () => {
  const { made, reported, pass, clock, over } = watchdog();
  made.expect();
  over.abort();
  expect(clock.sleeping()).toBe(0);
  made.expect();
  await pass(60_000);
  expect(clock.sleeping()).toBe(0);
  expect(reported).toEqual([]);
});

test('uses a longer timeout without a fallback', async () => {
  const { made, reported, pass } = watchdog({ hasLongTimeout: true });
  made.expect();
  await pass(RESPONSE_TIMEOUT_WITHOUT_FALLBACK_MS - 1);
  expect(reported).toEqual([]);
  await pass(1);
  expect(reported).toEqual(['timed-out']);
});

test('counts from the connection of the session, which has its own limit', async () => {
  let connectingMs: number | null = RESPONSE_TIMEOUT_MS;
  const slow = watchdog({ connectingMs: () => connectingMs });
  slow.made.expect();
  await slow.pass(RESPONSE_TIMEOUT_MS);
  connectingMs = null;
  slow.made.ready();
  await slow.pass(RESPONSE_TIMEOUT_MS - 1);
  expect(slow.reported).toEqual([]);
  await slow.pass(1);
  expect(slow.reported).toEqual(['timed-out']);
  const never = watchdog({ connectingMs: () => CONNECT_TIMEOUT_MS });
  never.made.expect();
  await never.pass(RESPONSE_TIMEOUT_MS);
  expect(never.reported).toEqual(['timed-out']);
});
