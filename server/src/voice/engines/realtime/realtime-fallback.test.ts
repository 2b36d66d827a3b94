import { describe, expect, test } from 'vitest';
import { type ManualClock, manualClock } from '../../../../test/kit/clocks.ts';
import { type MultimodalCall, openMultimodal } from '../../../../test/kit/multimodal-call.ts';
import { watchUnhandled } from '../../../../test/kit/pipeline-call.ts';
import {
  type ScriptedRealtime,
  scriptedRealtime,
  spokenItem,
} from '../../../../test/kit/scripted-realtime.ts';
import { testTool } from '../../../../test/kit/turn-input.ts';
import type { AgentTool } from '../../../agent/tool.ts';
import { ProviderError } from '../../../providers/interfaces/provider-error.ts';
import type { RealtimeEvent } from '../../../providers/interfaces/realtime-model.ts';
import { CoolDown } from '../../../providers/kit/cool-down.ts';
import { RESPONSE_TIMEOUT_MS } from './response-watchdog.ts';

watchUnhandled();

const REFUSED = new ProviderError('rejected', 'OpenAI answered 401.');
const BROKEN = new ProviderError('unavailable', 'Gone.');
const HELLO = 'Hello from the mill.';

interface Held extends MultimodalCall {
  other: ScriptedRealtime;
}

/** Opens a call with two models of different input rates. */
function open(tools: AgentTool[] = [], more: ScriptedRealtime[] = []): Held {
  const other = scriptedRealtime('others/live', { inputRateHz: 16_000, outputRateHz: 24_000 });
  return { ...openMultimodal({}, tools, { fallbacks: [other, ...more] }), other };
}

async function pass({ clock, settle }: MultimodalCall, ms: number): Promise<void> {
  clock.advance(ms);
  await settle();
}

async function lose(
  held: Held,
  error: ProviderError = REFUSED,
  model: ScriptedRealtime = held.live,
): Promise<void> {
  model.tell({ type: 'failed', error, fatal: true });
  await pass(held, 600);
}

const spoken = (itemId: string, text: string): RealtimeEvent[] => [
  ...spokenItem(itemId, text, 600),
  { type: 'reply-ended', itemId },
];

async function greet(held: Held): Promise<void> {
  held.engine.say('hello', HELLO);
  held.live.tell(...spoken('i1', HELLO));
  await held.settle();
  held.engine.played('hello');
}

function pushFrames({ engine }: Held, frames: number): void {
  for (let frame = 0; frame < frames; frame += 1) engine.pushAudio(new Int16Array(160));
}

test('fails over to a model that knows the conversation, and reports it', async () => {
  const held = open([testTool('book', async () => ({}))]);
  await greet(held);
  held.live.tell({ type: 'customer-text', text: 'Are you open?', language: null });
  await lose(held);
  expect(held.live.calls[0]?.at(-1)).toBe('close');
  expect(held.other.calls).toEqual([[`said ${HELLO}`, 'read Are you open?', 'respond null']]);
  expect(held.of('failed')).toEqual([{ type: 'failed', replyId: null, error: REFUSED, fatal: false }]);
  expect(held.of('model-replaced')).toEqual([
    { type: 'model-replaced', model: 'scripted/live', by: 'others/live', reason: REFUSED.message },
  ]);
  held.other.tell(...spoken('i1', 'Yes, we are.'), {
    type: 'usage',
    usage: { inputTokens: 7, outputTokens: 3 },
    audioMs: null,
  });
  await held.settle();
  expect(held.of('reply-ended').at(-1)).toMatchObject({ text: 'Yes, we are.' });
  expect(held.of('speech-usage')).toMatchObject([{ usage: { provider: 'others/live' } }]);
  await held.engine.close();
});

test('gives the fallback its own voice and the other settings of the assistant', async () => {
  const held = open([testTool('book', async () => ({}))]);
  await lose(held);
  const [before] = held.live.opened;
  expect(before?.voice).toBe('ana');
  expect(held.other.opened).toEqual([{ ...before, voice: null }]);
  pushFrames(held, 1);
  expect(held.other.calls[0]).toEqual(['hear 320']);
  await held.engine.close();
});

