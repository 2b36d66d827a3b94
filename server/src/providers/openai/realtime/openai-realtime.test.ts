import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { eventually } from '../../../../test/kit/eventually.ts';
import {
  type OpenAiRealtimeServer,
  openaiModel,
  startOpenAiRealtimeServer,
} from '../../../../test/kit/openai-realtime-server.ts';
import {
  REALTIME_OPTIONS,
  type RealtimeProbe,
  realtimeProbe,
  speak,
} from '../../../../test/kit/realtime-probe.ts';
import { sessionUpdate } from './session-update.ts';

let server: OpenAiRealtimeServer;
let probe: RealtimeProbe;

beforeEach(async () => {
  server = await startOpenAiRealtimeServer();
  probe = realtimeProbe(openaiModel(server.url));
});

afterEach(async () => {
  probe.close();
  await server.close();
});

const untilSent = (kind: string, count = 1) =>
  eventually(
    async () => server.kinds().filter((one) => one === kind).length,
    (found) => found >= count,
  );
describe('a session', () => {
  test('opens with the key, the model and the settings in the GA format', async () => {
    await probe.ready();
    expect(server.requests[0]).toMatchObject({
      path: '/v1/realtime?model=gpt-x',
      headers: { authorization: 'Bearer key' },
    });
    expect(server.messages[0]).toEqual(sessionUpdate(REALTIME_OPTIONS));
    expect(server.messages[0]).toMatchObject({
      session: {
        output_modalities: ['audio'],
        tools: [{ type: 'function', name: 'book' }],
        audio: {
          input: {
            format: { type: 'audio/pcmu' },
            turn_detection: {
              type: 'server_vad',
              threshold: 0.6,
              silence_duration_ms: 400,
              prefix_padding_ms: 300,
            },
            noise_reduction: { type: 'near_field' },
            transcription: { language: 'en', prompt: 'Expect these words: Ana, Mill Inn.' },
          },
          output: { voice: 'marin', speed: 1.1 },
        },
      },
    });
  });

  test('omits unset settings', () => {
    const update = sessionUpdate({
      ...REALTIME_OPTIONS,
      callRateHz: 16_000,
      output: 'text',
      voice: null,
      turnDetectionThreshold: null,
      endpointSilenceMs: 0,
      noiseReduction: false,
      languages: ['en', 'ro'],
    });
    expect(update['session']).toMatchObject({ output_modalities: ['text'] });
    const text = JSON.stringify(update);
    expect(text).toContain('"format":{"type":"audio/pcm","rate":24000}');
    expect(text).toContain('"silence_duration_ms":200');
    expect(text).toContain('"noise_reduction":null');
    for (const left of ['threshold', 'voice', '"language"', 'temperature']) expect(text).not.toContain(left);
  });

  test.each([
    [null, 'auto'],
    [300, 'high'],
    [500, 'auto'],
    [2000, 'low'],
  ])(
    'with endpoint_type ai and %s ms of silence uses semantic turn detection with eagerness %s',
    (endpointSilenceMs, eagerness) => {
      const update = sessionUpdate({ ...REALTIME_OPTIONS, hasSemanticTurns: true, endpointSilenceMs });
      expect(update).toMatchObject({
        session: {
          audio: {
            input: {
              turn_detection: {
                type: 'semantic_vad',
                eagerness,
                create_response: true,
                interrupt_response: true,
              },
            },
          },
        },
      });
      // OpenAI rejects settings of its other detection mode.
      expect(JSON.stringify(update)).not.toMatch(/threshold|silence_duration_ms|prefix_padding_ms/);
    },
  );

  test.each([8000, 16_000] as const)(
    'in a call of %i Hz transcribes speech and replies with audio',
    async (callRateHz) => {
      server.hears('Are you open?');
      server.script({ say: 'Yes, every day.', audioMs: 640 });
      const opened = await probe.ready({ callRateHz });
      speak(opened, callRateHz === 8000 ? 160 : 480);
      await probe.until('reply-ended');
      expect(probe.of('customer-interim').at(-1)?.text).toBe('Are you open?');
      expect(probe.of('customer-text')).toEqual([
        { type: 'customer-text', text: 'Are you open?', language: null },
      ]);
      const samples = probe.of('audio').reduce((sum, event) => sum + event.samples.length, 0);
      expect(samples).toBe((640 * (callRateHz === 8000 ? 8000 : 24_000)) / 1000);
      expect(probe.text()).toBe('Yes, every day.');
      const order = probe.types().filter((type, index, all) => type !== all[index - 1]);
      expect(order).toEqual([
        'ready',
        'customer-speech-started',
        'customer-speech-stopped',
        'customer-interim',
        'customer-text',
        'reply-started',
        'text-delta',
        'audio',
        'usage',
        'reply-ended',
      ]);
      expect(probe.of('usage')).toEqual([
        { type: 'usage', usage: { inputTokens: 20, outputTokens: 10 }, audioMs: null },
      ]);
      expect(server.errors).toEqual([]);
    },
  );

  test('understands the event names of the beta API', async () => {
    server.useBetaNames();
    server.script({ say: 'Yes.', audioMs: 200 });
    const opened = await probe.ready();
    opened.respond(null);
    await probe.until('reply-ended');
    expect(probe.of('text-delta')).toHaveLength(1);
    expect(probe.of('audio')).toHaveLength(2);
  });
});

