import { expect, test } from 'vitest';
import type { CallTool } from '#contract/built-in-tools.ts';
import { STOCK_PHRASE_TEXTS } from '../../src/voice/speaking/stock-phrase-texts.ts';
import { scriptedAssistant } from '../kit/voice/scripted-assistant.ts';
import { type VoiceCall, type VoiceCallOptions, voiceCall } from '../kit/voice/voice-call.ts';

const phrase = (name: keyof typeof STOCK_PHRASE_TEXTS, language: string): string =>
  STOCK_PHRASE_TEXTS[name][language] ?? '';
const SORRY = phrase('notUnderstood', 'en');
const CONNECTING = phrase('connecting', 'en');
const FAILURE = phrase('failure', 'en');

const TRANSFER: CallTool = { type: 'call_transfer', phone_number: '+40721000001' };

/** Clear speech without a transcript: the engine answers with nothing. */
async function mumble(call: VoiceCall): Promise<void> {
  await call.speak('', 1000);
  await call.advance(6000);
}

async function unclearCall(
  action: 'transfer' | 'end_call' | 'continue',
  { tools = [], ...options }: VoiceCallOptions & { tools?: CallTool[] } = {},
): Promise<VoiceCall> {
  const call = voiceCall({
    assistant: scriptedAssistant(
      { initialMessage: 'Hello.', unclearSpeechAction: action },
      { builtInTools: tools },
    ),
    engine: { answers: [''] },
    ...options,
  });
  await call.advance(1000);
  return call;
}

const said = (call: VoiceCall): string[] => call.told('assistant-said').map(({ text }) => text);

test.each(['en', 'de', 'ro'])(
  'asks to repeat within 1.5 seconds, in the language of the call (%s)',
  async (language) => {
    const own = scriptedAssistant().settings;
    const call = voiceCall({
      assistant: scriptedAssistant({ initialMessage: 'Hello.', voice: { ...own.voice, language } }),
      engine: { answers: [''] },
    });
    await call.advance(1000);
    await call.speak('', 1000);
    const endedMs = call.nowMs();
    await call.advance(1500);
    expect(call.heard(phrase('notUnderstood', language))?.fromMs).toBeLessThanOrEqual(endedMs + 1500);
  },
);

test('end_call apologizes and ends the call', async () => {
  const call = await unclearCall('end_call');
  for (let turn = 0; turn < 3; turn += 1) await mumble(call);
  expect(said(call)).toEqual(['Hello.', SORRY, SORRY, FAILURE]);
  expect(call.outcome).toMatchObject({ status: 'failed', reason: 'the customer could not be understood' });
});

test('continue keeps listening without another request, and answers the next words', async () => {
  const call = await unclearCall('continue', { engine: { answers: ['', '', '', '', 'At nine.'] } });
  for (let turn = 0; turn < 4; turn += 1) await mumble(call);
  await call.speak('When do you open?', 800);
  await call.advance(2000);
  expect(said(call).slice(0, 3)).toEqual(['Hello.', SORRY, SORRY]);
  expect(call.heard('At nine.')).not.toBeNull();
  expect(call.outcome).toBeNull();
});

test('transfer announces and dials the number of the transfer tool', async () => {
  const call = await unclearCall('transfer', { tools: [TRANSFER] });
  for (let turn = 0; turn < 3; turn += 1) await mumble(call);
  expect(said(call)).toEqual(['Hello.', SORRY, SORRY, CONNECTING]);
  expect(call.dials).toMatchObject([{ to: TRANSFER.phone_number }]);
});

test('transfer ends the call if it fails and the customer is still not understood', async () => {
  const call = await unclearCall('transfer', {
    tools: [TRANSFER],
    dialed: (_, listener) =>
      listener({ type: 'failed', failure: 'no-answer', code: null, reason: 'no answer' }),
  });
  for (let turn = 0; turn < 3; turn += 1) await mumble(call);
  await call.advance(4000);
  expect(said(call).at(-1)).toBe(phrase('notReached', 'en'));
  await mumble(call);
  expect(call.dials).toHaveLength(1);
  expect(said(call).at(-1)).toBe(FAILURE);
  expect(call.outcome).toMatchObject({ status: 'failed' });
});

test('transfer without its tool ends the call', async () => {
  const call = await unclearCall('transfer');
  for (let turn = 0; turn < 3; turn += 1) await mumble(call);
  expect(said(call)).toEqual(['Hello.', SORRY, SORRY, FAILURE]);
  expect(call.dials).toEqual([]);
});
