import { expect, test } from 'vitest';
import { callAssistant, openEngineCall, voiceSettings } from '../../../../test/kit/engine-call.ts';
import { watchUnhandled } from '../../../../test/kit/pipeline-call.ts';
import { scriptedModel } from '../../../../test/kit/scripted-model.ts';
import { scriptedRealtime } from '../../../../test/kit/scripted-realtime.ts';
import { scriptedTts, type VoiceStep } from '../../../../test/kit/scripted-voice.ts';
import { testTool } from '../../../../test/kit/turn-input.ts';
import { ProviderError } from '../../../providers/interfaces/provider-error.ts';
import type { RealtimeEvent } from '../../../providers/interfaces/realtime-model.ts';

watchUnhandled();

function open(steps: Record<string, VoiceStep> = {}, settings = voiceSettings({ mode: 'dualplex' })) {
  const live = scriptedRealtime();
  const voice = scriptedTts({ steps });
  const held = openEngineCall(
    { realtimeModels: new Map([[live.id, live]]), ttsProviders: new Map([['scripted', voice]]) },
    callAssistant(scriptedModel('a/m'), {
      settings,
      realtimeModel: live.id,
    }),
    { extraTools: [testTool('book', async () => ({ booked: true }))] },
  );
  return { ...held, live, voice };
}

const written = (itemId: string, text: string): RealtimeEvent[] => [
  { type: 'reply-started', itemId },
  ...(text.match(/\S+\s*/g) ?? []).map((piece) => ({ type: 'text-delta' as const, itemId, text: piece })),
];

test('speaks what the model writes, segment by segment', async () => {
  const held = open();
  expect(held.live.opened[0]).toMatchObject({ output: 'text', voice: null });
  held.live.tell(...written('i1', 'Of course we are, **every** day.'));
  await held.settle();
  expect(held.voice.pieces).toEqual(['Of course we are,']);
  held.live.tell({ type: 'reply-ended', itemId: 'i1' });
  await held.settle();
  expect(held.voice.pieces).toEqual(['Of course we are,', 'every day.']);
  expect(held.of('reply-ended')).toMatchObject([{ text: 'Of course we are, every day.' }]);
  expect(held.of('speech-usage')).toMatchObject([{ usage: { kind: 'text-to-speech', characters: 27 } }]);
  await held.engine.close();
});

test('neither speaks nor emits the reasoning of the model', async () => {
  const held = open();
  held.live.tell(...written('i1', '<think>offer them nothing</think>We open at nine. <'));
  held.live.tell({ type: 'reply-ended', itemId: 'i1' });
  await held.settle();
  expect(held.voice.pieces.join(' ')).not.toContain('nothing');
  expect(held.of('reply-ended')[0]?.text).toMatch(/^We open at nine\./);
  await held.engine.close();
});

test('stops the voice on interruption and tells the model the heard text per item', async () => {
  const held = open({ table: { type: 'hang' } });
  held.live.tell(
    ...written('i1', 'One moment.'),
    { type: 'tool-call', callId: 'c1', name: 'book', arguments: { id: '7' } },
    { type: 'reply-ended', itemId: 'i1' },
  );
  await held.settle();
  held.live.tell(...written('i2', 'Done. Your table is ready.'));
  await held.settle();
  const replyId = held.of('reply-started')[0]?.replyId ?? '';
  const before = held.events.length;
  held.engine.interrupt(replyId, { text: 'One moment. Done.', audioMs: 170 });
  held.live.tell({ type: 'text-delta', itemId: 'i2', text: ' Late.' }, { type: 'reply-ended', itemId: 'i2' });
  await held.settle();
  expect(held.voice.aborted).toBe(1);
  expect(held.live.calls[0]?.at(-1)).toBe('interrupt i2 {"audioMs":0,"text":"Done."}');
  expect(held.events.slice(before).map(({ type }) => type)).toEqual(['speech-usage']);
  await held.engine.close();
});

test('speaks fixed text immediately and tells the model what was heard', async () => {
  const held = open();
  held.engine.say('hello', 'Hello from the mill.');
  await held.settle();
  expect(held.of('reply-ended')).toMatchObject([{ replyId: 'hello', text: 'Hello from the mill.' }]);
  held.engine.interrupt('hello', { text: 'Hello from', audioMs: 90 });
  held.engine.interrupt('hello', { text: 'Hello from the', audioMs: 120 });
  held.engine.say('more', 'I am Ana.');
  await held.settle();
  held.engine.played('more');
  expect(held.live.calls[0]).toEqual(['said Hello from', 'said I am Ana.']);
  await held.engine.close();
});

test('reports a failed voice and ends the reply with the spoken text', async () => {
  const error = new ProviderError('unavailable', 'No voice.');
  const held = open({ second: { type: 'fail', error } });
  held.live.tell(...written('i1', 'The first one. The second one. The third.'));
  await held.settle();
  held.live.tell({ type: 'reply-ended', itemId: 'i1' });
  await held.settle();
  const replyId = held.of('reply-started')[0]?.replyId ?? '';
  expect(held.of('failed')).toEqual([{ type: 'failed', replyId, error, fatal: false }]);
  expect(held.of('reply-ended')).toMatchObject([{ replyId, text: 'The first one.' }]);
  await held.engine.close();
});

test('releases everything when closed while the voice hangs', async () => {
  const held = open({ hang: { type: 'deaf' } });
  held.live.tell(...written('i1', 'This will hang. '));
  await held.settle();
  await held.engine.close();
  expect(held.of('reply-ended')).toEqual([]);
  expect(held.clock.sleeping()).toBe(0);
});

test('speaks in the language of the text and reports the language of the customer', async () => {
  const own = voiceSettings({ mode: 'dualplex' });
  const held = open({}, { ...own, voice: { ...own.voice, secondaryLanguages: ['ro'] } });
  held.live.tell({ type: 'customer-text', text: 'Când se servește micul dejun?', language: null });
  held.live.tell(...written('i1', 'Sigur, micul dejun este de la ora șapte.'), {
    type: 'reply-ended',
    itemId: 'i1',
  });
  await held.settle();
  expect(held.of('customer-text')).toMatchObject([{ language: 'ro' }]);
  held.live.tell(...written('i2', 'Of course, breakfast is at seven.'), {
    type: 'reply-ended',
    itemId: 'i2',
  });
  await held.settle();
  // The text is too short for language detection, so the language of the customer is used.
  held.live.tell(...written('i3', 'OK.'), { type: 'reply-ended', itemId: 'i3' });
  await held.settle();
  expect(held.voice.options.map(({ language }) => language)).toEqual(['ro', 'en', 'ro']);
  expect(held.of('reply-ended').map(({ text }) => text)).toEqual([
    'Sigur, micul dejun este de la ora șapte.',
    'Of course, breakfast is at seven.',
    'OK.',
  ]);
  await held.engine.close();
});

test('still speaks after the model is lost permanently', async () => {
  const held = open();
  held.live.tell({
    type: 'failed',
    error: new ProviderError('rejected', 'The key is wrong.'),
    fatal: true,
  });
  held.engine.say('bye', 'Please call again later.');
  await held.settle();
  expect(held.of('failed')).toMatchObject([{ fatal: true }]);
  expect(held.of('reply-ended')).toMatchObject([{ replyId: 'bye', text: 'Please call again later.' }]);
  expect(held.of('reply-audio').length).toBeGreaterThan(0);
  await held.engine.close();
});