describe('an interruption', () => {
  test('while the model speaks cancels it and truncates unheard audio', async () => {
    server.script({ endless: 'And so on and on' });
    const opened = await probe.ready();
    opened.respond(null);
    await probe.until('audio', 8);
    const itemId = probe.of('reply-started')[0]?.itemId ?? '';
    opened.interrupt(itemId, { audioMs: 312.7, text: 'And so' });
    await untilSent('conversation.item.truncate');
    expect(server.messages.at(-1)).toEqual({
      type: 'conversation.item.truncate',
      item_id: itemId,
      content_index: 0,
      audio_end_ms: 312,
    });
    expect(server.kinds().slice(-2)).toEqual(['response.cancel', 'conversation.item.truncate']);
    await probe.until('usage');
    expect(probe.of('reply-ended')).toEqual([]);
    expect(server.errors).toEqual([]);
  });

  test('after the reply truncates within its length, and cancels nothing', async () => {
    server.script({ say: 'Yes.', audioMs: 200 });
    const opened = await probe.ready();
    opened.respond(null);
    await probe.until('reply-ended');
    opened.interrupt(probe.of('reply-started')[0]?.itemId ?? '', { audioMs: 900, text: 'Yes.' });
    opened.interrupt('of another session', { audioMs: 900, text: 'Yes.' });
    opened.read('Next.');
    await untilSent('conversation.item.create');
    expect(server.kinds().slice(-2)).toEqual(['conversation.item.truncate', 'conversation.item.create']);
    expect(server.errors).toEqual([]);
  });

  test('before the reply has started suppresses all of it', async () => {
    server.script({ say: 'Nobody wants this.' }, { say: 'But this.' });
    const opened = await probe.ready();
    opened.respond(null);
    opened.interrupt(null, { audioMs: 0, text: '' });
    await probe.until('usage');
    expect(probe.of('reply-started')).toEqual([]);
    opened.respond(null);
    await probe.until('reply-ended');
    expect(probe.text()).toBe('But this.');
  });

  test('of text replaces it with the heard words', async () => {
    server.script({ say: 'Yes, every day.' });
    const opened = await probe.ready({ output: 'text', voice: null });
    opened.respond(null);
    await probe.until('reply-ended');
    const itemId = probe.of('reply-started')[0]?.itemId ?? '';
    opened.interrupt(itemId, { audioMs: 0, text: 'Yes,' });
    await untilSent('conversation.item.delete');
    expect(server.messages.slice(-2)).toEqual([
      {
        type: 'conversation.item.create',
        previous_item_id: itemId,
        item: { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Yes,' }] },
      },
      { type: 'conversation.item.delete', item_id: itemId },
    ]);
    expect(probe.of('audio')).toEqual([]);
    expect(server.errors).toEqual([]);
  });

  test('by the customer’s voice ends the reply when the server reports it', async () => {
    server.script({ endless: 'On and on' }, { say: 'Sorry.' });
    const opened = await probe.ready();
    opened.respond(null);
    await probe.until('reply-started');
    speak(opened);
    await probe.until('reply-ended', 2);
    expect(probe.of('reply-started')).toHaveLength(2);
    expect(server.errors).toEqual([]);
  });
});

describe('tools', () => {
  test('are emitted before the end of the reply, and the model continues after all results', async () => {
    server.script({ say: 'One moment.', call: 'book', arguments: { id: '7' } }, { say: 'Done.' });
    const opened = await probe.ready();
    opened.respond(null);
    await probe.until('reply-ended');
    expect(probe.of('tool-call')).toMatchObject([{ name: 'book', arguments: { id: '7' } }]);
    expect(probe.types().indexOf('tool-call')).toBeLessThan(probe.types().indexOf('reply-ended'));
    opened.toolResult(probe.of('tool-call')[0]?.callId ?? '', 'booked', true);
    opened.toolResult('unknown', 'booked', true);
    await probe.until('reply-ended', 2);
    expect(server.kinds()).toEqual(['response.create', 'conversation.item.create', 'response.create']);
    expect(server.messages[2]).toMatchObject({ item: { type: 'function_call_output', output: 'booked' } });
  });

  test('let the model continue after an interrupted filler if the result arrived during it', async () => {
    server.script({ call: 'book', arguments: {} }, { endless: 'One moment' }, { say: 'Done.' });
    const opened = await probe.ready();
    opened.respond(null);
    await probe.until('tool-call');
    opened.respond('Say that it takes a moment.');
    await probe.until('reply-started');
    opened.toolResult(probe.of('tool-call')[0]?.callId ?? '', 'booked', true);
    opened.interrupt(probe.of('reply-started')[0]?.itemId ?? '', { audioMs: 100, text: 'One' });
    await probe.until('reply-ended');
    expect(probe.text()).toBe('One momentDone.');
    expect(server.errors).toEqual([]);
  });

  test('send results that are no longer awaited without requesting a reply', async () => {
    server.script({ call: 'book', arguments: 'no JSON' });
    const opened = await probe.ready();
    opened.respond(null);
    await probe.until('tool-call');
    expect(probe.of('tool-call')[0]?.arguments).toBeNull();
    opened.toolResult(probe.of('tool-call')[0]?.callId ?? '', { booked: true }, false);
    await untilSent('conversation.item.create');
    expect(server.kinds()).toEqual(['response.create', 'conversation.item.create']);
    expect(server.messages.at(-1)).toMatchObject({ item: { output: '{"booked":true}' } });
  });
});

describe('reply requests', () => {
  test('add an instruction to the session’s instructions, for one reply only', async () => {
    server.script({ say: 'Are you there?' }, { say: 'Fine.' });
    const opened = await probe.ready();
    opened.addAssistantText('Hello.');
    opened.respond('Ask whether they are there.');
    await probe.until('reply-ended');
    opened.read('Yes.');
    opened.respond(null);
    await probe.until('reply-ended', 2);
    const requests = server.messages.filter(({ type }) => type === 'response.create');
    expect(JSON.stringify(requests[0])).toContain('You are Ana.\\n\\n# Now\\nAsk whether they are there.');
    expect(JSON.stringify(requests[1])).not.toContain('instructions');
  });

  test('wait for a running reply; then only the last one is sent', async () => {
    server.script({ endless: 'On and on' }, { say: 'Third.' });
    const opened = await probe.ready();
    opened.respond('first');
    await probe.until('reply-started');
    opened.respond('second');
    opened.respond('third');
    opened.read('x');
    await untilSent('conversation.item.create');
    expect(server.kinds().filter((kind) => kind === 'response.create')).toHaveLength(1);
    speak(opened);
    await probe.until('reply-ended', 2);
    await untilSent('response.create', 2);
    expect(JSON.stringify(server.messages.at(-1))).toContain('third');
  });

  test.each([
    ['that the server is about to begin by itself', false],
    ['that the server has begun by itself', true],
  ])('with an instruction replace a reply %s', async (_, hasStarted) => {
    server.hears('Hello?');
    server.script({ pending: true }, { say: 'This is the mill.' });
    const opened = await probe.ready();
    speak(opened);
    if (hasStarted) await probe.until('customer-text');
    opened.respond('Say who you are.');
    await probe.until('reply-ended');
    expect(probe.text()).toBe('This is the mill.');
    expect(probe.of('reply-started')).toHaveLength(1);
    expect(probe.of('failed')).toEqual([]);
  });

  test('end with an empty reply if the model says nothing', async () => {
    server.script({ nothing: true });
    const opened = await probe.ready();
    opened.respond(null);
    await probe.until('reply-ended');
    expect(probe.types()).toEqual(['ready', 'usage', 'reply-started', 'reply-ended']);
  });
});
