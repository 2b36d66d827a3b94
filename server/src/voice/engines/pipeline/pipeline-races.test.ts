import { describe, expect, test } from 'vitest';
import { openPipeline, systemOf, talk, watchUnhandled } from '../../../../test/kit/pipeline-call.ts';
import { call, finish, say, scriptedModel } from '../../../../test/kit/scripted-model.ts';
import { scriptedStt, scriptedTts } from '../../../../test/kit/scripted-voice.ts';
import { testTool } from '../../../../test/kit/turn-input.ts';
import type { CallJournal } from '../../../agent/made-calls.ts';

watchUnhandled();

describe('an interruption', () => {
  test('aborts a model that is thinking, without further events', async () => {
    const model = scriptedModel('a/m', [{ type: 'thinking' }, { type: 'hang' }]);
    const held = openPipeline(model);
    held.engine.read('Hello?');
    held.engine.answer('r1');
    await held.settle();
    held.engine.interrupt('r1', { text: '', audioMs: 0 });
    await held.settle();
    expect(held.types()).toEqual(['customer-text', 'model-call']);
    expect(held.of('model-call')[0]?.call.errorCode).toBe('aborted');
    expect(held.clock.sleeping()).toBe(0);
    await held.engine.close();
  });

  test('aborts model and voice immediately during speech', async () => {
    const voice = scriptedTts({ steps: { second: { type: 'hang' } } });
    const model = scriptedModel('a/m', [...say('The first one. The second one. '), { type: 'hang' }]);
    const held = openPipeline(model, { voice });
    held.engine.read('Hello?');
    held.engine.answer('r1');
    await held.settle();
    const before = held.events.length;
    held.engine.interrupt('r1', { text: 'The', audioMs: 30 });
    held.engine.interrupt('r1', { text: 'The first one.', audioMs: 120 });
    expect(voice.aborted).toBe(1);
    await held.settle();
    expect(held.types().slice(before)).toEqual(['model-call', 'speech-usage']);
    held.engine.read('What?');
    held.engine.answer('r2');
    await held.settle();
    expect(talk(model)).toEqual(['user: Hello?', 'assistant: The', 'user: What?']);
    await held.engine.close();
  });

  test('does not wait for a voice that ignores the abort', async () => {
    const voice = scriptedTts({ steps: { first: { type: 'deaf' } } });
    const held = openPipeline(scriptedModel('a/m', [...say('The first one.'), finish()]), { voice });
    held.engine.read('Hello?');
    held.engine.answer('r1');
    await held.settle();
    held.engine.interrupt('r1', { text: '', audioMs: 0 });
    await held.engine.close();
    expect(held.of('reply-ended')).toEqual([]);
  });

  test('lets a running tool finish and reports it without asking the model', async () => {
    const { promise, resolve } = Promise.withResolvers<unknown>();
    let aborted = false;
    const tool = testTool('book', async (_given, signal) => {
      signal.addEventListener('abort', () => (aborted = true));
      return promise;
    });
    const model = scriptedModel(
      'a/m',
      [...say('One moment. '), call('book', { id: '7' }), finish('tool-calls')],
      [...say('All right.'), finish()],
    );
    const held = openPipeline(model, { tools: [tool] });
    held.engine.read('Book it.');
    held.engine.answer('r1');
    await held.settle();
    expect(held.words('r1')).toBe('One moment.');
    held.engine.interrupt('r1', { text: 'One moment.', audioMs: 110 });
    held.engine.read('Are you there?');
    held.engine.answer('r2');
    await held.settle();
    expect(aborted).toBe(false);
    expect(systemOf(model)).toContain('The tool book that you called earlier is still running');
    held.engine.played('r2');
    resolve({ booked: true });
    await held.settle();
    expect(held.of('tool-finished')).toMatchObject([
      { replyId: 'r1', failed: false, functionCall: { name: 'book', result: { booked: true } } },
    ]);
    expect(model.requests).toHaveLength(2);
    held.engine.read('Is it booked?');
    held.engine.answer('r3');
    await held.settle();
    const shown = model.requests.at(-1)?.messages ?? [];
    expect(
      shown.some((message) => message.role === 'tool' && String(message.output).includes('booked')),
    ).toBe(true);
    expect(systemOf(model)).not.toContain('still running');
    await held.engine.close();
  });

  test.each([
    ['that timed out', 1_000],
    ['that was aborted with its turn', 90_000],
  ])('makes the next answer repeat, under the same key, a tool call %s', async (_end, ms) => {
    const keys: string[] = [];
    const tool = testTool('book', (_given, _signal, { key }) => {
      keys.push(key);
      return keys.length === 1 ? new Promise(() => {}) : Promise.resolve({ booked: true });
    });
    const books = [call('book', { id: '7' }), finish('tool-calls')];
    const model = scriptedModel('a/m', books, ...(ms === 1_000 ? [[{ type: 'hang' as const }]] : []), books, [
      ...say('Done.'),
      finish(),
    ]);
    const timeoutMs = ms === 1_000 ? ms : 10 * ms;
    const held = openPipeline(model, { tools: [{ ...tool, timeoutMs, hasEffects: true }] });
    held.engine.read('Book it.');
    held.engine.answer('r1');
    await held.settle();
    held.clock.advance(ms);
    await held.settle();
    held.engine.interrupt('r1', { text: '', audioMs: 0 });
    held.engine.read('Hello?');
    held.engine.answer('r2');
    await held.settle();
    expect(keys).toEqual([keys[0], keys[0]]);
    await held.engine.close();
  });

  test('keeps the question whose transcript the answer was waiting for', async () => {
    const stt = scriptedStt();
    const model = scriptedModel('a/m', [...say('Yes.'), finish()]);
    const held = openPipeline(model, { stt });
    stt.tell({ type: 'interim', text: 'are you' });
    held.engine.answer('r1');
    held.engine.interrupt('r1', { text: '', audioMs: 0 });
    stt.tell({ type: 'final', text: 'Are you open?', language: null });
    await held.settle();
    expect(held.of('reply-ended')).toEqual([]);
    held.engine.answer('r2');
    await held.settle();
    expect(talk(model)).toEqual(['user: Are you open?']);
    await held.engine.close();
  });
});

