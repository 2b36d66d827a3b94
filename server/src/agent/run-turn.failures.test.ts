import { describe, expect, test } from 'vitest';
import { manualClock } from '../../test/kit/clocks.ts';
import { call, finish, type ModelStep, say, scriptedModel } from '../../test/kit/scripted-model.ts';
import { allEvents, testTool, turnInput } from '../../test/kit/turn-input.ts';
import { ProviderError } from '../providers/interfaces/provider-error.ts';
import { runTurn } from './run-turn.ts';
import type { TurnEvent, TurnInput } from './turn.ts';

const run = (input: TurnInput) => allEvents(runTurn(input));

/** Advances the clock past the retry delays. */
async function runThrough(input: TurnInput): Promise<TurnEvent[]> {
  const clock = manualClock();
  let isOver = false;
  const running = run({ ...input, clock }).finally(() => {
    isOver = true;
  });
  while (!isOver) {
    await new Promise(setImmediate);
    clock.advance(500);
  }
  expect(clock.sleeping()).toBe(0);
  return running;
}
const last = (events: readonly TurnEvent[]) => events.at(-1);

describe('the fallback', () => {
  const broken = (code: 'unavailable' | 'rejected' | 'malformed') =>
    [{ type: 'fail', error: new ProviderError(code, 'No.') }] as const;

  test('answers when the model fails before its first token', async () => {
    const fallback = scriptedModel('b/m', [...say('Hello.'), finish()]);
    const events = await runThrough(turnInput(scriptedModel('a/m', broken('unavailable')), { fallback }));
    expect(last(events)).toMatchObject({
      type: 'finished',
      result: {
        text: 'Hello.',
        modelCalls: [
          { modelId: 'a/m', errorCode: 'unavailable', finishReason: null },
          { modelId: 'a/m', errorCode: 'unavailable' },
          { modelId: 'a/m', errorCode: 'unavailable' },
          { modelId: 'b/m', errorCode: null, finishReason: 'stop' },
        ],
      },
    });
  });

  test('continues an answer that broke off', async () => {
    const fallback = scriptedModel('b/m', [...say('at nine.'), finish()]);
    const model = scriptedModel('a/m', [...say('We open'), ...broken('rejected')]);
    const events = await runThrough(turnInput(model, { fallback }));
    expect(last(events)).toMatchObject({ type: 'finished', result: { text: 'We open at nine.' } });
    expect(fallback.requests[0]?.messages.slice(-2)).toMatchObject([
      { role: 'assistant', content: 'We open' },
      { role: 'user', content: expect.stringContaining('Continue with its next word') },
    ]);
  });

  test('is asked once, then stays for the rest of the turn', async () => {
    const order = testTool('order', async () => ({}));
    const fallback = scriptedModel(
      'b/m',
      [call('order', { id: '1' }), finish('tool-calls')],
      [...say('Done.'), finish()],
    );
    const events = await run(
      turnInput(scriptedModel('a/m', broken('rejected')), { fallback, tools: [order] }),
    );
    expect(last(events)).toMatchObject({
      type: 'finished',
      result: { modelCalls: [{ modelId: 'a/m' }, { modelId: 'b/m' }, { modelId: 'b/m' }] },
    });
  });

  test('ends the turn if it fails too', async () => {
    const fallback = scriptedModel('b/m', broken('rejected'));
    const events = await runThrough(turnInput(scriptedModel('a/m', broken('unavailable')), { fallback }));
    expect(events).toMatchObject([{ type: 'failed', error: { code: 'rejected' } }]);
    expect(fallback.requests).toHaveLength(1);
  });

  test('replaces a model that sends nothing for too long', async () => {
    const clock = manualClock();
    const model = scriptedModel('a/m', [{ type: 'deaf' }]);
    const fallback = scriptedModel('b/m', [...say('Hello.'), finish()]);
    const running = run(turnInput(model, { fallback, clock }));
    await expect.poll(() => model.requests.length).toBe(1);
    clock.advance(20_000);
    expect(last(await running)).toMatchObject({
      type: 'finished',
      result: { modelCalls: [{ errorCode: 'timeout' }, { modelId: 'b/m', errorCode: null }] },
    });
    expect(clock.sleeping()).toBe(0);
  });

  test('waits while the model sends reasoning', async () => {
    const clock = manualClock();
    const model = scriptedModel('a/m', [{ type: 'thinking' }, { type: 'hang' }]);
    const fallback = scriptedModel('b/m', [...say('Hello.'), finish()]);
    const abort = new AbortController();
    const running = run(turnInput(model, { fallback, clock, signal: abort.signal }));
    await expect.poll(() => clock.sleeping()).toBe(1);
    clock.advance(20_000);
    abort.abort();
    expect(await running).toMatchObject([{ type: 'failed', error: { code: 'aborted' } }]);
    expect(fallback.requests).toEqual([]);
  });

  test('replaces a model with an empty or unfinished answer', async () => {
    for (const script of [[finish()], [{ type: 'end' }]] as const) {
      const fallback = scriptedModel('b/m', [...say('Hello.'), finish()]);
      const events = await runThrough(turnInput(scriptedModel('a/m', script), { fallback }));
      expect(last(events)).toMatchObject({ type: 'finished', result: { text: 'Hello.' } });
    }
  });
});

