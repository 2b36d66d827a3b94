import { expect, test } from 'vitest';
import { manualClock } from '../../../../test/kit/clocks.ts';
import {
  AnswerWatch,
  CONNECT_MS,
  DEAF_AFTER_MS,
  MUTE_AFTER_MS,
  MUTE_ALONE_AFTER_MS,
} from './answer-watch.ts';

const PATIENCE_MS = 500;

const ready = (): number | null => null;

function watch({ isPatient = false, connectingMs = ready } = {}) {
  const clock = manualClock();
  const told: string[] = [];
  const over = new AbortController();
  const made = new AnswerWatch({
    ...{ clock, signal: over.signal, patienceMs: PATIENCE_MS },
    isPatient: () => isPatient,
    connectingMs,
    mute: () => told.push('mute'),
    deaf: () => told.push('deaf'),
  });
  const pass = async (ms: number): Promise<void> => {
    clock.advance(ms);
    await new Promise(setImmediate);
  };
  const speech = async (ms: number): Promise<void> => {
    made.speechStarted();
    made.heard(ms);
    await pass(ms);
    made.speechStopped();
  };
  return { made, told, clock, over, pass, speech };
}

test('a model that was asked and says nothing is mute; each sign gives it as long again', async () => {
  const { made, told, pass } = watch();
  made.expect();
  await pass(MUTE_AFTER_MS - 1);
  made.expect();
  await pass(MUTE_AFTER_MS - 1);
  expect(told).toEqual([]);
  await pass(1);
  expect(told).toEqual(['mute']);
  await pass(60_000);
  expect(told).toEqual(['mute']);
});

test('who has answered, or was told that nobody listens, owes nothing', async () => {
  const { made, told, pass } = watch();
  made.expect();
  await pass(1000);
  made.settled();
  await pass(60_000);
  expect(told).toEqual([]);
});

test('a customer whom it has heard is answered, however short they were', async () => {
  const { made, told, pass, speech } = watch();
  made.noticed();
  await speech(300);
  await pass(PATIENCE_MS + MUTE_AFTER_MS - 1);
  expect(told).toEqual([]);
  await pass(1);
  expect(told).toEqual(['mute']);
});

test('a customer who asks again and again does not put it off, and one who pauses while they speak is not cut off', async () => {
  const { made, told, pass, speech } = watch();
  made.noticed();
  for (let pause = 0; pause < 40; pause += 1) {
    await speech(1000);
    await pass(PATIENCE_MS);
  }
  expect(told).toEqual([]);
  for (let hello = 0; hello < 4; hello += 1) {
    await speech(400);
    await pass(PATIENCE_MS + MUTE_AFTER_MS / 4);
  }
  expect(told).toEqual(['mute']);
});

test('speech that it never noticed makes it deaf, once until it notices something', async () => {
  const { made, told, pass, speech } = watch();
  await speech(DEAF_AFTER_MS - 1);
  await pass(60_000);
  expect(told).toEqual([]);
  await speech(1);
  await pass(60_000);
  expect(told).toEqual(['deaf']);
  await speech(DEAF_AFTER_MS);
  await pass(60_000);
  expect(told).toEqual(['deaf']);
  made.noticed();
  made.expect();
  made.settled();
  await speech(DEAF_AFTER_MS);
  await pass(60_000);
  expect(told).toEqual(['deaf', 'deaf']);
});

test('a noise that the model heard, and took for none of its concern, is not to be answered', async () => {
  const { made, told, pass, speech } = watch();
  for (const ms of [300, DEAF_AFTER_MS]) {
    made.noticed();
    await speech(ms);
    await pass(500);
    made.dismissed();
    await pass(60_000);
  }
  made.noticed();
  made.speechStarted();
  made.heard(300);
  made.dismissed();
  made.speechStopped();
  await pass(60_000);
  expect(told).toEqual([]);
  made.noticed();
  await speech(300);
  await pass(PATIENCE_MS + MUTE_AFTER_MS);
  expect(told).toEqual(['mute']);
});

test('what the model was asked for before a noise is due all the same', async () => {
  const { made, told, pass } = watch();
  made.expect();
  made.noticed();
  made.dismissed();
  await pass(MUTE_AFTER_MS);
  expect(told).toEqual(['mute']);
});

test('nobody is mute who lets the customer speak', async () => {
  const { made, told, pass, speech } = watch();
  made.expect();
  await speech(2 * MUTE_AFTER_MS);
  expect(told).toEqual([]);
  await pass(PATIENCE_MS + MUTE_AFTER_MS);
  expect(told).toEqual(['mute']);
});

test('a customer who was noticed only after they had ended is answered, too', async () => {
  const { made, told, pass, speech } = watch();
  await speech(300);
  await pass(100);
  made.noticed();
  await pass(PATIENCE_MS + MUTE_AFTER_MS - 101);
  expect(told).toEqual([]);
  await pass(1);
  expect(told).toEqual(['mute']);
});

test('what was held back from the model counts for nothing', async () => {
  const { made, told, pass } = watch();
  made.speechStarted();
  await pass(5000);
  made.speechStopped();
  await pass(60_000);
  expect(told).toEqual([]);
});

test('nothing is asleep when the call is over', async () => {
  const { made, told, pass, clock, over } = watch();
  made.expect();
  over.abort();
  expect(clock.sleeping()).toBe(0);
  made.expect();
  await pass(60_000);
  expect(clock.sleeping()).toBe(0);
  expect(told).toEqual([]);
});

test('a model that no other one can replace is given longer', async () => {
  const { made, told, pass } = watch({ isPatient: true });
  made.expect();
  await pass(MUTE_ALONE_AFTER_MS - 1);
  expect(told).toEqual([]);
  await pass(1);
  expect(told).toEqual(['mute']);
});

test('counts from the moment a session is connected, which has a limit of its own', async () => {
  let connectingMs: number | null = MUTE_AFTER_MS;
  const slow = watch({ connectingMs: () => connectingMs });
  slow.made.expect();
  await slow.pass(MUTE_AFTER_MS);
  connectingMs = null;
  slow.made.ready();
  await slow.pass(MUTE_AFTER_MS - 1);
  expect(slow.told).toEqual([]);
  await slow.pass(1);
  expect(slow.told).toEqual(['mute']);
  const never = watch({ connectingMs: () => CONNECT_MS });
  never.made.expect();
  await never.pass(MUTE_AFTER_MS);
  expect(never.told).toEqual(['mute']);
});
