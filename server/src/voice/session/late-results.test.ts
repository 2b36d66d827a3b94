import { expect, test } from 'vitest';
import { LateResults } from './late-results.ts';

type Step = 'answering' | 'unanswered' | 'untold' | 'taken' | `finished ${string}` | `told ${string}`;

const CASES: { name: string; steps: Step[]; told: string | null }[] = [
  { name: 'nothing has finished', steps: [], told: null },
  { name: 'nobody was answered since', steps: ['finished a'], told: 'a' },
  { name: 'the answer that began later knows of it', steps: ['finished a', 'answering'], told: null },
  { name: 'the answer began before', steps: ['answering', 'finished a'], told: 'a' },
  { name: 'there was nothing to answer', steps: ['finished a', 'answering', 'unanswered'], told: 'a' },
  {
    name: 'one is in the answer, one came after it',
    steps: ['finished a', 'answering', 'finished b'],
    told: 'b',
  },
  {
    name: 'an answer that was none gives back what came before and keeps what came since',
    steps: ['finished a', 'answering', 'finished b', 'unanswered', 'unanswered'],
    told: 'a, b',
  },
  { name: 'one tool twice', steps: ['finished a 1', 'finished a 2'], told: 'a' },
  {
    name: 'the answer under way has asked the same, and heard it later',
    steps: ['answering', 'finished a 1', 'told a 1'],
    told: null,
  },
  {
    name: 'the answer under way has asked the same, and heard it sooner',
    steps: ['answering', 'told a 1', 'finished a 1'],
    told: null,
  },
  {
    name: 'the answer under way has asked something else',
    steps: ['answering', 'finished a 1', 'told a 2'],
    told: 'a',
  },
  {
    name: 'an answer before that one had asked the same',
    steps: ['told a 1', 'answering', 'finished a 1'],
    told: 'a',
  },
  { name: 'the answer that found it was interrupted first', steps: ['told a', 'untold'], told: 'a' },
  { name: 'the one after it knows of it', steps: ['told a', 'untold', 'answering'], told: null },
  {
    name: 'the one after it answered nothing',
    steps: ['told a', 'untold', 'answering', 'unanswered'],
    told: 'a',
  },
  { name: 'who was to tell it was interrupted first', steps: ['finished a', 'taken', 'untold'], told: 'a' },
  { name: 'who was to tell it did', steps: ['finished a', 'taken', 'answering', 'untold'], told: null },
];

test.each(CASES)('$name: $told is to be told, once', ({ steps, told }) => {
  const late = new LateResults();
  for (const step of steps) {
    const [verb, name, id] = step.split(' ');
    const call = { name: name ?? '', arguments: { id }, result: {} };
    if (verb === 'finished') late.finished(call);
    else if (verb === 'told') late.told(call);
    else if (verb === 'answering') late.answering();
    else if (verb === 'untold') late.untold();
    else if (verb === 'taken') late.take();
    else late.unanswered();
  }
  const instruction = late.take();
  if (told === null) expect(instruction).toBeNull();
  else expect(instruction).toContain(`: ${told}. `);
  expect(late.take()).toBeNull();
});
