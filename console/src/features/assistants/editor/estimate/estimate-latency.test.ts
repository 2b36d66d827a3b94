import { expect, test } from 'vitest';
import type { AssistantLatency } from '../../../../data/assistants.ts';
import { estimateLatency, sourceOf } from './estimate-latency.ts';

type Part = AssistantLatency['parts'][number];

const part = (name: Part['name'], milliseconds: number | null, source: Part['source']): Part => ({
  name,
  milliseconds,
  source,
  answers: 0,
});
const told = (...parts: Part[]): AssistantLatency => ({
  answers: 0,
  endpoint_ms: null,
  transcript_ms: null,
  model_ms: null,
  speech_ms: null,
  total_ms: null,
  slow_total_ms: null,
  mode: 'pipeline',
  parts,
  providers: { model: null, transcriber: null, synthesizer: null },
});

test.each([
  [0.5, 500],
  ['1.2', 1200],
  [0, 0],
  ['soon', 300],
])('a pause of %j in the form counts as %i ms', (pause, waitMs) => {
  const latency = told(part('wait', 300, 'setting'), part('model', 400, 'assistant'));
  const { parts, totalMs } = estimateLatency(pause, latency);
  expect(parts[0]).toEqual(part('wait', waitMs, 'setting'));
  expect(totalMs).toBe(waitMs + 400);
});

test('ignores the pause in the form with AI endpointing', () => {
  const latency = told(part('wait', 527, 'typical'), part('model', 400, 'account'));
  expect(estimateLatency(2, latency).totalMs).toBe(927);
});

test('has no total when a part is unknown', () => {
  const latency = told(part('wait', 527, 'typical'), part('model', null, 'unknown'));
  expect(estimateLatency(2, latency).totalMs).toBeNull();
});

test('names the source of a figure', () => {
  const words = (source: Part['source'], answers: number): string => sourceOf({ source, answers });
  expect(words('assistant', 1)).toBe('measured, last answer');
  expect(words('account', 7)).toBe('measured, last 7 answers of other assistants');
  expect(words('typical', 0)).toBe('typical, not measured');
  expect([words('setting', 0), words('unknown', 0)]).toEqual(['your pause setting', 'not available']);
});
