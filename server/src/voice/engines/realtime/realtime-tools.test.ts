import { describe, expect, test } from 'vitest';
import { openMultimodal } from '../../../../test/kit/multimodal-call.ts';
import { watchUnhandled } from '../../../../test/kit/pipeline-call.ts';
import { call, finish, say, scriptedModel } from '../../../../test/kit/scripted-model.ts';
import { spokenItem } from '../../../../test/kit/scripted-realtime.ts';
import { testTool } from '../../../../test/kit/turn-input.ts';
import type { CallJournal, MadeCall } from '../../../agent/made-calls.ts';
import type { AgentTool } from '../../../agent/tool.ts';
import { AppError } from '../../../core/errors.ts';
import { ProviderError } from '../../../providers/interfaces/provider-error.ts';

watchUnhandled();

const GONE = new ProviderError('unavailable', 'Gone.');

/** Loses the session and waits for its replacement. */
async function replaced({ live, clock, settle }: ReturnType<typeof openMultimodal>): Promise<void> {
  live.tell({ type: 'failed', error: GONE, fatal: true });
  clock.advance(300);
  await settle();
}

describe('tools', () => {
  const book = (run: AgentTool['run']) => testTool('book', run);
  const asked = { type: 'tool-call' as const, callId: 'c1', name: 'book', arguments: { id: '7' } };

  /** Runs a tool during an answer and speaks our own text while the tool runs. */
  async function bridged() {
    const { promise, resolve } = Promise.withResolvers<unknown>();
    const held = openMultimodal({}, [book(() => promise)]);
    held.engine.answer('r1');
    held.live.tell(asked);
    await held.settle();
    held.engine.say('aside-1', 'One moment.');
    return { held, resolve };
  }

  test('run within the reply, which the model continues', async () => {
    const held = openMultimodal({}, [book(async () => ({ booked: true }))]);
    held.live.tell(...spokenItem('i1', 'One moment.', 600), asked, { type: 'reply-ended', itemId: 'i1' });
    await held.settle();
    const replyId = held.of('reply-started')[0]?.replyId ?? '';
    expect(held.live.calls[0]?.[0]).toMatch(
      /^result c1 <data-[0-9a-f]{16} from="book">.*"booked":true.* true$/s,
    );
    held.live.tell(...spokenItem('i2', 'It is booked.', 800), { type: 'reply-ended', itemId: 'i2' });
    await held.settle();
    expect(held.said(replyId)).toBe('One moment. It is booked.');
    expect(held.of('reply-ended')).toMatchObject([
      {
        replyId,
        text: 'One moment. It is booked.',
        functionCalls: [{ name: 'book', result: { booked: true } }],
      },
    ]);
    held.engine.interrupt(replyId, { text: 'One moment. It', audioMs: 700 });
    expect(held.live.calls[0]?.at(-1)).toMatch(/^interrupt i2 \{"audioMs":9\d,"text":"It"\}$/);
    await held.engine.close();
  });

  test('that end an answer without words let the model say some first', async () => {
    const held = openMultimodal({}, [{ ...book(async () => ({})), endsAnswer: true }]);
    held.engine.answer('r1');
    held.live.tell(asked);
    await held.settle();
    expect(held.live.calls[0]?.at(-1)).toMatch(/^result c1 .* true$/s);
    held.live.tell(...spokenItem('i1', 'Goodbye.', 300), { type: 'reply-ended', itemId: 'i1' });
    await held.settle();
    expect(held.of('reply-ended')).toMatchObject([{ replyId: 'r1', text: 'Goodbye.' }]);
    await held.engine.close();
  });

  test('that end an answer end the reply if its words were complete before the result', async () => {
    const { promise, resolve } = Promise.withResolvers<unknown>();
    const held = openMultimodal({}, [{ ...book(() => promise), endsAnswer: true }]);
    held.engine.answer('r1');
    held.live.tell(...spokenItem('i1', 'Goodbye.', 300), asked, { type: 'reply-ended', itemId: 'i1' });
    await held.settle();
    expect(held.of('reply-ended')).toEqual([]);
    resolve({});
    await held.settle();
    expect(held.of('reply-ended')).toMatchObject([{ replyId: 'r1', text: 'Goodbye.' }]);
    await held.engine.close();
  });

  test('finish after an interruption, and their result requests no reply', async () => {
    const { promise, resolve } = Promise.withResolvers<unknown>();
    const held = openMultimodal({}, [book(() => promise)]);
    held.live.tell(asked);
    await held.settle();
    const replyId = held.of('reply-started')[0]?.replyId ?? '';
    held.engine.interrupt(replyId, { text: '', audioMs: 0 });
    resolve({ booked: true });
    await held.settle();
    expect(held.of('tool-finished')).toMatchObject([{ replyId, failed: false }]);
    expect(held.live.calls[0]?.at(-1)).toMatch(/^result c1 .* false$/s);
    expect(held.of('reply-ended')).toEqual([]);
    await held.engine.close();
  });

  test('are refused after 20 calls without speech, and the answer fails', async () => {
    let runs = 0;
    const held = openMultimodal({}, [
      book(async () => {
        runs += 1;
        return {};
      }),
    ]);
    held.engine.answer('r1');
    for (let count = 1; count <= 21; count += 1) {
      held.live.tell({ ...asked, callId: `c${count}` });
      await held.settle();
    }
    expect(runs).toBe(20);
    expect(held.live.calls[0]?.at(-1)).toMatch(/^result c21 .* false$/s);
    expect(held.of('failed')).toMatchObject([{ replyId: 'r1', error: { code: 'malformed' } }]);
    expect(held.of('reply-ended')).toMatchObject([{ replyId: 'r1', text: '' }]);
    held.engine.answer('r2');
    held.live.tell(...spokenItem('i1', 'Done.', 300), { ...asked, callId: 'c22' });
    await held.settle();
    expect(runs).toBe(21);
    await held.engine.close();
  });

  test.each([
    ['not run again if they return a result', { booked: true }, 1],
    ['run again under the same key if they fail', new AppError('unavailable', 'Unreachable.'), 2],
  ])('called before the session was lost are %s', async (_end, answer, runs) => {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const keys: string[] = [];
    const tool = book((_given, _signal, { key }) => {
      keys.push(key);
      return keys.length === 1 ? promise : Promise.resolve({});
    });
    const held = openMultimodal({}, [{ ...tool, hasEffects: true }]);
    held.live.tell(asked);
    await held.settle();
    held.engine.interrupt(held.of('reply-started')[0]?.replyId ?? '', { text: '', audioMs: 0 });
    await replaced(held);
    held.live.tell({ ...asked, callId: 'c2' });
    await held.settle();
    expect(keys).toHaveLength(1);
    if (answer instanceof AppError) reject(answer);
    else resolve(answer);
    await held.settle();
    expect(keys).toEqual(Array(runs).fill(keys[0]));
    expect(held.live.calls[1]?.at(-1)).toMatch(/^result c2 .* true$/s);
    await held.engine.close();
  });

  test('that another answer was waiting for are reported once when the call is aborted', async () => {
    const held = openMultimodal({}, [{ ...book(() => new Promise(() => {})), hasEffects: true }]);
    held.live.tell(asked);
    await held.settle();
    held.engine.interrupt(held.of('reply-started')[0]?.replyId ?? '', { text: '', audioMs: 0 });
    await replaced(held);
    held.live.tell({ ...asked, callId: 'c2' });
    await held.settle();
    held.abort.abort();
    await held.settle();
    const made = held.of('tool-finished').filter(({ isRepeat }) => !isRepeat);
    expect(made.map(({ callId }) => callId)).toEqual(['c1']);
    await held.engine.close();
  });

  test('that finished before a loss are reported to the next session', async () => {
    const held = openMultimodal({}, [book(async () => ({ booked: true }))]);
    held.live.tell(asked);
    await held.settle();
    held.engine.interrupt(held.of('reply-started')[0]?.replyId ?? '', { text: '', audioMs: 0 });
    await replaced(held);
    expect(held.live.calls[1]?.[0]).toMatch(/^read .*book with \{"id":"7"\}.*"booked":true/s);
    await held.engine.close();
  });

  test('can be called twice in one answer', async () => {
    let runs = 0;
    const tool = book(async () => ({ runs: ++runs }));
    const held = openMultimodal({}, [{ ...tool, hasEffects: true }]);
    for (const callId of ['c1', 'c2']) {
      held.live.tell({ ...asked, callId });
      await held.settle();
    }
    expect(runs).toBe(2);
    await held.engine.close();
  });

  test('send no result if the model cancels the call, and the reply ends', async () => {
    const { promise, resolve } = Promise.withResolvers<unknown>();
    const held = openMultimodal({}, [book(() => promise)]);
    held.live.tell(asked, { type: 'tool-call-canceled', callId: 'c1' });
    resolve({});
    await held.settle();
    expect(held.live.calls[0]).toEqual([]);
    expect(held.types()).toEqual(['reply-started', 'tool-started', 'tool-finished', 'reply-ended']);
    await held.engine.close();
  });

  test('are bridged by fixed text, after which the reply continues', async () => {
    const { held, resolve } = await bridged();
    held.live.tell(...spokenItem('i1', 'One moment.', 500), { type: 'reply-ended', itemId: 'i1' });
    await held.settle();
    held.engine.interrupt('aside-1', { text: '', audioMs: 0 });
    resolve({ booked: true });
    await held.settle();
    held.live.tell(...spokenItem('i2', 'It is booked.', 800), { type: 'reply-ended', itemId: 'i2' });
    await held.settle();
    expect(held.live.calls[0]?.at(-1)).toMatch(/^result c1 .* true$/s);
    expect(held.of('reply-ended').map(({ replyId, text }) => `${replyId} ${text}`)).toEqual([
      'aside-1 One moment.',
      'r1 It is booked.',
    ]);
    expect(held.of('reply-started')).toEqual([]);
    await held.engine.close();
  });

  test('that finish during the fixed text continue the reply after it', async () => {
    const { held, resolve } = await bridged();
    held.live.tell(...spokenItem('i1', 'One moment.', 500));
    resolve({});
    await held.settle();
    held.engine.interrupt('aside-1', { text: '', audioMs: 0 });
    held.live.tell(...spokenItem('i2', 'Done.', 800), { type: 'reply-ended', itemId: 'i2' });
    await held.settle();
    expect(held.of('reply-ended').map(({ replyId }) => replyId)).toEqual(['r1']);
    expect(held.said('r1')).toBe('Done.');
    await held.engine.close();
  });

  test('continue the reply if the fixed text was interrupted', async () => {
    const { held, resolve } = await bridged();
    resolve({});
    await held.settle();
    held.engine.interrupt('aside-1', { text: '', audioMs: 0 });
    expect(held.live.calls[0]?.slice(-2)).toEqual(['interrupt null {"audioMs":0,"text":""}', 'respond null']);
    held.live.tell(...spokenItem('i2', 'Done.', 800), { type: 'reply-ended', itemId: 'i2' });
    await held.settle();
    expect(held.of('reply-ended').map(({ replyId }) => replyId)).toEqual(['r1']);
    await held.engine.close();
  });

  test('do not continue an interrupted answer', async () => {
    const held = openMultimodal({}, [book(async () => ({}))]);
    held.live.tell(...spokenItem('i1', 'One moment.', 600), asked, { type: 'reply-ended', itemId: 'i1' });
    await held.settle();
    const replyId = held.of('reply-started')[0]?.replyId ?? '';
    held.engine.interrupt(replyId, { text: 'One moment.', audioMs: 700 });
    expect(held.live.calls[0]?.at(-1)).toBe('interrupt null {"audioMs":0,"text":""}');
    await held.engine.close();
  });

  test('end together with their suspended reply when a new answer starts', async () => {
    const { held } = await bridged();
    held.engine.answer('r2');
    held.live.tell(...spokenItem('i2', 'Yes?', 300), { type: 'reply-ended', itemId: 'i2' });
    await held.settle();
    expect(held.of('reply-ended').map(({ replyId }) => replyId)).toEqual(['r2']);
    await held.engine.close();
  });

  test.each([{}, null])('are called by the language model instead if the arguments are %j', async (given) => {
    const ran: unknown[] = [];
    const model = scriptedModel(
      'a/m',
      [call('book', { id: '7' }), finish('tool-calls')],
      [...say('Table seven is yours.'), finish()],
    );
    const held = openMultimodal({ model }, [book(async (values) => ran.push(values))]);
    held.live.tell({ type: 'customer-text', text: 'Table seven, please.', language: null });
    held.live.tell({ ...asked, arguments: given });
    await held.settle();
    expect(ran).toEqual([{ id: '7' }]);
    expect(held.live.calls[0]).toEqual(['result c1 {"say":"Table seven is yours."} true']);
    expect(held.of('model-call')).toHaveLength(2);
    await held.engine.close();
  });
});

