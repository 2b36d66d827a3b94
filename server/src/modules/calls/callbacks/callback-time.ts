import { Temporal } from 'temporal-polyfill';
import { isTimezone } from '#contract/timezones.ts';

/** When a customer wants to be called, as the model passes it. */
export interface WantedTime {
  /** `2026-03-03T14:00`, in the customer's local time. */
  local: string;
  /** An IANA name; null if the customer named none. */
  timeZone: string | null;
}

/** `problem` is a sentence for the model. */
export type CallbackTime = { at: Date; zone: string } | { problem: string };

/** A callback's limits, as set in the tool. */
export interface CallbackLimits {
  maxDaysAhead: number;
  /** `H:i`, in the customer's local time. A start after the end runs past midnight; the end minute is included. */
  hours: { start: string; end: string } | null;
}

const LOCAL_TIME = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2})?$/;

/**
 * The instant of a customer's local time, in a zone of their number. The zone that the model passes only chooses between
 * zones of the number, because models guess zones.
 * @param numberZones all zones that the number may be in; empty if unknown
 */
export function callbackTime({ local, timeZone }: WantedTime, numberZones: readonly string[]): CallbackTime {
  if (!LOCAL_TIME.test(local)) {
    return { problem: 'local_time must be a date and time without an offset, such as 2026-03-03T14:00.' };
  }
  if (timeZone !== null && !isTimezone(timeZone)) {
    return { problem: `${timeZone} is not a time zone. Pass an IANA name such as Europe/Bucharest.` };
  }
  const zones = timeZone === null ? numberZones : chosenZones(timeZone, { local, numberZones });
  if (zones.length === 0 && timeZone !== null) {
    return {
      problem: `The customer's number is not in ${timeZone}. Ask for the time at home, and pass one of: ${numberZones.join(', ')}.`,
    };
  }
  const instants = zones.map((zone) => instantAt(local, zone));
  const [at] = instants;
  const [zone] = zones;
  if (at === null) return { problem: `${local} is not a date and time.` };
  const isClear = instants.every((one) => one?.getTime() === at?.getTime());
  if (at === undefined || zone === undefined || !isClear) {
    return {
      problem:
        "The customer's time zone is not clear from their number. Ask where they are, and pass time_zone, such as Europe/Bucharest.",
    };
  }
  return { at, zone };
}

/**
 * The zones that the model's choice leaves: its own for a number without zones, those with the same local time, or all
 * if they agree without it.
 */
function chosenZones(
  chosen: string,
  { local, numberZones }: { local: string; numberZones: readonly string[] },
): readonly string[] {
  if (numberZones.length === 0) return [chosen];
  const instantOf = (zone: string): number | undefined => instantAt(local, zone)?.getTime();
  const same = numberZones.filter((zone) => instantOf(zone) === instantOf(chosen));
  if (same.length > 0) return numberZones.includes(chosen) ? [chosen] : same;
  return new Set(numberZones.map(instantOf)).size === 1 ? numberZones : [];
}

/** Why a callback may not be at this time, as a sentence for the model; null if it may. */
export function callbackProblem(
  { at, zone }: { at: Date; zone: string },
  { maxDaysAhead, hours }: CallbackLimits,
  now: Date,
): string | null {
  if (at <= now) return 'This time has passed. Ask the customer for another time.';
  if (at.getTime() - now.getTime() > maxDaysAhead * 86_400_000) {
    return `Callbacks can be at most ${maxDaysAhead} days ahead. Ask the customer for an earlier time.`;
  }
  const minute = minuteOfDay(clockAt(at, zone));
  if (hours === null || isWithin(minute, hours)) return null;
  return `Callbacks are possible from ${hours.start} to ${hours.end}, in the customer's local time. Ask the customer for another time.`;
}

/** Null if there is no such date or time. A time that a clock change skips is an hour later. */
function instantAt(local: string, zone: string): Date | null {
  try {
    const wall = Temporal.PlainDateTime.from(local);
    return new Date(wall.toZonedDateTime(zone).epochMilliseconds);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** `14:05` */
function clockAt(at: Date, zone: string): string {
  const zoned = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone);
  return zoned.toPlainTime().toString({ smallestUnit: 'minute' });
}

function minuteOfDay(time: string): number {
  const [hours, minutes] = time.split(':').map(Number);
  return (hours ?? 0) * 60 + (minutes ?? 0);
}

function isWithin(minute: number, { start, end }: { start: string; end: string }): boolean {
  const [from, until] = [minuteOfDay(start), minuteOfDay(end)];
  return from <= until ? from <= minute && minute <= until : minute >= from || minute <= until;
}