describe('a model that fails temporarily', () => {
  const fail = (code: 'unavailable' | 'rate-limited' | 'malformed' | 'rejected' | 'timeout') => ({
    type: 'fail' as const,
    error: new ProviderError(code, 'No.'),
  });
  const answer = [...say('We open at nine.'), finish()];

  test.each(['unavailable', 'rate-limited', 'malformed', 'timeout'] as const)(
    'is asked again after %s',
    async (code) => {
      const model = scriptedModel('a/m', [fail(code)], [fail(code)], answer);
      const events = await runThrough(turnInput(model));
      expect(last(events)).toMatchObject({ type: 'finished', result: { text: 'We open at nine.' } });
      expect(model.requests).toHaveLength(3);
    },
  );

  test('is tried at most three times, and only once if a retry cannot help', async () => {
    for (const [code, times] of [['unavailable', 3] as const, ['rejected', 1] as const]) {
      const model = scriptedModel('a/m', [fail(code)]);
      expect(await runThrough(turnInput(model))).toMatchObject([{ type: 'failed', error: { code } }]);
      expect(model.requests).toHaveLength(times);
    }
  });

  test('continues an answer that was already shown', async () => {
    const model = scriptedModel(
      'a/m',
      [...say('We open'), fail('unavailable')],
      [...say('at nine.'), finish()],
    );
    const events = await runThrough(turnInput(model));
    expect(last(events)).toMatchObject({ type: 'finished', result: { text: 'We open at nine.' } });
  });

  test('restarts an answer that was not shown yet', async () => {
    const model = scriptedModel('a/m', [...say('We open'), fail('unavailable')], answer);
    const events = await runThrough(turnInput(model, { isStreamed: false }));
    expect(last(events)).toMatchObject({ type: 'finished', result: { text: 'We open at nine.' } });
    expect(model.requests[1]).toEqual(model.requests[0]);
  });

  test('is retried with the tool’s result, without running the tool again', async () => {
    let runs = 0;
    const book = testTool('book', async () => {
      runs += 1;
      return {};
    });
    const model = scriptedModel(
      'a/m',
      [call('book', { id: '1' }), finish('tool-calls')],
      [fail('unavailable')],
      answer,
    );
    const events = await runThrough(turnInput(model, { tools: [book] }));
    expect(last(events)).toMatchObject({ type: 'finished', result: { functionCalls: [{ name: 'book' }] } });
    expect([runs, model.requests.length]).toEqual([1, 3]);
  });

  test.each([
    ['asks once more', answer, 'One moment.\n\nWe open at nine.'],
    ['ends with the words before the tool if it still says nothing', [finish()], 'One moment.'],
  ])('is silent after a tool: %s', async (_name, next, text) => {
    const model = scriptedModel(
      'a/m',
      [...say('One moment.'), call('book', { id: '1' }), finish('tool-calls')],
      [finish()],
      next,
    );
    const events = await runThrough(turnInput(model, { tools: [testTool('book', async () => ({}))] }));
    expect(last(events)).toMatchObject({ type: 'finished', result: { text } });
    expect(model.requests).toHaveLength(3);
  });

  test('is asked once more about its silence after a tool, even if other failures used up the retries', async () => {
    const model = scriptedModel(
      'a/m',
      [...say('One moment.'), call('book', { id: '1' }), finish('tool-calls')],
      [fail('unavailable')],
      [fail('unavailable')],
      [finish()],
      answer,
    );
    const events = await runThrough(turnInput(model, { tools: [testTool('book', async () => ({}))] }));
    expect(last(events)).toMatchObject({ result: { text: 'One moment.\n\nWe open at nine.' } });
  });

  test('an abort during the retry delay ends the turn immediately', async () => {
    const clock = manualClock();
    const abort = new AbortController();
    const model = scriptedModel('a/m', [fail('unavailable')]);
    const running = run(turnInput(model, { clock, signal: abort.signal }));
    await expect.poll(() => clock.sleeping()).toBe(2);
    abort.abort();
    expect(await running).toMatchObject([{ type: 'failed', error: { code: 'aborted' } }]);
    expect(clock.sleeping()).toBe(0);
  });
});