describe('closing', () => {
  const asked = { type: 'tool-call' as const, callId: 'c1', name: 'book' };

  test.each([
    ['requested by the realtime model', { id: '7' }],
    ['made by the language model in its place', {}],
  ])('lets a tool with effects finish that was %s, and stores its call', async (_by, given) => {
    const { promise, resolve } = Promise.withResolvers<unknown>();
    const stored: unknown[] = [];
    const journal: CallJournal = {
      started: async ({ name, key }) => void stored.push([name, key]),
      finished: async (key, result) => void stored.push([key, result]),
    };
    const model = scriptedModel('a/m', [call('book', { id: '7' }), finish('tool-calls')]);
    const tools: AgentTool[] = [{ ...testTool('book', () => promise), hasEffects: true }];
    const held = openMultimodal({ model }, tools, { journal });
    held.live.tell({ ...asked, arguments: given });
    await held.settle();
    expect(held.engine.hasRunningEffects).toBe(true);
    let isClosed = false;
    const closed = held.engine.close().then(() => (isClosed = true));
    await held.settle();
    expect(isClosed).toBe(false);
    resolve({ booked: true });
    await closed;
    const finished = held.of('tool-finished').find(({ failed }) => !failed);
    expect(finished?.functionCall).toEqual({
      name: 'book',
      arguments: { id: '7' },
      result: { booked: true },
    });
    expect(stored).toEqual([
      ['book', finished?.key],
      [finished?.key, { booked: true }],
    ]);
    expect([held.engine.hasRunningEffects, held.clock.sleeping()]).toEqual([false, 0]);
  });

  test('aborts a tool without effects', async () => {
    const held = openMultimodal({}, [testTool('book', () => new Promise(() => {}))]);
    held.live.tell({ ...asked, arguments: { id: '7' } });
    await held.settle();
    expect(held.engine.hasRunningEffects).toBe(false);
    await held.engine.close();
    expect(held.of('tool-finished')).toMatchObject([{ failed: true }]);
  });
});

