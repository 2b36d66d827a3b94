import type { Resolver } from 'react-hook-form';
import { normaliseInput, validate } from '#contract/validation.ts';
import type { replayRequest } from '#contract/webhooks.ts';
import { nestErrors } from '../../../lib/forms/nest-errors.ts';
import { instantOfWallClock, shownZone, wallClockOf } from '../../../lib/time/zone.ts';

/** `from` and `to` as the clock of the zone that the console shows has them: `2026-03-01T09:30`. */
export interface ReplayValues {
  from: string;
  to: string;
  status: 'delivered' | 'failed' | null;
  event: string | null;
}

const DAY_MS = 86_400_000;

/** What failed in the last day. */
export function replaySpan(now: Date): ReplayValues {
  return {
    ...{ from: localText(new Date(now.getTime() - DAY_MS)), to: localText(now) },
    ...{ status: 'failed', event: null },
  };
}

function localText(at: Date): string {
  return wallClockOf(at, shownZone());
}

/** The contract's rules, and that a span begins before it ends. */
export function replayResolver(schema: typeof replayRequest): Resolver<ReplayValues> {
  return (values) => {
    const instants = { ...values, from: instantOf(values.from), to: instantOf(values.to) };
    const result = validate(schema, normaliseInput(instants));
    if (!result.ok) return { values: {}, errors: nestErrors<ReplayValues>(result.fields) };
    if (result.value.from < result.value.to) return { values, errors: {} };
    const late = { to: ['The to field must be later than from.'] };
    return { values: {}, errors: nestErrors<ReplayValues>(late) };
  };
}

/** In ISO 8601; what is no time stays as it is. */
export function instantOf(local: string): string {
  return instantOfWallClock(local, shownZone())?.toISOString() ?? local;
}
