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
import { Rest } from '../../../providers/kit/rest.ts';
import { MUTE_AFTER_MS } from './answer-watch.ts';

watchUnhandled();

const REFUSED = new ProviderError('rejected', 'OpenAI answered 401.');
const BROKEN = new ProviderError('unavailable', 'Gone.');
const HELLO = 'Hello from the mill.';

interface Held extends MultimodalCall {
  other: ScriptedRealtime;
}

/** Two models; the second one hears at another rate. */
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

function hear({ engine }: Held, frames: number): void {
  for (let frame = 0; frame < frames; frame += 1) engine.hear(new Int16Array(160));
}

test('a model that is lost for good is replaced: the other one knows what was heard, and the call tells of it', async () => {
  const held = open([testTool('book', async () => ({}))]);
  await greet(held);
  held.live.tell({ type: 'customer-text', text: 'Are you open?', language: null });
  await lose(held);
  expect(held.live.calls[0]?.at(-1)).toBe('close');
  expect(held.other.calls).toEqual([[`said ${HELLO}`, 'read Are you open?', 'respond null']]);
  expect(held.of('failed')).toEqual([{ type: 'failed', replyId: null, error: REFUSED, fatal: false }]);
  expect(held.of('model-replaced')).toEqual([
    { type: 'model-replaced', model: 'scripted/live', by: 'others/live' },
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

test('the other one has its own voice, and everything else as the assistant has it', async () => {
  const held = open([testTool('book', async () => ({}))]);
  await lose(held);
  const [before] = held.live.opened;
  expect(before?.voice).toBe('ana');
  expect(held.other.opened).toEqual([{ ...before, voice: null }]);
  hear(held, 1);
  expect(held.other.calls[0]).toEqual(['hear 320']);
  await held.engine.close();
});

test('a greeting that was not begun is said by the other one, and one that was heard is not said again', async () => {
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

test('what is still playing when the other one takes over is told to it once it was heard, by words alone', async () => {
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

test('the other one may name what it says as the lost one did', async () => {
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

describe('a model that was lost a moment ago', () => {
  const TOO_LATE = new ProviderError('timeout', 'OpenAI did not start the session in time.');

  /** Calls of one assistant, one after the other. */
  function house(): {
    open(): MultimodalCall;
    live: ScriptedRealtime;
    other: ScriptedRealtime;
    rest: ManualClock;
  } {
    const clock = manualClock();
    const live = { ...scriptedRealtime(), rest: new Rest(clock) };
    const other = { ...scriptedRealtime('others/live'), rest: new Rest(clock) };
    return { open: () => openMultimodal({}, [], { live, fallbacks: [other] }), live, other, rest: clock };
  }

  test('does not cost the next call its seconds: the other one has it from the beginning', async () => {
    const { open: call, live, other, rest } = house();
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
    rest.advance(30_000);
    const later = call();
    expect([live, other].map(({ opened }) => opened.length)).toEqual([2, 2]);
    await later.engine.close();
  });

  test('is tried all the same where the other one fails', async () => {
    const { open: call, live, other } = house();
    live.rest?.begin();
    const next = call();
    await next.settle();
    other.tell({ type: 'failed', error: TOO_LATE, fatal: true });
    await pass(next, 0);
    expect([live, other].map(({ opened }) => opened.length)).toEqual([1, 1]);
    expect(next.of('model-replaced').map(({ by }) => by)).toEqual(['others/live', 'scripted/live']);
    await next.engine.close();
    // Both rest: they have their places.
    const after = call();
    expect([live, other].map(({ opened }) => opened.length)).toEqual([2, 1]);
    await after.engine.close();
  });

  test('is asked again when it was refused: that costs no time, and may be the assistant’s own', async () => {
    const { open: call, live, other } = house();
    const first = call();
    live.tell({ type: 'failed', error: REFUSED, fatal: true });
    await pass(first, 0);
    await first.engine.close();
    const next = call();
    expect([live, other].map(({ opened }) => opened.length)).toEqual([2, 1]);
    await next.engine.close();
  });
});

describe('it is replaced', () => {
  test('at once when it is mute from the beginning', async () => {
    const held = open();
    held.live.tell({ type: 'ready' });
    held.engine.answer('r1');
    await pass(held, MUTE_AFTER_MS);
    await pass(held, 0);
    expect(held.live.opened).toHaveLength(1);
    expect(held.other.calls[0]).toEqual(['respond null']);
    await held.engine.close();
  });

  test('when it has served, and is mute twice', async () => {
    const held = open();
    held.live.tell({ type: 'ready' });
    await pass(held, 30_000);
    held.engine.answer('r1');
    await pass(held, MUTE_AFTER_MS);
    await pass(held, 300);
    held.live.tell({ type: 'ready' });
    expect(held.other.opened).toEqual([]);
    await pass(held, MUTE_AFTER_MS);
    await pass(held, 0);
    expect(held.live.opened).toHaveLength(2);
    expect(held.other.calls[0]).toEqual(['respond null']);
    held.other.tell(...spoken('i1', 'Yes.'));
    await held.settle();
    expect(held.of('reply-ended')).toMatchObject([{ replyId: 'r1', text: 'Yes.' }]);
    await held.engine.close();
  });

  test('at once when it was not reached in time', async () => {
    const held = open();
    held.engine.say('hello', HELLO);
    await lose(held, new ProviderError('timeout', 'OpenAI did not start the session in time.'));
    expect(held.live.opened).toHaveLength(1);
    expect(held.other.calls[0]).toHaveLength(1);
    await held.engine.close();
  });

  test('by nobody where none is left: that ends the call', async () => {
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

describe('what the customer says while nobody hears it', () => {
  test('is heard by the other one, from the beginning', async () => {
    const held = open();
    await greet(held);
    hear(held, 50);
    held.engine.speechStarted();
    hear(held, 10);
    held.live.tell(
      { type: 'customer-interim', text: 'Are' },
      { type: 'failed', error: REFUSED, fatal: true },
    );
    hear(held, 10);
    held.engine.speechStopped();
    hear(held, 10);
    await pass(held, 0);
    // 400 ms before our detector heard it.
    expect(held.other.calls[0]).toEqual([`said ${HELLO}`, ...Array(50).fill('hear 320')]);
    expect(held.of('customer-text')).toEqual([]);
    held.other.tell(
      { type: 'customer-text', text: 'Are you open?', language: null },
      ...spoken('i1', 'Yes.'),
    );
    await held.settle();
    expect(held.of('reply-ended').at(-1)).toMatchObject({ text: 'Yes.' });
    // What is understood and answered is not heard a third time.
    await lose(held, BROKEN, held.other);
    expect(held.other.calls[1]?.filter((line) => line.startsWith('hear'))).toEqual([]);
    await held.engine.close();
  });

  test('is answered once: nothing else is asked of the other one', async () => {
    const held = open();
    held.engine.speechStarted();
    hear(held, 30);
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

  test('types is read by the other one', async () => {
    const held = open();
    held.live.tell({ type: 'failed', error: REFUSED, fatal: true });
    held.engine.read('Are you open?');
    held.engine.answer('r1');
    await pass(held, 0);
    expect(held.other.calls[0]).toEqual(['read Are you open?', 'respond null']);
    await held.engine.close();
  });
});

describe('in the middle of the change', () => {
  test('an answer that the customer interrupts is not asked for again', async () => {
    const held = open();
    await greet(held);
    held.engine.prompt('p1', 'Ask whether they are there.');
    held.live.tell({ type: 'failed', error: REFUSED, fatal: true });
    held.engine.interrupt('p1', { text: '', audioMs: 0 });
    await pass(held, 0);
    expect(held.other.calls[0]).toEqual([`said ${HELLO}`]);
    await held.engine.close();
  });

  test('the end of the call is the end: nothing is opened', async () => {
    const held = open();
    held.live.tell({ type: 'failed', error: REFUSED, fatal: true });
    await held.engine.close();
    await pass(held, 1_000);
    expect(held.other.opened).toEqual([]);
    expect(held.clock.sleeping()).toBe(0);
  });

  test('a tool goes on, once, and the other one says what came of it', async () => {
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
    expect(held.other.calls[0]?.[0]).toMatch(/^respond The tool book answered .*"booked":true/s);
    expect(runs).toBe(1);
    await held.engine.close();
  });

  test('what tools have answered, and the lost one has not told, is told by the other one', async () => {
    const held = open([testTool('book', async ({ id }) => ({ booked: id }))]);
    held.engine.answer('r1');
    held.live.tell(
      { type: 'tool-call', callId: 'c1', name: 'book', arguments: { id: '7' } },
      { type: 'tool-call', callId: 'c2', name: 'book', arguments: { id: '8' } },
    );
    await held.settle();
    await lose(held);
    expect(held.other.calls[0]).toHaveLength(3);
    expect(held.other.calls[0]?.[2]).toMatch(/^respond The tool book answered .*"booked":"7".*"booked":"8"/s);
    held.other.tell(...spoken('i1', 'Both are booked.'));
    await held.settle();
    expect(held.of('reply-ended')).toMatchObject([{ replyId: 'r1', text: 'Both are booked.' }]);
    expect(held.of('tool-finished')).toHaveLength(2);
    await held.engine.close();
  });
});
