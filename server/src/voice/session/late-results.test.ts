import { expect, test } from 'vitest';
import { LateResults } from './late-results.ts';

type Step =
  | 'answering'
  | 'unanswered'
  | 'interrupted'
  | 'taken'
  | `finished ${string}`
  | `in-reply ${string}`;

const CASES: { name: string; steps: Step[]; reported: string | null }[] = [
  { name: 'nothing has finished', steps: [], reported: null },
  { name: 'no answer followed', steps: ['finished a'], reported: 'a' },
  { name: 'a later answer knows it', steps: ['finished a', 'answering'], reported: null },
  { name: 'the answer started earlier', steps: ['answering', 'finished a'], reported: 'a' },
  { name: 'there was nothing to answer', steps: ['finished a', 'answering', 'unanswered'], reported: 'a' },
  {
    name: 'the answer knows one result but not the later one',
    steps: ['finished a', 'answering', 'finished b'],
    reported: 'b',
  },
  {
    name: 'an answer to noise returns earlier results and keeps later ones',
    steps: ['finished a', 'answering', 'finished b', 'unanswered', 'unanswered'],
    reported: 'a, b',
  },
  { name: 'one tool finished twice', steps: ['finished a 1', 'finished a 2'], reported: 'a' },
  {
    name: 'the current answer made the same call, which finished later',
    steps: ['answering', 'finished a 1', 'in-reply a 1'],
    reported: null,
  },
  {
    name: 'the current answer made the same call, which finished earlier',
    steps: ['answering', 'in-reply a 1', 'finished a 1'],
    reported: null,
  },
  {
    name: 'the current answer made a different call',
    steps: ['answering', 'finished a 1', 'in-reply a 2'],
    reported: 'a',
  },
  {
    name: 'an earlier answer made the same call',
    steps: ['in-reply a 1', 'answering', 'finished a 1'],
    reported: 'a',
  },
  { name: 'the answer with the result was interrupted', steps: ['in-reply a', 'interrupted'], reported: 'a' },
  { name: 'the next answer knows it', steps: ['in-reply a', 'interrupted', 'answering'], reported: null },
  {
    name: 'the next answer was to noise',
    steps: ['in-reply a', 'interrupted', 'answering', 'unanswered'],
    reported: 'a',
  },
  { name: 'the report was interrupted', steps: ['finished a', 'taken', 'interrupted'], reported: 'a' },
  {
    name: 'the report was completed',
    steps: ['finished a', 'taken', 'answering', 'interrupted'],
    reported: null,
  },
];

test.each(CASES)('reports $reported if $name', ({ steps, reported }) => {
  const late = new LateResults();
  for (const step of steps) {
    const [verb, name, id] = step.split(' ');
    const call = { name: name ?? '', arguments: { id }, result: {} };
    if (verb === 'finished') late.finished(call);
    else if (verb === 'in-reply') late.finishedInReply(call);
    else if (verb === 'answering') late.answering();
    else if (verb === 'interrupted') late.replyInterrupted();
    else if (verb === 'taken') late.take();
    else late.unanswered();
  }
  const instruction = late.take();
  if (reported === null) expect(instruction).toBeNull();
  else expect(instruction).toContain(`: ${reported}. `);
  expect(late.take()).toBeNull();
});
