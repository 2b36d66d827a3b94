import { expect, test } from 'vitest';
import { ProviderError } from '../../src/providers/interfaces/provider-error.ts';
import type { EngineEvent } from '../../src/voice/engines/engine.ts';
import { scriptedModel } from '../kit/scripted-model.ts';
import { scriptedAssistant } from '../kit/voice/scripted-assistant.ts';
import { type VoiceCall, voiceCall } from '../kit/voice/voice-call.ts';

const pipeline = {
  mode: 'pipeline',
  endpointType: 'vad',
  endpointSilenceMs: 500,
  model: 'scripted/model',
  transcriber: 'scripted',
  synthesizer: 'scripted',
};

/** Setup reported for an answer; `event` is emitted while the answer is being prepared. */
async function setupOfAnswer(call: VoiceCall, event: EngineEvent | null = null): Promise<unknown> {
  await call.advance(2000);
  await call.speak('When do you open?', 1000);
  await call.advance(600);
  if (event !== null) call.engines[0]?.emit(event);
  await call.advance(2000);
  return call.told('turn-answered').map(({ setup }) => setup);
}

const asked = () => voiceCall({ engine: { answers: ['We open at nine.'] } });

test('reports the configuration of an answer', async () => {
  expect(await setupOfAnswer(asked())).toEqual([pipeline]);
});

test('reports the fallback language model', async () => {
  const usage = { inputTokens: 1, outputTokens: 1 };
  const answered = { usage, finishReason: 'stop', errorCode: null, firstEventMs: 20, totalMs: 90 } as const;
  const call = { modelId: 'spare/model', ...answered };
  expect(await setupOfAnswer(asked(), { type: 'model-call', call })).toEqual([
    { ...pipeline, model: 'spare/model' },
  ]);
});

test('reports once that the fallback language model took over, and why', async () => {
  const call = voiceCall({
    assistant: scriptedAssistant({}, { fallback: scriptedModel('spare/model', []) }),
  });
  await call.advance(2000);
  const usage = { inputTokens: 1, outputTokens: 1 };
  const of = { usage, firstEventMs: 20, totalMs: 90 };
  const failed = { ...of, modelId: 'scripted/model', finishReason: null, errorCode: 'timeout' } as const;
  const answered = { ...of, modelId: 'spare/model', finishReason: 'stop', errorCode: null } as const;
  for (const made of [answered, failed, answered, failed, answered]) {
    call.engines[0]?.emit({ type: 'model-call', call: made });
  }
  expect(call.told('provider-failed')).toMatchObject([
    { part: 'model', from: 'scripted/model', by: 'spare/model', reason: expect.stringContaining('timeout') },
  ]);
});

test.each([
  ['voice', { synthesizer: null }],
  ['transcriber', { transcriber: null }],
] as const)('reports only the replaced part after a failover of the %s', async (part, changed) => {
  const error = new ProviderError('unavailable', 'It is down.');
  const replaced = { type: 'failed', replyId: null, error, fatal: false, by: 'spare', part } as const;
  expect(await setupOfAnswer(asked(), replaced)).toEqual([{ ...pipeline, ...changed }]);
});

test('reports no STT or TTS after a failover', async () => {
  const error = new ProviderError('unavailable', 'It is down.');
  const replaced = { type: 'failed', replyId: null, error, fatal: false } as const;
  expect(await setupOfAnswer(asked(), replaced)).toEqual([
    { ...pipeline, transcriber: null, synthesizer: null },
  ]);
});

test('reports the replacement realtime model', async () => {
  const assistant = scriptedAssistant(
    { mode: 'dualplex' },
    { realtimeModel: 'a/live', transcriber: null, synthesizer: 'scripted' },
  );
  const call = voiceCall({ assistant, engine: { answers: ['We open at nine.'] } });
  const replaced = { type: 'model-replaced', model: 'a/live', by: 'b/live' } as const;
  expect(await setupOfAnswer(call, replaced)).toEqual([
    { ...pipeline, mode: 'dualplex', model: 'b/live', transcriber: null },
  ]);
});
