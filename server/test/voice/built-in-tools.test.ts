import { expect, test } from 'vitest';
import type { CallTool } from '#contract/built-in-tools.ts';
import { builtInTools } from '../../src/voice/session/built-in-tools.ts';
import { openMultimodal } from '../kit/multimodal-call.ts';
import { openPipeline } from '../kit/pipeline-call.ts';
import { finish, call as modelCall, say, scriptedModel } from '../kit/scripted-model.ts';
import { spokenItem } from '../kit/scripted-realtime.ts';
import { scriptedAssistant } from '../kit/voice/scripted-assistant.ts';
import type { ScriptedAnswer } from '../kit/voice/scripted-engine.ts';
import { type VoiceCall, voiceCall } from '../kit/voice/voice-call.ts';

async function asked(tool: CallTool, answers: (string | ScriptedAnswer)[]): Promise<VoiceCall> {
  const assistant = scriptedAssistant({ initialMessage: 'Hello.' }, { builtInTools: [tool] });
  const call = voiceCall({ assistant, engine: { answers } });
  await call.advance(1000);
  await call.speak('Please do it.', 800);
  return call;
}

const END: CallTool = { type: 'end_call' };

test('end_call hangs up once the goodbye was heard', async () => {
  const call = await asked(END, [{ text: 'Thank you, goodbye then.', tool: { name: 'end_call' } }]);
  await call.advance(1000);
  expect(call.outcome).toBeNull();
  await call.advance(1000);
  expect(call.heard('Thank you, goodbye then.')).toMatchObject({ frames: 40 });
  expect(call.outcome).toMatchObject({
    status: 'ended_by_assistant',
    reason: 'the assistant ended the call',
  });
  expect(call.leg.isUp).toBe(false);
});

test('end_call without text says goodbye first', async () => {
  const call = await asked(END, [{ text: '', tool: { name: 'end_call' } }]);
  await call.advance(2000);
  expect(call.heard('Goodbye!')).toMatchObject({ frames: 10 });
  expect(call.outcome).toMatchObject({ status: 'ended_by_assistant' });
});

test('end_call waits until the remote side has played the goodbye', async () => {
  const assistant = scriptedAssistant({ initialMessage: 'Hello.' }, { builtInTools: [END] });
  const answers = [{ text: 'Goodbye then.', tool: { name: 'end_call' } }];
  const call = voiceCall({ assistant, engine: { answers }, leg: { bufferMs: 600 } });
  await call.advance(2000);
  await call.speak('Bye.', 400);
  await call.advance(3000);
  expect(call.heard('Goodbye then.')).toMatchObject({ frames: 20 });
});

test('end_call: a customer who continues to speak keeps the call open', async () => {
  const call = await asked(END, [
    { text: 'Thank you and have a very nice day.', tool: { name: 'end_call' } },
    'At nine.',
  ]);
  await call.advance(1000);
  await call.speak('Wait, when do you open?', 1000);
  await call.advance(5000);
  expect(call.heard('At nine.')).not.toBeNull();
  expect(call.outcome).toBeNull();
});

test.each([
  ['in the middle', 600],
  ['at the end', 1300],
])('end_call: a noise over the goodbye (%s) does not keep the call open', async (_, afterMs) => {
  const goodbye = 'Thank you and have a nice day.';
  const call = await asked(END, [{ text: goodbye, tool: { name: 'end_call' } }, '']);
  await call.advance(500 + afterMs);
  await call.speak('', 900);
  await call.advance(5000);
  const said = call.told('assistant-said').map(({ text }) => text);
  expect(said.join(' ')).toMatch(new RegExp(`^Hello. ${goodbye}`));
  expect(call.outcome).toMatchObject({ status: 'ended_by_assistant' });
});

test('end_call: a goodbye of the customer does not keep the call open', async () => {
  const assistant = scriptedAssistant(
    { initialMessage: 'Hello.', interruptAfterMs: 1000 },
    { builtInTools: [END] },
  );
  const answers = [{ text: 'Thank you and have a very nice day.', tool: { name: 'end_call' } }];
  const call = voiceCall({ assistant, engine: { answers } });
  await call.advance(1000);
  await call.speak('That is all.', 600);
  await call.advance(1200);
  await call.speak('Thanks, bye.', 700);
  await call.advance(4000);
  expect(call.outcome).toMatchObject({ status: 'ended_by_assistant' });
});

