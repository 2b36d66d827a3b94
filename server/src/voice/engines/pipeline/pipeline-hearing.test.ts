import { describe, expect, test } from 'vitest';
import { voiceSettings } from '../../../../test/kit/engine-call.ts';
import { openPipeline, systemOf, talk, watchUnhandled } from '../../../../test/kit/pipeline-call.ts';
import { call, finish, say, scriptedModel } from '../../../../test/kit/scripted-model.ts';
import { scriptedTranscriber } from '../../../../test/kit/scripted-voice.ts';
import { testTool } from '../../../../test/kit/turn-input.ts';
import { ProviderError } from '../../../providers/interfaces/provider-error.ts';

watchUnhandled();

describe('the transcript', () => {
  test('is told as it comes, and its language steers the voice and the model', async () => {
    const ears = scriptedTranscriber();
    const model = scriptedModel('a/m', [...say('Da.'), finish()]);
    const settings = voiceSettings();
    const voice = { ...settings.voice, secondaryLanguages: ['ro'] };
    const held = openPipeline(model, { ears, assistant: { settings: { ...settings, voice } } });
    expect(ears.opened).toMatchObject([{ sampleRateHz: 8000, languages: ['en', 'ro'], hints: ['Ana'] }]);
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
    expect(systemOf(model, 0)).toContain('The customer speaks Romanian now');
    await held.engine.close();
    expect(ears.calls).toEqual(['write 160', 'started', 'stopped', 'close']);
  });

  test('that is late is waited for', async () => {
    const ears = scriptedTranscriber();
    const model = scriptedModel('a/m', [...say('Yes.'), finish()]);
    const held = openPipeline(model, { ears });
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
    const held = openPipeline(model, { ears });
    ears.tell({ type: 'interim', text: 'are you' });
    held.engine.answer('r1');
    held.clock.advance(1_000);
    await held.settle();
    expect(talk(model)).toEqual(['user: are you']);
    await held.engine.close();
    expect(held.clock.sleeping()).toBe(0);
  });

  test('of a transcriber or a voice that was replaced goes on, and the failure is told', async () => {
    const ears = scriptedTranscriber();
    const held = openPipeline(scriptedModel('a/m', [...say('Yes.'), finish()]), { ears });
    const error = new ProviderError('unavailable', 'Gone.');
    ears.opened[0]?.onReplaced?.(error, 'other');
    ears.tell({ type: 'final', text: 'Hello?', language: null });
    held.engine.answer('r1');
    await held.settle();
    held.voice.options[0]?.onReplaced?.(error, 'other');
    const failed = { type: 'failed', replyId: null, error, fatal: false, by: 'other' };
    expect(held.of('failed')).toEqual([failed, failed]);
    expect(held.of('reply-ended')).toMatchObject([{ replyId: 'r1', text: 'Yes.' }]);
    held.engine.say('r2', 'And I am still here.');
    await held.settle();
    // A provider that failed is not used again in the call, nor charged for its replacement's speech.
    expect(held.voice.options[1]?.fallback).toBe('always');
    expect(held.of('speech-usage').at(-1)?.usage.provider).toBe('other');
    await held.engine.close();
  });

  test('of whole segments is waited for longer, and not for ever', async () => {
    const ears = scriptedTranscriber();
    const model = scriptedModel('a/m', [...say('Yes.'), finish()]);
    const held = openPipeline(model, { ears });
    held.engine.speechStarted();
    held.engine.speechStopped();
    held.engine.answer('r1');
    held.clock.advance(2_400);
    await held.settle();
    expect(held.of('reply-ended')).toEqual([]);
    held.clock.advance(100);
    await held.settle();
    expect(held.of('reply-ended')).toMatchObject([{ replyId: 'r1', text: '' }]);
    expect(model.requests).toEqual([]);
    await held.engine.close();
  });

  test('that fails ends the call', async () => {
    const ears = scriptedTranscriber();
    const held = openPipeline(scriptedModel('a/m'), { ears });
    const error = new ProviderError('unavailable', 'Gone.');
    ears.tell({ type: 'failed', error });
    expect(held.events).toEqual([{ type: 'failed', replyId: null, error, fatal: true }]);
    await held.engine.close();
  });

  test('of a transcriber that is not there fails, but not before the engine is there', async () => {
    const held = openPipeline(scriptedModel('a/m'), { assistant: { transcriber: 'deepgram' } });
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
    const held = openPipeline(model, { ears });
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
    const held = openPipeline(model, { ears });
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

  test('an answer in the wrong language is thrown away, though the words are the same', async () => {
    const ears = scriptedTranscriber();
    const model = scriptedModel('a/m', [...say('Yes.'), finish()], [...say('Da.'), finish()]);
    const settings = voiceSettings();
    const voice = { ...settings.voice, secondaryLanguages: ['ro'] };
    const held = openPipeline(model, { ears, assistant: { settings: { ...settings, voice } } });
    ears.tell({ type: 'interim', text: 'salut' });
    held.clock.advance(200);
    await held.settle();
    ears.tell({ type: 'final', text: 'Salut!', language: 'ro' });
    held.engine.answer('r1');
    await held.settle();
    expect(systemOf(model)).toContain('The customer speaks Romanian now');
    expect(held.of('reply-ended')).toMatchObject([{ text: 'Da.' }]);
    await held.engine.close();
  });

  test('runs no tool before the customer has finished', async () => {
    const ran: unknown[] = [];
    const tool = testTool('book', async (given) => ran.push(given));
    const ears = scriptedTranscriber();
    const asks = [call('book', { id: '7' }), finish('tool-calls')];
    const model = scriptedModel('a/m', asks, asks, [...say('Done.'), finish()]);
    const held = openPipeline(model, { ears, tools: [tool] });
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
    const held = openPipeline(model, { ears });
    held.engine.say('hello', 'Hello, this is Ana.');
    ears.tell({ type: 'final', text: 'Hi.', language: null });
    await held.settle();
    expect(model.requests).toEqual([]);
    held.engine.interrupt('hello', { text: 'Hello,', audioMs: 60 });
    held.engine.answer('r1');
    await held.settle();
    expect(systemOf(model, 0)).toContain('"Hello,"');
    await held.engine.close();
  });
});
