import { expect, test } from 'vitest';
import type { CallTool } from '#contract/built-in-tools.ts';
import { ProviderError } from '../../src/providers/interfaces/provider-error.ts';
import type { DialFailure } from '../../src/voice/legs/outbound-route.ts';
import { scriptedModel } from '../kit/scripted-model.ts';
import { ordered, sounds } from '../kit/voice/ordered-transfer.ts';
import { scriptedAssistant } from '../kit/voice/scripted-assistant.ts';
import { loudnessOf } from '../kit/voice/scripted-engine.ts';
import { scriptedLeg } from '../kit/voice/scripted-leg.ts';
import { backgroundLoudness, voiceCall } from '../kit/voice/voice-call.ts';

const TARGET = '+40721555555';
const LINE_BUSY = 'I am sorry, the line is busy right now. Can I help you in another way?';
const NOT_REACHED = 'I am sorry, nobody can take the call right now. Can I help you in another way?';
const MUSIC = backgroundLoudness('hold-music');
const VOICE = 8000;

const COLD: CallTool = { type: 'call_transfer', phone_number: TARGET };
const WARM: CallTool = {
  type: 'warm_call_transfer',
  supervisor_phone: TARGET,
  outbound_phone_id: 7,
  description: 'When they ask for a person.',
  hold_message: 'Hold the line.',
  briefing_initial_message: 'A caller for you.',
  connected_message: 'You are connected.',
};

test('a blind transfer is done by the carrier', async () => {
  const call = await ordered(COLD, { leg: { transfer: { kind: 'transferred' } } });
  await call.advance(200);
  expect(call.leg.transfers).toEqual([TARGET]);
  expect(call.told('transferred')).toMatchObject([{ kind: 'blind', target: TARGET, outcome: 'connected' }]);
  expect(call.outcome).toMatchObject({ status: 'completed', reason: 'transferred' });
  expect(call.dials).toEqual([]);
});

test.each([
  ['an extension of the account', TARGET, true],
  ['a SIP address', 'sip:ana@pbx.example', false],
])('we dial %s although the carrier can transfer', async (_name, target, isExtension) => {
  const call = await ordered(
    { ...COLD, phone_number: target },
    { leg: { transfer: { kind: 'transferred' } }, host: { isExtension: async () => isExtension } },
  );
  await call.advance(200);
  expect(call.leg.transfers).toEqual([]);
  expect(call.dials).toMatchObject([{ to: target, from: null, line: null }]);
});

test.each([
  ['declined', false, NOT_REACHED],
  ['The telephone is in use.', true, LINE_BUSY],
])(
  'a refused blind transfer (%s) returns the customer with an explanation',
  async (reason, isBusy, words) => {
    const call = await ordered(COLD, { leg: { transfer: { kind: 'refused', reason, isBusy } } });
    await call.advance(5000);
    expect(call.told('transferred')).toMatchObject([{ outcome: 'failed', reason }]);
    expect(call.heard(words)).not.toBeNull();
    await call.speak('Then another question.', 800);
    await call.advance(1500);
    expect(call.heard('What else?')).not.toBeNull();
  },
);

test('call_transfer with custom: the model chooses the number', async () => {
  const call = await ordered({ ...COLD, custom: true }, { phone: '+40 721 777 777' });
  await call.advance(100);
  expect(call.dials).toMatchObject([{ to: '+40721777777' }]);
});

test('call_transfer with custom: an invalid number is rejected', async () => {
  const call = await ordered({ ...COLD, custom: true }, { phone: '12' });
  await call.advance(1000);
  expect(call.dials).toEqual([]);
  expect(call.told('tool-called')).toMatchObject([{ failed: true }]);
  expect(call.outcome).toBeNull();
});

