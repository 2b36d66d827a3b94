import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type ManualClock, manualClock } from '../../../../test/kit/clocks.ts';
import { eventually } from '../../../../test/kit/eventually.ts';
import {
  type GeminiLiveServer,
  geminiModel,
  startGeminiLiveServer,
} from '../../../../test/kit/gemini-live-server.ts';
import { describeOffers } from '../../../../test/kit/offers-contract.ts';
import { describeRealtimeFaults } from '../../../../test/kit/realtime-contract.ts';
import {
  REALTIME_OPTIONS,
  type RealtimeProbe,
  realtimeProbe,
  speak,
} from '../../../../test/kit/realtime-probe.ts';
import { googleLiveOffers } from './google-live.ts';
import { liveSetup } from './live-connection.ts';
import { readLiveMessage } from './read-message.ts';

let server: GeminiLiveServer;
let clock: ManualClock;
let probe: RealtimeProbe;

beforeEach(async () => {
  server = await startGeminiLiveServer();
  clock = manualClock();
  probe = realtimeProbe(geminiModel(server.url, clock));
});

afterEach(async () => {
  probe.close();
  await server.close();
});

const untilSent = (name: string, count = 1) =>
  eventually(
    async () => server.messages.filter((message) => name in message).length,
    (found) => found >= count,
  );
const sent = (name: string) => server.messages.flatMap((message) => (name in message ? [message[name]] : []));

describe('a session', () => {
  test('opens with the key, the model and the settings', async () => {
    await probe.ready({ voice: 'Kore' });
    expect(server.requests[0]).toMatchObject({
      path: '/ws/google.ai.generativelanguage.v1beta.GenerativeService.BidiGenerateContent',
      headers: { 'x-goog-api-key': 'key' },
    });
    expect(sent('setup')[0]).toMatchObject({
      model: 'models/gemini-x',
      generationConfig: {
        responseModalities: ['AUDIO'],
        temperature: 0.1,
        speechConfig: { voiceConfig: { prebuiltVoiceConfig: { voiceName: 'Kore' } } },
      },
      systemInstruction: { parts: [{ text: expect.stringContaining('You are Ana.') }] },
      tools: [{ functionDeclarations: [{ name: 'book', behavior: 'BLOCKING' }] }],
      realtimeInputConfig: {
        automaticActivityDetection: {
          startOfSpeechSensitivity: 'START_SENSITIVITY_LOW',
          silenceDurationMs: 400,
        },
      },
      sessionResumption: {},
    });
  });

  test('omits unset settings', async () => {
    await probe.ready({ voice: null, tools: [], turnDetectionThreshold: null, endpointSilenceMs: null });
    const text = JSON.stringify(sent('setup')[0]);
    for (const left of ['Sensitivity', 'silenceDurationMs', 'speechConfig', 'tools'])
      expect(text).not.toContain(left);
  });

  test('lowers end-of-speech sensitivity for endpoint_type ai, besides the configured silence', async () => {
    await probe.ready({ hasSemanticTurns: true });
    expect(sent('setup')[0]).toMatchObject({
      realtimeInputConfig: {
        automaticActivityDetection: { endOfSpeechSensitivity: 'END_SENSITIVITY_LOW', silenceDurationMs: 400 },
      },
    });
  });

  test('transcribes speech and replies with audio', async () => {
    server.hears('Are you open?');
    server.script({ say: 'Yes, every day.', audioMs: 640 });
    const session = await probe.ready();
    speak(session, 320);
    await probe.until('reply-ended');
    const order = probe.types().filter((type, index, all) => type !== all[index - 1]);
    expect(order.filter((type) => type !== 'audio' && type !== 'text-delta')).toEqual([
      'ready',
      'customer-speech-started',
      'customer-interim',
      'customer-speech-stopped',
      'customer-text',
      'reply-started',
      'usage',
      'reply-ended',
    ]);
    expect(probe.of('customer-text')).toEqual([
      { type: 'customer-text', text: 'Are you open?', language: null },
    ]);
    expect(probe.of('audio').reduce((sum, event) => sum + event.samples.length, 0)).toBe(640 * 24);
    expect(probe.text()).toBe('Yes, every day.');
    expect(probe.of('usage')).toEqual([
      { type: 'usage', usage: { inputTokens: 20, outputTokens: 10 }, audioMs: null },
    ]);
  });

  test('for a TTS voice emits only text, and ends the reply before the server’s audio is complete', async () => {
    server.script({ endless: 'Yes, every day.' });
    const session = await probe.ready({ output: 'text', voice: null });
    session.respond(null);
    await probe.until('text-delta', 3);
    server.send({ serverContent: { generationComplete: true } });
    await eventually(
      async () => clock.sleeping(),
      (sleeping) => sleeping > 2,
    );
    clock.advance(200);
    await probe.until('reply-ended');
    expect(probe.of('audio')).toEqual([]);
    expect(probe.text()).toBe('Yes, every day.');
  });
});

