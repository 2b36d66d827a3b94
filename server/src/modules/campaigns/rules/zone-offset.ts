import { Temporal } from 'temporal-polyfill';

/** Minutes east of Greenwich, with their fractions. Throws a RangeError for a zone that nobody knows. */
export function zoneOffset(instant: Date, zone: string): number {
  const zoned = Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(zone);
  return zoned.offsetNanoseconds / 60_000_000_000;
}
