import { expect, test } from 'vitest';
import type { CallTool } from '#contract/built-in-tools.ts';
import { AppError } from '../../src/core/errors.ts';
import { ULAW_SILENCE } from '../../src/core/g711.ts';
import type { CallAssistant } from '../../src/voice/call-host.ts';
import { openEngine } from '../../src/voice/engines/open-engine.ts';
import { scriptedRealtime } from '../kit/scripted-realtime.ts';
import { ordered, sounds, type Transfer } from '../kit/voice/ordered-transfer.ts';
import { scriptedAssistant } from '../kit/voice/scripted-assistant.ts';
import { loudnessOf, scriptedEngines } from '../kit/voice/scripted-engine.ts';
import { voiceCall } from '../kit/voice/voice-call.ts';

const NOT_REACHED = 'I am sorry, nobody can take the call right now. Can I help you in another way?';

const HANDOFF: CallTool = {
  type: 'assistant_transfer',
  assistant_id: 9,
  message_before_transfer: 'Here is Bob.',
};

async function handedOff(tool: CallTool, isThere = true): Promise<Transfer> {
  const bob = scriptedAssistant(
    { initialMessage: 'Bob here.', endpointSilenceMs: 1000 },
    { id: '9', name: 'Bob' },
  );
  return ordered(tool, { host: { assistant: async () => (isThere ? bob : null) } });
}

test('assistant_transfer: after the message, the next assistant greets and uses its own settings', async () => {
  const call = await handedOff(HANDOFF);
  await call.advance(2500);
  expect(sounds(call.leg).filter((loudness) => loudness > 0)).toEqual(
    ['Hello.', 'I connect you.', 'Here is Bob.', 'Bob here.'].map(loudnessOf),
  );
  expect(call.engines[0]?.isClosed).toBe(true);
  expect(call.engines[1]?.opening.assistant.name).toBe('Bob');
  expect(call.engines[1]?.opening.replacedSpeech).toBe(call.engines[0]?.opening.replacedSpeech);
  expect(call.engines[1]?.opening.history.map(({ content }) => content)).toContain('A person, please.');
  expect(call.told('transferred')).toMatchObject([{ kind: 'assistant', target: '9', outcome: 'connected' }]);
  await call.speak('Hi Bob.', 600);
  await call.advance(800);
  expect(call.engines[1]?.asked).not.toContain('answer');
  await call.advance(400);
  expect(call.engines[1]?.asked).toContain('answer');
});

test.each([
  [
    'does not repeat the same notice',
    'We record.',
    ['We record.', 'Hello.', 'I connect you.', 'Here is Bob.', 'Bob here.'],
  ],
  [
    'does not repeat the same notice in other signs',
    ' **We**\nrecord',
    ['We record.', 'Hello.', 'I connect you.', 'Here is Bob.', 'Bob here.'],
  ],
  [
    'speaks its own notice',
    'I am an AI.',
    ['We record.', 'Hello.', 'I connect you.', 'Here is Bob.', 'I am an AI.', 'Bob here.'],
  ],
])('after a handoff the next assistant %s', async (_, noticeMessage, expected) => {
  const bob = scriptedAssistant({ initialMessage: 'Bob here.', noticeMessage }, { id: '9', name: 'Bob' });
  const assistant = scriptedAssistant(
    { initialMessage: 'Hello.', noticeMessage: 'We record.' },
    { builtInTools: [HANDOFF] },
  );
  const call = await ordered(HANDOFF, { assistant, host: { assistant: async () => bob } });
  await call.advance(3500);
  expect(call.told('assistant-said').map(({ text }) => text)).toEqual(expected);
});

test('the maximum duration of each assistant counts from the handoff', async () => {
  const tool = { ...HANDOFF, message_before_transfer: 'word '.repeat(100).trim() };
  const bob = scriptedAssistant({ initialMessage: 'Bob here.', maxDurationMs: 20_000 }, { id: '9' });
  const assistant = scriptedAssistant(
    { initialMessage: 'Hello.', maxDurationMs: 60_000 },
    { builtInTools: [tool] },
  );
  const call = await ordered(tool, { assistant, host: { assistant: async () => bob } });
  await call.advance(25_000);
  const takenOverMs = call.told('transferred')[0]?.atMs ?? 0;
  expect(takenOverMs).toBeGreaterThan(20_000);
  await call.advance(4000);
  expect(call.heard('Bob here.')).not.toBeNull();
  expect(call.outcome).toBeNull();
  await call.advance(takenOverMs + 20_100 - call.nowMs());
  expect(call.outcome).toMatchObject({ status: 'completed', reason: 'max duration' });
});

