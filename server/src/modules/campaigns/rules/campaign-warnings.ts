import { SANDBOX_CARRIER } from '../../../providers/interfaces/sandbox-reports.ts';

export interface GoalSettings {
  retry_on_goal_incomplete: boolean;
  goal_completion_variable: string | null;
}

export interface GoalAssistant {
  /** True if the assistant's calls are evaluated. */
  is_evaluated: boolean;
  /** Names of the bool fields of its post-call schema. */
  goals: readonly string[];
}

/** Warnings about settings without effect; `assistant` is null if it was deleted. */
export function ineffectiveSettings(settings: GoalSettings, assistant: GoalAssistant | null): string[] {
  const { retry_on_goal_incomplete: isRetried, goal_completion_variable: goal } = settings;
  if (goal === null) {
    if (!isRetried) return [];
    return ['Leads are not retried for a missed goal: goal_completion_variable is not set.'];
  }
  const reason = assistant === null ? null : whyUnknown(goal, assistant);
  if (reason === null) return [];
  const text = `It is unknown whether ${goal} was reached: ${reason}.`;
  return [isRetried ? `${text} Leads are not retried for it.` : text];
}

function whyUnknown(goal: string, { is_evaluated: isEvaluated, goals }: GoalAssistant): string | null {
  if (!isEvaluated) return 'the assistant does not evaluate its calls (post_call_evaluation is off)';
  return goals.includes(goal)
    ? null
    : "the assistant's post_call_schema no longer has a bool field of that name";
}

/**
 * Hints for an assistant without speech recognition; empty if all calls go to the sandbox, whose people send their
 * words as text.
 */
export function noSpeechHints(hasNoSpeech: boolean, numbers: readonly { provider: string }[]): string[] {
  if (!hasNoSpeech || numbers.every(({ provider }) => provider === SANDBOX_CARRIER)) return [];
  return [
    'The assistant cannot understand speech: no speech-to-text provider is configured for it. Choose one in its settings.',
  ];
}
