import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callAssistant, openEngineCall, voiceSettings } from '../../../../test/kit/engine-call.ts';
import { call, finish, say, scriptedModel } from '../../../../test/kit/scripted-model.ts';
import {
  type ScriptedSynthesizer,
  type ScriptedTranscriber,
  scriptedSynthesizer,
  scriptedTranscriber,
} from '../../../../test/kit/scripted-voice.ts';
import { testTool } from '../../../../test/kit/turn-input.ts';
import type { AgentTool } from '../../../agent/tool.ts';
import { ProviderError } from '../../../providers/spec/provider-error.ts';
import type { CallAssistant } from '../../call-host.ts';

const unhandled: unknown[] = [];
const onUnhandled = (reason: unknown) => unhandled.push(reason);
beforeAll(() => void process.on('unhandledRejection', onUnhandled));
afterAll(() => {
  process.off('unhandledRejection', onUnhandled);
  expect(unhandled).toEqual([]);
});

interface Setup {
  assistant?: Partial<CallAssistant>;
  voice?: ScriptedSynthesizer;
  ears?: ScriptedTranscriber;
  tools?: AgentTool[];
}

function open(model: ReturnType<typeof scriptedModel>, { assistant, voice, ears, tools }: Setup = {}) {
  const synthesizer = voice ?? scriptedSynthesizer();
  const transcribers = new Map(ears === undefined ? [] : [[ears.code, ears]]);
  const held = openEngineCall(
    { synthesizers: new Map([['scripted', synthesizer]]), transcribers },
    callAssistant(model, { ...(ears && { transcriber: ears.code }), ...assistant }),
    tools,
  );
  const types = () => held.events.map(({ type }) => type);
  const words = (replyId: string) =>
    held
      .of('reply-words')
      .filter((event) => event.replyId === replyId)
      .flatMap((event) => event.words.map(({ text }) => text))
      .join(' ');
  return { ...held, voice: synthesizer, types, words };
}

/** The user and assistant messages of a request. */
const talk = (model: ReturnType<typeof scriptedModel>, request = -1) =>
  (model.requests.at(request)?.messages ?? []).flatMap((message) =>
    message.role === 'user' || message.role === 'assistant' ? [`${message.role}: ${message.content}`] : [],
  );