test('warm_transfer: the party hears the message before the bridge', async () => {
  const tool: CallTool = { ...COLD, warm_transfer: true, warm_transfer_message: 'A customer for you.' };
  const call = await ordered(tool, { leg: { transfer: { kind: 'transferred' } } });
  await call.advance(500);
  expect(call.leg.transfers).toEqual([]);
  expect(call.leg.heard.at(-1)).toBe(MUSIC);
  await call.advance(5000);
  expect(sounds(call.other)).toContain(loudnessOf('A customer for you.'));
  expect(call.leg.heard).not.toContain(loudnessOf('A customer for you.'));
  expect(call.told('transferred')).toMatchObject([{ outcome: 'connected' }]);
});

test('a warm transfer plays the hold message and music, briefs the supervisor, and connects both', async () => {
  const call = await ordered(WARM);
  await call.advance(9000);
  call.other.speaking = true;
  await call.advance(400);
  const customer = sounds(call.leg).filter((loudness) => loudness > 0);
  expect(customer).toEqual([
    loudnessOf('Hello.'),
    loudnessOf('I connect you.'),
    loudnessOf('Hold the line.'),
    MUSIC,
    loudnessOf('You are connected.'),
    VOICE,
  ]);
  expect(sounds(call.other)).toContain(loudnessOf('A caller for you. They want a refund.'));
  expect(call.dials).toMatchObject([{ to: TARGET, from: '+40312000000' }]);
  expect(call.told('transferred')).toMatchObject([{ kind: 'warm', outcome: 'connected' }]);
  expect(call.told('model-call')).toMatchObject([
    { call: { modelId: 'scripted/model', finishReason: 'stop' } },
  ]);
  expect(call.told('assistant-said').map(({ text }) => text)).not.toContain(
    'A caller for you. They want a refund.',
  );
});

test.each<[CallTool, string | null]>([
  [{ ...WARM, caller_id_mode: 'customer_number' }, '+40721000000'],
  [{ ...WARM, caller_id_mode: 'custom', custom_caller_id: '+40312999999' }, '+40312999999'],
  [{ ...WARM, caller_id_mode: 'outbound_number' }, '+40312000000'],
])('caller_id_mode sets the caller ID of the call over the chosen route', async (tool, from) => {
  const call = await ordered(tool);
  await call.advance(1000);
  expect(call.dials).toMatchObject([{ from, line: 7 }]);
});

const SIP_HEADERS = [{ name: 'X-Company', value: '{{company}}' }];

test.each<CallTool>([
  { ...COLD, sip_headers: SIP_HEADERS },
  { ...WARM, sip_headers: SIP_HEADERS },
])('$type passes on its SIP headers and the variables', async (tool) => {
  const call = await ordered(tool);
  await call.advance(1000);
  expect(call.dials).toMatchObject([{ headers: { own: SIP_HEADERS, values: { company: 'Mill' } } }]);
});

test('hold_music none plays silence', async () => {
  const call = await ordered({ ...WARM, hold_music: 'none' });
  await call.advance(2000);
  expect(call.leg.heard).not.toContain(MUSIC);
});

test.each<DialFailure>(['busy', 'no-answer', 'rejected'])(
  'the customer returns to the assistant if dialing the supervisor fails: %s',
  async (fails) => {
    const call = await ordered(WARM, { fails });
    await call.advance(5000);
    expect(call.told('transferred')).toMatchObject([{ kind: 'warm', outcome: 'failed', reason: fails }]);
    expect(call.heard(fails === 'busy' ? LINE_BUSY : NOT_REACHED)).not.toBeNull();
    expect(call.leg.heard.at(-1)).toBe(0);
    await call.speak('Then another question.', 800);
    await call.advance(1500);
    expect(call.heard('What else?')).not.toBeNull();
  },
);

test('the customer returns to the assistant if the supervisor hangs up during the briefing', async () => {
  const call = await ordered(WARM);
  await call.advance(1200);
  call.other.end({ kind: 'remote-hang-up' });
  await call.advance(5000);
  expect(call.heard(NOT_REACHED)).not.toBeNull();
  expect(call.outcome).toBeNull();
});

