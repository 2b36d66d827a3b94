import { DAY_MS, windowsOf } from './daily-windows.ts';
import type { LegalHours } from './legal-hours.ts';
import { type HoursLook, lookAt, type WallHours } from './wall-hours.ts';

/** When a campaign calls, on its own zone's wall clock. */
export interface CampaignHours {
  /** An IANA name. */
  timezone: string;
  /** `HH:MM` or `HH:MM:SS`; behind the end it is a window over midnight, which belongs to the day of its start. */
  start: string;
  /** This minute is included. */
  end: string;
  /** `monday` to `sunday`: the days on which windows begin. */
  days: readonly string[];
}

export type ClosedBecause =
  /** The campaign's own zone is none that anybody knows: it waits for its owner. */
  | 'campaign-zone'
  /** The number's is not. */
  | 'unknown-zone'
  | 'campaign-days'
  | 'campaign-hours'
  | 'called-party-hours';

export type CallingState =
  /** `until`: the first instant at which it is closed, or a week on, when it is to be asked again. */
  | { open: true; until: Date }
  /** `from`: the first instant at which it is open; null: never within a year. */
  | { open: false; from: Date | null; because: ClosedBecause };

/** A number in this state is never called, however long its campaign goes on: not while the campaign's own zone is to be set right. */
export function isNeverOpen(state: CallingState): state is Extract<CallingState, { open: false }> {
  return !state.open && state.from === null && state.because !== 'campaign-zone';
}

/**
 * From the claim of a call to the telephone: the commit, and requests of SIP that are lost and sent again after 0.5 and 1.5 s
 * (RFC 3261, 17.1.1.2). Whoever would be rung behind the end of their hours is not called in their last moments.
 */
const SIGNALLING_MS = 2000;

/** The last instant at which a call may begin, for it to ring within the hours. */
export function lastBeginMs({ until }: Extract<CallingState, { open: true }>): number {
  return until.getTime() - SIGNALLING_MS;
}

/** So far ahead an opening is looked for: some hours meet in summer alone. */
const SEARCHED_MS = 366 * DAY_MS;
const ASK_AGAIN_MS = 7 * DAY_MS;

/**
 * Whether a campaign may call a number just now: within its hours and days, and within the legal window in every zone
 * of the number. The answer holds until its `until`, or its `from`.
 * @param zoneKey of `zoneKeyOf`; what is empty or no zone is never called
 */
export function callingState(
  at: Date,
  hours: CampaignHours,
  called: { zoneKey: string; legal: LegalHours },
): CallingState {
  const atMs = at.getTime();
  const campaign = hoursOfCampaign(hours);
  const places = [campaign, ...hoursOfPlaces(called)];
  const looks = places.map((place) => lookAt(atMs, place));
  if (looks[0] === null) return { open: false, from: null, because: 'campaign-zone' };
  if (called.zoneKey === '' || looks.includes(null))
    return { open: false, from: null, because: 'unknown-zone' };
  if (looks.every((look) => look?.isOpen)) {
    return { open: true, until: new Date(findClosing(places, atMs, atMs + ASK_AGAIN_MS)) };
  }
  const fromMs = findOpening(places, atMs, atMs + SEARCHED_MS);
  if (fromMs !== null) return { open: false, from: new Date(fromMs), because: becauseOf(looks[0] ?? null) };
  // A campaign that has hours at all, but never while the other side may be called.
  return {
    open: false,
    from: null,
    because: hours.days.length === 0 ? 'campaign-days' : 'called-party-hours',
  };
}

function hoursOfCampaign({ timezone, start, end, days }: CampaignHours): WallHours {
  return { zone: timezone, windows: windowsOf(start, end), days: new Set(days) };
}

function hoursOfPlaces({ zoneKey, legal }: { zoneKey: string; legal: LegalHours }): readonly WallHours[] {
  const [fromMs, untilMs] = [legal.startMinute * 60_000, legal.endMinute * 60_000];
  const windows = [{ fromMs, untilMs, beganDays: 0 as const }];
  return zoneKey.split('&').map((zone) => ({ zone, windows, days: null }));
}

function becauseOf(campaign: HoursLook | null): ClosedBecause {
  if (campaign === null || campaign.isOpen) return 'called-party-hours';
  return campaign.isWrongDay ? 'campaign-days' : 'campaign-hours';
}

/** The first instant from `atMs` on at which all are open; null: none before `untilMs`. */
function findOpening(places: readonly WallHours[], atMs: number, untilMs: number): number | null {
  let cursorMs = atMs;
  while (cursorMs < untilMs) {
    const closed = firstClosed(places, cursorMs);
    if (closed === null) return cursorMs;
    cursorMs = closed.untilMs;
  }
  return null;
}

/** The first instant from `atMs` on at which one is closed, or `untilMs`. */
function findClosing(places: readonly WallHours[], atMs: number, untilMs: number): number {
  let cursorMs = atMs;
  while (cursorMs < untilMs) {
    const looks = places.map((place) => lookAt(cursorMs, place));
    if (!looks.every((look) => look?.isOpen)) return cursorMs;
    cursorMs = Math.min(...looks.map((look) => look?.untilMs ?? cursorMs));
  }
  return untilMs;
}

function firstClosed(places: readonly WallHours[], atMs: number): HoursLook | null {
  for (const place of places) {
    const look = lookAt(atMs, place);
    if (look?.isOpen === false) return look;
  }
  return null;
}
