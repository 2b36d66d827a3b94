import { Temporal } from 'temporal-polyfill';

/** Local time in a zone: `08:05`. Throws a RangeError for an unknown zone. */
export function zonedClock(instant: Date, zone: string): string {
  const zoned = Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(zone);
  return zoned.toPlainTime().toString({ smallestUnit: 'minute' });
}

/** Minutes east of UTC, possibly fractional. Throws a RangeError for an unknown zone. */
export function zoneOffset(instant: Date, zone: string): number {
  const zoned = Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(zone);
  return zoned.offsetNanoseconds / 60_000_000_000;
}
