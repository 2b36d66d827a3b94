import { expect, test } from 'vitest';
import { type Setup, setupSteps } from './open-steps.ts';

const NEW: Setup = {
  type: 'inbound',
  unfilled: ['opening_hours'],
  hasNumber: false,
  hasKnowledge: false,
  isRecorded: true,
  hasNotice: false,
  isTested: false,
};
const open = (setup: Partial<Setup>) =>
  setupSteps({ ...NEW, ...setup })
    .filter(({ isDone }) => !isDone)
    .map(({ tab, title }) => `${tab}: ${title}`);

test('lists what a new inbound assistant lacks, and where to add it', () => {
  expect(open({})).toEqual([
    'variables: Fill in the variables',
    'knowledge: Add knowledge',
    'call: Choose a phone number',
    'call: Add a recording notice',
    'talk: Test the assistant',
  ]);
});

test.each([
  [{ unfilled: [] }, 'variables: Fill in the variables'],
  [{ hasKnowledge: true }, 'knowledge: Add knowledge'],
  [{ hasNumber: true }, 'call: Choose a phone number'],
  [{ hasNotice: true }, 'call: Add a recording notice'],
  [{ isRecorded: false }, 'call: Add a recording notice'],
  [{ isTested: true }, 'talk: Test the assistant'],
] as const)('%o completes one step', (change, done) => {
  expect(open({}).filter((step) => !open(change).includes(step))).toEqual([done]);
});

test('asks an outbound assistant neither for a number nor for values that leads bring', () => {
  expect(open({ type: 'outbound' })).toEqual(['call: Add a recording notice', 'talk: Test the assistant']);
});

test('names the first variables without a value', () => {
  const [first] = setupSteps({ ...NEW, unfilled: ['a', 'b', 'c', 'd', 'e', 'f'] });
  expect(first?.text).toBe(
    'No value yet: a, b, c, d and 2 more. Texts omit these variables, or use a default.',
  );
});