describe('time and aborts', () => {
  async function stalling(...scripts: ModelStep[][]) {
    const clock = manualClock();
    const model = scriptedModel('a/m', ...scripts);
    const events: TurnEvent[] = [];
    const running = (async () => {
      for await (const event of runTurn(turnInput(model, { clock }))) events.push(event);
    })();
    await expect.poll(() => events.length).toBe(1);
    return { clock, model, events, running };
  }
  const stalls: ModelStep[] = [...say('We'), { type: 'deaf' }];

  test('a stream that stalls after its first words is continued', async () => {
    const { clock, model, events, running } = await stalling(stalls, [...say('open.'), finish()]);
    clock.advance(14_999);
    await new Promise(setImmediate);
    expect(model.requests).toHaveLength(1);
    clock.advance(1);
    await expect.poll(() => clock.sleeping()).toBe(2);
    clock.advance(500);
    await running;
    expect(last(events)).toMatchObject({ type: 'finished', result: { text: 'We open.' } });
    expect(model.requests[1]?.messages.at(-2)).toEqual({ role: 'assistant', content: 'We' });
    expect(clock.sleeping()).toBe(0);
  });

  test('a stream that always stalls ends at the turn’s time limit', async () => {
    const { clock, events, running } = await stalling(stalls);
    clock.advance(90_000);
    await running;
    expect(last(events)).toMatchObject({
      type: 'failed',
      error: { code: 'timeout' },
      result: { text: 'We' },
    });
    expect(clock.sleeping()).toBe(0);
  });

  test.each(['hang', 'deaf'] as const)(
    'an abort ends the turn even if the model ignores it: %s',
    async (type) => {
      const clock = manualClock();
      const abort = new AbortController();
      const model = scriptedModel('a/m', [{ type }]);
      const fallback = scriptedModel('b/m', [...say('No'), finish()]);
      const running = run(turnInput(model, { clock, fallback, signal: abort.signal }));
      await expect.poll(() => model.requests.length).toBe(1);
      abort.abort();
      expect(await running).toMatchObject([{ type: 'failed', error: { code: 'aborted' } }]);
      expect(fallback.requests).toEqual([]);
      expect(clock.sleeping()).toBe(0);
    },
  );

  test('a turn aborted before its start makes no model call', async () => {
    const model = scriptedModel('a/m', [...say('No'), finish()]);
    const events = await run(turnInput(model, { signal: AbortSignal.abort() }));
    expect(events).toMatchObject([{ type: 'failed', error: { code: 'aborted' } }]);
    expect(model.requests).toEqual([]);
  });

  test('ending the iteration stops the model and all timers', async () => {
    const clock = manualClock();
    let modelSignal: AbortSignal | undefined;
    const inner = scriptedModel('a/m', [...say('one two three'), finish()]);
    const model = {
      ...inner,
      stream: (...[request, signal]: Parameters<typeof inner.stream>) => {
        modelSignal = signal;
        return inner.stream(request, signal);
      },
    };
    for await (const event of runTurn(turnInput(model, { clock }))) if (event.type === 'text-delta') break;
    expect(modelSignal?.aborted).toBe(true);
    expect(clock.sleeping()).toBe(0);
  });
});
