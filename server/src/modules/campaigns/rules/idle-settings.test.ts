import { expect, test } from 'vitest';
import { idleSettings } from './idle-settings.ts';

test.each([
  [false, null, true, []],
  [false, null, false, []],
  [true, null, true, ['names no goal']],
  [true, null, null, ['names no goal']],
  [true, 'status', true, []],
  [true, 'status', null, []],
  [true, 'status', false, ['post_call_evaluation is off). So nobody is called again']],
  [false, 'status', false, ['whether status was reached']],
])('retries %j for the goal %j, evaluated %j', (retry_on_goal_incomplete, goal, isEvaluated, texts) => {
  const settings = { retry_on_goal_incomplete, goal_completion_variable: goal };
  expect(idleSettings(settings, isEvaluated)).toEqual(texts.map((text) => expect.stringContaining(text)));
});