test('end_call during customer speech does not end the call', async () => {
  const call = await asked(END, ['Is that all?', 'At nine.']);
  await call.advance(2000);
  call.engines[0]?.expect('No, when do you open?');
  call.leg.speaking = true;
  await call.advance(400);
  const tool = call.engines[0]?.opening.extraTools.find(({ description }) => description.name === 'end_call');
  await tool?.run({}, new AbortController().signal, { key: 'k' });
  await call.advance(600);
  call.leg.speaking = false;
  await call.advance(2000);
  expect(call.heard('At nine.')).not.toBeNull();
  expect(call.outcome).toBeNull();
});

const KEYPAD: CallTool = { type: 'collect_keypad', timeout: 3, stop_key: '#' };
const COLLECT: ScriptedAnswer = {
  text: 'Enter your number.',
  tool: { name: 'collect_keypad' },
  thenText: 'Thank you.',
};

test('collect_keypad ends with the stop key', async () => {
  const call = await asked(KEYPAD, [COLLECT]);
  await call.advance(2000);
  for (const digit of ['1', '2', '3', '#']) {
    call.leg.press(digit);
    await call.advance(400);
  }
  await call.advance(1000);
  const [{ functionCall } = { functionCall: null }] = call.told('tool-called');
  expect(functionCall?.result).toEqual({ digits: '123', ended_by: 'stop_key' });
  expect(call.heard('Thank you.')).not.toBeNull();
  expect(call.engines[0]?.asked.filter((one) => one.startsWith('read'))).toEqual([]);
});

test('collect_keypad counts its timeout from the end of the question and from each key', async () => {
  const call = await asked(KEYPAD, [COLLECT]);
  await call.advance(500 + 800 + 2600);
  expect(call.told('tool-called')).toEqual([]);
  call.leg.press('7');
  await call.advance(2800);
  expect(call.told('tool-called')).toEqual([]);
  await call.advance(400);
  expect(call.told('tool-called')[0]?.functionCall.result).toEqual({ digits: '7', ended_by: 'timeout' });
});

test('collect_keypad times out after a question that ends within a frame', async () => {
  const call = await asked(KEYPAD, [COLLECT]);
  await call.advance(600);
  call.engines[0]?.emit({ type: 'reply-audio', replyId: 'reply-2', samples: new Int16Array(40) });
  await call.advance(600 + 3200);
  expect(call.told('tool-called')[0]?.functionCall.result).toEqual({ digits: '', ended_by: 'timeout' });
});

test('collect_keypad accepts keys pressed before the question', async () => {
  const call = await asked(KEYPAD, [{ ...COLLECT, delayMs: 600 }]);
  for (const digit of ['1', '2', '#', '7']) call.leg.press(digit);
  await call.advance(1800);
  expect(call.told('tool-called')[0]?.functionCall.result).toEqual({ digits: '12', ended_by: 'stop_key' });
  await call.advance(3000);
  expect(call.engines[0]?.asked).toContain('read (Keys pressed on the phone: 7)');
});

test('collect_keypad: speech instead of keys is answered, and so are later keys', async () => {
  const call = await asked({ ...KEYPAD, timeout: 20 }, [
    COLLECT,
    'The one on your card.',
    'Thank you, found.',
  ]);
  await call.advance(2000);
  await call.speak('Sorry, which number?', 1000);
  await call.advance(2500);
  expect(call.heard('The one on your card.')).not.toBeNull();
  for (const digit of ['1', '2', '#']) call.leg.press(digit);
  await call.advance(3000);
  expect(call.engines[0]?.asked).toContain('read (Keys pressed on the phone: 12)');
  expect(call.heard('Thank you, found.')).not.toBeNull();
});

test('collect_keypad does not say "One moment" while it waits for keys', async () => {
  const call = await asked({ ...KEYPAD, timeout: 10 }, [COLLECT]);
  await call.advance(6000);
  expect(call.heard('One moment, please.')).toBeNull();
});

