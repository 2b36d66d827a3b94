import { describe, expect, test } from 'vitest';
import { voiceSettings } from '../../../../test/kit/engine-call.ts';
import { openPipeline, systemOf, talk, watchUnhandled } from '../../../../test/kit/pipeline-call.ts';
import { call, finish, say, scriptedModel } from '../../../../test/kit/scripted-model.ts';
import { scriptedTts } from '../../../../test/kit/scripted-voice.ts';
import { testTool } from '../../../../test/kit/turn-input.ts';
import { ProviderError } from '../../../providers/interfaces/provider-error.ts';

watchUnhandled();

describe('an answer', () => {
  test('is spoken in segments with word timings and ends with its text', async () => {
    const model = scriptedModel('a/m', [...say('Of course we are, **every** day. Until 9-17.'), finish()]);
    const held = openPipeline(model);
    held.engine.read('Are you open?');
    held.engine.answer('r1');
    await held.settle();
    expect(held.voice.pieces).toEqual(['Of course we are,', 'every day.', 'Until nine to seventeen.']);
    expect(held.words('r1')).toBe('Of course we are, every day. Until 9-17.');
    expect(held.of('reply-ended')).toEqual([
      {
        type: 'reply-ended',
        replyId: 'r1',
        text: 'Of course we are, every day. Until 9-17.',
        functionCalls: [],
      },
    ]);
    expect(held.of('model-call').map((event) => event.call.modelId)).toEqual(['a/m']);
    expect(held.of('speech-usage')).toEqual([
      {
        type: 'speech-usage',
        usage: { kind: 'text-to-speech', provider: 'scripted', characters: 51 },
      },
    ]);
    expect(held.types().at(-1)).toBe('reply-ended');
    await held.engine.close();
    expect(held.clock.sleeping()).toBe(0);
  });

  test('is spoken with the assistant’s pronunciations; timings and text have the written words', async () => {
    const entry = (word: string, pronunciation: string, alphabet: 'spelling' | 'ipa') => ({
      word,
      pronunciation,
      alphabet,
    });
    const pronunciations = [entry('Mill Inn', 'meel in', 'spelling'), entry('GIF', 'dʒɪf', 'ipa')];
    const settings = voiceSettings();
    const voice = { ...settings.voice, pronunciations, isNormalized: false };
    // The word is cut between two deltas.
    const chunks = ['At Mi', 'll I', 'nn we sh', 'ow a GIF at 14:30.'];
    const deltas = chunks.map((text) => ({ type: 'text-delta' as const, text }));
    const model = scriptedModel('a/m', [...deltas, finish()]);
    const held = openPipeline(model, { assistant: { settings: { ...settings, voice } } });
    held.engine.read('Where?');
    held.engine.answer('r1');
    await held.settle();
    expect(held.voice.pieces).toEqual(['At meel in we show a GIF at 14:30.']);
    expect(held.voice.options).toMatchObject([{ phonemes: [{ word: 'GIF', pronunciation: 'dʒɪf' }] }]);
    expect(held.words('r1')).toBe('At Mill Inn we show a GIF at 14:30.');
    expect(held.of('reply-ended')[0]?.text).toBe('At Mill Inn we show a GIF at 14:30.');
    await held.engine.close();
  });

  test('can be drained: later words are another stream, with times after those of the first', async () => {
    const model = scriptedModel(
      'a/m',
      [...say('I press it.'), call('press', { id: '1' }), finish('tool-calls')],
      [...say('Now I wait.'), finish()],
    );
    let drainedMs = 0;
    const press = testTool('press', async () => {
      await held.engine.drain();
      drainedMs = held.of('reply-audio').reduce((sum, { samples }) => sum + samples.length / 8, 0);
      return {};
    });
    const held = openPipeline(model, { tools: [press] });
    held.engine.read('Press one.');
    held.engine.answer('r1');
    await held.settle();
    expect(drainedMs).toBe(90);
    expect(held.voice.options).toHaveLength(2);
    expect(held.of('reply-words').flatMap(({ words }) => words)).toMatchObject([
      { text: 'I', startMs: 0 },
      { text: 'press', startMs: 10 },
      { text: 'it.', endMs: 90 },
      { text: 'Now', startMs: 90 },
      { text: 'I', startMs: 120 },
      { text: 'wait.', endMs: 180 },
    ]);
    expect(held.of('reply-ended')).toMatchObject([{ text: 'I press it. Now I wait.' }]);
    await held.engine.close();
  });

  test('keeps the fallback voice of its first stream in later ones', async () => {
    const model = scriptedModel(
      'a/m',
      [...say('I press it.'), call('press', { id: '1' }), finish('tool-calls')],
      [...say('Now I wait.'), finish()],
    );
    const press = testTool('press', async () => {
      await held.engine.drain();
      held.voice.options[0]?.onReplaced?.(new ProviderError('timeout', 'Too slow.'), 'other');
      return {};
    });
    const held = openPipeline(model, { tools: [press] });
    held.engine.read('Press one.');
    held.engine.answer('r1');
    await held.settle();
    expect(held.voice.options.map(({ fallback }) => fallback)).toEqual([undefined, 'always']);
    await held.engine.close();
  });

  test('contains no reasoning whose opening mark the model’s server swallowed', async () => {
    const answer = [...say('The user asks. I am polite. </think>We open at nine.'), finish()];
    const held = openPipeline({ ...scriptedModel('a/m', answer), mayHideReasoning: true });
    held.engine.read('When?');
    held.engine.answer('r1');
    await held.settle();
    expect(held.voice.pieces).toEqual(['We open at nine.']);
    expect(held.of('reply-ended')[0]?.text).toBe('We open at nine.');
    await held.engine.close();
  });

  test('is requested with the rules for speech and the temperature of the assistant', async () => {
    const model = scriptedModel('a/m', [...say('Yes.'), finish()]);
    const held = openPipeline(model, { assistant: { temperature: 0.4 } });
    held.engine.read('Hello?');
    held.engine.answer('r1');
    await held.settle();
    expect(systemOf(model, 0)).toContain('your answer is spoken');
    expect(model.requests[0]?.temperature).toBe(0.4);
    await held.engine.close();
  });

  test('follows a supervisor’s instruction, even one that comes after the customer’s words', async () => {
    const model = scriptedModel('a/m', [...say('Yes.'), finish()], [...say('Yes, ten percent.'), finish()]);
    const held = openPipeline(model);
    held.engine.read('Is it cheaper for groups?');
    await held.settle();
    held.engine.note('Offer ten percent.');
    held.engine.answer('r1');
    await held.settle();
    expect(systemOf(model, 0)).not.toContain('ten percent');
    expect(systemOf(model, 1)).toContain('Offer ten percent.');
    expect(held.of('reply-ended')[0]?.text).toBe('Yes, ten percent.');
    await held.engine.close();
  });

  test('to an empty turn is empty and asks no model', async () => {
    const model = scriptedModel('a/m', [...say('Yes.'), finish()]);
    const held = openPipeline(model);
    held.engine.answer('r1');
    await held.settle();
    expect(held.events).toEqual([{ type: 'reply-ended', replyId: 'r1', text: '', functionCalls: [] }]);
    expect(model.requests).toEqual([]);
    await held.engine.close();
  });

  test('comes from the fallback when the model fails', async () => {
    const model = scriptedModel('a/m', [{ type: 'fail', error: new ProviderError('rejected', 'No.') }]);
    const fallback = scriptedModel('b/m', [...say('Here I am.'), finish()]);
    const held = openPipeline(model, { assistant: { fallback } });
    held.engine.read('Hello?');
    held.engine.answer('r1');
    await held.settle();
    expect(held.of('reply-ended')[0]?.text).toBe('Here I am.');
    expect(held.of('model-call').map((event) => event.call.errorCode)).toEqual(['rejected', null]);
    await held.engine.close();
  });

  test.each([
    ['before its first word', { type: 'thinking' as const }, 'We open at seven.'],
    ['midway', { type: 'text-delta' as const, text: 'We open' }, 'We open at seven.'],
  ])('is requested again when the model stalls %s for five seconds', async (_when, event, text) => {
    const rest = event.type === 'thinking' ? text : 'at seven.';
    const model = scriptedModel('a/m', [event, { type: 'hang' }], [...say(rest), finish()]);
    const held = openPipeline(model);
    held.engine.read('When do you open?');
    held.engine.answer('r1');
    await held.settle();
    held.clock.advance(4_999);
    await held.settle();
    expect(model.requests).toHaveLength(1);
    held.clock.advance(1);
    await held.settle();
    // The longest wait before the first retry.
    held.clock.advance(450);
    await held.settle();
    expect(held.of('failed')).toEqual([]);
    expect(held.of('reply-ended')[0]?.text).toBe(text);
    expect(held.of('model-call').map((made) => made.call.errorCode)).toEqual(['timeout', null]);
    await held.engine.close();
  });

  test('is spoken up to the point where the model fails', async () => {
    const model = scriptedModel('a/m', [
      ...say('The first sentence. And the '),
      { type: 'fail', error: new ProviderError('rejected', 'Gone.') },
    ]);
    const held = openPipeline(model);
    held.engine.read('Hello?');
    held.engine.answer('r1');
    await held.settle();
    expect(held.of('failed')).toMatchObject([{ replyId: 'r1', fatal: false, error: { code: 'rejected' } }]);
    expect(held.of('reply-ended')[0]?.text).toBe('The first sentence. And the');
    await held.engine.close();
  });

  test('contains only the spoken text when the voice fails', async () => {
    const error = new ProviderError('unavailable', 'No voice.');
    const voice = scriptedTts({ steps: { second: { type: 'fail', error } } });
    const model = scriptedModel('a/m', [...say('The first one. The second one. '), { type: 'hang' }]);
    const held = openPipeline(model, { voice });
    held.engine.read('Hello?');
    held.engine.answer('r1');
    await held.settle();
    expect(held.of('failed')).toEqual([{ type: 'failed', replyId: 'r1', error, fatal: false }]);
    expect(held.of('reply-ended')[0]?.text).toBe('The first one.');
    held.engine.played('r1');
    held.engine.read('Go on.');
    held.engine.answer('r2');
    await held.settle();
    expect(talk(model)).toEqual(['user: Hello?', 'assistant: The first one.', 'user: Go on.']);
    await held.engine.close();
  });

  test('fails with a reason when the TTS provider is missing', async () => {
    const model = scriptedModel('a/m', [...say('Hello.'), finish()]);
    const held = openPipeline(model, { assistant: { synthesizer: 'gone' } });
    held.engine.say('r1', 'Hello.');
    await held.settle();
    expect(held.of('failed')).toMatchObject([{ replyId: 'r1', error: { code: 'rejected' } }]);
    expect(held.of('reply-ended')).toMatchObject([{ text: '' }]);
    await held.engine.close();
  });

  test('is cut at the maximum length', async () => {
    const endless = Array.from({ length: 2_000 }, () => say('This goes on and on. ')).flat();
    const held = openPipeline(scriptedModel('a/m', [...endless, { type: 'hang' }]));
    held.engine.read('Hello?');
    held.engine.answer('r1');
    await held.settle();
    const [ended] = held.of('reply-ended');
    expect(ended?.text.length).toBeLessThan(4_300);
    expect(held.of('failed')).toEqual([]);
    await held.engine.close();
  });
});