describe('an interruption', () => {
  test('by the customer’s voice ends the reply', async () => {
    server.script({ endless: 'On and on' }, { say: 'Sorry.' });
    const session = await probe.ready();
    session.respond(null);
    await probe.until('audio', 3);
    speak(session, 320);
    await probe.until('reply-ended', 2);
    expect(probe.of('customer-speech-started').length).toBeGreaterThan(0);
    expect(probe.of('reply-started')).toHaveLength(2);
  });

  test('by interrupt() suppresses the rest, and tells the model what was heard', async () => {
    server.script({ endless: 'On and on' }, { say: 'Sorry.' });
    const session = await probe.ready();
    session.respond(null);
    await probe.until('audio', 3);
    session.interrupt('turn_1', { audioMs: 100, text: 'On and' });
    server.send({ serverContent: { outputTranscription: { text: ' late' } } });
    session.read('Stop.');
    session.respond(null);
    await probe.until('reply-ended');
    expect(probe.text()).not.toContain('late');
    // The server reports an interruption, which our own text caused.
    expect(probe.of('customer-speech-started')).toEqual([]);
    expect(probe.of('reply-ended')).toEqual([{ type: 'reply-ended', itemId: 'turn_2' }]);
    expect(sent('clientContent').at(-1)).toMatchObject({
      turns: [{ role: 'user', parts: [{ text: expect.stringContaining('heard only: "On and"') }] }],
    });
  });

  test('before the reply has started suppresses all of it', async () => {
    server.script({ say: 'Nobody wants this.' }, { say: 'But this.' });
    const session = await probe.ready();
    session.respond(null);
    session.interrupt(null, { audioMs: 0, text: '' });
    await probe.until('usage');
    session.respond(null);
    await probe.until('reply-ended');
    expect(probe.text()).toBe('But this.');
  });
});

describe('tools', () => {
  test('are called, and the model continues after their results', async () => {
    server.script({ say: 'One moment.', call: 'book', args: { id: '7' } }, { say: 'Done.' });
    const session = await probe.ready();
    session.respond('Book it.');
    await probe.until('tool-call');
    const [call] = probe.of('tool-call');
    expect(call).toMatchObject({ name: 'book', arguments: { id: '7' } });
    session.toolResult(call?.callId ?? '', 'booked', true);
    session.toolResult('unknown', 'booked', true);
    await probe.until('reply-ended');
    expect(sent('toolResponse')).toEqual([
      { functionResponses: [{ id: call?.callId, name: 'book', response: { output: 'booked' } }] },
    ]);
    expect(probe.text()).toBe('One moment.Done.');
  });

  test('distinguish calls with malformed arguments from calls without arguments', async () => {
    server.script({ call: 'book', args: '["7"]' }, { call: 'book' });
    const session = await probe.ready();
    session.respond('Book it.');
    await probe.until('tool-call');
    session.toolResult(probe.of('tool-call')[0]?.callId ?? '', 'refused', true);
    await probe.until('tool-call', 2);
    expect(probe.of('tool-call').map((call) => call.arguments)).toEqual([null, {}]);
  });

  test('without parameters are declared without a schema', async () => {
    const nothing = { type: 'object', properties: {}, additionalProperties: false };
    await probe.ready({ tools: [{ name: 'end_call', description: 'Ends.', parameters: nothing }] });
    expect(sent('setup')[0]).toMatchObject({
      tools: [{ functionDeclarations: [{ name: 'end_call', description: 'Ends.', behavior: 'BLOCKING' }] }],
    });
    expect(JSON.stringify(sent('setup')[0])).not.toContain('parameters');
  });

  test('are canceled when the customer interrupts', async () => {
    server.script({ call: 'book' });
    const session = await probe.ready();
    session.respond(null);
    await probe.until('tool-call');
    speak(session, 320);
    await probe.until('tool-call-canceled');
    session.toolResult(probe.of('tool-call')[0]?.callId ?? '', 'booked', true);
    session.read('x');
    await untilSent('clientContent', 2);
    expect(sent('toolResponse')).toEqual([]);
  });

  test('send late results without requesting a reply', async () => {
    server.script({ call: 'book' });
    const session = await probe.ready();
    session.respond(null);
    await probe.until('tool-call');
    session.toolResult(probe.of('tool-call')[0]?.callId ?? '', {}, false);
    await untilSent('toolResponse');
    expect(JSON.stringify(sent('toolResponse'))).toContain('SILENT');
  });

  test('end the words before them with a result that requests no reply', async () => {
    server.script({ say: 'Goodbye then.', call: 'leave' });
    const session = await probe.ready();
    session.respond(null);
    await probe.until('tool-call');
    session.toolResult(probe.of('tool-call')[0]?.callId ?? '', {}, false);
    await probe.until('reply-ended');
  });

  test('do not end a later reply with a late result', async () => {
    server.script({ call: 'book' }, { endless: 'We open at nine.' });
    const session = await probe.ready();
    session.respond(null);
    await probe.until('tool-call');
    session.respond(null);
    await probe.until('audio');
    session.toolResult(probe.of('tool-call')[0]?.callId ?? '', {}, false);
    await untilSent('toolResponse');
    expect(probe.of('reply-ended')).toEqual([]);
  });
});

