import { expect, test } from 'vitest';
import { type EvaluationInput, evaluate } from '../../src/agent/evaluate.ts';
import { offlineLanguageModel } from '../../src/providers/offline/language-model.ts';
import { manualClock } from '../kit/clocks.ts';

async function valuesOf(transcript: EvaluationInput['transcript']): Promise<Record<string, unknown>> {
  const result = await evaluate({
    model: offlineLanguageModel,
    fields: [
      { name: 'status', type: 'bool', description: 'Was the goal reached?' },
      { name: 'summary', type: 'string', description: 'Summary of the conversation' },
      { name: 'nights', type: 'number', description: 'How many nights' },
    ],
    transcript,
    clock: manualClock(),
    signal: new AbortController().signal,
  });
  if (result.kind !== 'filled') throw result.error;
  return Object.fromEntries(result.values);
}

const talk: EvaluationInput['transcript'] = [
  { role: 'assistant', content: 'Welcome! 9 rooms are free.' },
  { role: 'user', content: 'A room for 3 nights, please.' },
  { role: 'assistant', content: 'Booked.' },
  { role: 'user', content: 'Thanks!' },
];

test('the offline model fills a form by simple rules from the customer’s messages', async () => {
  expect(await valuesOf(talk)).toEqual({ status: true, summary: 'A room for 3 nights, please.', nights: 3 });
  expect(await valuesOf(talk.slice(0, 1))).toMatchObject({ status: false, nights: null });
});