describe('history', () => {
  const model = () => scriptedModel('a/m', [...say('One two three four.'), finish()]);

  test('contains played text and the heard part of interrupted text', async () => {
    const mind = model();
    const held = openPipeline(mind);
    held.engine.say('hello', 'Hello from the mill.');
    await held.settle();
    held.engine.interrupt('hello', { text: 'Hello from', audioMs: 90 });
    held.engine.read('First.');
    held.engine.answer('r1');
    await held.settle();
    held.engine.played('r1');
    held.engine.read('Second.');
    held.engine.answer('r2');
    await held.settle();
    held.engine.interrupt('r2', { text: 'One two', audioMs: 60 });
    held.engine.read('Third.');
    held.engine.answer('r3');
    await held.settle();
    expect(talk(mind)).toEqual([
      'user: First.',
      'assistant: One two three four.',
      'user: Second.',
      'assistant: One two',
      'user: Third.',
    ]);
    expect(systemOf(mind)).toContain('opened the conversation with: "Hello from"');
    await held.engine.close();
  });

  test('joins customer messages around an unheard answer', async () => {
    const mind = model();
    const held = openPipeline(mind);
    held.engine.read('First.');
    held.engine.answer('r1');
    await held.settle();
    held.engine.interrupt('r1', { text: '', audioMs: 0 });
    held.engine.read('And second.');
    held.engine.answer('r2');
    await held.settle();
    expect(talk(mind)).toEqual(['user: First. And second.']);
    await held.engine.close();
  });

  test('counts a replaced reply as unheard unless reported later', async () => {
    const mind = model();
    const held = openPipeline(mind);
    held.engine.read('First.');
    held.engine.answer('r1');
    await held.settle();
    held.engine.read('Second.');
    held.engine.answer('r2');
    await held.settle();
    expect(talk(mind)).toEqual(['user: First. Second.']);
    held.engine.interrupt('r1', { text: 'One', audioMs: 30 });
    held.engine.interrupt('r2', { text: '', audioMs: 0 });
    held.engine.read('Third.');
    held.engine.answer('r3');
    await held.settle();
    expect(talk(mind)).toEqual(['user: First.', 'assistant: One', 'user: Second. Third.']);
    await held.engine.close();
  });

  test('does not contain the instruction of a prompt', async () => {
    const mind = model();
    const held = openPipeline(mind);
    held.engine.prompt('p1', 'Ask whether they are still there.');
    await held.settle();
    expect(talk(mind)[0]).toContain('Ask whether they are still there.');
    held.engine.played('p1');
    held.engine.read('Yes, I am.');
    held.engine.answer('r1');
    await held.settle();
    expect(talk(mind)).toEqual(['user: Yes, I am.']);
    await held.engine.close();
  });
});

