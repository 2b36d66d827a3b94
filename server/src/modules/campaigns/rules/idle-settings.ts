/** What a campaign is set to, as far as it may be for nothing. */
export interface GoalSettings {
  retry_on_goal_incomplete: boolean;
  goal_completion_variable: string | null;
}

/** What the campaign's assistant makes of its calls, as it is now. */
export interface GoalAssistant {
  /** It evaluates them. */
  is_evaluated: boolean;
  /** Names of the bools of its post-call schema. */
  goals: readonly string[];
}

/** Settings that are kept and do nothing as they stand, in words; null: the campaign has no assistant any more. */
export function idleSettings(settings: GoalSettings, assistant: GoalAssistant | null): string[] {
  const { retry_on_goal_incomplete: isRetried, goal_completion_variable: goal } = settings;
  if (goal === null) {
    if (!isRetried) return [];
    return ['Nobody is called again for a goal that was missed: goal_completion_variable names no goal.'];
  }
  const reason = assistant === null ? null : whyUnknown(goal, assistant);
  if (reason === null) return [];
  const text = `Nobody knows whether ${goal} was reached: ${reason}.`;
  return [isRetried ? `${text} So nobody is called again for it.` : text];
}

function whyUnknown(goal: string, { is_evaluated: isEvaluated, goals }: GoalAssistant): string | null {
  if (!isEvaluated) return 'the assistant does not evaluate its calls (post_call_evaluation is off)';
  return goals.includes(goal) ? null : "the assistant's post_call_schema has no bool of that name any more";
}
