import type { UpdateCampaign } from '#contract/campaigns.ts';
import type { FieldErrors, Holding } from '#contract/validation.ts';
import { DEFAULT_HOURS } from './configuration/campaign-columns.ts';

/** Request fields that are valid individually. */
export type SuppliedCampaign = Holding<UpdateCampaign>;

/** Facts about objects that a request references. */
export interface CampaignFacts {
  /** Names of the bool fields of the assistant's evaluation; null if the assistant does not exist. */
  goals: readonly string[] | null;
  /** The stored goal variable. A newly chosen assistant may not have a field of that name. */
  storedGoal: string | null;
  ownNumbers: ReadonlySet<number>;
  /** Concurrent calls per campaign that the plan allows. */
  parallelCalls: number;
  /** The stored limit, which may stay above the plan's. Null for a new campaign. */
  storedParallelCalls: number | null;
  /** `HH:MM:SS`. Null for a new campaign. */
  storedHours: { start: string; end: string } | null;
  /** ISO 8601. Null for a new campaign. */
  storedDates: { start: string | null; end: string | null } | null;
}

/** Errors in combinations of fields and in references to other objects. */
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
  if (isOneMinute(supplied, facts.storedHours)) {
    errors['allowed_hours_end_time'] = [
      'The allowed hours end time field must differ from the start. For the whole day, send 00:00 and 23:59.',
    ];
  }
  if (areReversed(supplied, facts.storedDates)) {
    errors['ends_at'] = ['The ends at field must be after starts at.'];
  }
  const given = supplied.goal_completion_variable;
  const goal = given === undefined ? storedGoal : given;
  if (goals !== null && goal !== null && !goals.includes(goal)) {
    errors['goal_completion_variable'] = [
      "The goal completion variable field must name a bool field of the assistant's post-call schema.",
    ];
  }
  return errors;
}

/** Equal times mean one minute a day. A stored campaign of that kind can be written back unchanged. */
function isOneMinute(supplied: SuppliedCampaign, stored: CampaignFacts['storedHours']): boolean {
  const { allowed_hours_start_time: givenStart, allowed_hours_end_time: givenEnd } = supplied;
  if (givenStart === undefined && givenEnd === undefined) return false;
  const start = minuteOf(givenStart === undefined ? stored?.start : givenStart, DEFAULT_HOURS.start);
  const end = minuteOf(givenEnd === undefined ? stored?.end : givenEnd, DEFAULT_HOURS.end);
  const isStored =
    stored !== null && start === minuteOf(stored.start, '') && end === minuteOf(stored.end, '');
  return start === end && !isStored;
}

/** `HH:MM` of `H:MM`, `HH:MM` or `HH:MM:SS`. */
function minuteOf(time: string | null | undefined, byDefault: string): string {
  const [hours = '', minutes = ''] = (time ?? byDefault).split(':');
  return `${hours.padStart(2, '0')}:${minutes}`;
}

function areReversed(
  { starts_at: givenStart, ends_at: givenEnd }: SuppliedCampaign,
  stored: CampaignFacts['storedDates'],
): boolean {
  if (givenStart === undefined && givenEnd === undefined) return false;
  const start = givenStart === undefined ? stored?.start : givenStart;
  const end = givenEnd === undefined ? stored?.end : givenEnd;
  return start != null && end != null && new Date(end) <= new Date(start);
}
