import { expect, test } from 'vitest';
import type { CallTool } from '#contract/built-in-tools.ts';
import { finish, say, scriptedModel } from '../kit/scripted-model.ts';
import { ordered, sounds } from '../kit/voice/ordered-transfer.ts';
import { scriptedAssistant } from '../kit/voice/scripted-assistant.ts';
import { loudnessOf } from '../kit/voice/scripted-engine.ts';

test('speech during a failed transfer does not count as the start of later speech', async () => {
  let fail = (): void => undefined;
  const call = await ordered(
    { type: 'call_transfer', phone_number: '+40721555555' },
    {
      dialed: (_, listener) => {
        fail = () => listener({ type: 'failed', failure: 'busy', code: null, reason: 'no' });
      },
    },
  );
  call.leg.speaking = true;
  await call.advance(600);
  fail();
  await call.advance(20);
  call.leg.speaking = false;
  await call.advance(8000);
  const sinceMs = call.nowMs();
  await call.speak('Then another question.', 800);
  await call.advance(500);
  const said = call.told('customer-said').at(-1);
  expect(said).toMatchObject({ text: 'Then another question.' });
  expect(Math.abs((said?.sinceMs ?? 0) - sinceMs)).toBeLessThanOrEqual(100);
  const told = call.engines[0]?.asked.filter((one) => one.startsWith('speech-')) ?? [];
  expect(told).toEqual(told.map((_, at) => (at % 2 === 0 ? 'speech-started' : 'speech-stopped')));
});

test('a warm transfer renders variables in its texts', async () => {
  const model = scriptedModel('scripted/model', [...say('They want a refund.'), finish()]);
  const tool: CallTool = {
    type: 'warm_call_transfer',
    supervisor_phone: '+40721555555',
    outbound_phone_id: 7,
    description: 'When they ask for a person.',
    hold_message: 'Hold on, {{company}}.',
    briefing_initial_message: 'A caller for {{company}}{{nothing}}.',
    summary_instructions: 'Say what {{company}} has to do.',
  };
  const assistant = scriptedAssistant({ initialMessage: 'Hello.' }, { builtInTools: [tool], model });
  const call = await ordered(tool, { assistant });
  await call.advance(8000);
  expect(call.told('assistant-said').map(({ text }) => text)).toContain('Hold on, Mill.');
  expect(sounds(call.other)).toContain(loudnessOf('A caller for Mill. They want a refund.'));
  expect(JSON.stringify(model.requests)).toContain('Say what Mill has to do.');
});

test('max_duration: a customer who returns from a failed transfer hears the goodbye', async () => {
  let fail = (): void => undefined;
  const tool: CallTool = { type: 'call_transfer', phone_number: '+40721555555' };
  const settings = { initialMessage: 'Hello.', maxDurationMs: 20_000 };
  const call = await ordered(tool, {
    assistant: scriptedAssistant(settings, { builtInTools: [tool] }),
    dialed: (_, listener) => {
      fail = () => listener({ type: 'failed', failure: 'no-answer', code: null, reason: 'no' });
    },
  });
  await call.advance(15_600 - call.nowMs());
  fail();
  await call.advance(4500);
  expect(call.told('assistant-said').at(-1)).toMatchObject({
    text: expect.stringMatching(/our time is up/),
    interrupted: false,
  });
  expect(call.outcome).toMatchObject({ reason: 'max duration' });
});
