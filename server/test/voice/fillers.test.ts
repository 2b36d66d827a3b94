import { expect, test } from 'vitest';
import { scriptedAssistant } from '../kit/voice/scripted-assistant.ts';
import type { ScriptedAnswer } from '../kit/voice/scripted-engine.ts';
import { type VoiceCall, voiceCall } from '../kit/voice/voice-call.ts';

const fillers = {
  positive: ['Great!'],
  negative: ['I see.'],
  question: ['Good question.'],
  neutral: ['Hmm.'],
};

async function asked(
  text: string,
  answers: ScriptedAnswer[],
  own: typeof fillers | null = fillers,
): Promise<VoiceCall> {
  const call = voiceCall({
    assistant: scriptedAssistant({ initialMessage: 'Hello.', fillers: own }),
    engine: { answers },
  });
  await call.advance(1000);
  await call.speak(text, 800);
  await call.advance(4000);
  return call;
}

test.each([
  ['When do you open?', 'Good question.'],
  ['No, that is wrong.', 'I see.'],
  ['Yes, thanks.', 'Great!'],
  ['My name is Ana.', 'Hmm.'],
])('"%s" is followed by "%s" while the answer is delayed', async (text, filler) => {
  const call = await asked(text, [{ text: 'Here you are.', delayMs: 1500 }]);
  const heard = call.heard(filler);
  expect(heard?.fromMs).toBeGreaterThanOrEqual(1800 + 500 + 380);
  expect(heard?.fromMs).toBeLessThanOrEqual(1800 + 500 + 500);
  expect(call.heard('Here you are.')?.fromMs).toBeGreaterThan(heard?.toMs ?? 0);
});

test('speaks the values of variables in fillers, and no filler that consists of missing ones', async () => {
  const question = ['{{unset}}.', 'Let me ask {{company}}, {{unset}}.'];
  const call = await asked('When?', [{ text: 'At nine.', delayMs: 1500 }], { ...fillers, question });
  expect(call.engines[0]?.asked.filter((one) => one.startsWith('say'))).toEqual([
    'say Hello.',
    'say Let me ask Mill.',
  ]);
});

test('keeps fillers out of history and transcript', async () => {
  const call = await asked('When?', [{ text: 'At nine.', delayMs: 1000 }]);
  expect(call.told('assistant-said').map(({ text }) => text)).toEqual(['Hello.', 'At nine.']);
  expect(call.engines[0]?.asked.filter((one) => one.startsWith('played'))).toEqual([
    'played reply-1',
    'played reply-2',
  ]);
});

test('plays no filler before a timely answer', async () => {
  const call = await asked('When?', [{ text: 'At nine.', delayMs: 300 }]);
  expect(call.heard('Good question.')).toBeNull();
});

test('plays no filler when fillers are disabled', async () => {
  const call = await asked('When?', [{ text: 'At nine.', delayMs: 1500 }], null);
  expect(call.leg.heard.filter((loudness) => loudness > 0)).toHaveLength(10 + 20);
});

test('does not repeat a filler', async () => {
  const call = await asked('When?', [{ text: 'At nine.', delayMs: 1000 }], {
    ...fillers,
    question: ['A.', 'B.'],
  });
  for (let turn = 0; turn < 4; turn += 1) {
    await call.speak('And when?', 600);
    await call.advance(4000);
  }
  const said = call.engines[0]?.asked.filter((one) => one === 'say A.' || one === 'say B.') ?? [];
  expect(said).toHaveLength(5);
  said.forEach((one, index) => {
    expect(one).not.toBe(said[index + 1]);
  });
});

test('plays no filler after untranscribed speech', async () => {
  const call = await asked('', [{ text: '', delayMs: 1500 }]);
  expect(call.engines[0]?.asked.filter((one) => one.startsWith('say'))).toEqual([
    'say Hello.',
    'say Sorry, I did not get that. Could you say it again?',
  ]);
});

test('a filler can be interrupted', async () => {
  const call = voiceCall({
    assistant: scriptedAssistant({
      initialMessage: 'Hello.',
      fillers: { ...fillers, question: ['Well let me have a look at that.'] },
    }),
    engine: { answers: [{ text: 'First.', delayMs: 3000 }, 'Second.'] },
  });
  await call.advance(1000);
  await call.speak('When?', 500);
  await call.advance(1200);
  await call.speak('I mean on Sundays please.', 1000);
  await call.advance(3000);
  expect(call.heard('Well let me have a look at that.')?.frames).toBeLessThan(40);
  expect(call.heard('First.')).toBeNull();
  expect(call.heard('Second.')).not.toBeNull();
});

test('says "One moment, please." once during a slow tool call', async () => {
  const slow = {
    description: { name: 'slow', description: 'Slow.', parameters: { type: 'object' } },
    timeoutMs: 10_000,
    run: () => finish,
  };
  const { promise: finish, resolve } = Promise.withResolvers<object>();
  const call = voiceCall({
    assistant: scriptedAssistant({ initialMessage: 'Hello.' }, { tools: [slow] }),
    engine: { answers: [{ text: 'Let me look.', tool: { name: 'slow' }, thenText: 'Here it is.' }] },
  });
  await call.advance(1000);
  await call.speak('Look it up.', 800);
  await call.advance(6000);
  expect(call.heard('One moment, please.')).toMatchObject({ frames: 30 });
  expect(call.heard('One moment, please.')?.fromMs).toBeGreaterThanOrEqual(
    (call.heard('Let me look.')?.toMs ?? 0) + 980,
  );
  resolve({ found: true });
  await call.advance(2000);
  expect(call.heard('Here it is.')).not.toBeNull();
  expect(call.told('assistant-said').at(-1)).toMatchObject({
    text: 'Let me look. Here it is.',
    functionCalls: [{ name: 'slow', result: { found: true } }],
  });
  expect(call.told('tool-called')).toMatchObject([{ failed: false }]);
});

test.each([
  ['never starts', 0],
  ['breaks off', 160],
])('a filler whose voice %s does not delay the answer', async (_, soundMs) => {
  const call = voiceCall({
    assistant: scriptedAssistant({ initialMessage: 'Hello.', fillers }),
    engine: { answers: [{ text: 'Here you are.', delayMs: 700 }], fillerSoundMs: soundMs },
  });
  await call.advance(1000);
  await call.speak('When do you open?', 800);
  await call.advance(2500);
  expect(call.heard('Here you are.')).toMatchObject({ frames: 30 });
  expect(call.told('assistant-said').at(-1)?.text).toBe('Here you are.');
});

test('a filler without audio during a slow tool call delays neither answers nor timers', async () => {
  const slow = {
    description: { name: 'slow', description: 'Slow.', parameters: { type: 'object' } },
    timeoutMs: 10_000,
    run: () => finish,
  };
  const { promise: finish, resolve } = Promise.withResolvers<object>();
  const call = voiceCall({
    assistant: scriptedAssistant({ initialMessage: 'Hello.', maxSilenceMs: 10_000 }, { tools: [slow] }),
    engine: {
      answers: [{ text: 'Let me look.', tool: { name: 'slow' }, thenText: 'Here it is.' }],
      fillerSoundMs: 0,
    },
  });
  await call.advance(1000);
  await call.speak('Look it up.', 800);
  await call.advance(4000);
  resolve({ found: true });
  await call.advance(2000);
  expect(call.heard('Here it is.')).not.toBeNull();
  await call.advance(12_000);
  expect(call.outcome).toMatchObject({ reason: 'silence' });
});
