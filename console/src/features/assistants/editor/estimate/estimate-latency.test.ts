import { expect, test } from 'vitest';
import { estimateLatency } from './estimate-latency.ts';

const measured = {
  answers: 50,
  endpoint_ms: 700,
  transcript_ms: 120,
  model_ms: 400,
  speech_ms: 150,
  total_ms: 1370,
  slow_total_ms: 1900,
};
const none = {
  ...measured,
  ...{ answers: 0, endpoint_ms: null, transcript_ms: null, model_ms: null, speech_ms: null },
};

test('the pause that is set replaces the one that was measured', () => {
  const { parts, totalMs } = estimateLatency({ endpoint_type: 'vad', endpoint_sensitivity: 0.5 }, measured);
  expect(parts[0]).toEqual({ name: 'wait', milliseconds: 500, source: 'setting' });
  expect(totalMs).toBe(500 + 120 + 400 + 150);
});

test('a judgement is only known by measuring', () => {
  const settings = { endpoint_type: 'ai', endpoint_sensitivity: 0.5 } as const;
  expect(estimateLatency(settings, measured).parts[0]).toEqual({
    name: 'wait',
    milliseconds: 700,
    source: 'measured',
  });
  expect(estimateLatency(settings, none)).toEqual({ parts: [], totalMs: null, answers: 0 });
});

test('without a measurement nothing is added up', () => {
  const settings = { endpoint_type: 'vad', endpoint_sensitivity: 1.2 } as const;
  for (const nothing of [none, null]) {
    expect(estimateLatency(settings, nothing)).toEqual({
      parts: [{ name: 'wait', milliseconds: 1200, source: 'setting' }],
      totalMs: null,
      answers: 0,
    });
  }
});

test('a realtime model that tells no parts leaves them out', () => {
  const realtime = { ...measured, transcript_ms: null, speech_ms: null };
  const { parts } = estimateLatency({ endpoint_type: 'vad', endpoint_sensitivity: 0 }, realtime);
  expect(parts.map(({ name }) => name)).toEqual(['wait', 'model']);
});