test('the model gets the tool calls of an earlier call that broke off, and does not repeat them after the greeting', async () => {
  const keys: string[] = [];
  const tool = testTool('book', async (_given, _signal, { key }) => {
    keys.push(key);
    return { booked: true };
  });
  const made = (id: string, result: MadeCall['result']): MadeCall => ({
    key: `key-${id}`,
    round: 1,
    name: 'book',
    arguments: { id },
    result,
  });
  const earlierCalls = [made('7', { booked: true }), made('8', null)];
  const held = openMultimodal({}, [{ ...tool, hasEffects: true }], { earlierCalls });
  expect(held.live.calls[0]).toMatchObject([
    expect.stringMatching(/^read .*An earlier call with this customer broke off/),
    expect.stringMatching(/^read .*book with \{"id":"7"\}.*"booked":true/s),
    expect.stringMatching(/^read .*book with \{"id":"8"\}.*unknown/s),
  ]);
  held.engine.say('hello', 'Hello again.');
  held.live.tell(...spokenItem('i1', 'Hello again.', 900), { type: 'reply-ended', itemId: 'i1' });
  await held.settle();
  held.engine.played('hello');
  const ask = async (callId: string, id: string): Promise<void> => {
    held.live.tell({ type: 'tool-call', callId, name: 'book', arguments: { id } });
    await held.settle();
  };
  await ask('c1', '7');
  await ask('c2', '8');
  expect(keys).toEqual(['key-8']);
  expect(held.of('tool-finished')).toMatchObject([
    { key: 'key-7', isRepeat: true },
    { key: 'key-8', isRepeat: false },
  ]);
  await held.engine.close();
});