test('speak_transfer_greeting false: continues without a greeting', async () => {
  const call = await handedOff({ ...HANDOFF, speak_transfer_greeting: false });
  await call.advance(2500);
  expect(call.leg.heard).not.toContain(loudnessOf('Bob here.'));
  expect(call.engines[1]?.asked[0]).toMatch(/^prompt /);
});

test('limits consecutive handoffs to four until the customer speaks', async () => {
  const tool = { ...HANDOFF, message_before_transfer: '', speak_transfer_greeting: false };
  const order = { text: 'One moment.', tool: { name: 'assistant_transfer' } };
  const bob = scriptedAssistant({ initialMessage: 'Bob here.' }, { id: '9', builtInTools: [tool] });
  const call = await ordered(tool, {
    host: { assistant: async () => bob },
    engine: { answers: [order], prompts: [order] },
  });
  await call.advance(10_000);
  const outcomes = () => call.told('transferred').map(({ outcome }) => outcome);
  const done = Array.from({ length: 4 }, () => 'connected');
  expect(outcomes()).toEqual([...done, 'failed']);
  expect(call.heard(NOT_REACHED)).not.toBeNull();
  await call.speak('Somebody else, please.', 800);
  await call.advance(10_000);
  expect(outcomes()).toEqual([...done, 'failed', ...done, 'failed']);
});

test.each(['multimodal', 'dualplex'] as const)(
  'an assistant in mode %s that takes over gets the conversation',
  async (mode) => {
    const live = scriptedRealtime();
    const providers = {
      sttProviders: new Map(),
      ttsProviders: new Map(),
      realtimeModels: new Map([[live.id, live]]),
    };
    const bob = scriptedAssistant(
      { mode, initialMessage: 'Bob here.' },
      { id: '9', name: 'Bob', realtimeModel: live.id },
    );
    const first = scriptedEngines({
      answers: [{ text: 'I connect you.', tool: { name: 'assistant_transfer' } }],
    });
    const call = await ordered(
      { ...HANDOFF, speak_transfer_greeting: false },
      {
        host: { assistant: async () => bob },
        services: {
          openEngine: (opening) => {
            if (opening.assistant === bob) return openEngine(providers, opening);
            const engine = first.openEngine(opening);
            first.engines[0]?.expect('A person, please.');
            return engine;
          },
        },
      },
    );
    await call.advance(2500);
    expect(live.calls[0]?.filter((line) => !line.startsWith('hear'))).toEqual([
      'said Hello.',
      'read A person, please.',
      'said I connect you.',
      'said Here is Bob.',
      expect.stringMatching(/^respond .*taken over this call/),
    ]);
  },
);

test('the first assistant continues if the next one does not exist', async () => {
  const call = await handedOff(HANDOFF, false);
  await call.advance(5000);
  expect(call.heard(NOT_REACHED)).not.toBeNull();
  expect(call.engines).toHaveLength(1);
});

test.each([
  [new AppError('bad-request', 'The voice is not offered here.'), 'The voice is not offered here.'],
  [new Error('connect ECONNREFUSED'), 'internal error'],
])('the first assistant continues if the next one cannot take over (%s)', async (error, reason) => {
  const call = await ordered(HANDOFF, { host: { assistant: () => Promise.reject(error) } });
  await call.advance(5000);
  expect(call.told('transferred')).toMatchObject([{ kind: 'assistant', outcome: 'failed', reason }]);
  expect(call.heard(NOT_REACHED)).not.toBeNull();
  await call.speak('Then another question.', 800);
  await call.advance(1500);
  expect(call.heard('What else?')).not.toBeNull();
});

test('does not hand off after the customer hangs up', async () => {
  const found = Promise.withResolvers<CallAssistant | null>();
  const call = await ordered(HANDOFF, { host: { assistant: () => found.promise } });
  await call.advance(2000);
  call.leg.end({ kind: 'remote-hang-up' });
  await call.advance(60);
  found.resolve(scriptedAssistant({ initialMessage: 'Bob here.' }, { id: '9', name: 'Bob' }));
  await call.advance(4000);
  expect(call.engines.filter(({ isClosed }) => !isClosed)).toEqual([]);
  expect(call.heard('Bob here.')).toBeNull();
  expect(call.outcome).toMatchObject({ status: 'ended_by_customer' });
  expect(call.remains()).toEqual({ tickers: 0, streams: 0 });
});

test('speech over the announcement does not stop a handoff and reaches the next assistant', async () => {
  const call = await handedOff(HANDOFF);
  await call.speak('I said a person.', 600);
  await call.advance(3000);
  expect(call.told('transferred')).toMatchObject([{ kind: 'assistant', outcome: 'connected' }]);
  await call.speak('Who are you?', 600);
  await call.advance(2500);
  expect(call.engines[1]?.asked).toContain('answer');
});