test('repeats an unheard greeting but not a heard one', async () => {
  for (const begun of [[], [{ type: 'reply-started', itemId: 'i1' } as const]]) {
    const held = open();
    held.engine.say('hello', HELLO);
    held.live.tell(...begun);
    await lose(held);
    expect(held.other.calls[0]).toEqual([`respond Say exactly these words and nothing else: "${HELLO}"`]);
    held.other.tell(...spoken('i1', HELLO));
    await held.settle();
    expect(held.of('reply-ended')).toMatchObject([{ replyId: 'hello', text: HELLO }]);
    await held.engine.close();
  }
  const held = open();
  held.engine.say('hello', HELLO);
  held.live.tell(...spokenItem('i1', 'Hello from', 400));
  await lose(held);
  expect(held.of('reply-ended')).toMatchObject([{ replyId: 'hello', text: 'Hello from' }]);
  held.engine.played('hello');
  expect(held.other.calls[0]).toEqual(['said Hello from']);
  await held.engine.close();
});

test('tells the fallback the text of audio that was still playing, once it was heard', async () => {
  for (const end of ['played', 'interrupted']) {
    const held = open();
    held.live.tell(...spokenItem('i1', 'From seven to', 900));
    const [{ replyId } = { replyId: '' }] = held.of('reply-started');
    await lose(held);
    expect(held.other.calls[0]).toEqual([]);
    if (end === 'played') held.engine.played(replyId);
    else held.engine.interrupt(replyId, { text: 'From seven', audioMs: 500 });
    expect(held.other.calls[0]).toEqual([end === 'played' ? 'said From seven to' : 'said From seven']);
    await held.engine.close();
  }
});

test('accepts item ids that the lost model used', async () => {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const held = open([testTool('book', () => promise)]);
  held.live.tell(...spokenItem('i1', 'One moment.', 500));
  held.live.tell({ type: 'tool-call', callId: 'c1', name: 'book', arguments: { id: '7' } });
  held.live.tell({ type: 'reply-ended', itemId: 'i1' });
  await lose(held);
  resolve({ booked: true });
  await held.settle();
  held.other.tell(...spoken('i1', 'It is booked.'));
  await held.settle();
  expect(held.of('reply-ended')).toMatchObject([{ text: 'One moment. It is booked.' }]);
  await held.engine.close();
});

describe('a recently lost model', () => {
  const TOO_LATE = new ProviderError('timeout', 'OpenAI did not start the session in time.');

  /** Consecutive calls of one assistant. */
  function twoModels(): {
    open(): MultimodalCall;
    live: ScriptedRealtime;
    other: ScriptedRealtime;
    clock: ManualClock;
  } {
    const clock = manualClock();
    const live = { ...scriptedRealtime(), coolDown: new CoolDown(clock) };
    const other = { ...scriptedRealtime('others/live'), coolDown: new CoolDown(clock) };
    return { open: () => openMultimodal({}, [], { live, fallbacks: [other] }), live, other, clock };
  }

  test('is skipped by the next call', async () => {
    const { open: call, live, other, clock } = twoModels();
    const first = call();
    live.tell({ type: 'failed', error: TOO_LATE, fatal: true });
    await pass(first, 0);
    await first.engine.close();
    const next = call();
    next.engine.say('hello', HELLO);
    await next.settle();
    expect([live, other].map(({ opened }) => opened.length)).toEqual([1, 2]);
    expect(next.of('model-replaced')).toEqual([
      { type: 'model-replaced', model: 'scripted/live', by: 'others/live' },
    ]);
    expect(next.of('failed')).toEqual([]);
    await next.engine.close();
    clock.advance(30_000);
    const later = call();
    expect([live, other].map(({ opened }) => opened.length)).toEqual([2, 2]);
    await later.engine.close();
  });

  test('is tried when the fallback fails', async () => {
    const { open: call, live, other } = twoModels();
    live.coolDown?.begin();
    const next = call();
    await next.settle();
    other.tell({ type: 'failed', error: TOO_LATE, fatal: true });
    await pass(next, 0);
    expect([live, other].map(({ opened }) => opened.length)).toEqual([1, 1]);
    expect(next.of('model-replaced').map(({ by }) => by)).toEqual(['others/live', 'scripted/live']);
    await next.engine.close();
    // Both are in cool-down, so the order is unchanged.
    const after = call();
    expect([live, other].map(({ opened }) => opened.length)).toEqual([2, 1]);
    await after.engine.close();
  });

  test('is tried again after a rejection, which costs no time', async () => {
    const { open: call, live, other } = twoModels();
    const first = call();
    live.tell({ type: 'failed', error: REFUSED, fatal: true });
    await pass(first, 0);
    await first.engine.close();
    const next = call();
    expect([live, other].map(({ opened }) => opened.length)).toEqual([2, 1]);
    await next.engine.close();
  });
});