test.each([
  ['warm', WARM, 1200],
  ['announced', { ...COLD, warm_transfer: true, warm_transfer_message: 'A customer for you.' }, 200],
] satisfies [string, CallTool, number][])(
  'a supervisor who hangs up before a %s transfer completes leaves no open call',
  async (_, tool, afterMs) => {
    const call = await ordered(tool);
    await call.advance(afterMs);
    call.other.end({ kind: 'remote-hang-up' });
    await call.advance(5000);
    expect(call.engines).toHaveLength(2);
    expect(call.engines.map(({ isClosed }) => isClosed)).toEqual([false, true]);
    const unheard = call.other.heard.length;
    await call.advance(500);
    expect(call.other.heard).toHaveLength(unheard);
    expect(call.told('transferred')).toMatchObject([{ outcome: 'failed', reason: 'hung up' }]);
    expect(call.outcome).toBeNull();
  },
);

test('speech to a supervisor is billed and its failures reported', async () => {
  const call = await ordered(WARM);
  await call.advance(1200);
  const usage = { kind: 'text-to-speech' as const, provider: 'scripted/anna', characters: 40 };
  const error = new ProviderError('unavailable', 'The voice is out.');
  call.engines[1]?.emit({ type: 'speech-usage', usage });
  call.engines[1]?.emit({ type: 'failed', replyId: null, error, fatal: false });
  call.engines[1]?.emit({ type: 'customer-text', text: 'Speaking.', language: null });
  expect(call.told('speech-usage')).toMatchObject([{ usage }]);
  expect(call.told('provider-failed')).toMatchObject([{ reason: 'The voice is out.' }]);
  expect(call.told('customer-said').map(({ text }) => text)).not.toContain('Speaking.');
});

test.each([
  ['before it begins', 1200],
  ['in the middle', 3000],
])('connects the supervisor when the briefing fails (%s)', async (_, afterMs) => {
  const call = await ordered(WARM);
  await call.advance(afterMs);
  const error = new ProviderError('rejected', 'The voice is gone.');
  call.engines[1]?.emit({ type: 'failed', replyId: null, error, fatal: true });
  await call.advance(2000);
  expect(call.told('transferred')).toMatchObject([{ outcome: 'connected' }]);
  expect(call.outcome).toBeNull();
});

test.each(['neverSays', 'failsToSay'] as const)(
  'connects the customer without an apology when the hold message fails (%s)',
  async (how) => {
    const engine = {
      answers: [{ text: 'I connect you.', tool: { name: 'warm_call_transfer' } }],
      [how]: (text: string) => text === 'Hold the line.',
    };
    const call = await ordered(WARM, { engine });
    await call.advance(20_000);
    expect(call.told('transferred')).toMatchObject([{ kind: 'warm', outcome: 'connected' }]);
    expect(call.told('assistant-said').map(({ text }) => text)).toEqual([
      'Hello.',
      'I connect you.',
      'You are connected.',
    ]);
    call.leg.end({ kind: 'remote-hang-up' });
    await call.advance(20);
    expect(call.outcome).not.toHaveProperty('failedBy');
  },
);

test('stops dialing the supervisor when the customer hangs up', async () => {
  const call = await ordered(WARM, { dialed: () => undefined });
  await call.advance(1500);
  expect(call.dials).toHaveLength(1);
  call.leg.end({ kind: 'remote-hang-up' });
  await call.advance(60);
  expect(call.dials).toMatchObject([{ canceled: true }]);
  expect(call.outcome).toMatchObject({ status: 'ended_by_customer' });
});

test('hangs up on a supervisor who answers as the customer hangs up', async () => {
  let answer = (): void => undefined;
  const other = scriptedLeg();
  const call = await ordered(WARM, {
    dialed: (_, listener) => {
      answer = () => listener({ type: 'answered', leg: other, carrierCallId: null });
    },
  });
  await call.advance(1500);
  call.leg.end({ kind: 'remote-hang-up' });
  await call.advance(60);
  answer();
  await call.advance(60);
  expect(other.isUp).toBe(false);
  expect(call.outcome).toMatchObject({ status: 'ended_by_customer' });
});

