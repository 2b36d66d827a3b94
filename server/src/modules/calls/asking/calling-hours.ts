/** Legal calling hours, in the time zones of the numbers. */
export interface CallingHours {
  /** All time zones that a number may be in, joined by `&`; empty if unknown. */
  zonesOf(phoneNumber: string): string;
  /** Whether a call may begin at an instant in all of the zones, from a number of this provider. */
  stateAt(at: Date, called: { zoneKey: string; provider: string }): CallingHoursState;
}

export type CallingHoursState =
  | { isOpen: true }
  /** `reason` is a sentence for the account's owner. */
  | { isOpen: false; reason: string };