describe('failover', () => {
  test('happens immediately when the model never responded', async () => {
    const held = open();
    held.live.tell({ type: 'ready' });
    held.engine.answer('r1');
    await pass(held, RESPONSE_TIMEOUT_MS);
    await pass(held, 0);
    expect(held.live.opened).toHaveLength(1);
    expect(held.other.calls[0]).toEqual(['respond null']);
    await held.engine.close();
  });

  test('happens after two response timeouts of a model that has worked', async () => {
    const held = open();
    held.live.tell({ type: 'ready' });
    await pass(held, 30_000);
    held.engine.answer('r1');
    await pass(held, RESPONSE_TIMEOUT_MS);
    await pass(held, 300);
    held.live.tell({ type: 'ready' });
    expect(held.other.opened).toEqual([]);
    await pass(held, RESPONSE_TIMEOUT_MS);
    await pass(held, 0);
    expect(held.live.opened).toHaveLength(2);
    expect(held.other.calls[0]).toEqual(['respond null']);
    held.other.tell(...spoken('i1', 'Yes.'));
    await held.settle();
    expect(held.of('reply-ended')).toMatchObject([{ replyId: 'r1', text: 'Yes.' }]);
    await held.engine.close();
  });

  test('happens immediately on a connection timeout', async () => {
    const held = open();
    held.engine.say('hello', HELLO);
    await lose(held, new ProviderError('timeout', 'OpenAI did not start the session in time.'));
    expect(held.live.opened).toHaveLength(1);
    expect(held.other.calls[0]).toHaveLength(1);
    await held.engine.close();
  });

  test('ends the call when no model is left', async () => {
    const third = scriptedRealtime('third/live');
    const held = open([], [third]);
    await lose(held);
    await lose(held, BROKEN, held.other);
    await lose(held, BROKEN, held.other);
    expect(held.of('model-replaced').map(({ model, by }) => `${model} ${by}`)).toEqual([
      'scripted/live others/live',
      'others/live third/live',
    ]);
    await lose(held, REFUSED, third);
    expect(held.of('failed').map(({ fatal }) => fatal)).toEqual([false, false, false, true]);
    expect([held.live, held.other, third].map(({ opened }) => opened.length)).toEqual([1, 2, 1]);
    await held.engine.close();
    expect(held.clock.sleeping()).toBe(0);
  });
});