test('the next assistant knows speech transcribed during the handoff', async () => {
  const call = await handedOff(HANDOFF);
  await call.speak('It is about my bill.', 400);
  await call.advance(3000);
  expect(call.told('transferred')).toMatchObject([{ kind: 'assistant', outcome: 'connected' }]);
  expect(call.engines[1]?.opening.history.map(({ content }) => content)).toContain('It is about my bill.');
});

test('a noise before a handoff delays it by at most a second', async () => {
  const [quiet, noisy] = [await handedOff(HANDOFF), await handedOff(HANDOFF)];
  await quiet.advance(4000);
  await noisy.advance(100);
  await noisy.speak('', 400);
  await noisy.advance(3500);
  const atMs = ({ told }: Transfer): number => told('transferred')[0]?.atMs ?? 0;
  expect(atMs(noisy)).toBeGreaterThan(0);
  expect(atMs(noisy) - atMs(quiet)).toBeLessThanOrEqual(1000);
});

test('speech continuing into the greeting is answered by the next assistant', async () => {
  const greeting = 'Hello, this is Bob, and I am glad to help you today.';
  const bob = scriptedAssistant({ initialMessage: greeting }, { id: '9', name: 'Bob' });
  const call = await ordered(HANDOFF, { host: { assistant: async () => bob } });
  await call.advance(300);
  expect(call.engines).toHaveLength(1);
  call.leg.speaking = true;
  await call.advance(700);
  call.engines[1]?.expect('does a table cost?');
  await call.advance(400);
  call.leg.speaking = false;
  await call.advance(4000);
  expect(call.told('customer-said').at(-1)?.text).toBe('does a table cost?');
  expect(call.engines[1]?.asked).toContain('answer');
});

async function recordedHandoff(before: boolean, after: boolean) {
  const bob = scriptedAssistant({ initialMessage: 'Bob here.', record: after }, { id: '9', name: 'Bob' });
  const assistant = scriptedAssistant(
    { initialMessage: 'Hello.', record: before },
    { builtInTools: [HANDOFF] },
  );
  const call = await ordered(HANDOFF, { assistant, host: { assistant: async () => bob } });
  await call.advance(13_000);
  const handedOffMs = call.told('transferred')[0]?.atMs ?? 0;
  const endedMs = call.nowMs();
  call.leg.end({ kind: 'remote-hang-up' });
  await call.advance(20);
  const recording = Buffer.concat(call.chunks);
  const loudAt = recording.findIndex((byte, index) => index % 2 === 1 && byte !== ULAW_SILENCE);
  return { recordedMs: recording.length / 16, loudFromMs: loudAt / 16, handedOffMs, endedMs };
}

test('recording ends at a handoff to an assistant without recording', async () => {
  const { recordedMs, loudFromMs, handedOffMs } = await recordedHandoff(true, false);
  expect(loudFromMs).toBeLessThan(200);
  expect(Math.abs(recordedMs - handedOffMs)).toBeLessThanOrEqual(100);
});

test('the recording is silent up to a handoff to an assistant with recording', async () => {
  const { recordedMs, loudFromMs, handedOffMs, endedMs } = await recordedHandoff(false, true);
  expect(loudFromMs).toBeGreaterThanOrEqual(handedOffMs - 20);
  expect(loudFromMs).toBeLessThan(handedOffMs + 300);
  expect(Math.abs(recordedMs - endedMs)).toBeLessThanOrEqual(100);
});

test('the next assistant gets the texts and instructions of supervisors that are still open', async () => {
  const bob = scriptedAssistant({ initialMessage: 'Bob here.' }, { id: '9', name: 'Bob' });
  const assistant = scriptedAssistant({ initialMessage: 'Hello.' }, { builtInTools: [HANDOFF] });
  const call = voiceCall({
    assistant,
    engine: { answers: ['Yes.', { text: 'I connect you.', tool: { name: HANDOFF.type, arguments: {} } }] },
    host: { assistant: async () => bob },
  });
  await call.advance(1000);
  call.supervisor.whisper('Be brief.');
  await call.speak('Are you open?', 800);
  await call.advance(2000);
  call.leg.speaking = true;
  await call.advance(300);
  call.supervisor.say('We close at six.', { interrupts: false });
  await call.speak('A person, please.', 800);
  await call.advance(600);
  expect(call.supervisor.whisper('They are in a hurry.')).toBe(true);
  await call.advance(5000);
  expect(call.engines[1]?.asked).toContain('note They are in a hurry.');
  expect(call.engines[1]?.asked).not.toContain('note Be brief.');
  expect(call.told('assistant-said').map(({ text }) => text)).toEqual([
    'Hello.',
    'Yes.',
    'I connect you.',
    'Here is Bob.',
    'Bob here.',
    'We close at six.',
  ]);
});
