import fc from 'fast-check';
import { expect, test } from 'vitest';
import { summarize } from '../../agent/summarize.ts';
import type { TranscriptLine } from '../../agent/transcript.ts';
import { systemClock } from '../../core/clock.ts';
import { SUMMARY_CHARACTERS } from '../interfaces/conventions.ts';
import { offlineLanguageModel } from './language-model.ts';

const customer = (content: string): TranscriptLine => ({ role: 'user', content });
const assistant = (content: string): TranscriptLine => ({ role: 'assistant', content });

async function summaryOf(transcript: TranscriptLine[], earlier: string | null = null): Promise<string> {
  const { signal } = new AbortController();
  const about = { model: offlineLanguageModel, clock: systemClock, signal };
  const result = await summarize({ ...about, earlier, transcript });
  if (result.kind !== 'done') throw result.error;
  return result.value;
}

test.each<[string, TranscriptLine[], string]>([
  [
    'names, numbers, dates and promises',
    [
      assistant('Hello! How can I help you?'),
      customer('Hi! My name is Ana Pop. My number is +40 721 000 001.'),
      assistant('Nice to meet you.'),
      customer('A table on Friday'),
      assistant('We booked a table for you.'),
      customer('Thanks!'),
    ],
    [
      '- Customer: My name is Ana Pop.',
      '- Customer: My number is +40 721 000 001.',
      '- Customer: A table on Friday',
      '- Assistant: We booked a table for you.',
    ].join('\n'),
  ],
  ['a name in Romanian', [customer('Mă numesc Ioana și aștept')], '- Customer: Mă numesc Ioana și aștept'],
  [
    'questions and wishes, but no small talk',
    [customer('Thank you!'), customer('Do you have rooms with a view?'), customer('ok')],
    '- Customer: Do you have rooms with a view?',
  ],
  ['nothing', [customer('Hello'), assistant('Hello!')], '- Nothing to remember.'],
])('the offline model keeps %s', async (_what, transcript, summary) => {
  expect(await summaryOf(transcript)).toBe(summary);
});

test('the offline model keeps the earlier summary, once', async () => {
  const first = await summaryOf([customer('My name is Ana Pop.')]);
  expect(await summaryOf([customer('My name is Ana Pop.'), customer('Room 12, please.')], first)).toBe(
    '- Customer: My name is Ana Pop.\n- Customer: Room 12, please.',
  );
});

test('the offline model drops the least important lines of a long conversation, and keeps the name', async () => {
  const talk = Array.from({ length: 200 }, (_, index) => customer(`I would like towel number ${index} too.`));
  const summary = await summaryOf([customer('My name is Ana Pop.'), ...talk]);
  expect(summary.length).toBeLessThanOrEqual(SUMMARY_CHARACTERS);
  expect(summary).toMatch(/^- Customer: My name is Ana Pop\.\n/);
  expect(summary).toMatch(/number 199 too\.$/);
});

test('every summary is within the limit', async () => {
  const said = fc.array(fc.string({ unit: 'grapheme', maxLength: 400 }).map(customer), { maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(said, async (transcript) => {
      const summary = await summaryOf(transcript);
      expect(summary.length).toBeGreaterThan(0);
      expect(summary.length).toBeLessThanOrEqual(SUMMARY_CHARACTERS);
    }),
    { numRuns: 50 },
  );
});
