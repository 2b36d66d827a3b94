import type { LegalHours } from './legal-hours.ts';
import { zoneOffset } from './zone-offset.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** Calling hours of a campaign, in its own zone. */
export interface CampaignHours {
  /** An IANA name. */
  timezone: string;
  /** `HH:MM` or `HH:MM:SS`. If later than `end`, the window runs overnight and belongs to the day it starts on. */
  start: string;
  /** In the same format; the whole minute is included. */
  end: string;
  /** Days on which windows start, `monday` to `sunday`. */
  days: readonly string[];
  /** No call begins before this instant. */
  startsAt: Date | null;
  /** No call begins at or after this instant. */
  endsAt: Date | null;
}

export type ClosedBecause =
  /** The campaign's zone is unknown; its owner has to correct it. */
  | 'campaign-zone'
  /** The number's zone is unknown. */
  | 'unknown-zone'
  | 'campaign-start-date'
  | 'campaign-end-date'
  | 'campaign-days'
  | 'campaign-hours'
  | 'called-party-hours';

export type CallingState =
  /** `until`: the end of the open hours, at most a week ahead; the state is checked again then. */
  | { open: true; until: Date }
  /** `from`: the next opening; null if it is more than a year ahead or never. */
  | { open: false; from: Date | null; because: ClosedBecause };

/**
 * True if the number can never be called. False while the campaign's own zone is unknown, because its owner can correct
 * that.
 */
export function isNeverOpen(state: CallingState): state is Extract<CallingState, { open: false }> {
  return !state.open && state.from === null && state.because !== 'campaign-zone';
}

/**
 * Time from claim to ringing: the commit, and SIP requests retransmitted after 0.5 and 1.5 s (RFC 3261, 17.1.1.2).
 * Calls do not begin this close to the end of the hours.
 */
const SIGNALING_MS = 2000;

/** The last instant to begin a call, so that it rings within the hours. */
export function lastBeginMs({ until }: Extract<CallingState, { open: true }>): number {
  return until.getTime() - SIGNALING_MS;
}

/** Search range for an opening: some hours overlap in summer only. */
const SEARCHED_MS = 366 * DAY_MS;
const ASK_AGAIN_MS = 7 * DAY_MS;

/**
 * Calling state of a number at an instant: open within the campaign's dates, hours and days, and within the legal window
 * of every zone of the number. Valid until `until` or `from`.
 * @param called `zoneKey` from `zoneKeyOf`; never open if it is empty or unknown
 */
export function callingState(
  at: Date,
  hours: CampaignHours,
  called: { zoneKey: string; legal: LegalHours },
): CallingState {
  const { startsAt, endsAt } = hours;
  if (hasEnded(hours, at)) return { open: false, from: null, because: 'campaign-end-date' };
  const isEarly = startsAt !== null && at < startsAt;
  const state = stateByHours(isEarly ? startsAt : at, hours, called);
  if (!state.open) {
    if (state.from === null) return state;
    if (hasEnded(hours, state.from)) return { open: false, from: null, because: 'campaign-end-date' };
    return isEarly ? { ...state, because: 'campaign-start-date' } : state;
  }
  if (isEarly) return { open: false, from: startsAt, because: 'campaign-start-date' };
  return endsAt !== null && endsAt < state.until ? { open: true, until: endsAt } : state;
}

/** True from the campaign's end date on. */
export function hasEnded({ endsAt }: Pick<CampaignHours, 'endsAt'>, at: Date): boolean {
  return endsAt !== null && at >= endsAt;
}

/** The state without the campaign's dates. */
function stateByHours(
  at: Date,
  hours: CampaignHours,
  called: { zoneKey: string; legal: LegalHours },
): CallingState {
  const atMs = at.getTime();
  const campaign = hoursOfCampaign(hours);
  const schedules = [campaign, ...hoursOfZones(called)];
  const states = schedules.map((schedule) => hoursAt(atMs, schedule));
  if (states[0] === null) return { open: false, from: null, because: 'campaign-zone' };
  if (called.zoneKey === '' || states.includes(null))
    return { open: false, from: null, because: 'unknown-zone' };
  if (states.every((state) => state?.isOpen)) {
    return { open: true, until: new Date(findClosing(schedules, atMs, atMs + ASK_AGAIN_MS)) };
  }
  const fromMs = findOpening(schedules, atMs, atMs + SEARCHED_MS);
  if (fromMs !== null) return { open: false, from: new Date(fromMs), because: becauseOf(states[0] ?? null) };
  // The campaign has hours, but they never overlap with the legal window.
  return {
    open: false,
    from: null,
    because: hours.days.length === 0 ? 'campaign-days' : 'called-party-hours',
  };
}

function hoursOfCampaign({ timezone, start, end, days }: CampaignHours): WallHours {
  return { zone: timezone, windows: windowsOf(start, end), days: new Set(days) };
}

function hoursOfZones({ zoneKey, legal }: { zoneKey: string; legal: LegalHours }): readonly WallHours[] {
  const [fromMs, untilMs] = [legal.startMinute * 60_000, legal.endMinute * 60_000];
  const windows = [{ fromMs, untilMs, beganDays: 0 as const }];
  return zoneKey.split('&').map((zone) => ({ zone, windows, days: null }));
}

function becauseOf(campaign: HoursState | null): ClosedBecause {
  if (campaign === null || campaign.isOpen) return 'called-party-hours';
  return campaign.isWrongDay ? 'campaign-days' : 'campaign-hours';
}

/** The first instant from `atMs` at which all schedules are open; null if that is not before `untilMs`. */
function findOpening(schedules: readonly WallHours[], atMs: number, untilMs: number): number | null {
  let cursorMs = atMs;
  while (cursorMs < untilMs) {
    const closed = firstClosed(schedules, cursorMs);
    if (closed === null) return cursorMs;
    cursorMs = closed.untilMs;
  }
  return null;
}