describe('an answer', () => {
  test('is spoken in pieces, with the times of its words, and ends with its text', async () => {
    const model = scriptedModel('a/m', [...say('Of course we are, **every** day. Until 9-17.'), finish()]);
    const held = open(model);
    held.engine.read('Are you open?');
    held.engine.answer('r1');
    await held.settle();
    expect(held.voice.pieces).toEqual(['Of course we are,', 'every day.', 'Until 9 to 17.']);
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
        usage: { kind: 'text-to-speech', provider: 'scripted', characters: 41 },
      },
    ]);
    expect(held.types().at(-1)).toBe('reply-ended');
    await held.engine.close();
    expect(held.clock.sleeping()).toBe(0);
  });

  test('knows that it is spoken, at the temperature of the assistant', async () => {
    const model = scriptedModel('a/m', [...say('Yes.'), finish()]);
    const held = open(model, { assistant: { temperature: 0.4 } });
    held.engine.read('Hello?');
    held.engine.answer('r1');
    await held.settle();
    expect(model.requests[0]?.messages[0]?.content).toContain('your answer is spoken');
    expect(model.requests[0]?.temperature).toBe(0.4);
    await held.engine.close();
  });

  test('to nothing is an empty reply, and no model is asked', async () => {
    const model = scriptedModel('a/m', [...say('Yes.'), finish()]);
    const held = open(model);
    held.engine.answer('r1');
    await held.settle();
    expect(held.events).toEqual([{ type: 'reply-ended', replyId: 'r1', text: '', functionCalls: [] }]);
    expect(model.requests).toEqual([]);
    await held.engine.close();
  });

  test('comes from the fallback when the model fails', async () => {
    const model = scriptedModel('a/m', [{ type: 'fail', error: new ProviderError('unavailable', 'No.') }]);
    const fallback = scriptedModel('b/m', [...say('Here I am.'), finish()]);
    const held = open(model, { assistant: { fallback } });
    held.engine.read('Hello?');
    held.engine.answer('r1');
    await held.settle();
    expect(held.of('reply-ended')[0]?.text).toBe('Here I am.');
    expect(held.of('model-call').map((event) => event.call.errorCode)).toEqual(['unavailable', null]);
    await held.engine.close();
  });

  test('of a model that fails half-way is spoken as far as it goes', async () => {
    const model = scriptedModel('a/m', [
      ...say('The first sentence. And the '),
      { type: 'fail', error: new ProviderError('unavailable', 'Gone.') },
    ]);
    const held = open(model);
    held.engine.read('Hello?');
    held.engine.answer('r1');
    await held.settle();
    expect(held.of('failed')).toMatchObject([
      { replyId: 'r1', fatal: false, error: { code: 'unavailable' } },
    ]);
    expect(held.of('reply-ended')[0]?.text).toBe('The first sentence. And the');
    await held.engine.close();
  });

  test('of a voice that fails holds only what has become sound', async () => {
    const error = new ProviderError('unavailable', 'No voice.');
    const voice = scriptedSynthesizer({ steps: { second: { type: 'fail', error } } });
    const model = scriptedModel('a/m', [...say('The first one. The second one. '), { type: 'hang' }]);
    const held = open(model, { voice });
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

  test('of a synthesizer that is not there fails and says so', async () => {
    const model = scriptedModel('a/m', [...say('Hello.'), finish()]);
    const held = open(model, { assistant: { synthesizer: 'gone' } });
    held.engine.say('r1', 'Hello.');
    await held.settle();
    expect(held.of('failed')).toMatchObject([{ replyId: 'r1', error: { code: 'rejected' } }]);
    expect(held.of('reply-ended')).toMatchObject([{ text: '' }]);
    await held.engine.close();
  });

  test('without an end is cut', async () => {
    const endless = Array.from({ length: 2_000 }, () => say('This goes on and on. ')).flat();
    const held = open(scriptedModel('a/m', [...endless, { type: 'hang' }]));
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

  test('holds what was played, and of interrupted words what was heard', async () => {
    const mind = model();
    const held = open(mind);
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
    expect(mind.requests.at(-1)?.messages[0]?.content).toContain(
      'opened the conversation with: "Hello from"',
    );
    await held.engine.close();
  });

  test('joins what the customer said to an answer that nobody heard', async () => {
    const mind = model();
    const held = open(mind);
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

  test('counts nothing of a reply that another one ended, unless it is told later', async () => {
    const mind = model();
    const held = open(mind);
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

  test('never shows the instruction of a prompt afterwards', async () => {
    const mind = model();
    const held = open(mind);
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

describe('an interruption', () => {
  test('while the model thinks ends the model, and nothing follows', async () => {
    const model = scriptedModel('a/m', [{ type: 'thinking' }, { type: 'hang' }]);
    const held = open(model);
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

  test('while it speaks ends model and voice at once', async () => {
    const voice = scriptedSynthesizer({ steps: { second: { type: 'hang' } } });
    const model = scriptedModel('a/m', [...say('The first one. The second one. '), { type: 'hang' }]);
    const held = open(model, { voice });
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

  test('does not wait for a voice that does not listen', async () => {
    const voice = scriptedSynthesizer({ steps: { first: { type: 'deaf' } } });
    const held = open(scriptedModel('a/m', [...say('The first one.'), finish()]), { voice });
    held.engine.read('Hello?');
    held.engine.answer('r1');
    await held.settle();
    held.engine.interrupt('r1', { text: '', audioMs: 0 });
    await held.engine.close();
    expect(held.of('reply-ended')).toEqual([]);
  });

  test('while a tool runs lets it finish, tells of it, and asks no model about it', async () => {
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
    const held = open(model, { tools: [tool] });
    held.engine.read('Book it.');
    held.engine.answer('r1');
    await held.settle();
    expect(held.words('r1')).toBe('One moment.');
    held.engine.interrupt('r1', { text: 'One moment.', audioMs: 110 });
    held.engine.read('Are you there?');
    held.engine.answer('r2');
    await held.settle();
    expect(aborted).toBe(false);
    expect(model.requests.at(-1)?.messages[0]?.content).toContain(
      'The tool book that you called before is still at work',
    );
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
    expect(shown[0]?.content).not.toContain('still at work');
    await held.engine.close();
  });

  test('of an answer that waits for the transcript keeps the words', async () => {
    const ears = scriptedTranscriber();
    const model = scriptedModel('a/m', [...say('Yes.'), finish()]);
    const held = open(model, { ears });
    ears.tell({ type: 'interim', text: 'are you' });
    held.engine.answer('r1');
    held.engine.interrupt('r1', { text: '', audioMs: 0 });
    ears.tell({ type: 'final', text: 'Are you open?', language: null });
    await held.settle();
    expect(held.of('reply-ended')).toEqual([]);
    held.engine.answer('r2');
    await held.settle();
    expect(talk(model)).toEqual(['user: Are you open?']);
    await held.engine.close();
  });
});

describe('words beside an answer', () => {
  test('bridge a tool and do not end the answer', async () => {
    const { promise, resolve } = Promise.withResolvers<unknown>();
    const tool = testTool('book', () => promise);
    const model = scriptedModel(
      'a/m',
      [call('book', { id: '7' }), finish('tool-calls')],
      [...say('It is booked.'), finish()],
    );
    const held = open(model, { tools: [tool] });
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

describe('the transcript', () => {
  test('is told as it comes, and its language steers the voice and the model', async () => {
    const ears = scriptedTranscriber();
    const model = scriptedModel('a/m', [...say('Da.'), finish()]);
    const settings = voiceSettings();
    const voice = { ...settings.voice, secondaryLanguages: ['ro'] };
    const held = open(model, { ears, assistant: { settings: { ...settings, voice } } });
    expect(ears.opened).toEqual([{ sampleRateHz: 8000, languages: ['en', 'ro'], hints: ['Ana'] }]);
    held.engine.hear(new Int16Array(160));
    held.engine.speechStarted();
    ears.tell({ type: 'interim', text: 'sunteți' });
    held.engine.speechStopped();
    ears.tell({ type: 'final', text: ' Sunteți deschiși? ', language: 'ro-RO' });
    ears.tell({ type: 'usage', audioMs: 1_200 });
    expect(held.events).toEqual([
      { type: 'customer-interim', text: 'sunteți' },
      { type: 'customer-text', text: 'Sunteți deschiși?', language: 'ro-RO' },
      { type: 'speech-usage', usage: { kind: 'speech-to-text', provider: 'scripted', audioMs: 1_200 } },
    ]);
    held.engine.answer('r1');
    await held.settle();
    expect(held.voice.options[0]?.language).toBe('ro');
    expect(model.requests[0]?.messages[0]?.content).toContain('The customer speaks Romanian now');
    await held.engine.close();
    expect(ears.calls).toEqual(['write 160', 'started', 'stopped', 'close']);
  });

  test('that is late is waited for', async () => {
    const ears = scriptedTranscriber();
    const model = scriptedModel('a/m', [...say('Yes.'), finish()]);
    const held = open(model, { ears });
    held.engine.speechStarted();
    held.engine.speechStopped();
    held.engine.answer('r1');
    await held.settle();
    expect(model.requests).toEqual([]);
    ears.tell({ type: 'final', text: 'Hello?', language: null });
    await held.settle();
    expect(held.of('reply-ended')).toMatchObject([{ replyId: 'r1', text: 'Yes.' }]);
    await held.engine.close();
  });

  test('that does not come is answered as far as it is known', async () => {
    const ears = scriptedTranscriber();
    const model = scriptedModel('a/m', [...say('Yes.'), finish()]);
    const held = open(model, { ears });
    ears.tell({ type: 'interim', text: 'are you' });
    held.engine.answer('r1');
    held.clock.advance(2_500);
    await held.settle();
    expect(talk(model)).toEqual(['user: are you']);
    held.engine.speechStarted();
    held.engine.speechStopped();
    held.engine.interrupt('r1', { text: '', audioMs: 0 });
    held.engine.answer('r2');
    held.clock.advance(2_500);
    await held.settle();
    expect(talk(model)).toEqual(['user: are you']);
    await held.engine.close();
    expect(held.clock.sleeping()).toBe(0);
  });

  test('that fails ends the call', async () => {
    const ears = scriptedTranscriber();
    const held = open(scriptedModel('a/m'), { ears });
    const error = new ProviderError('unavailable', 'Gone.');
    ears.tell({ type: 'failed', error });
    expect(held.events).toEqual([{ type: 'failed', replyId: null, error, fatal: true }]);
    await held.engine.close();
  });

  test('of a transcriber that is not there fails, but not before the engine is there', async () => {
    const held = open(scriptedModel('a/m'), { assistant: { transcriber: 'deepgram' } });
    expect(held.events).toEqual([]);
    await held.settle();
    expect(held.of('failed')).toMatchObject([{ fatal: true, error: { code: 'rejected' } }]);
    await held.engine.close();
  });
});

describe('asking early', () => {
  test('a stable text is answered from what was asked before', async () => {
    const ears = scriptedTranscriber();
    const model = scriptedModel('a/m', [...say('Yes.'), finish()]);
    const held = open(model, { ears });
    ears.tell({ type: 'interim', text: 'are you open' });
    held.clock.advance(200);
    await held.settle();
    expect(model.requests).toHaveLength(1);
    expect(held.of('reply-audio')).toEqual([]);
    ears.tell({ type: 'final', text: 'Are you open?', language: null });
    held.engine.answer('r1');
    await held.settle();
    expect(model.requests).toHaveLength(1);
    expect(held.of('reply-ended')).toMatchObject([{ replyId: 'r1', text: 'Yes.' }]);
    await held.engine.close();
  });

  test('words that change throw the answer away, and it is paid for; no more than three times', async () => {
    const ears = scriptedTranscriber();
    const model = scriptedModel('a/m', [{ type: 'hang' }]);
    const held = open(model, { ears });
    for (const text of ['one', 'one two', 'one two three', 'one two three four', 'five']) {
      ears.tell({ type: 'interim', text });
      held.clock.advance(200);
      await held.settle();
    }
    expect(model.requests).toHaveLength(3);
    expect(held.of('model-call').map((event) => event.call.errorCode)).toEqual([
      'aborted',
      'aborted',
      'aborted',
    ]);
    await held.engine.close();
  });

  test('runs no tool before the customer has finished', async () => {
    const ran: unknown[] = [];
    const tool = testTool('book', async (given) => ran.push(given));
    const ears = scriptedTranscriber();
    const asks = [call('book', { id: '7' }), finish('tool-calls')];
    const model = scriptedModel('a/m', asks, asks, [...say('Done.'), finish()]);
    const held = open(model, { ears, tools: [tool] });
    ears.tell({ type: 'final', text: 'Book it', language: null });
    await held.settle();
    expect(model.requests).toHaveLength(1);
    ears.tell({ type: 'final', text: 'but only for seven.', language: null });
    await held.settle();
    expect(ran).toEqual([]);
    held.engine.answer('r1');
    await held.settle();
    expect(ran).toEqual([{ id: '7' }]);
    await held.engine.close();
  });

  test('does not happen while it is not known what was heard', async () => {
    const ears = scriptedTranscriber();
    const model = scriptedModel('a/m', [...say('Yes.'), finish()]);
    const held = open(model, { ears });
    held.engine.say('hello', 'Hello, this is Ana.');
    ears.tell({ type: 'final', text: 'Hi.', language: null });
    await held.settle();
    expect(model.requests).toEqual([]);
    held.engine.interrupt('hello', { text: 'Hello,', audioMs: 60 });
    held.engine.answer('r1');
    await held.settle();
    expect(model.requests[0]?.messages[0]?.content).toContain('"Hello,"');
    await held.engine.close();
  });
});

describe('closing', () => {
  const slowTool = testTool('book', () => new Promise(() => {}));
  const scripts = {
    thinking: scriptedModel('a/m', [{ type: 'deaf' }]),
    speaking: scriptedModel('a/m', [...say('The second one.'), { type: 'hang' }]),
    calling: scriptedModel('a/m', [call('book', { id: '1' }), finish('tool-calls')]),
  };
  test.each(Object.entries(scripts))(
    'while it is %s leaves nothing behind and tells nothing more',
    async (_name, model) => {
      const voice = scriptedSynthesizer({ steps: { second: { type: 'deaf' } } });
      const held = open(model, { voice, tools: [slowTool] });
      held.engine.read('Hello?');
      held.engine.answer('r1');
      await held.settle();
      const before = held.events.length;
      await held.engine.close();
      const costs = held.events.slice(before).map(({ type }) => type);
      expect(costs.filter((type) => type !== 'model-call' && type !== 'speech-usage')).toEqual([]);
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
