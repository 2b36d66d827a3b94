import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { eventually } from '../../../../test/kit/eventually.ts';
import {
  type OpenAiRealtimeServer,
  openaiModel,
  startOpenAiRealtimeServer,
} from '../../../../test/kit/openai-realtime-server.ts';
import { describeRealtimeFaults } from '../../../../test/kit/realtime-contract.ts';
import { type RealtimeProbe, realtimeProbe } from '../../../../test/kit/realtime-probe.ts';
import { openaiRealtimeOffers } from './openai-realtime.ts';
import { readServerEvent } from './read-event.ts';

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

describe('failures', () => {
  test.each([
    ['rate_limit_exceeded', 'rate-limited'],
    ['server_error', 'unavailable'],
    ['content_policy', 'rejected'],
  ])('of a reply (%s) are reported, and the session continues', async (code, expected) => {
    server.script({ fail: code }, { say: 'Yes.' });
    const opened = await probe.ready();
    opened.respond(null);
    await probe.until('failed');
    expect(probe.of('failed')).toMatchObject([{ fatal: false, error: { code: expected } }]);
    opened.respond(null);
    await probe.until('reply-ended');
  });

  test('during a reply are reported instead of its end', async () => {
    server.script({ fail: 'server_error', say: 'From seven', audioMs: 300 }, { say: 'Yes.' });
    const opened = await probe.ready();
    opened.respond(null);
    await probe.until('failed');
    expect(probe.of('text-delta').map(({ text }) => text)).toEqual(['From ', 'seven']);
    expect(probe.of('reply-ended')).toEqual([]);
    opened.respond(null);
    await probe.until('reply-ended');
    expect(probe.of('failed')).toHaveLength(1);
  });

  test('of a reply for insufficient quota end the session', async () => {
    server.script({ fail: 'insufficient_quota' });
    const opened = await probe.ready();
    opened.respond(null);
    await probe.until('failed');
    expect(probe.of('failed')).toMatchObject([
      { fatal: true, error: { code: 'rejected', retryable: false } },
    ]);
    await eventually(
      async () => server.open(),
      (count) => count === 0,
    );
  });

  test('of transcription keep the partial transcript', async () => {
    await probe.ready();
    const about = { item_id: 'heard_1', content_index: 0 };
    const type = 'conversation.item.input_audio_transcription';
    server.send(JSON.stringify({ type: `${type}.delta`, ...about, delta: 'Are you' }));
    server.send(JSON.stringify({ type: `${type}.failed`, ...about, error: { code: 'rate_limit_exceeded' } }));
    server.send(JSON.stringify({ type: `${type}.failed`, ...about, item_id: 'heard_2', error: {} }));
    await probe.until('customer-text', 2);
    expect(probe.of('customer-text').map(({ text }) => text)).toEqual(['Are you', '']);
  });

  test('caused by the settings end the session', async () => {
    probe.open({ voice: 'nobody' });
    await probe.until('failed');
    expect(probe.of('failed')).toMatchObject([
      { fatal: true, error: { code: 'rejected', retryable: false } },
    ]);
    await eventually(
      async () => server.open(),
      (count) => count === 0,
    );
  });

  test('of authentication end the session before it starts; server errors are retryable', async () => {
    server.refuse(401, 503);
    probe.open();
    await probe.until('failed');
    probe.open();
    await probe.until('failed', 2);
    expect(probe.of('failed')).toMatchObject([
      { fatal: true, error: { code: 'rejected' } },
      { fatal: true, error: { code: 'unavailable', retryable: true } },
    ]);
  });

  test('of the connection and the session’s time limit are retryable', async () => {
    await probe.ready();
    server.drop();
    await probe.until('failed');
    await probe.ready();
    server.send(
      JSON.stringify({ type: 'error', error: { type: 'invalid_request_error', code: 'session_expired' } }),
    );
    await probe.until('failed', 2);
    for (const { error, fatal } of probe.of('failed'))
      expect({ fatal, retryable: error.retryable }).toEqual({ fatal: true, retryable: true });
  });
});

describeRealtimeFaults('OpenAI', {
  start: startOpenAiRealtimeServer,
  model: openaiModel,
  nonsense: [
    '{"type":7}',
    '{"type":"response.done"}',
    '{"type":"response.output_audio.delta","item_id":"i","delta":7}',
    '{"type":"response.output_audio.delta","response_id":"r","item_id":"i","delta":"AAAA"}',
    '{"type":"error","error":{"code":"response_cancel_not_active"}}',
  ],
});

test('offers the models in both modes, and the voices of multimodal models', () => {
  const offers = openaiRealtimeOffers({ apiKey: 'key', realtimeModels: ['gpt-x'] });
  expect(offers.models).toEqual([
    { kind: 'multimodal', code: 'openai/gpt-x', name: 'gpt-x' },
    { kind: 'dualplex', code: 'openai/gpt-x', name: 'gpt-x' },
  ]);
  expect(offers.voices[0]).toMatchObject({
    code: 'openai-realtime/marin',
    modes: ['multimodal'],
    synthesizer: null,
  });
  expect(openaiRealtimeOffers({ apiKey: 'key' }).models.length).toBeGreaterThan(2);
});

test('parsing never throws', () => {
  const type = fc.constantFrom(
    'error',
    'session.updated',
    'response.created',
    'response.done',
    'response.output_item.done',
    'response.output_audio.delta',
    'conversation.item.input_audio_transcription.completed',
  );
  const message = fc.oneof(
    fc.string(),
    fc.json(),
    fc
      .record({
        type,
        response: fc.jsonValue(),
        item: fc.jsonValue(),
        error: fc.jsonValue(),
        delta: fc.jsonValue(),
        item_id: fc.jsonValue(),
      })
      .map((value) => JSON.stringify(value)),
  );
  fc.assert(fc.property(message, (text) => void readServerEvent(text)));
});