describe('a lost session', () => {
  test('is replaced by one that knows the conversation and gets the pending request', async () => {
    const held = openMultimodal();
    held.live.tell({ type: 'ready' });
    held.engine.say('hello', 'Hello from the mill.');
    held.live.tell(...spokenItem('i1', 'Hello from the mill.', 900), { type: 'reply-ended', itemId: 'i1' });
    await held.settle();
    held.engine.interrupt('hello', { text: 'Hello from', audioMs: 400 });
    held.live.tell({ type: 'customer-text', text: 'Are you open?', language: null });
    held.engine.answer('r1');
    await replaced(held);
    expect(held.live.calls[1]).toEqual(['said Hello from', 'read Are you open?', 'respond null']);
    held.live.tellLate(0, { type: 'reply-started', itemId: 'old' });
    held.live.tell(...spokenItem('i2', 'Yes.', 300), { type: 'reply-ended', itemId: 'i2' });
    await held.settle();
    expect(held.of('reply-ended').at(-1)).toMatchObject({ replyId: 'r1', text: 'Yes.' });
    expect(held.of('failed').map(({ fatal }) => fatal)).toEqual([false]);
    await held.engine.close();
  });

  test('keeps the spoken part of an answer', async () => {
    const held = openMultimodal();
    held.live.tell(...spokenItem('i1', 'We are open every day.', 500));
    await replaced(held);
    expect(held.of('reply-ended')).toHaveLength(1);
    await held.engine.close();
  });

  test('has the result of a running tool reported in the new session', async () => {
    const { promise, resolve } = Promise.withResolvers<unknown>();
    const held = openMultimodal({}, [testTool('book', () => promise)]);
    held.live.tell({ type: 'tool-call', callId: 'c1', name: 'book', arguments: { id: '7' } });
    await replaced(held);
    resolve({ booked: true });
    await held.settle();
    expect(held.live.calls[1]).toHaveLength(1);
    expect(held.live.calls[1]?.[0]).toMatch(/^respond The tool book returned .*"booked":true/s);
    await held.engine.close();
  });

  test('ends the call when it is rejected or keeps failing', async () => {
    const held = openMultimodal();
    for (let loss = 0; loss < 3; loss += 1) {
      held.live.tell({ type: 'failed', error: GONE, fatal: true });
      held.clock.advance(1_000);
      await held.settle();
    }
    expect(held.live.opened).toHaveLength(3);
    const failed = { type: 'failed', replyId: null, error: GONE };
    expect(held.of('failed')).toEqual([false, false, true].map((fatal) => ({ ...failed, fatal })));
    await held.engine.close();
    const other = openMultimodal();
    const error = new ProviderError('rejected', 'Wrong key.');
    other.live.tell({ type: 'failed', error, fatal: true });
    expect(other.of('failed')).toEqual([{ type: 'failed', replyId: null, error, fatal: true }]);
    expect(other.live.opened).toHaveLength(1);
    await other.engine.close();
  });

  test('is reopened only twice when it is lost right after connecting', async () => {
    const held = openMultimodal();
    for (let loss = 0; loss < 10; loss += 1) {
      held.live.tell({ type: 'ready' }, { type: 'failed', error: GONE, fatal: true });
      await held.settle();
      expect(held.live.opened.length).toBeLessThanOrEqual(loss + 1);
      held.clock.advance(1_000);
      await held.settle();
    }
    expect(held.live.opened).toHaveLength(3);
    expect(held.of('failed').map(({ fatal }) => fatal)).toEqual([false, false, true]);
    await held.engine.close();
  });

  test('is replaced every time when losses are rare', async () => {
    const held = openMultimodal();
    for (let loss = 0; loss < 10; loss += 1) {
      held.live.tell({ type: 'ready' });
      held.clock.advance(30_000);
      await replaced(held);
    }
    expect(held.live.opened).toHaveLength(11);
    expect(held.of('failed').filter(({ fatal }) => fatal)).toEqual([]);
    await held.engine.close();
  });

  test('is not replaced after the end of the call', async () => {
    const held = openMultimodal();
    held.live.tell({ type: 'failed', error: GONE, fatal: true });
    await held.engine.close();
    await held.settle();
    expect(held.live.opened).toHaveLength(1);
    expect(held.clock.sleeping()).toBe(0);
  });
});
