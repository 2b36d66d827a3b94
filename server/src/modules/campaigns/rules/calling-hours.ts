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

/** The window in which people may be called at all, on the wall clock of whoever is called. */
export interface LegalHours {
  /** Minutes from midnight; 480 is 08:00. */
  startMinute: number;
  /** Nobody is called in this minute any more; up to 1440. */
  endMinute: number;
}

export type ClosedBecause = 'unknown-zone' | 'campaign-days' | 'campaign-hours' | 'called-party-hours';

export type CallingState =
  /** `until`: the first instant at which it is closed, or a week on, when it is to be asked again. */
  | { open: true; until: Date }
  /** `from`: the first instant at which it is open; null: never within a year. */
  | { open: false; from: Date | null; because: ClosedBecause };

/**
 * Whether a campaign may call a number just now: within its hours and days, and within the legal window in every zone
 * of the number.
 * @param zoneKey of `zoneKeyOf`; what is empty or no zone is never called
 */
export function callingState(
  at: Date,
  hours: CampaignHours,
  called: { zoneKey: string; legal: LegalHours },
): CallingState {
  throw new Error(`unwritten ${at} ${hours.start} ${called.zoneKey}`);
}