test('collect_keypad: text queued behind it does not count as its question and is spoken after the timeout', async () => {
  const assistant = scriptedAssistant({ initialMessage: 'Hello.' }, { builtInTools: [KEYPAD] });
  const answers = [{ text: '', tool: { name: 'collect_keypad' } }];
  const call = voiceCall({ assistant, engine: { answers, hasTurnDetection: true } });
  await call.advance(1000);
  call.leg.type('I want to enter it.');
  const [engine] = call.engines;
  engine?.emit({ type: 'reply-started', replyId: 'unasked' });
  engine?.emit({ type: 'reply-audio', replyId: 'unasked', samples: new Int16Array(8000).fill(3000) });
  engine?.emit({ type: 'reply-ended', replyId: 'unasked', text: 'One moment.', functionCalls: [] });
  await call.advance(2800);
  expect(call.told('tool-called')).toEqual([]);
  await call.advance(1500);
  expect(call.told('tool-called')[0]?.functionCall.result).toEqual({ digits: '', ended_by: 'timeout' });
  expect(call.leg.heard).toContain(3000);
});

test('collect_keypad ends with the call', async () => {
  const call = await asked(KEYPAD, [COLLECT]);
  await call.advance(1500);
  call.leg.end({ kind: 'remote-hang-up' });
  await call.advance(60);
  expect(call.outcome).toMatchObject({ status: 'ended_by_customer' });
});

const ORDERS: CallTool[] = [
  END,
  { type: 'call_transfer', phone_number: '+40721000001' },
  {
    type: 'warm_call_transfer',
    supervisor_phone: '+40721000001',
    outbound_phone_id: 1,
    description: 'When they ask for a person.',
    hold_message: 'One moment.',
    briefing_initial_message: 'A caller.',
    connected_message: 'Connected.',
  },
  { type: 'assistant_transfer', assistant_id: 2 },
];

/** Engines whose model says goodbye and orders a tool in one answer, and would say more if it were asked again. */
function ordering(tool: CallTool) {
  const ordered: string[] = [];
  const assistant = scriptedAssistant({}, { builtInTools: [tool] });
  const tools = builtInTools(assistant, {
    afterReply: ({ type }) => ordered.push(type) > 0,
    collectDigits: () => Promise.reject(new Error('Not expected.')),
    sendDigits: () => Promise.reject(new Error('Not expected.')),
  });
  return { ordered, tools };
}

test.each(ORDERS)('an answer that speaks and orders $type is over (pipeline)', async (tool) => {
  const { ordered, tools } = ordering(tool);
  const order = [...say('Goodbye then.'), modelCall(tool.type), finish('tool-calls')];
  const model = scriptedModel('a/m', order, [...say('And again goodbye.'), finish()]);
  const held = openPipeline(model, { tools });
  held.engine.read('That is all.');
  held.engine.answer('r1');
  await held.settle();
  expect(ordered).toHaveLength(1);
  expect(model.requests).toHaveLength(1);
  expect(held.voice.pieces).toEqual(['Goodbye then.']);
  expect(held.of('reply-ended')).toMatchObject([{ text: 'Goodbye then.' }]);
  await held.engine.close();
});

test.each(ORDERS)('an answer that speaks and orders $type is over (multimodal)', async (tool) => {
  const { ordered, tools } = ordering(tool);
  const held = openMultimodal({}, tools);
  const asked = { type: 'tool-call' as const, callId: 'c1', name: tool.type, arguments: {} };
  held.engine.answer('r1');
  held.live.tell(...spokenItem('i1', 'Goodbye then.', 600), asked);
  await held.settle();
  expect(ordered).toHaveLength(1);
  expect(held.live.calls[0]?.at(-1)).toMatch(/^result c1 .* false$/s);
  held.live.tell({ type: 'reply-ended', itemId: 'i1' });
  await held.settle();
  expect(held.of('reply-ended')).toMatchObject([{ replyId: 'r1', text: 'Goodbye then.' }]);
  await held.engine.close();
});

test('dtmf_input presses keys', async () => {
  const tool = { name: 'dtmf_input', arguments: { digits: '1w2#' } };
  const call = await asked({ type: 'dtmf_input' }, [{ text: 'Done.', tool }]);
  await call.advance(1500);
  expect(call.leg.digitsSent).toEqual(['1w2#']);
});

