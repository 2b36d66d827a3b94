import type { UpdateCampaign } from '#contract/campaigns.ts';
import type { FieldErrors, Holding } from '#contract/validation.ts';

/** Fields of a request that hold by themselves. */
export type SuppliedCampaign = Holding<UpdateCampaign>;

/** What is known of the things that a request names. */
export interface CampaignFacts {
  /** Names of the bool fields of the assistant's evaluation; null: there is no such assistant. */
  goals: readonly string[] | null;
  /** The stored goal, which a new assistant may not have. */
  storedGoal: string | null;
  ownNumbers: ReadonlySet<number>;
  /** Calls under way that the plan allows one campaign. */
  parallelCalls: number;
  /** What the campaign was allowed before: it may stay, and the plan holds all the same. Null: it is new. */
  storedParallelCalls: number | null;
}

/** What a request breaks beside the rules of its single fields. */
export function campaignErrors(supplied: SuppliedCampaign, facts: CampaignFacts): FieldErrors {
  const errors: FieldErrors = {};
  const { goals, storedGoal, ownNumbers, parallelCalls } = facts;
  const calls = supplied.max_calls_in_parallel ?? 0;
  if (calls > parallelCalls && calls !== facts.storedParallelCalls) {
    errors['max_calls_in_parallel'] = [
      `The max calls in parallel field must not be greater than ${parallelCalls}.`,
    ];
  }
  for (const [index, id] of (supplied.phone_number_ids ?? []).entries()) {
    if (id === undefined || ownNumbers.has(id)) continue;
    errors[`phone_number_ids.${index}`] = [`The selected phone_number_ids.${index} is invalid.`];
  }
  const given = supplied.goal_completion_variable;
  const goal = given === undefined ? storedGoal : given;
  if (goals !== null && goal !== null && !goals.includes(goal)) {
    errors['goal_completion_variable'] = [
      'The goal completion variable field must name a bool field of the post-call schema of the assistant.',
    ];
  }
  return errors;
}