describe('closing', () => {
  test('lets running tools with effects finish, and stores their calls', async () => {
    const { promise, resolve } = Promise.withResolvers<unknown>();
    let aborted = false;
    const tool = testTool('book', (_given, signal) => {
      signal.addEventListener('abort', () => (aborted = true));
      return promise;
    });
    const stored: unknown[] = [];
    const journal: CallJournal = {
      started: async ({ name, key }) => void stored.push([name, key]),
      finished: async (key, result) => void stored.push([key, result]),
    };
    const model = scriptedModel('a/m', [
      ...say('One moment. '),
      call('book', { id: '7' }),
      finish('tool-calls'),
    ]);
    const held = openPipeline(model, { tools: [{ ...tool, hasEffects: true }], journal });
    held.engine.read('Book it.');
    held.engine.answer('r1');
    await held.settle();
    expect(held.engine.hasRunningEffects).toBe(true);
    const closed = held.engine.close();
    await held.settle();
    expect([aborted, held.of('tool-finished')]).toEqual([false, []]);
    resolve({ booked: true });
    await closed;
    const [finished] = held.of('tool-finished');
    expect(finished).toMatchObject({ failed: false, functionCall: { result: { booked: true } } });
    expect(stored).toEqual([
      ['book', finished?.key],
      [finished?.key, { booked: true }],
    ]);
    expect([held.engine.hasRunningEffects, held.clock.sleeping(), model.requests.length]).toEqual([
      false,
      0,
      1,
    ]);
  });

  test('reports a tool call once that a second answer was waiting for', async () => {
    const { promise, resolve } = Promise.withResolvers<unknown>();
    const books = [call('book', { id: '7' }), finish('tool-calls')];
    const held = openPipeline(scriptedModel('a/m', books), {
      tools: [{ ...testTool('book', () => promise), hasEffects: true }],
    });
    held.engine.read('Book it.');
    held.engine.answer('r1');
    await held.settle();
    held.engine.interrupt('r1', { text: '', audioMs: 0 });
    held.engine.read('Hello?');
    held.engine.answer('r2');
    await held.settle();
    const closed = held.engine.close();
    await held.settle();
    resolve({ booked: true });
    await closed;
    const made = held.of('tool-finished').filter(({ isRepeat }) => !isRepeat);
    expect(made).toMatchObject([{ functionCall: { result: { booked: true } } }]);
  });

  const slowTool = testTool('book', () => new Promise(() => {}));
  const scripts = {
    thinking: scriptedModel('a/m', [{ type: 'deaf' }]),
    speaking: scriptedModel('a/m', [...say('The second one.'), { type: 'hang' }]),
    calling: scriptedModel('a/m', [call('book', { id: '1' }), finish('tool-calls')]),
  };
  test.each(Object.entries(scripts))(
    'while %s releases everything and reports only running tools',
    async (name, model) => {
      const voice = scriptedTts({ steps: { second: { type: 'deaf' } } });
      const held = openPipeline(model, { voice, tools: [slowTool] });
      held.engine.read('Hello?');
      held.engine.answer('r1');
      await held.settle();
      const before = held.events.length;
      await held.engine.close();
      const types = held.events.slice(before).map(({ type }) => type);
      const told = types.filter((type) => type !== 'model-call' && type !== 'speech-usage');
      expect(told).toEqual(name === 'calling' ? ['tool-finished'] : []);
      const after = held.events.length;
      for (const late of ['r2', 'r3']) {
        held.engine.read('More.');
        held.engine.answer(late);
        held.engine.say(late, 'Late.');
        held.engine.prompt(late, 'Late.');
        held.engine.interrupt(late, { text: '', audioMs: 0 });
        held.engine.played(late);
      }
      await held.engine.close();
      await held.settle();
      expect(held.events).toHaveLength(after);
      expect(held.clock.sleeping()).toBe(0);
    },
  );
});
