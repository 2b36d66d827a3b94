import { expect, test } from 'vitest';
import { manualClock } from '../../../../test/kit/clocks.ts';
import {
  CONNECT_TIMEOUT_MS,
  checkResponse,
  expectResponse,
  initialResponseState,
  type MissingResponse,
  RESPONSE_TIMEOUT_MS,
  RESPONSE_TIMEOUT_WITHOUT_FALLBACK_MS,
  type ResponseEvent,
  type ResponseFacts,
  ResponseWatchdog,
  UNNOTICED_SPEECH_MS,
} from './response-watchdog.ts';

const ENDPOINTING_MS = 500;

const ready = (): number | null => null;

function watchdog({ hasLongTimeout = false, connectingMs = ready } = {}) {
  const clock = manualClock();
  const reported: string[] = [];
  const over = new AbortController();
  const connection = {
    hasNext: !hasLongTimeout,
    isFirst: true,
    get connectingMs() {
      return connectingMs();
    },
  };
  const listener = (missing: MissingResponse): void => void reported.push(missing);
  const { signal } = over;
  const watched = new ResponseWatchdog({
    clock,
    signal,
    endpointingMs: ENDPOINTING_MS,
    connection,
    listener,
  });
  const made = {
    expect: () => watched.take({ type: 'response-requested' }),
    settled: () => watched.take({ type: 'response-canceled' }),
    ready: () => watched.take({ type: 'ready' }),
    noticed: () => watched.take({ type: 'customer-speech-started' }),
    dismissed: () => watched.take({ type: 'customer-wordless' }),
    audioSent: (ms: number) => watched.take({ type: 'audio-sent', ms }),
    speechStarted: () => watched.take({ type: 'speech-started' }),
    speechStopped: () => watched.take({ type: 'speech-stopped' }),
  };
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

const EVENTS: Readonly<Record<string, ResponseEvent>> = {
  '[': { type: 'speech-started' },
  ']': { type: 'speech-stopped' },
  '{': { type: 'customer-speech-started' },
  '}': { type: 'customer-speech-stopped' },
  asked: { type: 'response-requested' },
  canceled: { type: 'response-canceled' },
  audio: { type: 'audio' },
  ended: { type: 'reply-ended' },
  calls: { type: 'tool-call' },
  ready: { type: 'ready' },
  wordless: { type: 'customer-wordless' },
};

/**
 * Plays a story of events, in which a number lets ms pass, `connecting` opens a session that is not ready, and after
 * `unsent` no audio is sent to the model.
 * @returns what is missing, with the time
 */
function missingIn(story: string): string[] {
  let nowMs = 0;
  let connectingSinceMs: number | null = null;
  let isSpeaking = false;
  let isSent = true;
  const missing: string[] = [];
  const facts = (): ResponseFacts => ({
    nowMs,
    timeoutMs: RESPONSE_TIMEOUT_MS,
    endpointingMs: ENDPOINTING_MS,
    connectingMs: connectingSinceMs === null ? null : nowMs - connectingSinceMs,
  });
  let state = initialResponseState(facts());
  const pass = (): void => {
    nowMs += 20;
    if (isSpeaking && isSent) state = expectResponse(state, { type: 'audio-sent', ms: 20 }, facts());
    const checked = checkResponse(state, facts());
    state = checked.state;
    if (checked.missing !== null) missing.push(`${checked.missing} ${nowMs}`);
  };
  for (const part of story.split(' ')) {
    const event = EVENTS[part];
    if (event !== undefined) state = expectResponse(state, event, facts());
    else if (part === 'connecting') connectingSinceMs = nowMs;
    else if (part === 'unsent') isSent = false;
    else for (const endMs = nowMs + Number(part); nowMs < endMs; ) pass();
    if (part === 'ready') connectingSinceMs = null;
    if (part === '[' || part === ']') isSpeaking = part === '[';
  }
  return missing;
}

test.each([
  ['a request', 'asked 3480', []],
  ['a request without a response', 'asked 9000', ['timed-out 3500']],
  ['a response that stops', 'asked 3000 audio 9000', ['timed-out 6500']],
  ['a complete response', 'asked 3000 audio ended 9000', []],
  ['a tool call', 'asked 3000 calls 9000', []],
  ['a canceled request', 'asked 3000 canceled 9000', []],
  ['noticed speech', '{ [ 300 ] 9000', ['timed-out 4300']],
  ['the end of speech for the model', '{ [ 300 ] } 9000', ['timed-out 4300']],
  ['speech noticed late', '[ 300 ] 100 { 9000', ['timed-out 4300']],
  ['speech noticed by the model only', '{ 9000', []],
  ['speech without a response so far', '{ [ 9000', []],
  ['a pause that uses up the timeout', '{ [ 400 ] 1500 [ 400 ] 9000', ['timed-out 5300']],
  ['a pause within endpointing', '{ [ 400 ] 500 [ 400 ] 9000', ['timed-out 5300']],
  ['speech over a missing response', 'asked [ 7000 ] 9000', ['timed-out 11000']],
  ['unsent speech over a missing response', 'unsent asked [ 9000', ['timed-out 3500']],
  ['short unnoticed speech', '[ 1480 ] 9000', []],
  ['long unnoticed speech', '[ 1500 ] 9000', ['unnoticed 5500']],
  ['unnoticed speech again', '[ 1500 ] 9000 [ 1500 ] 9000', ['unnoticed 5500']],
  [
    'unnoticed speech after noticed noise',
    '[ 1500 ] 8500 { wordless [ 1500 ] 9000',
    ['unnoticed 5500', 'unnoticed 15500'],
  ],
  ['noise', '{ [ 300 ] 500 wordless 9000', []],
  ['noise that ends after its verdict', '{ [ 300 wordless ] 9000', []],
  ['noise after a request', 'asked { wordless 9000', ['timed-out 3500']],
  ['a session that connects', 'connecting asked 3000 ready 3480', []],
  ['a session that connects and does not respond', 'connecting asked 3000 ready 9000', ['timed-out 6500']],
  ['a session that does not connect', 'connecting asked 9000', ['timed-out 5000']],
  ['a session that connects without a request', 'connecting 3000 ready 9000', []],
])('decides about %s', (_, story, expected) => {
  expect(missingIn(story)).toEqual(expected);
});
