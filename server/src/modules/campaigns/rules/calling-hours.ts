import { DAY_MS, windowsOf } from './daily-windows.ts';
import type { LegalHours } from './legal-hours.ts';
import { type HoursState, hoursAt, type WallHours } from './wall-hours.ts';

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
}

export type ClosedBecause =
  /** The campaign's zone is unknown; its owner has to correct it. */
  | 'campaign-zone'
  /** The number's zone is unknown. */
  | 'unknown-zone'
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
 * Calling state of a number at an instant: open within the campaign's hours and days, and within the legal window of every
 * zone of the number. Valid until `until` or `from`.
 * @param called `zoneKey` from `zoneKeyOf`; never open if it is empty or unknown
 */
export function callingState(
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