describe('a connection', () => {
  test('is replaced after goAway, before it closes, by one that resumes the session', async () => {
    server.script({ say: 'Still here.' });
    const session = await probe.ready();
    server.send({ goAway: { timeLeft: '10s' } });
    await untilSent('setup', 2);
    expect(sent('setup')[1]).toMatchObject({
      sessionResumption: { handle: expect.stringMatching(/^handle_/) },
    });
    session.respond(null);
    await probe.until('reply-ended');
    expect(probe.text()).toBe('Still here.');
    expect(probe.of('failed')).toEqual([]);
    await eventually(
      async () => server.open(),
      (open) => open === 1,
    );
  });

  test('that goes away during a reply is replaced at its end, or at the last moment', async () => {
    server.script({ endless: 'On and on' });
    const session = await probe.ready();
    session.respond(null);
    await probe.until('audio', 3);
    server.send({ goAway: { timeLeft: '10s' } });
    await eventually(
      async () => clock.sleeping(),
      (sleeping) => sleeping > 2,
    );
    expect(sent('setup')).toHaveLength(1);
    clock.advance(9_000);
    await untilSent('setup', 2);
    await probe.until('reply-ended');
  });

  test('that breaks is replaced, and pending requests are repeated', async () => {
    server.script({ endless: '' }, { say: 'Here I am.' });
    const session = await probe.ready();
    session.respond('Say where you are.');
    await untilSent('clientContent');
    server.drop();
    await probe.until('reply-ended');
    expect(probe.text()).toBe('Here I am.');
    expect(sent('clientContent').map((content) => JSON.stringify(content))).toHaveLength(2);
  });

  test('that breaks while a tool runs is replaced, and the new one gets the result', async () => {
    server.script({ call: 'book' }, { say: 'Done.' });
    const session = await probe.ready();
    session.respond(null);
    await probe.until('tool-call');
    session.interrupt(null, { audioMs: 0, text: '' });
    server.drop();
    await untilSent('setup', 2);
    session.toolResult(probe.of('tool-call')[0]?.callId ?? '', 'booked', true);
    await probe.until('reply-ended');
    expect(JSON.stringify(sent('clientContent').at(-1))).toContain('The function book returned booked.');
  });

  test('fails if it breaks repeatedly', async () => {
    await probe.ready();
    server.refuse(503, 503, 503, 503);
    server.drop();
    await probe.until('failed');
    expect(probe.of('failed')).toMatchObject([{ fatal: true, error: { retryable: true } }]);
  });

  test('fails if the server repeatedly closes it after the setup', async () => {
    await probe.ready();
    for (const connection of [1, 2, 3, 4]) {
      await untilSent('setup', connection);
      server.closeWith(1011, 'Internal error.');
    }
    await probe.until('failed');
    expect(sent('setup')).toHaveLength(4);
    expect(probe.of('failed')).toMatchObject([{ fatal: true, error: { retryable: true } }]);
  });

  test('that is rejected is not retried', async () => {
    server.refuse(403);
    probe.open();
    await probe.until('failed');
    await probe.ready();
    server.closeWith(1008, 'The key was taken back.');
    await probe.until('failed', 2);
    for (const { error } of probe.of('failed')) expect(error.code).toBe('rejected');
  });
});

describeRealtimeFaults('Gemini', {
  start: startGeminiLiveServer,
  model: geminiModel,
  nonsense: [
    '{"serverContent":7}',
    '{"toolCall":{"functionCalls":[7,{}]}}',
    '{"serverContent":{"modelTurn":{"parts":[7,{"inlineData":{"mimeType":"image/png","data":"AAAA"}}]}}}',
  ],
});

describeOffers('Gemini Live', googleLiveOffers({ apiKey: 'key' }));

test('parsing never throws', () => {
  const value = fc.jsonValue();
  const message = fc.oneof(
    fc.string(),
    fc.json(),
    fc
      .record({
        serverContent: value,
        toolCall: value,
        goAway: value,
        sessionResumptionUpdate: value,
        usageMetadata: value,
      })
      .map((made) => JSON.stringify(made)),
  );
  fc.assert(fc.property(message, (text) => void readLiveMessage(text)));
});

test.each([
  [0.8, 'audio', 'Speak more slowly than usual, at 80% of your normal speed.'],
  [1.15, 'audio', 'Speak faster than usual, at 115% of your normal speed.'],
  [1.02, 'audio', null],
  [0.8, 'text', null],
] as const)('describes a speed of %s for %s output in words: %s', (speed, output, words) => {
  const { instructions } = REALTIME_OPTIONS;
  const setup = JSON.stringify(liveSetup('gemini-x', { ...REALTIME_OPTIONS, speed, output }, null));
  expect(setup).toContain(JSON.stringify(words === null ? instructions : `${instructions}\n\n${words}`));
});
