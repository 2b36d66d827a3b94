import { expect, test } from 'vitest';
import { ineffectiveSettings } from './campaign-warnings.ts';

const EVALUATES = { is_evaluated: true, goals: ['status'] };
const DOES_NOT = { is_evaluated: false, goals: ['status'] };

test.each([
  [false, null, EVALUATES, []],
  [false, null, DOES_NOT, []],
  [true, null, EVALUATES, ['goal_completion_variable is not set']],
  [true, null, null, ['goal_completion_variable is not set']],
  [true, 'status', EVALUATES, []],
  [true, 'status', null, []],
  [true, 'status', DOES_NOT, ['post_call_evaluation is off). Leads are not retried']],
  [false, 'status', DOES_NOT, ['whether status was reached']],
  [true, 'booked', EVALUATES, ['no longer has a bool field of that name. Leads are not retried']],
  [false, 'booked', EVALUATES, ['whether booked was reached']],
])(
  'returns the warnings for retry %j, goal %j and assistant %j',
  (retry_on_goal_incomplete, goal, assistant, texts) => {
    const settings = { retry_on_goal_incomplete, goal_completion_variable: goal };
    expect(ineffectiveSettings(settings, assistant)).toEqual(
      texts.map((text) => expect.stringContaining(text)),
    );
  },
);