/** The first instant from `atMs` at which a schedule is closed, at most `untilMs`. */
function findClosing(schedules: readonly WallHours[], atMs: number, untilMs: number): number {
  let cursorMs = atMs;
  while (cursorMs < untilMs) {
    const states = schedules.map((schedule) => hoursAt(cursorMs, schedule));
    if (!states.every((state) => state?.isOpen)) return cursorMs;
    cursorMs = Math.min(...states.map((state) => state?.untilMs ?? cursorMs));
  }
  return untilMs;
}

function firstClosed(schedules: readonly WallHours[], atMs: number): HoursState | null {
  for (const schedule of schedules) {
    const state = hoursAt(atMs, schedule);
    if (state?.isOpen === false) return state;
  }
  return null;
}

/** Calling windows in local time. */
interface WallHours {
  zone: string;
  windows: readonly DailyWindow[];
  /** Weekdays on which windows start; null for every day. */
  days: ReadonlySet<string> | null;
}

interface HoursState {
  isOpen: boolean;
  /** The first instant at which the state may change. */
  untilMs: number;
  /** The current day is not allowed; within a window, the day on which that window started. */
  isWrongDay: boolean;
}

/**
 * The state of local hours at an instant. An hour repeated by a clock change counts twice, a skipped one never. Null if
 * the zone is unknown.
 */
function hoursAt(atMs: number, { zone, windows, days }: WallHours): HoursState | null {
  const stretch = stretchAt(atMs, zone);
  if (stretch === null) return null;
  const wallMs = atMs + stretch.offsetMs;
  const day = Math.floor(wallMs / DAY_MS);
  const timeMs = wallMs - day * DAY_MS;
  const untilMs = Math.min(stretch.untilMs, atMs + nextEdge(timeMs, windows) - timeMs);
  const window = windows.find((candidate) => candidate.fromMs <= timeMs && timeMs < candidate.untilMs);
  const isAllowedDay = days?.has(weekday(day + (window?.beganDays ?? 0))) ?? true;
  return { isOpen: window !== undefined && isAllowedDay, untilMs, isWrongDay: !isAllowedDay };
}

function nextEdge(timeMs: number, windows: readonly DailyWindow[]): number {
  let next = DAY_MS;
  for (const { fromMs, untilMs } of windows) {
    if (fromMs > timeMs) next = Math.min(next, fromMs);
    if (untilMs > timeMs) next = Math.min(next, untilMs);
  }
  return next;
}

/** A period without clock changes. */
interface Stretch {
  fromMs: number;
  untilMs: number;
  /** Added to an instant to get local time. */
  offsetMs: number;
}

const WEEK_MS = 7 * 86_400_000;

/** Offset look-ups dominate the cost of calling hours, so weeks are cached. */
const MAX_CACHED_WEEKS = 50_000;
const weeks = new Map<string, readonly Stretch[] | null>();

/** The period around an instant, at most a week long; null if the zone is unknown. */
function stretchAt(atMs: number, zone: string): Stretch | null {
  const week = Math.floor(atMs / WEEK_MS);
  const name = `${zone} ${week}`;
  let stretches = weeks.get(name);
  if (stretches === undefined) {
    stretches = stretchesOfWeek(week * WEEK_MS, zone);
    if (weeks.size >= MAX_CACHED_WEEKS) weeks.clear();
    weeks.set(name, stretches);
  }
  return stretches?.find(({ untilMs }) => atMs < untilMs) ?? null;
}

/** Assumes at most one clock change per week. */
function stretchesOfWeek(fromMs: number, zone: string): readonly Stretch[] | null {
  const untilMs = fromMs + WEEK_MS;
  const [before, after] = [offsetMsAt(fromMs, zone), offsetMsAt(untilMs, zone)];
  if (before === null || after === null) return null;
  if (before === after) return [{ fromMs, untilMs, offsetMs: before }];
  let [old, changed] = [fromMs, untilMs];
  while (changed - old > 1000) {
    const middle = old + Math.floor((changed - old) / 2000) * 1000;
    if (offsetMsAt(middle, zone) === before) old = middle;
    else changed = middle;
  }
  return [
    { fromMs, untilMs: changed, offsetMs: before },
    { fromMs: changed, untilMs, offsetMs: after },
  ];
}

function offsetMsAt(atMs: number, zone: string): number | null {
  try {
    return zoneOffset(new Date(atMs), zone) * 60_000;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** In milliseconds from midnight; the end is exclusive. */
interface DailyWindow {
  fromMs: number;
  untilMs: number;
  /** The day whose weekday counts: 0 for the same day, -1 for the day before, when an overnight window began. */
  beganDays: 0 | -1;
}

/** `09:30` or `09:30:00` → milliseconds from midnight. */
function minuteMs(time: string): number {
  const [hours, minutes] = time.split(':').map(Number);
  return ((hours ?? 0) * 60 + (minutes ?? 0)) * MINUTE_MS;
}

/** Windows from `start` to the end of the minute `end`. A start after the end makes an overnight window. */
function windowsOf(start: string, end: string): readonly DailyWindow[] {
  const [fromMs, untilMs] = [minuteMs(start), minuteMs(end) + MINUTE_MS];
  if (fromMs < untilMs) return [{ fromMs, untilMs, beganDays: 0 }];
  return [
    { fromMs: 0, untilMs, beganDays: -1 },
    { fromMs, untilMs: DAY_MS, beganDays: 0 },
  ];
}

const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

/** @param day counted from 1970-01-01, a Thursday */
function weekday(day: number): string {
  return WEEKDAYS[(((day + 4) % 7) + 7) % 7] ?? '';
}