test('ends the hold when the supervisor hangs up during a long briefing', async () => {
  const briefing = Array(60).fill('word').join(' ');
  const call = await ordered({ ...WARM, briefing_initial_message: briefing });
  await call.advance(5000);
  expect(call.other.heard.at(-1)).toBeGreaterThan(0);
  call.other.end({ kind: 'remote-hang-up' });
  await call.advance(200);
  expect(call.heard(NOT_REACHED)).not.toBeNull();
});

test('speech over the announcement does not stop a transfer', async () => {
  const call = voiceCall({
    assistant: scriptedAssistant({ initialMessage: 'Hello.' }, { builtInTools: [COLD] }),
    engine: {
      answers: [{ text: 'I am going to connect you with a colleague.', tool: { name: 'call_transfer' } }],
    },
    leg: { transfer: { kind: 'transferred' } },
  });
  await call.advance(1000);
  await call.speak('A person, please.', 800);
  await call.advance(800);
  await call.speak('Okay, thank you very much.', 800);
  await call.advance(3000);
  expect(call.told('interrupted')).toEqual([]);
  expect(call.outcome).toMatchObject({ reason: 'transferred' });
});

test('completes announcement and transfer after a cough', async () => {
  const announcement = 'I am going to connect you with a colleague.';
  const call = voiceCall({
    assistant: scriptedAssistant({ initialMessage: 'Hello.' }, { builtInTools: [COLD] }),
    engine: { answers: [announcement] },
    leg: { transfer: { kind: 'transferred' } },
  });
  await call.advance(1000);
  await call.speak('A person, please.', 800);
  await call.advance(800);
  call.leg.speaking = true;
  await call.advance(120);
  await call.engines[0]?.opening.extraTools[0]?.run({}, new AbortController().signal, { key: 'k' });
  await call.advance(60);
  call.leg.speaking = false;
  await call.advance(4000);
  expect(call.heard(announcement)?.frames).toBe(90);
  expect(call.outcome).toMatchObject({ reason: 'transferred' });
});

test('refuses further actions while the customer is on hold', async () => {
  const call = await ordered(WARM);
  const [engine] = call.engines;
  const tools = engine?.opening.extraTools ?? [];
  await expect(tools[0]?.run({}, new AbortController().signal, { key: 'k' })).rejects.toThrow(
    /already pending/,
  );
  await call.advance(8000);
  expect(call.dials).toHaveLength(1);
  expect(call.told('transferred')).toMatchObject([{ outcome: 'connected' }]);
});

test('customer speech from the announcement until the transfer fails does not silence the assistant', async () => {
  const call = voiceCall({
    assistant: scriptedAssistant(
      { initialMessage: 'Hello, this is Anna.', minInterruptWords: 1 },
      { builtInTools: [COLD] },
    ),
    leg: { transfer: { kind: 'refused', reason: 'declined' } },
  });
  await call.engines[0]?.opening.extraTools[0]?.run({}, new AbortController().signal, { key: 'k' });
  await call.speak('', 1200);
  await call.advance(6000);
  expect(call.told('transferred')).toMatchObject([{ outcome: 'failed' }]);
  expect(call.heard(NOT_REACHED)?.frames).toBe(170);
});

test('a failed summary is replaced by the customer’s last words', async () => {
  const broken = scriptedModel('scripted/model', [{ type: 'end' }]);
  const assistant = scriptedAssistant({ initialMessage: 'Hello.' }, { builtInTools: [WARM], model: broken });
  const call = await ordered(WARM, { assistant });
  await call.advance(6000);
  expect(sounds(call.other)).toContain(loudnessOf('A caller for you. A person, please.'));
});

test('the customer returns to the assistant if the number lookup of a warm transfer fails', async () => {
  const call = await ordered(WARM, {
    host: { phoneNumber: () => Promise.reject(new Error('connect ECONNREFUSED')) },
  });
  await call.advance(5000);
  expect(call.told('transferred')).toMatchObject([{ kind: 'warm', outcome: 'failed' }]);
  expect(call.heard(NOT_REACHED)).not.toBeNull();
  expect(call.leg.heard.at(-1)).toBe(0);
  expect(call.outcome).toBeNull();
});
