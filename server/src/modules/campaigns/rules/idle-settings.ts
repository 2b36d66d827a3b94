/** What a campaign is set to, as far as it may be for nothing. */
export interface GoalSettings {
  retry_on_goal_incomplete: boolean;
  goal_completion_variable: string | null;
}

/**
 * Settings that are kept and do nothing as they stand, in words.
 * @param isEvaluated whether the campaign's assistant evaluates its calls; null: it has none
 */
export function idleSettings(settings: GoalSettings, isEvaluated: boolean | null): string[] {
  const { retry_on_goal_incomplete: isRetried, goal_completion_variable: goal } = settings;
  if (goal === null) {
    if (!isRetried) return [];
    return ['Nobody is called again for a goal that was missed: goal_completion_variable names no goal.'];
  }
  if (isEvaluated !== false) return [];
  const text = `Nobody knows whether ${goal} was reached: the assistant does not evaluate its calls (post_call_evaluation is off).`;
  return [isRetried ? `${text} So nobody is called again for it.` : text];
}
