import type { Resolver } from 'react-hook-form';
import { normalizeInput, validate } from '#contract/validation.ts';
import type { replayRequest } from '#contract/webhooks.ts';
import { nestErrors } from '../../../lib/forms/nest-errors.ts';
import { t } from '../../../lib/i18n/t.ts';
import { instantOfWallClock, shownZone, wallClockOf } from '../../../lib/time/zone.ts';

/** `from` and `to` are local times in the console's time zone: `2026-03-01T09:30`. */
export interface ReplayValues {
  from: string;
  to: string;
  status: 'delivered' | 'failed' | null;
  event: string | null;
}

const DAY_MS = 86_400_000;

/** Default: failed webhooks of the last day. */
export function replaySpan(now: Date): ReplayValues {
  return {
    from: localText(new Date(now.getTime() - DAY_MS)),
    to: localText(now),
    status: 'failed',
    event: null,
  };
}

function localText(at: Date): string {
  return wallClockOf(at, shownZone());
}

/** The contract's schema, plus `from` before `to`. */
export function replayResolver(schema: typeof replayRequest): Resolver<ReplayValues> {
  return (values) => {
    const instants = { ...values, from: instantOf(values.from), to: instantOf(values.to) };
    const result = validate(schema, normalizeInput(instants));
    if (!result.ok) return { values: {}, errors: nestErrors<ReplayValues>(result.fields) };
    if (result.value.from < result.value.to) return { values, errors: {} };
    const late = { to: [t('“To” must be later than “From”.')] };
    return { values: {}, errors: nestErrors<ReplayValues>(late) };
  };
}

/** ISO 8601; invalid input is returned unchanged. */
export function instantOf(local: string): string {
  return instantOfWallClock(local, shownZone())?.toISOString() ?? local;
}
