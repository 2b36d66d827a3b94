import { describe, expect, test } from 'vitest';
import { voiceSettings } from '../../../../test/kit/engine-call.ts';
import { openPipeline, systemOf, talk, watchUnhandled } from '../../../../test/kit/pipeline-call.ts';
import { call, finish, say, scriptedModel } from '../../../../test/kit/scripted-model.ts';
import { scriptedStt } from '../../../../test/kit/scripted-voice.ts';
import { testTool } from '../../../../test/kit/turn-input.ts';
import { ProviderError } from '../../../providers/interfaces/provider-error.ts';

watchUnhandled();

test('hints are the name of the assistant and its keywords', async () => {
  const stt = scriptedStt();
  const settings = voiceSettings({ transcriberKeywords: ['Mill Inn', 'Tisza'] });
  const held = openPipeline(scriptedModel('a/m'), { stt, assistant: { settings } });
  expect(stt.opened).toMatchObject([{ hints: ['Ana', 'Mill Inn', 'Tisza'] }]);
  await held.engine.close();
});

describe('the transcript', () => {
  test('is emitted as it arrives, and sets the language of voice and model', async () => {
    const stt = scriptedStt();
    const model = scriptedModel('a/m', [...say('Da.'), finish()]);
    const settings = voiceSettings();
    const voice = { ...settings.voice, secondaryLanguages: ['ro'] };
    const held = openPipeline(model, { stt, assistant: { settings: { ...settings, voice } } });
    expect(stt.opened).toMatchObject([{ sampleRateHz: 8000, languages: ['en', 'ro'], hints: ['Ana'] }]);
    held.engine.pushAudio(new Int16Array(160));
    held.engine.speechStarted();
    stt.tell({ type: 'interim', text: 'sunteți' });
    held.engine.speechStopped();
    stt.tell({ type: 'final', text: ' Sunteți deschiși? ', language: 'ro-RO' });
    stt.tell({ type: 'usage', audioMs: 1_200 });
    expect(held.events).toEqual([
      { type: 'customer-interim', text: 'sunteți' },
      { type: 'customer-text', text: 'Sunteți deschiși?', language: 'ro-RO' },
      { type: 'speech-usage', usage: { kind: 'speech-to-text', provider: 'scripted', audioMs: 1_200 } },
    ]);
    held.engine.answer('r1');
    await held.settle();
    expect(held.voice.options[0]?.language).toBe('ro');
    expect(systemOf(model, 0)).toContain('The customer now speaks Romanian');
    await held.engine.close();
    expect(stt.calls).toEqual(['write 160', 'started', 'stopped', 'close']);
  });

  test('is awaited when late', async () => {
    const stt = scriptedStt();
    const model = scriptedModel('a/m', [...say('Yes.'), finish()]);
    const held = openPipeline(model, { stt });
    held.engine.speechStarted();
    held.engine.speechStopped();
    held.engine.answer('r1');
    await held.settle();
    expect(model.requests).toEqual([]);
    stt.tell({ type: 'final', text: 'Hello?', language: null });
    await held.settle();
    expect(held.of('reply-ended')).toMatchObject([{ replyId: 'r1', text: 'Yes.' }]);
    await held.engine.close();
  });

  test('is answered from the interim result when the final result is missing', async () => {
    const stt = scriptedStt();
    const model = scriptedModel('a/m', [...say('Yes.'), finish()]);
    const held = openPipeline(model, { stt });
    stt.tell({ type: 'interim', text: 'are you' });
    held.engine.answer('r1');
    held.clock.advance(1_000);
    await held.settle();
    expect(talk(model)).toEqual(['user: are you']);
    await held.engine.close();
    expect(held.clock.sleeping()).toBe(0);
  });

  test('is still answered after an STT and a TTS failover, which are reported', async () => {
    const stt = scriptedStt();
    const held = openPipeline(scriptedModel('a/m', [...say('Yes.'), finish()]), { stt });
    const error = new ProviderError('unavailable', 'Gone.');
    stt.opened[0]?.onReplaced?.(error, 'other');
    stt.tell({ type: 'final', text: 'Hello?', language: null });
    held.engine.answer('r1');
    await held.settle();
    held.voice.options[0]?.onReplaced?.(error, 'other');
    const failed = { type: 'failed', replyId: null, error, fatal: false, by: 'other', from: 'scripted' };
    expect(held.of('failed')).toEqual([
      { ...failed, part: 'transcriber' },
      { ...failed, part: 'voice' },
    ]);
    expect(held.of('reply-ended')).toMatchObject([{ replyId: 'r1', text: 'Yes.' }]);
    held.engine.say('r2', 'And I am still here.');
    await held.settle();
    // A failed provider is not used again in the call, nor charged for the speech of its replacement.
    expect(held.voice.options[1]?.fallback).toBe('always');
    expect(held.of('speech-usage').at(-1)?.usage.provider).toBe('other');
    await held.engine.close();
  });

  test('is awaited longer from segment-based providers, but not forever', async () => {
    const stt = scriptedStt();
    const model = scriptedModel('a/m', [...say('Yes.'), finish()]);
    const held = openPipeline(model, { stt });
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

  test('is awaited only briefly from a segment-based provider that was quick so far', async () => {
    const stt = scriptedStt();
    const held = openPipeline(scriptedModel('a/m', [...say('Yes.'), finish()]), { stt });
    held.engine.speechStarted();
    held.engine.speechStopped();
    held.clock.advance(400);
    stt.tell({ type: 'final', text: '', language: null });
    held.engine.speechStarted();
    held.engine.speechStopped();
    held.engine.answer('r1');
    held.clock.advance(999);
    await held.settle();
    expect(held.of('reply-ended')).toEqual([]);
    held.clock.advance(1);
    await held.settle();
    expect(held.of('reply-ended')).toMatchObject([{ replyId: 'r1', text: '' }]);
    await held.engine.close();
  });

  test('ends, and with it the call, when the STT provider fails', async () => {
    const stt = scriptedStt();
    const held = openPipeline(scriptedModel('a/m'), { stt });
    const error = new ProviderError('unavailable', 'Gone.');
    stt.tell({ type: 'failed', error });
    expect(held.events).toEqual([{ type: 'failed', replyId: null, error, fatal: true }]);
    await held.engine.close();
  });

  test('cannot start without its STT provider, which ends the call', async () => {
    const held = openPipeline(scriptedModel('a/m'), { assistant: { transcriber: 'deepgram' } });
    expect(held.events).toEqual([]);
    await held.settle();
    expect(held.of('failed')).toMatchObject([{ fatal: true, error: { code: 'rejected' } }]);
    await held.engine.close();
  });
});

describe('preemptive generation', () => {
  test('uses the early answer when the text is stable', async () => {
    const stt = scriptedStt();
    const model = scriptedModel('a/m', [...say('Yes.'), finish()]);
    const held = openPipeline(model, { stt });
    stt.tell({ type: 'interim', text: 'are you open' });
    held.clock.advance(200);
    await held.settle();
    expect(model.requests).toHaveLength(1);
    expect(held.of('reply-audio')).toEqual([]);
    stt.tell({ type: 'final', text: 'Are you open?', language: null });
    held.engine.answer('r1');
    await held.settle();
    expect(model.requests).toHaveLength(1);
    expect(held.of('reply-ended')).toMatchObject([{ replyId: 'r1', text: 'Yes.' }]);
    await held.engine.close();
  });

  test('discards and bills the early answer when the text changes, at most three times', async () => {
    const stt = scriptedStt();
    const model = scriptedModel('a/m', [{ type: 'hang' }]);
    const held = openPipeline(model, { stt });
    for (const text of ['one', 'one two', 'one two three', 'one two three four', 'five']) {
      stt.tell({ type: 'interim', text });
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

  test('discards the early answer when the language changes', async () => {
    const stt = scriptedStt();
    const model = scriptedModel('a/m', [...say('Yes.'), finish()], [...say('Da.'), finish()]);
    const settings = voiceSettings();
    const voice = { ...settings.voice, secondaryLanguages: ['ro'] };
    const held = openPipeline(model, { stt, assistant: { settings: { ...settings, voice } } });
    stt.tell({ type: 'interim', text: 'salut' });
    held.clock.advance(200);
    await held.settle();
    stt.tell({ type: 'final', text: 'Salut!', language: 'ro' });
    held.engine.answer('r1');
    await held.settle();
    expect(systemOf(model)).toContain('The customer now speaks Romanian');
    expect(held.of('reply-ended')).toMatchObject([{ text: 'Da.' }]);
    await held.engine.close();
  });

  test('runs no tool before the turn has ended', async () => {
    const ran: unknown[] = [];
    const tool = testTool('book', async (given) => ran.push(given));
    const stt = scriptedStt();
    const asks = [call('book', { id: '7' }), finish('tool-calls')];
    const model = scriptedModel('a/m', asks, asks, [...say('Done.'), finish()]);
    const held = openPipeline(model, { stt, tools: [tool] });
    stt.tell({ type: 'final', text: 'Book it', language: null });
    await held.settle();
    expect(model.requests).toHaveLength(1);
    stt.tell({ type: 'final', text: 'but only for seven.', language: null });
    await held.settle();
    expect(ran).toEqual([]);
    held.engine.answer('r1');
    await held.settle();
    expect(ran).toEqual([{ id: '7' }]);
    await held.engine.close();
  });

  test('does not start while a reply is not settled', async () => {
    const stt = scriptedStt();
    const model = scriptedModel('a/m', [...say('Yes.'), finish()]);
    const held = openPipeline(model, { stt });
    held.engine.say('hello', 'Hello, this is Ana.');
    stt.tell({ type: 'final', text: 'Hi.', language: null });
    await held.settle();
    expect(model.requests).toEqual([]);
    held.engine.interrupt('hello', { text: 'Hello,', audioMs: 60 });
    held.engine.answer('r1');
    await held.settle();
    expect(systemOf(model, 0)).toContain('"Hello,"');
    await held.engine.close();
  });
});