describe('fixed text during an answer', () => {
  test('bridges a tool and does not end the answer', async () => {
    const { promise, resolve } = Promise.withResolvers<unknown>();
    const tool = testTool('book', () => promise);
    const model = scriptedModel(
      'a/m',
      [call('book', { id: '7' }), finish('tool-calls')],
      [...say('It is booked.'), finish()],
    );
    const held = openPipeline(model, { tools: [tool] });
    held.engine.read('Book it.');
    held.engine.answer('r1');
    await held.settle();
    held.engine.say('bridge', 'One moment, please.');
    await held.settle();
    held.engine.played('bridge');
    resolve('done');
    await held.settle();
    expect(held.of('reply-ended').map(({ replyId, text }) => `${replyId} ${text}`)).toEqual([
      'bridge One moment, please.',
      'r1 It is booked.',
    ]);
    expect(held.of('reply-ended')[1]?.functionCalls).toMatchObject([{ name: 'book' }]);
    await held.engine.close();
  });
});

describe('a tool with side effects', () => {
  const orders = [call('book', { id: '7' }), finish('tool-calls')];
  const booked = [...say('It is booked.'), finish()];

  /** A tool that counts its runs. */
  function counting(done: Promise<unknown>) {
    const runs: unknown[] = [];
    const run = (given: unknown): Promise<unknown> => {
      runs.push(given);
      return done;
    };
    return { runs, tool: { ...testTool('book', run), hasEffects: true as const } };
  }

  test('is not run again by the next answer after an interruption', async () => {
    const { promise, resolve } = Promise.withResolvers<unknown>();
    const { runs, tool } = counting(promise);
    const model = scriptedModel('a/m', orders, orders, booked);
    const held = openPipeline(model, { tools: [tool] });
    held.engine.read('Book it.');
    held.engine.answer('r1');
    await held.settle();
    held.engine.interrupt('r1', { text: '', audioMs: 0 });
    held.engine.read('Are you there?');
    held.engine.answer('r2');
    await held.settle();
    resolve({ booked: true });
    await held.settle();
    expect(held.of('reply-ended').at(-1)).toMatchObject({ replyId: 'r2', text: 'It is booked.' });
    expect(runs).toHaveLength(1);
    await held.engine.close();
  });

  test('runs once when the model fails after it, and again for a new request', async () => {
    const { runs, tool } = counting(Promise.resolve({ booked: true }));
    const fails = [{ type: 'fail' as const, error: new ProviderError('rejected', 'Gone.') }];
    const model = scriptedModel('a/m', orders, fails, orders, booked, orders, booked);
    const held = openPipeline(model, { tools: [tool] });
    held.engine.read('Book it.');
    held.engine.answer('r1');
    await held.settle();
    held.engine.say('sorry', 'Could you say it again?');
    await held.settle();
    held.engine.played('sorry');
    for (const [replyId, times] of [
      ['r2', 1],
      ['r3', 2],
    ] as const) {
      held.engine.read('Book it.');
      held.engine.answer(replyId);
      await held.settle();
      expect(held.of('reply-ended').at(-1)).toMatchObject({ replyId, text: 'It is booked.' });
      held.engine.played(replyId);
      expect(runs).toHaveLength(times);
    }
    await held.engine.close();
  });
});
