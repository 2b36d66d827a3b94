import { Temporal } from 'temporal-polyfill';

/** Minutes east of UTC, possibly fractional. Throws a RangeError for an unknown zone. */
export function zoneOffset(instant: Date, zone: string): number {
  const zoned = Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(zone);
  return zoned.offsetNanoseconds / 60_000_000_000;
}