test('dtmf_input waits until the words before it were heard, and later words wait for the keys', async () => {
  const tool = { name: 'dtmf_input', arguments: { digits: '1' } };
  const call = await asked({ type: 'dtmf_input' }, [
    { text: 'I press one for sales.', tool, thenText: 'Now I wait.' },
    'At nine.',
  ]);
  const sent = Promise.withResolvers<{ kind: 'pressed' }>();
  call.leg.sendDigits = (digits) => {
    call.leg.digitsSent.push(digits);
    return sent.promise;
  };
  await call.advance(1200);
  expect(call.heard('I press one for sales.')).not.toBeNull();
  expect(call.leg.digitsSent).toEqual([]);
  await call.advance(600);
  expect(call.heard('I press one for sales.')).toMatchObject({ frames: 50 });
  expect(call.leg.digitsSent).toEqual(['1']);
  await call.advance(3000);
  call.leg.type('When do you open?');
  await call.advance(1000);
  expect(call.leg.heard.slice(-200)).toEqual(Array(200).fill(0));
  sent.resolve({ kind: 'pressed' });
  await call.advance(1000);
  expect(call.heard('At nine.')).toMatchObject({ frames: 20 });
});

test('dtmf_input presses no keys after the call ended', async () => {
  const tool = { name: 'dtmf_input', arguments: { digits: '1' } };
  const call = await asked({ type: 'dtmf_input' }, [{ text: 'I press one for sales.', tool }]);
  await call.advance(1000);
  call.leg.end({ kind: 'remote-hang-up' });
  await call.advance(2000);
  expect(call.leg.digitsSent).toEqual([]);
  expect(call.outcome).toMatchObject({ status: 'ended_by_customer' });
});

test('dtmf_input refused by the carrier fails with a message for the customer', async () => {
  const tool = { name: 'dtmf_input', arguments: { digits: '1' } };
  const call = await asked({ type: 'dtmf_input' }, [{ text: '', tool, thenText: 'That did not work.' }]);
  call.leg.sendDigits = async () => ({ kind: 'refused', reason: 'The carrier does not press them.' });
  await call.advance(1500);
  expect(call.told('tool-called')).toMatchObject([
    {
      failed: true,
      functionCall: { result: { error: 'The keys were not pressed. The carrier does not press them.' } },
    },
  ]);
  expect(call.heard('That did not work.')).not.toBeNull();
});

test('dtmf_input does not press the same keys again after an interruption, until an answer was heard', async () => {
  const pressed: string[] = [];
  const assistant = scriptedAssistant({}, { builtInTools: [{ type: 'dtmf_input' }] });
  const tools = builtInTools(assistant, {
    afterReply: () => false,
    collectDigits: () => Promise.reject(new Error('Not expected.')),
    sendDigits: async (digits) => {
      pressed.push(digits);
      return { kind: 'pressed' };
    },
  });
  const presses = [modelCall('dtmf_input', { digits: '1' }), finish('tool-calls')];
  const waits = [...say('I am waiting.'), finish()];
  const model = scriptedModel('a/m', presses, waits, presses, waits, presses, waits);
  const held = openPipeline(model, { tools });
  const seen: number[] = [];
  for (const replyId of ['unheard', 'heard', 'later']) {
    held.engine.read('For sales, press one.');
    held.engine.answer(replyId);
    await held.settle();
    if (replyId === 'unheard') held.engine.interrupt(replyId, { text: '', audioMs: 0 });
    else held.engine.played(replyId);
    seen.push(pressed.length);
  }
  expect(seen).toEqual([1, 1, 2]);
  await held.engine.close();
});

test('dtmf_input rejects invalid keys', async () => {
  const tool = { name: 'dtmf_input', arguments: { digits: '12; hang up' } };
  const call = await asked({ type: 'dtmf_input' }, [{ text: 'Done.', tool }]);
  await call.advance(1500);
  expect(call.leg.digitsSent).toEqual([]);
  expect(call.told('tool-called')).toMatchObject([{ failed: true }]);
});

test('tools of one type have distinct names, and descriptions contain the values of variables', async () => {
  const both: CallTool[] = [
    { type: 'call_transfer', phone_number: '+40721000001', description: 'Sales of {{company}}.' },
    { type: 'call_transfer', phone_number: '+40721000002', description: 'Service.' },
  ];
  const call = voiceCall({ assistant: scriptedAssistant({}, { builtInTools: both }) });
  await call.advance(20);
  expect(call.engines[0]?.opening.extraTools.map(({ description }) => description.name)).toEqual([
    'call_transfer',
    'call_transfer_2',
  ]);
  const [first] = call.engines[0]?.opening.extraTools ?? [];
  expect(first?.description.description).toMatch(/Sales of Mill\.$/);
});