describe('customer input during failover', () => {
  test('is replayed to the fallback from its start', async () => {
    const held = open();
    await greet(held);
    pushFrames(held, 50);
    held.engine.speechStarted();
    pushFrames(held, 10);
    held.live.tell(
      { type: 'customer-interim', text: 'Are' },
      { type: 'failed', error: REFUSED, fatal: true },
    );
    pushFrames(held, 10);
    held.engine.speechStopped();
    pushFrames(held, 10);
    await pass(held, 0);
    // The replay begins 400 ms before the detected start of speech.
    expect(held.other.calls[0]).toEqual([`said ${HELLO}`, ...Array(50).fill('hear 320')]);
    expect(held.of('customer-text')).toEqual([]);
    held.other.tell(
      { type: 'customer-text', text: 'Are you open?', language: null },
      ...spoken('i1', 'Yes.'),
    );
    await held.settle();
    expect(held.of('reply-ended').at(-1)).toMatchObject({ text: 'Yes.' });
    // Transcribed and answered speech is not replayed again.
    await lose(held, BROKEN, held.other);
    expect(held.other.calls[1]?.filter((call) => call.startsWith('hear'))).toEqual([]);
    await held.engine.close();
  });

  test('is answered once without another request', async () => {
    const held = open();
    held.engine.speechStarted();
    pushFrames(held, 30);
    held.engine.speechStopped();
    held.live.tell({ type: 'reply-started', itemId: 'i1' });
    await lose(held);
    expect(held.other.calls[0]).toEqual(Array(30).fill('hear 320'));
    held.other.tell(
      { type: 'customer-text', text: 'Are you open?', language: null },
      ...spoken('j1', 'Yes.'),
    );
    await held.settle();
    expect(held.of('reply-ended')).toHaveLength(1);
    await held.engine.close();
  });

  test('is passed on when typed', async () => {
    const held = open();
    held.live.tell({ type: 'failed', error: REFUSED, fatal: true });
    held.engine.read('Are you open?');
    held.engine.answer('r1');
    await pass(held, 0);
    expect(held.other.calls[0]).toEqual(['read Are you open?', 'respond null']);
    await held.engine.close();
  });
});

describe('during failover', () => {
  test('an interrupted answer is not requested again', async () => {
    const held = open();
    await greet(held);
    held.engine.prompt('p1', 'Ask whether they are there.');
    held.live.tell({ type: 'failed', error: REFUSED, fatal: true });
    held.engine.interrupt('p1', { text: '', audioMs: 0 });
    await pass(held, 0);
    expect(held.other.calls[0]).toEqual([`said ${HELLO}`]);
    await held.engine.close();
  });

  test('no session is opened after the end of the call', async () => {
    const held = open();
    held.live.tell({ type: 'failed', error: REFUSED, fatal: true });
    await held.engine.close();
    await pass(held, 1_000);
    expect(held.other.opened).toEqual([]);
    expect(held.clock.sleeping()).toBe(0);
  });

  test('a tool runs once and the fallback reports its result', async () => {
    const { promise, resolve } = Promise.withResolvers<unknown>();
    let runs = 0;
    const held = open([
      testTool('book', () => {
        runs += 1;
        return promise;
      }),
    ]);
    held.live.tell({ type: 'tool-call', callId: 'c1', name: 'book', arguments: { id: '7' } });
    await lose(held);
    resolve({ booked: true });
    await held.settle();
    expect(held.other.calls[0]).toHaveLength(1);
    expect(held.other.calls[0]?.[0]).toMatch(/^respond The tool book returned .*"booked":true/s);
    expect(runs).toBe(1);
    await held.engine.close();
  });

  test('tool results not reported yet are reported by the fallback', async () => {
    const held = open([testTool('book', async ({ id }) => ({ booked: id }))]);
    held.engine.answer('r1');
    held.live.tell(
      { type: 'tool-call', callId: 'c1', name: 'book', arguments: { id: '7' } },
      { type: 'tool-call', callId: 'c2', name: 'book', arguments: { id: '8' } },
    );
    await held.settle();
    await lose(held);
    expect(held.other.calls[0]).toHaveLength(3);
    expect(held.other.calls[0]?.[2]).toMatch(/^respond The tool book returned .*"booked":"7".*"booked":"8"/s);
    held.other.tell(...spoken('i1', 'Both are booked.'));
    await held.settle();
    expect(held.of('reply-ended')).toMatchObject([{ replyId: 'r1', text: 'Both are booked.' }]);
    expect(held.of('tool-finished')).toHaveLength(2);
    await held.engine.close();
  });
});
